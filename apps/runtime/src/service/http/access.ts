import { cookieNameOf, isSameToken } from './access-token.ts';

/** What a request says of where it comes from. `url` is the request's target as it was sent. */
export type AccessFacts = {
  readonly method: string;
  readonly url: string;
  /** Every Host header. */
  readonly hosts: readonly string[];
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly isHandshake: boolean;
};

export type AccessPolicy = {
  /** As in a Host header, with the port where it is not the scheme's own. */
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
  readonly token: string;
};

/** `enter`: the address had the token; it becomes a cookie, and the page is at `to`. */
export type AccessVerdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'unauthorized'; readonly message: string }
  | { readonly kind: 'enter'; readonly to: string };

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const ENTER = 'Open the address that millrace start has printed, with its token.';

/** The rule V3: where a request comes from first, then who sends it. Pure. */
export function judgeAccess(facts: AccessFacts, policy: AccessPolicy): AccessVerdict {
  const forbidden = foreignHost(facts, policy) ?? foreignOrigin(facts, policy);
  if (forbidden !== null) return { kind: 'forbidden', message: forbidden };
  const path = facts.url.split('?', 1)[0] ?? '';
  if (path === '/healthz' && !facts.isHandshake) return { kind: 'allowed' };
  const given = facts.isHandshake || facts.method !== 'GET' || isForPrograms(path) ? null : tokenOfAddress(facts.url);
  if (given !== null && isSameToken(given, policy.token)) return { kind: 'enter', to: withoutToken(facts.url) };
  if (given === null && (hasToken(facts, policy) || hasCookie(facts, policy))) return { kind: 'allowed' };
  return { kind: 'unauthorized', message: `This service wants its access token. ${ENTER}` };
}

/** The policy of a service on a port of this machine; `extra` are exact origins, such as those of a tunnel. */
export function localPolicy(port: number, extra: readonly string[], token: string): AccessPolicy {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => (port === 80 ? name : `${name}:${port}`));
  return {
    hosts: new Set([...hosts, ...extra.map((origin) => new URL(origin).host)]),
    origins: new Set([...hosts.map((host) => `http://${host}`), ...extra]),
    token,
  };
}

/** A name that leads to this machine is not enough: it must be one of ours (DNS rebinding). */
function foreignHost({ hosts, url }: AccessFacts, policy: AccessPolicy): string | null {
  const [host] = hosts;
  if (hosts.length === 1 && host !== undefined && policy.hosts.has(host.toLowerCase()) && url.startsWith('/'))
    return null;
  return 'This service does not answer under that name. Use the address that it has printed, or add the origin to MILLRACE_ORIGINS.';
}

function foreignOrigin(facts: AccessFacts, policy: AccessPolicy): string | null {
  const { method, origin, isHandshake } = facts;
  if (!isHandshake && READS.has(method)) return null;
  if (origin === undefined) {
    if (!isHandshake && hasToken(facts, policy)) return null;
    return isHandshake
      ? 'A handshake needs an Origin header.'
      : 'A write without an Origin header needs the access token: Authorization: Bearer TOKEN.';
  }
  if (policy.origins.has(origin)) return null;
  return 'Pages of another origin may not do that. Add the origin to MILLRACE_ORIGINS if it is yours.';
}

function hasToken({ authorization = '' }: AccessFacts, { token }: AccessPolicy): boolean {
  const [, given] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  return given !== undefined && isSameToken(given, token);
}

function hasCookie({ cookie = '' }: AccessFacts, { token }: AccessPolicy): boolean {
  const name = `${cookieNameOf(token)}=`;
  return cookie.split(';').some((part) => {
    const pair = part.trim();
    return pair.startsWith(name) && isSameToken(pair.slice(name.length), token);
  });
}

/** Only a page is entered by its address. */
function isForPrograms(path: string): boolean {
  return path === '/metrics' || path === '/api' || path.startsWith('/api/');
}

function tokenOfAddress(url: string): string | null {
  return new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length)).get('token');
}

/** The same address on this service without the token; a path never names another host. */
function withoutToken(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const rest = new URLSearchParams(query);
  rest.delete('token');
  const kept = `/${path.replace(/^[/\\]+/, '')}`;
  return rest.size === 0 ? kept : `${kept}?${rest}`;
}
