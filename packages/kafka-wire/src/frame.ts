import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { type Api, decodeMessage, encodeMessage, type Fields, type MessageOf } from './message.ts';

/** A request frame with its length prefix. */
export function encodeRequest<Request extends Fields>(
  api: Api<Request, Fields>,
  version: number,
  correlationId: number,
  clientId: string,
  body: MessageOf<Request>,
): Buffer {
  const flexible = version >= api.flexibleFrom;
  const head = new ByteWriter(64);
  head.int32(0);
  head.int16(api.key);
  head.int16(version);
  head.int32(correlationId);
  head.string(clientId);
  if (flexible) head.uvarint(0);
  const frame = Buffer.concat([head.bytes(), encodeMessage(api.request, body, version, flexible)]);
  frame.writeInt32BE(frame.length - 4, 0);
  return frame;
}

/** The body of a response frame without its length prefix; the correlation id was read by the connection. */
export function decodeResponse<Response extends Fields>(
  api: Api<Fields, Response>,
  version: number,
  frame: Buffer,
): MessageOf<Response> {
  const flexible = version >= api.flexibleFrom;
  const reader = new ByteReader(frame, 4);
  // ApiVersions answers with the old header in every version (KIP-511).
  if (flexible && api.key !== 18) reader.skipTaggedFields();
  return decodeMessage(api.response, frame.subarray(reader.offset), version, flexible);
}
