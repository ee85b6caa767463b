import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import { type Api, type Fields, readMessage, writeMessage } from '../message.ts';
import { anyMessage } from '../testing/any-message.ts';
import { WireError } from '../wire-error.ts';
import { APIS } from './apis.ts';

const RUNS = 12;
const EVERY = APIS.flatMap((api) =>
  Array.from({ length: api.versions[1] - api.versions[0] + 1 }, (_, i) => {
    const version = api.versions[0] + i;
    return [`${api.name} v${version}`, api, version] as const;
  }),
);

function encoded(fields: Fields, value: unknown, version: number, flexible: boolean): Buffer {
  const out = new ByteWriter();
  writeMessage(out, fields, value as never, version, flexible);
  return Buffer.concat(out.chunks());
}

const parts = ({ request, response }: Api) => [request, response];

describe.each(EVERY)('%s', (_, api, version) => {
  const flexible = version >= api.flexibleFrom;

  test.each(parts(api).map((fields, i) => [i === 0 ? 'request' : 'response', fields] as const))(
    '%s: read as it was written',
    (__, fields) => {
      fc.assert(
        fc.property(anyMessage(fields, version), (message) => {
          const read = readMessage(
            new ByteReader(encoded(fields, message, version, flexible)),
            fields,
            version,
            flexible,
          );
          expect(read).toEqual(message);
        }),
        { numRuns: RUNS },
      );
    },
  );

  test.each(parts(api).map((fields, i) => [i === 0 ? 'request' : 'response', fields] as const))(
    '%s: other bytes are a message or a WireError',
    (__, fields) => {
      const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 });
      fc.assert(
        fc.property(anyMessage(fields, version), damage, fc.nat(), (message, changes, cut) => {
          const bytes = encoded(fields, message, version, flexible);
          for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
          const some = cut % 2 === 0 ? bytes : bytes.subarray(0, cut % (bytes.length + 1));
          try {
            readMessage(new ByteReader(some), fields, version, flexible);
          } catch (error) {
            expect(error).toBeInstanceOf(WireError);
          }
        }),
        { numRuns: RUNS },
      );
    },
  );
});

test('random bytes are a message or a WireError, for every API and version', () => {
  fc.assert(
    fc.property(fc.constantFrom(...EVERY), fc.uint8Array({ maxLength: 80 }), ([, api, version], bytes) => {
      for (const fields of parts(api)) {
        try {
          readMessage(new ByteReader(Buffer.from(bytes)), fields, version, version >= api.flexibleFrom);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }
    }),
    { numRuns: 3_000 },
  );
});
