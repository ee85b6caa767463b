import { type FSWatcher, watch } from 'node:fs';

/** Editors write in several steps: what comes within this time is looked at once, milliseconds. */
const SETTLE_MS = 40;
/** Some file systems tell nothing: the folder is looked at anyway, milliseconds. */
const RESCAN_MS = 2_000;

/** Calls `look` soon after something has changed in a folder, and now and then. */
export class FolderWatch {
  readonly #look: () => void;
  readonly #rescan: NodeJS.Timeout;
  #watcher: FSWatcher | null = null;
  #settling: NodeJS.Timeout | null = null;

  constructor(folder: string, look: () => void) {
    this.#look = look;
    this.#rescan = setInterval(look, RESCAN_MS);
    this.#watcher = this.#watch(folder);
  }

  close(): void {
    clearInterval(this.#rescan);
    if (this.#settling !== null) clearTimeout(this.#settling);
    this.#watcher?.close();
  }

  /** Null where the system has no more watches to give: the rescan is left. */
  #watch(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, () => this.#settle());
      watcher.on('error', () => watcher.close());
      return watcher;
    } catch {
      return null;
    }
  }

  #settle(): void {
    if (this.#settling !== null) return;
    this.#settling = setTimeout(() => {
      this.#settling = null;
      this.#look();
    }, SETTLE_MS);
  }
}
