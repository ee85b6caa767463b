import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { BYTES, STRING } from '../../../values/column-type.ts';
import { decodeUtf8, encodeUtf8 } from '../../../values/utf8.ts';
import { shown } from '../../compute/shown.ts';
import { decodeBase64, encodeBase64 } from '../../compute/text/base64.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { bytes, checkedText, type Parameter, text } from '../parameter.ts';
import { plainFunction } from '../plain-function.ts';

/** Hashes of texts, and texts as bytes. */
export const byteFunctions: readonly FunctionDefinition[] = [
  hash('MD5', md5, '900150983cd24fb0d6963f7d28e17f72'),
  hash('SHA1', sha1, 'a9993e364706816aba3e25717850c26c9cd0d89d'),
  hash('SHA224', sha224, '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'),
  hash('SHA256', sha256, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'),
  hash(
    'SHA384',
    sha384,
    'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
  ),
  hash(
    'SHA512',
    sha512,
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ),
  plainFunction({
    name: 'ENCODE',
    group: 'Bytes',
    summary: 'The bytes of a text in a character set; UTF-8 is the one that is known.',
    examples: [["TO_BASE64(ENCODE('abc', 'UTF-8'))", 'YWJj']],
    parameters: [text('text'), charset()],
    type: BYTES,
    compute: (value, name) => {
      checkCharset(name);
      return encodeUtf8(value);
    },
  }),
  plainFunction({
    name: 'DECODE',
    group: 'Bytes',
    summary: 'The text of bytes in a character set; UTF-8 is the one that is known.',
    examples: [["DECODE(ENCODE('é', 'UTF-8'), 'UTF-8')", 'é']],
    parameters: [bytes('bytes'), charset()],
    type: STRING,
    compute: (value, name) => {
      checkCharset(name);
      return decodeUtf8(value);
    },
  }),
  plainFunction({
    name: 'TO_BASE64',
    group: 'Bytes',
    summary: 'Bytes as text in base64 (RFC 4648).',
    examples: [["TO_BASE64(CAST('hi' AS BYTES))", 'aGk=']],
    parameters: [bytes('bytes')],
    type: STRING,
    compute: encodeBase64,
  }),
  plainFunction({
    name: 'FROM_BASE64',
    group: 'Bytes',
    summary: 'The text whose bytes in UTF-8 a text in base64 stands for.',
    examples: [["FROM_BASE64('aGk=')", 'hi']],
    parameters: [text('text')],
    type: STRING,
    compute: (value) => {
      const decoded = decodeBase64(value);
      if (decoded === null) throw new EvaluationError(`${shown(value)} is no base64.`);
      return decodeUtf8(decoded);
    },
  }),
];

function hash(name: string, digest: (data: Uint8Array) => Uint8Array, ofAbc: string): FunctionDefinition {
  return plainFunction({
    name,
    group: 'Texts',
    summary: `The ${name} of a text's bytes in UTF-8, in hexadecimal digits.`,
    examples: [[`${name}('abc')`, ofAbc]],
    parameters: [text('text')],
    type: STRING,
    compute: (value) => bytesToHex(digest(encodeUtf8(value))),
  });
}

function charset(): Parameter<string> {
  return checkedText('charset', (name) => (isUtf8(name) ? null : unknownCharset(name)));
}

function checkCharset(name: string): void {
  if (!isUtf8(name)) throw new EvaluationError(unknownCharset(name));
}

function isUtf8(name: string): boolean {
  return /^utf-?8$/i.test(name);
}

function unknownCharset(name: string): string {
  return `The character set ${shown(name)} is not known. Write 'UTF-8'.`;
}
