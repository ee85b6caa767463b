import {
  type Api,
  type ByteReader,
  decodeRequestBody,
  encodeResponse,
  type Fields,
  type FrameChunks,
  type MessageOf,
  type SentOf,
} from '@millrace/kafka-wire';
import type { BrokerState } from './broker-state.ts';

/** What is known of a request besides its body. `host` and `port`: where the client reached the broker. */
export type Call = {
  readonly apiKey: number;
  readonly version: number;
  readonly correlationId: number;
  readonly clientId: string;
  readonly client: string;
  readonly host: string;
  readonly port: number;
  readonly nowMs: number;
  /** Calls `act` when the client has gone while this request was not answered. */
  readonly whenGone: (act: () => void) => void;
};

/** Is called exactly once, now or later; null where the client expects no response. */
export type Answer<Response> = (response: Response | null) => void;

/**
 * Looks at a decoded request before its handler does. Returns a response message in its place, `drop` to close the connection
 * without an answer, or undefined to let it pass.
 */
export type Intercept = (request: unknown, call: Call) => object | 'drop' | undefined;

/** One API as the dispatcher sees it. `versions` are those that it answers. */
export type Handler = {
  readonly api: Api;
  readonly versions: readonly [oldest: number, newest: number];
  /** Throws a WireError for a body that is no request. */
  readonly take: (
    state: BrokerState,
    body: ByteReader,
    call: Call,
    intercept: Intercept | undefined,
    answer: Answer<FrameChunks>,
  ) => void;
};

/** Thrown where an intercept wants a connection to be dropped. */
export class Dropped extends Error {
  override readonly name = 'Dropped';
}

/** A handler in all the versions that the API's tables describe. */
export function defineHandler<Request extends Fields, Response extends Fields>(
  api: Api<Request, Response>,
  handle: (state: BrokerState, request: MessageOf<Request>, call: Call, answer: Answer<SentOf<Response>>) => void,
): Handler {
  return {
    api: api as unknown as Api,
    versions: api.versions,
    take(state, body, call, intercept, answer) {
      const { version, correlationId } = call;
      const request = decodeRequestBody(api, version, body);
      const send = (response: SentOf<Response> | null) =>
        answer(response === null ? null : encodeResponse(api, version, correlationId, response));
      const instead = intercept?.(request, call);
      if (instead === 'drop') throw new Dropped(`An intercept dropped ${api.name}.`);
      if (instead !== undefined) send(instead as SentOf<Response>);
      else handle(state, request, call, send);
    },
  };
}

/** A handler that answers at once. */
export function defineDirect<Request extends Fields, Response extends Fields>(
  api: Api<Request, Response>,
  handle: (state: BrokerState, request: MessageOf<Request>, call: Call) => SentOf<Response>,
): Handler {
  return defineHandler(api, (state, request, call, answer) => answer(handle(state, request, call)));
}
