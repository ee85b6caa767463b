/** Kinds of files that belong to an offset: batches, the cache that finds in them, and producers as they were before it. */
export type FileKind = 'log' | 'index' | 'snapshot';

const NAME = /^(\d{20})\.(log|index|snapshot)$/;
const SWAP = /^(\d{20})-(\d{20})\.swap$/;

export function fileName(offset: number, kind: FileKind): string {
  return `${digits(offset)}.${kind}`;
}

/** A compacted segment that takes the place of those whose base offsets lie in [from, until), from its renaming on. */
export function swapName(from: number, until: number): string {
  return `${digits(from)}-${digits(until)}.swap`;
}

/** A compacted segment while it is written. */
export function cleanedName(from: number): string {
  return `${digits(from)}.cleaned`;
}

export function isUnfinished(name: string): boolean {
  return name.endsWith('.cleaned') || name.endsWith('.tmp');
}

/** The offsets of a folder's files of one kind, ascending. */
export function offsetsOf(names: readonly string[], kind: FileKind): number[] {
  return names
    .flatMap((name) => {
      const [, offset, ending] = NAME.exec(name) ?? [];
      return ending === kind ? [Number(offset)] : [];
    })
    .sort((a, b) => a - b);
}

export function swapsOf(names: readonly string[]): { name: string; from: number; until: number }[] {
  return names.flatMap((name) => {
    const [, from, until] = SWAP.exec(name) ?? [];
    return from === undefined ? [] : [{ name, from: Number(from), until: Number(until) }];
  });
}

function digits(offset: number): string {
  return String(offset).padStart(20, '0');
}
