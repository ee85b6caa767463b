import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Log } from '../log/log.ts';
import { type AccessFacts, type AccessPolicy, type AccessVerdict, judgeAccess } from './access.ts';
import { cookieNameOf } from './access-token.ts';

const COOKIE_LIFE_SECONDS = 30 * 24 * 3_600;

/** What a request says of where it comes from. */
export function factsOf(request: IncomingMessage, isHandshake: boolean): AccessFacts {
  const { headers, rawHeaders, method = '', url = '' } = request;
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'host');
  const { origin, authorization, cookie } = headers;
  return { method, url, hosts, origin, authorization, cookie, isHandshake };
}

/** Lets through what V3 allows; turns a token in a page's address into a cookie. */
export function guard(policy: AccessPolicy, log: Log): RequestHandler {
  return (request, response, next) => {
    const verdict = judgeAccess(factsOf(request, false), policy);
    if (verdict.kind === 'allowed') {
      next();
      return;
    }
    response.set('cache-control', 'no-store');
    if (verdict.kind === 'enter') {
      response.set('set-cookie', cookieOf(policy.token)).redirect(303, verdict.to);
      return;
    }
    logRefusal(log, verdict, request);
    response.status(verdict.kind === 'forbidden' ? 403 : 401);
    if (verdict.kind === 'unauthorized') response.set('www-authenticate', 'Bearer');
    response.json({ message: verdict.message });
  };
}

export function logRefusal(log: Log, verdict: AccessVerdict, request: IncomingMessage): void {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const { host = '', origin = '' } = request.headers;
  log('warning', 'request refused', { reason: verdict.kind, method: request.method ?? '', path, host, origin });
}

function cookieOf(token: string): string {
  return `${cookieNameOf(token)}=${token}; Path=/; Max-Age=${COOKIE_LIFE_SECONDS}; HttpOnly; SameSite=Strict`;
}
