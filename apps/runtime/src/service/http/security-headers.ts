import type { RequestHandler } from 'express';

/** On every answer: nothing runs but what this service serves, nobody frames it, and its address (with the token) goes nowhere. */
export const securityHeaders: RequestHandler = (request, response, next) => {
  response.set({
    'content-security-policy': policyOf(request.headers.host ?? ''),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  next();
};

/** Styles may be inline: the page's components set sizes and colours so. Scripts never. Some browsers want the socket named. */
function policyOf(host: string): string {
  const socket = /^[a-z0-9.:[\]-]+$/i.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
