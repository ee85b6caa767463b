import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccessFacts, type AccessVerdict, judgeAccess, localPolicy } from './access.ts';
import { accessTokenOf, cookieNameOf } from './access-token.ts';
import { parseOrigins } from './parse-origins.ts';

const TOKEN = 'a'.repeat(32);
const TUNNEL = 'https://mill.example';
const POLICY = localPolicy(4400, [TUNNEL], TOKEN);
const OWN = 'http://127.0.0.1:4400';
const BEARER = { authorization: `Bearer ${TOKEN}` };
const COOKIE = { cookie: `other=1; ${cookieNameOf(TOKEN)}=${TOKEN}` };

function judge(facts: Partial<AccessFacts>): AccessVerdict {
  return judgeAccess(
    {
      method: 'GET',
      url: '/api/pipelines',
      hosts: ['127.0.0.1:4400'],
      origin: undefined,
      authorization: undefined,
      cookie: undefined,
      isHandshake: false,
      ...facts,
    },
    POLICY,
  );
}

test.each<readonly [string, Partial<AccessFacts>, AccessVerdict['kind']]>([
  ['a read with the token', BEARER, 'allowed'],
  ['a read with the cookie', COOKIE, 'allowed'],
  ['a read under localhost', { ...COOKIE, hosts: ['LocalHost:4400'] }, 'allowed'],
  ['a read through the tunnel', { ...COOKIE, hosts: ['mill.example'] }, 'allowed'],
  ['a read with nothing', {}, 'unauthorized'],
  ['a wrong token', { authorization: `Bearer ${'b'.repeat(32)}` }, 'unauthorized'],
  ['a part of the token', { authorization: `Bearer ${TOKEN.slice(1)}` }, 'unauthorized'],
  ['an empty cookie', { cookie: `${cookieNameOf(TOKEN)}=` }, 'unauthorized'],
  ['the token under another cookie', { cookie: `millrace=${TOKEN}` }, 'unauthorized'],
  ['another scheme', { authorization: `Basic ${TOKEN}` }, 'unauthorized'],
  ['health without a token', { url: '/healthz' }, 'allowed'],
  ['health under another name', { url: '/healthz', hosts: ['evil.example:4400'] }, 'forbidden'],
  ['metrics without a token', { url: '/metrics' }, 'unauthorized'],
  ['a static file without a token', { url: '/assets/a.js' }, 'unauthorized'],
  ['another host, with the token', { ...BEARER, hosts: ['evil.example'] }, 'forbidden'],
  ['another port', { ...BEARER, hosts: ['127.0.0.1:4401'] }, 'forbidden'],
  ['no port', { ...BEARER, hosts: ['127.0.0.1'] }, 'forbidden'],
  ['a host that begins as ours', { ...BEARER, hosts: ['127.0.0.1:4400.evil.example'] }, 'forbidden'],
  ['two hosts', { ...BEARER, hosts: ['127.0.0.1:4400', 'evil.example'] }, 'forbidden'],
  ['no host', { ...BEARER, hosts: [] }, 'forbidden'],
  ['a target with a host of its own', { ...BEARER, url: 'http://evil.example/' }, 'forbidden'],
  ['a write of our page', { ...COOKIE, method: 'PUT', origin: OWN }, 'allowed'],
  ['a write through the tunnel', { ...COOKIE, method: 'PUT', origin: TUNNEL }, 'allowed'],
  ['a write of our page without token', { method: 'PUT', origin: OWN }, 'unauthorized'],
  ['a write of another page', { ...COOKIE, method: 'POST', origin: 'https://evil.example' }, 'forbidden'],
  [
    'a write of another page, with the token',
    { ...BEARER, method: 'POST', origin: 'https://evil.example' },
    'forbidden',
  ],
  ['a write of another port', { ...COOKIE, method: 'POST', origin: 'http://127.0.0.1:4401' }, 'forbidden'],
  ['a write of a page without origin', { ...COOKIE, method: 'POST', origin: 'null' }, 'forbidden'],
  ['a write without Origin, with the cookie', { ...COOKIE, method: 'POST' }, 'forbidden'],
  ['a write without Origin, with the token', { ...BEARER, method: 'POST' }, 'allowed'],
  ['a write without Origin, with a wrong token', { method: 'DELETE', authorization: 'Bearer x' }, 'forbidden'],
  ['a preflight of another page', { method: 'OPTIONS', origin: 'https://evil.example' }, 'forbidden'],
  ['a handshake of our page', { ...COOKIE, isHandshake: true, origin: OWN }, 'allowed'],
  ['a handshake of our page without token', { isHandshake: true, origin: OWN }, 'unauthorized'],
  ['a handshake of another page', { ...COOKIE, isHandshake: true, origin: 'https://evil.example' }, 'forbidden'],
  ['a handshake without Origin, with the token', { ...BEARER, isHandshake: true }, 'forbidden'],
  [
    'a handshake with the token in its address',
    { isHandshake: true, origin: OWN, url: `/api/live?token=${TOKEN}` },
    'unauthorized',
  ],
  ['a handshake to /healthz', { isHandshake: true, origin: OWN, url: '/healthz' }, 'unauthorized'],
  ['the page with a wrong token, though with the cookie', { ...COOKIE, url: '/?token=x' }, 'unauthorized'],
  ['the token in the address of the API', { url: `/api/pipelines?token=${TOKEN}` }, 'unauthorized'],
  ['a write with the token in its address', { method: 'POST', origin: OWN, url: `/?token=${TOKEN}` }, 'unauthorized'],
])('%s [V3]', (_, facts, verdict) => {
  expect(judge(facts).kind).toBe(verdict);
});

test.each([
  [`/?token=${TOKEN}`, '/'],
  [`/p/bids?view=a&token=${TOKEN}`, '/p/bids?view=a'],
  [`//evil.example/x?token=${TOKEN}`, '/evil.example/x'],
  [`/\\evil.example?token=${TOKEN}`, '/evil.example'],
])('the address %s enters and leads to %s', (url, to) => {
  expect(judge({ url })).toEqual({ kind: 'enter', to });
});

test.each([
  ['https://a.example, http://b:8080', ['https://a.example', 'http://b:8080'], []],
  ['', [], []],
  ['https://a.example/', [], ['https://a.example/']],
  ['a.example,*,https://A.example,ftp://a', [], ['a.example', '*', 'https://A.example', 'ftp://a']],
])('MILLRACE_ORIGINS=%s', (text, origins, wrong) => {
  expect(parseOrigins(text)).toEqual({ origins, wrong });
});

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-token-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the token is made once, for its owner alone', () => {
  const random = (n: number) => Uint8Array.from({ length: n }, (_, i) => i * 7);
  const token = accessTokenOf(folder, random);
  expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(statSync(join(folder, 'token')).mode & 0o777).toBe(0o600);
  expect(accessTokenOf(folder, (n) => new Uint8Array(n))).toBe(token);
  chmodSync(join(folder, 'token'), 0o644);
  expect(() => accessTokenOf(folder, random)).toThrow(/chmod 600/);
  writeFileSync(join(folder, 'token'), 'short');
  expect(() => accessTokenOf(folder, random)).toThrow(/Delete it/);
});
