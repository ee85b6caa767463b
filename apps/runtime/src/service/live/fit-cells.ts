import type { Cell } from '@millrace/live';

/** The cells of a row and the bytes of their JSON with a comma each; texts that are too long for one frame end in `…`. */
export function fitCells(
  cells: readonly Cell[],
  budget: number,
): { readonly cells: readonly Cell[]; readonly bytes: number } {
  const bytes = bytesOf(cells);
  if (bytes <= budget) return { cells, bytes };
  const others = bytesOf(cells.map((cell) => (textOf(cell) === null ? cell : '')));
  const texts = cells.filter((cell) => textOf(cell) !== null).length;
  const each = Math.max(0, Math.floor((budget - others) / Math.max(1, texts)) - 8);
  const cut = cells.map((cell) => cutCell(cell, each));
  return { cells: cut, bytes: bytesOf(cut) };
}

function bytesOf(cells: readonly Cell[]): number {
  return cells.reduce<number>((sum, cell) => sum + Buffer.byteLength(JSON.stringify(cell)) + 1, 0);
}

function textOf(cell: Cell): string | null {
  if (typeof cell === 'string') return cell;
  return typeof cell === 'object' && cell !== null ? cell.exact : null;
}

/** No longer exact, hence plain text. */
function cutCell(cell: Cell, bytes: number): Cell {
  const text = textOf(cell);
  if (text === null || Buffer.byteLength(JSON.stringify(text)) <= bytes) return cell;
  let length = Math.min(text.length, bytes);
  while (length > 0 && Buffer.byteLength(JSON.stringify(text.slice(0, length))) > bytes)
    length = Math.floor(length / 2);
  return `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
