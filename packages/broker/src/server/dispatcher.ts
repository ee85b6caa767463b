import { apiVersions, decodeRequestHeader, type FrameChunks, WireError } from '@millrace/kafka-wire';
import { unsupportedApiVersions } from '../handlers/api-versions.ts';
import type { BrokerState } from '../handlers/broker-state.ts';
import type { Handler, Intercept } from '../handlers/handler.ts';
import type { ConnectionPlace } from './connection.ts';

/** Finds a request's handler by its API. */
export class Dispatcher {
  readonly #state: BrokerState;
  readonly #handlers: readonly Handler[];
  readonly #byKey: ReadonlyMap<number, Handler>;
  readonly #intercepts = new Map<number, Intercept>();
  readonly #clock: () => number;

  constructor(state: BrokerState, handlers: readonly Handler[], clock: () => number) {
    this.#state = state;
    this.#handlers = handlers;
    this.#byKey = new Map(handlers.map((handler) => [handler.api.key, handler]));
    this.#clock = clock;
  }

  /** Puts something before an API's handler; null takes it away. */
  intercept(apiKey: number, intercept: Intercept | null): void {
    if (intercept === null) this.#intercepts.delete(apiKey);
    else this.#intercepts.set(apiKey, intercept);
  }

  /**
   * Takes a request; `answer` is called once with the response's frame. Throws a {@link WireError} for bytes that are no request, or
   * one in a version that is not answered: its response cannot be formed, so the connection ends as with Kafka's own broker.
   */
  dispatch(frame: Buffer, place: ConnectionPlace, answer: (response: FrameChunks | null) => void): void {
    const { header, rest } = decodeRequestHeader(frame);
    const { apiKey, version, correlationId } = header;
    const handler = this.#byKey.get(apiKey);
    if (handler === undefined)
      throw new WireError(`The request has the API key ${apiKey}, which is not answered here.`);
    const [oldest, newest] = handler.versions;
    if (version < oldest || version > newest) {
      if (apiKey === apiVersions.key) {
        answer(unsupportedApiVersions(this.#handlers, correlationId));
        return;
      }
      throw new WireError(
        `The request asks for version ${version} of ${handler.api.name}; ${oldest} to ${newest} are answered here.`,
      );
    }
    const clientId = header.clientId ?? '';
    const call = { apiKey, version, correlationId, clientId, ...place, nowMs: this.#clock() };
    handler.take(this.#state, rest, call, this.#intercepts.get(apiKey), answer);
  }
}
