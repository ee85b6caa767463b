/** A number from 0 up to below its argument. */
export type Random = (below: number) => number;

/** Mulberry32: the same numbers for the same seed, everywhere. */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export const SEED_TEXTS: readonly string[] = [
  '{"a":1007,"b":-25.5e3,"name":"web \\"x\\" \\u00e9","url":"https://x/é👍","list":[1,2,{"b":null}],"c":true}',
  ' { "price" : 9007199254740993 , "name" : "" , "list" : [ ] , "o" : { } }\n',
  '{"a":{"a":{"a":[[[0.5,1E+2],[]],false]}},"a":"\\ud83d\\udc4d","__proto__":{"b":1},"b":[null,true,false]}',
  '{"name":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\\\","price":0,"list":["a,b","]}"]}',
];

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\s+/gu;
const TOKENS: readonly string[] = [
  ...['{', '}', '[', ']', ',', ':', '""', '"a"', '"price"', 'null', 'true', 'false', '0', '-1', '1e5', '0.10', ' '],
  ...[
    '{}',
    '[]',
    '{"b":2}',
    '01',
    '.5',
    '1.',
    '+1',
    'NaN',
    "'a'",
    '/**/',
    '"\\x"',
    '"\\ud800"',
    '"\t"',
    '\ufeff',
    '\u00a0',
  ],
];
const BYTES: readonly number[] = [
  ...Buffer.from('{}[]",:\\/truefalsn0123456789.eE+-u \n\t\u0000'),
  0x7f,
  0x80,
  0xc3,
  0xff,
];
const DEEP = [3, 100, 120, 126, 127, 128, 200] as const;

/** A text with one to three changes, of its bytes or its tokens. */
export function anyMutation(text: string, random: Random): Buffer {
  let changed = text;
  const changes = 1 + random(3);
  if (random(2) === 0) {
    for (let i = 0; i < changes; i++) changed = changeToken(changed, random);
    return Buffer.from(changed);
  }
  let bytes = [...Buffer.from(changed)];
  for (let i = 0; i < changes; i++) bytes = changeByte(bytes, random);
  return Buffer.from(bytes);
}

function changeToken(text: string, random: Random): string {
  const tokens = text.match(TOKEN) ?? [];
  const at = random(tokens.length + 1);
  const token = tokens[at] ?? '';
  const other = TOKENS[random(TOKENS.length)] as string;
  const swap = random(tokens.length + 1);
  switch (random(7)) {
    case 0:
      return tokens.toSpliced(at, 1).join('');
    case 1:
      return tokens.toSpliced(at, 0, other).join('');
    case 2:
      return tokens.toSpliced(at, 1, other).join('');
    case 3:
      return tokens
        .toSpliced(at, 1, tokens[swap] ?? '')
        .toSpliced(swap, 1, token)
        .join('');
    case 4:
      return tokens.slice(0, at).join('');
    case 5:
      return valueIn(tokens, at, random);
    default:
      return `[${text}]`.slice(random(2), random(2) === 0 ? undefined : -1);
  }
}

/** A scalar at a place, put inside of many arrays. */
function valueIn(tokens: readonly string[], at: number, random: Random): string {
  const place = tokens.findIndex((token, i) => i >= at && /^[\d-]|^null|^true|^false/.test(token));
  const depth = DEEP[random(DEEP.length)] as number;
  const value = `${'['.repeat(depth)}${tokens[place] ?? ''}${']'.repeat(depth)}`;
  return place < 0 ? tokens.join('') : tokens.toSpliced(place, 1, value).join('');
}

function changeByte(bytes: readonly number[], random: Random): number[] {
  const at = random(bytes.length + 1);
  const byte = BYTES[random(BYTES.length)] as number;
  switch (random(5)) {
    case 0:
      return bytes.toSpliced(at, 1);
    case 1:
      return bytes.toSpliced(at, 0, byte);
    case 2:
      return bytes.toSpliced(at, 1, byte);
    case 3:
      return bytes.map((old, i) => (i === at ? old ^ (1 << random(8)) : old));
    default:
      return bytes.slice(0, at);
  }
}
