import { join } from 'node:path';
import type { Files } from '../files/files.ts';

type Named = { readonly name: string; readonly id: string };

/** Names of files may have 255 bytes. */
const LONGEST_NAME = 200;

/** One folder per topic, one in it per partition. A topic that is made again under its name has another folder. */
export class TopicFolders {
  readonly #files: Files;
  readonly #root: string;

  constructor(files: Files, root: string) {
    this.#files = files;
    this.#root = root;
    files.makeFolder(root);
  }

  pathOf(topic: Named, partition: number): string {
    return join(this.#root, folderName(topic), String(partition));
  }

  make(topic: Named & { readonly partitions: number }, from: number): void {
    for (let i = from; i < topic.partitions; i++) this.#files.makeFolder(this.pathOf(topic, i));
    this.#files.syncFolder(join(this.#root, folderName(topic)));
    this.#files.syncFolder(this.#root);
  }

  remove(topic: Named): void {
    this.#files.remove(join(this.#root, folderName(topic)));
  }

  /** Removes what is still there of topics that were deleted. Folders of no known topic are left alone: they may be somebody's data. */
  removeDeleted(topics: readonly Named[]): void {
    const present = new Set(topics.length === 0 ? [] : this.#files.list(this.#root));
    for (const topic of topics) if (present.has(folderName(topic))) this.remove(topic);
  }
}

function folderName({ name, id }: Named): string {
  return `${name.slice(0, LONGEST_NAME)}.${id.slice(0, 8)}`;
}
