import type { Files } from '../files/files.ts';
import { fileName, isUnfinished, offsetsOf, swapsOf } from './file-names.ts';

/**
 * Puts a compacted segment in the place of the former ones. Its renaming to a swap file was the point of no return; from there on
 * this may stop anywhere and be done again. With `fsync` each step outlives a loss of power before the next one begins.
 */
export function finishSwap(
  files: Files,
  folder: string,
  swap: { readonly name: string; readonly from: number; readonly until: number },
  fsync: boolean,
): void {
  const names = files.list(folder);
  const isReplaced = (offset: number) => offset >= swap.from && offset < swap.until;
  for (const offset of offsetsOf(names, 'index').filter(isReplaced))
    files.remove(`${folder}/${fileName(offset, 'index')}`);
  for (const kind of ['log', 'snapshot'] as const)
    for (const offset of offsetsOf(names, kind).filter(isReplaced))
      if (offset > swap.from) files.remove(`${folder}/${fileName(offset, kind)}`);
  if (fsync) files.syncFolder(folder);
  files.rename(`${folder}/${swap.name}`, `${folder}/${fileName(swap.from, 'log')}`);
  if (fsync) files.syncFolder(folder);
}

/** Takes away what a stop left half-written, and finishes what it left half-done. */
export function tidyFolder(files: Files, folder: string, fsync: boolean): void {
  for (const name of files.list(folder).filter(isUnfinished)) files.remove(`${folder}/${name}`);
  for (const swap of swapsOf(files.list(folder))) finishSwap(files, folder, swap, fsync);
}
