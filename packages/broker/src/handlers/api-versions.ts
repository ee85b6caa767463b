import { apiVersions, ERRORS, encodeResponse, type FrameChunks } from '@millrace/kafka-wire';
import { defineDirect, type Handler } from './handler.ts';

/** What this broker answers, by the handlers that it has. */
export function apiVersionsHandler(handlers: () => readonly Handler[]): Handler {
  return defineDirect(apiVersions, () => ({
    errorCode: ERRORS.NONE,
    apiKeys: supported(handlers()),
    throttleTimeMs: 0,
  }));
}

/** To a version that is not known: in the oldest form, so that any client finds out what it may ask (KIP-511). */
export function unsupportedApiVersions(handlers: readonly Handler[], correlationId: number): FrameChunks {
  const response = { errorCode: ERRORS.UNSUPPORTED_VERSION, apiKeys: supported(handlers), throttleTimeMs: 0 };
  return encodeResponse(apiVersions, 0, correlationId, response);
}

function supported(handlers: readonly Handler[]) {
  return handlers
    .map(({ api, versions: [minVersion, maxVersion] }) => ({ apiKey: api.key, minVersion, maxVersion }))
    .sort((a, b) => a.apiKey - b.apiKey);
}
