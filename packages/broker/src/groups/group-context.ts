import { Group } from './group.ts';
import type { GroupEntry } from './group-entries.ts';
import type { GroupRecords } from './group-records.ts';
import type { GroupSettings } from './group-settings.ts';

/** What the rules of groups work on. */
export class GroupContext {
  readonly settings: GroupSettings;
  readonly records: GroupRecords;
  readonly groups = new Map<string, Group>();
  /** A unique id that begins with what is given. */
  readonly newMemberId: (prefix: string) => string;
  readonly #log: (sentence: string) => void;
  /** No deadline lies before this. */
  wakeMs = Number.POSITIVE_INFINITY;

  constructor(
    settings: GroupSettings,
    records: GroupRecords,
    newMemberId: (prefix: string) => string,
    log: (sentence: string) => void,
  ) {
    this.settings = settings;
    this.records = records;
    this.newMemberId = newMemberId;
    this.#log = log;
  }

  /** The group of that name, made if there is room for one more. */
  ensure(groupId: string): Group | undefined {
    const known = this.groups.get(groupId);
    if (known !== undefined || this.groups.size >= this.settings.maxGroups) return known;
    const group = new Group(groupId);
    this.groups.set(groupId, group);
    return group;
  }

  /** Remembers a deadline and returns it. */
  schedule(deadlineMs: number): number {
    this.wakeMs = Math.min(this.wakeMs, deadlineMs);
    return deadlineMs;
  }

  /** Whether the entry could be written; where not, the reason is in the log and nothing has changed. */
  write(entry: GroupEntry): boolean {
    try {
      this.records.write(entry);
      return true;
    } catch (error) {
      this.#log(
        `The state of consumer groups cannot be written: ${error instanceof Error ? error.message : String(error)}. ` +
          'Clients are told to try again; make room in the data folder.',
      );
      return false;
    }
  }

  /** A group that holds nothing is forgotten. */
  dropIfUnused(group: Group): void {
    if (group.members.size + group.pendingMembers.size === 0 && !this.records.has(group.groupId))
      this.groups.delete(group.groupId);
  }
}
