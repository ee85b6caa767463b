import type { Journal } from '../journal/journal.ts';
import type { GroupEntry, StoredGroup } from './group-entries.ts';
import { OffsetStore } from './offset-store.ts';

/** The durable half of all groups: memberships as they were last stored, and offsets. Nothing changes but by an entry that is written. */
export class GroupRecords {
  readonly #journal: Journal<GroupEntry>;
  readonly #groups = new Map<string, StoredGroup>();
  readonly #offsets = new Map<string, OffsetStore>();

  constructor(journal: Journal<GroupEntry>) {
    this.#journal = journal;
    journal.start({ replay: (entry) => this.#apply(entry), snapshot: () => this.#snapshot() });
  }

  /** Throws the file system's error where the entry could not be written; then nothing has changed. */
  write(entry: GroupEntry): void {
    this.#journal.append(entry);
    this.#apply(entry);
  }

  storedGroups(): Iterable<StoredGroup> {
    return this.#groups.values();
  }

  has(groupId: string): boolean {
    return this.#groups.has(groupId) || this.#offsets.has(groupId);
  }

  offsetsOf(groupId: string): OffsetStore | undefined {
    return this.#offsets.get(groupId);
  }

  groupsWithOffsets(): Iterable<string> {
    return this.#offsets.keys();
  }

  hasOffsetsOfTopic(topic: string): boolean {
    for (const offsets of this.#offsets.values()) if (offsets.holdsTopic(topic)) return true;
    return false;
  }

  hasPendingOf(producerId: string): boolean {
    for (const offsets of this.#offsets.values()) if (offsets.hasPendingOf(producerId)) return true;
    return false;
  }

  #apply(entry: GroupEntry): void {
    switch (entry.kind) {
      case 'group':
        this.#groups.set(entry.group.groupId, entry.group);
        return;
      case 'commit':
        this.#ofGroup(entry.groupId).commit(entry.offsets);
        return;
      case 'pending':
        this.#ofGroup(entry.groupId).commitPending(entry.producerId, entry.offsets, entry.isOvertaken);
        return;
      case 'complete':
        this.#change((offsets) => offsets.complete(entry.producerId, entry.isCommit));
        return;
      case 'forget-offsets':
        this.#offsets.get(entry.groupId)?.forget(entry.partitions);
        this.#dropEmpty(entry.groupId);
        return;
      case 'forget-group':
        this.#groups.delete(entry.groupId);
        this.#offsets.delete(entry.groupId);
        return;
      case 'forget-topic':
        this.#change((offsets) => offsets.forgetTopic(entry.topic));
        return;
    }
  }

  *#snapshot(): Iterable<GroupEntry> {
    for (const group of this.#groups.values()) yield { kind: 'group', group };
    for (const [groupId, offsets] of this.#offsets) {
      const committed = [...offsets.all()];
      if (committed.length > 0) yield { kind: 'commit', groupId, offsets: committed };
      yield* offsets.pendingEntries(groupId);
    }
  }

  #ofGroup(groupId: string): OffsetStore {
    const offsets = this.#offsets.get(groupId) ?? new OffsetStore();
    this.#offsets.set(groupId, offsets);
    return offsets;
  }

  #change(change: (offsets: OffsetStore) => void): void {
    for (const [groupId, offsets] of this.#offsets) {
      change(offsets);
      this.#dropEmpty(groupId);
    }
  }

  #dropEmpty(groupId: string): void {
    if (this.#offsets.get(groupId)?.isEmpty) this.#offsets.delete(groupId);
  }
}
