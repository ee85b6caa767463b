import { BrokerUnreachable, ControlRefused } from '@millrace/kafka';
import type { Conflict } from '@millrace/live';
import type { ErrorRequestHandler } from 'express';
import { WriteConflict } from '../files/write-conflict.ts';
import type { Log } from '../log/log.ts';
import type { Redact } from '../log/redactor.ts';
import { type RefusalKind, Refused } from '../refused.ts';
import { DocumentRefused } from '../runs/document-refused.ts';

const STATUS: Readonly<Record<RefusalKind, number>> = { unknown: 404, wrong: 400, busy: 409, elsewhere: 502 };

type Answer = { readonly status: number; readonly body: unknown };

/** Every error of a route as a status and JSON; what nobody expected is logged and told without its inside. */
export function answerError(log: Log, redact: Redact): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const { status, body } = expected(error, redact) ?? unexpected(error, request.path, log);
    response.status(status).json(body);
  };
}

function expected(error: unknown, redact: Redact): Answer | null {
  if (error instanceof WriteConflict) {
    const body: Conflict = { message: redact(error.message), current: error.current };
    return { status: 409, body };
  }
  if (error instanceof DocumentRefused) return { status: 422, body: { issues: error.issues } };
  if (error instanceof Refused) return { status: STATUS[error.kind], body: { message: redact(error.message) } };
  if (error instanceof BrokerUnreachable || error instanceof ControlRefused) {
    return { status: 502, body: { message: redact(error.message) } };
  }
  const { status } = error as { readonly status?: unknown };
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return { status, body: { message: wordsOf(status) } };
  }
  return null;
}

/** Faults of a request's form, as express finds them. */
function wordsOf(status: number): string {
  switch (status) {
    case 413:
      return 'The body of the request is too large. A pipeline has at most 1 MB; split it.';
    case 415:
      return 'The body of the request has an encoding that is not read. Send JSON in UTF-8.';
    default:
      return 'The request cannot be read. Send JSON as the documentation of the address says.';
  }
}

function unexpected(error: unknown, path: string, log: Log): Answer {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log('error', 'request failed', { path, error: text });
  return { status: 500, body: { message: 'The service failed at this request; its log says why. Try again.' } };
}
