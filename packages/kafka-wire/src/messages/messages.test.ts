import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeRequestBody, decodeRequestHeader, decodeResponse, encodeRequest, encodeResponse } from '../frame.ts';
import type { Api, Fields, FieldType, PrimitiveName } from '../message.ts';
import { WireError } from '../wire-error.ts';
import { APIS } from './apis.ts';

const CASES = APIS.flatMap((api) => {
  const [oldest, newest] = api.versions;
  return Array.from({ length: newest - oldest + 1 }, (_, i) => ({ name: api.name, version: oldest + i, api }));
});

const offset = fc.oneof(
  fc.constantFrom(-1, 0, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  fc.maxSafeInteger(),
);
const bytes = fc
  .oneof(
    { weight: 9, arbitrary: fc.uint8Array({ maxLength: 40 }) },
    { weight: 1, arbitrary: fc.constant(new Uint8Array(5000)) },
  )
  .map((array) => Buffer.from(array));
const text = fc.string({ unit: 'grapheme', maxLength: 150 });

const PRIMITIVES: Readonly<Record<PrimitiveName, fc.Arbitrary<unknown>>> = {
  bool: fc.boolean(),
  int8: fc.integer({ min: -128, max: 127 }),
  int16: fc.integer({ min: -32768, max: 32767 }),
  int32: fc.integer(),
  int64: offset,
  producerId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  uuid: fc.uuid(),
  string: text,
  nullableString: fc.option(text),
  bytes,
  nullableBytes: fc.option(bytes),
  records: fc.option(bytes),
};

function arbitraryOf(type: FieldType, version: number): fc.Arbitrary<unknown> {
  if (typeof type === 'string') return PRIMITIVES[type];
  if (!Array.isArray(type)) return structure(type as Fields, version);
  const elements = fc.array(arbitraryOf(type[0] as FieldType, version), { maxLength: 3 });
  return type[1] === 'nullable' ? fc.option(elements) : elements;
}

/** A field that the version does not have must come back as its stated default. */
function structure(fields: Fields, version: number): fc.Arbitrary<unknown> {
  const members = Object.entries(fields).map(([name, field]) => {
    if (typeof field !== 'object' || !('since' in field) || typeof field.since !== 'number') {
      return [name, arbitraryOf(field as FieldType, version)];
    }
    const { since, until = Number.POSITIVE_INFINITY, type, absent } = field as Exclude<typeof field, FieldType>;
    const present = version >= since && version <= until;
    return [name, present ? arbitraryOf(type, version) : fc.constant(absent)];
  });
  return fc.record(Object.fromEntries(members));
}

const body = (fields: Fields, version: number) => structure(fields, version) as fc.Arbitrary<Record<string, never>>;
const requestFrame = (api: Api, version: number, value: Record<string, never>) =>
  Buffer.concat(encodeRequest(api, version, 77, 'me', value)).subarray(4);
const responseFrame = (api: Api, version: number, value: Record<string, never>) =>
  Buffer.concat(encodeResponse(api, version, 77, value)).subarray(4);

function readRequest(api: Api, version: number, frame: Buffer) {
  const { header, rest } = decodeRequestHeader(frame);
  return { header, value: decodeRequestBody(api, version, rest) };
}

describe.each(CASES)('$name $version', ({ api, version }) => {
  test('decode ∘ encode is the identity of requests', () => {
    fc.assert(
      fc.property(body(api.request, version), (value) => {
        const read = readRequest(api, version, requestFrame(api, version, value));
        expect(read.header).toEqual({ apiKey: api.key, version, correlationId: 77, clientId: 'me' });
        expect(read.value).toEqual(value);
      }),
      { numRuns: 30 },
    );
  });

  test('decode ∘ encode is the identity of responses', () => {
    fc.assert(
      fc.property(body(api.response, version), (value) => {
        expect(decodeResponse(api, version, responseFrame(api, version, value))).toEqual(value);
      }),
      { numRuns: 30 },
    );
  });

  test('a frame states its own length', () => {
    fc.assert(
      fc.property(body(api.request, version), (value) => {
        const frame = Buffer.concat(encodeRequest(api, version, 1, 'me', value));
        expect(frame.readInt32BE(0)).toBe(frame.length - 4);
      }),
      { numRuns: 10 },
    );
  });

  test('a frame that ends early or goes on is refused', () => {
    fc.assert(
      fc.property(body(api.response, version), fc.nat(), (value, cut) => {
        const frame = responseFrame(api, version, value);
        expect(outcomeOf(() => decodeResponse(api, version, frame.subarray(0, cut % frame.length)))).toBe('refused');
        expect(outcomeOf(() => decodeResponse(api, version, Buffer.concat([frame, Buffer.alloc(1)])))).toBe('refused');
      }),
      { numRuns: 30 },
    );
  });

  test('whatever bytes come, the answer is a message or a WireError', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 127, 128, 255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(body(api.request, version), body(api.response, version), edits, (request, response, changes) => {
        const frames = [requestFrame(api, version, request), responseFrame(api, version, response)] as const;
        for (const frame of frames) for (const [at, byte] of changes) frame[at % frame.length] = byte;
        expect(outcomeOf(() => readRequest(api, version, frames[0]))).not.toBe('another error');
        expect(outcomeOf(() => decodeResponse(api, version, frames[1]))).not.toBe('another error');
      }),
      { numRuns: 60 },
    );
  });
});

function outcomeOf(run: () => unknown): string {
  try {
    run();
    return 'message';
  } catch (error) {
    return error instanceof WireError ? 'refused' : 'another error';
  }
}

test('keys of APIs are told apart', () => {
  expect(new Set(APIS.map(({ key }) => key)).size).toBe(APIS.length);
});

test('a frame of a few bytes cannot announce elements that it does not hold', () => {
  const frame = Buffer.alloc(12);
  frame.writeInt32BE(0x7fffffff, 6); // ApiVersions 0: error code, then the length of an array of six bytes each
  const api = APIS.find(({ name }) => name === 'ApiVersions') as Api;
  expect(() => decodeResponse(api, 0, frame)).toThrow(/2147483647 elements are announced/);
});
