import { type DecimalType, fitsDecimal, parseDecimal, rescale } from '@millrace/model';
import { type CellReader, cellText } from './cell-text.ts';
import { isNumberText } from './exact-number.ts';
import { Cell } from './object-scanner.ts';

/** A number, or one in a string, with at most the digits of the type; zeros behind them are nothing. */
export function decimalReader({ precision, scale }: DecimalType): CellReader {
  return (scanner, index, bytes) => {
    const cell = scanner.cells[index];
    if (cell === Cell.int) {
      const unscaled = rescale(scanner.ints[index] as number, 0, scale);
      return fitsDecimal(unscaled, precision) ? unscaled : undefined;
    }
    if (cell !== Cell.number && cell !== Cell.string) return undefined;
    const text = cellText(scanner, index, bytes);
    if (!isNumberText(text)) return undefined;
    const unscaled = parseDecimal(text, precision, scale, 'exact');
    return unscaled === null || typeof unscaled === 'string' ? undefined : unscaled;
  };
}
