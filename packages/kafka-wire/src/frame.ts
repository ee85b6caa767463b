import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { type Api, type Fields, type MessageOf, readMessage, type SentOf, writeMessage } from './message.ts';
import { apiVersions } from './messages/api-versions.ts';

/** A frame with its length prefix, as chunks to be written one after the other; record batches in it are not copied. */
export type FrameChunks = readonly Uint8Array[];

/** Elements of all arrays of a request together: far more than any client names, few enough to be held. */
const MOST_REQUEST_ELEMENTS = 1 << 18;

/** What precedes the body of a request (request header v1, with tagged fields v2). */
export type RequestHeader = {
  readonly apiKey: number;
  readonly version: number;
  readonly correlationId: number;
  readonly clientId: string | null;
};

export function encodeRequest<Request extends Fields>(
  api: Api<Request, Fields>,
  version: number,
  correlationId: number,
  clientId: string,
  body: SentOf<Request>,
): FrameChunks {
  const flexible = version >= api.flexibleFrom;
  const out = new ByteWriter();
  out.int32(0);
  out.int16(api.key);
  out.int16(version);
  out.int32(correlationId);
  out.string(clientId, false);
  if (flexible) out.noTaggedFields();
  writeMessage(out, api.request, body, version, flexible);
  return withLength(out);
}

/** The header of a request frame (without its length prefix), and a reader that stands behind what every version has of it. */
export function decodeRequestHeader(frame: Buffer): { readonly header: RequestHeader; readonly rest: ByteReader } {
  const reader = new ByteReader(frame, 0, frame.length, MOST_REQUEST_ELEMENTS);
  const apiKey = reader.int16();
  const version = reader.int16();
  const correlationId = reader.int32();
  return { header: { apiKey, version, correlationId, clientId: reader.nullableString(false) }, rest: reader };
}

/** The body of a request; `rest` comes from {@link decodeRequestHeader}. */
export function decodeRequestBody<Request extends Fields>(
  api: Api<Request, Fields>,
  version: number,
  rest: ByteReader,
): MessageOf<Request> {
  const flexible = version >= api.flexibleFrom;
  if (flexible) rest.skipTaggedFields();
  return readMessage(rest, api.request, version, flexible);
}

export function encodeResponse<Response extends Fields>(
  api: Api<Fields, Response>,
  version: number,
  correlationId: number,
  body: SentOf<Response>,
): FrameChunks {
  const out = new ByteWriter();
  out.int32(0);
  out.int32(correlationId);
  if (hasTaggedResponseHeader(api, version)) out.noTaggedFields();
  writeMessage(out, api.response, body, version, version >= api.flexibleFrom);
  return withLength(out);
}

/** The body of a response frame (without its length prefix). */
export function decodeResponse<Response extends Fields>(
  api: Api<Fields, Response>,
  version: number,
  frame: Buffer,
): MessageOf<Response> {
  const reader = new ByteReader(frame);
  reader.int32();
  if (hasTaggedResponseHeader(api, version)) reader.skipTaggedFields();
  return readMessage(reader, api.response, version, version >= api.flexibleFrom);
}

/** ApiVersions answers with the old header in every version, so that any client can read it (KIP-511). */
function hasTaggedResponseHeader(api: Api, version: number): boolean {
  return version >= api.flexibleFrom && api.key !== apiVersions.key;
}

function withLength(out: ByteWriter): FrameChunks {
  const chunks = out.chunks();
  const first = chunks[0] as Uint8Array;
  new DataView(first.buffer, first.byteOffset).setInt32(0, out.length - 4);
  return chunks;
}
