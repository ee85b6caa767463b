import { isName } from '@millrace/model';

const LONGEST = 64;

/** A column name for each member: its own where that is a name, else one made of it that no other has. */
export function columnNames(members: readonly string[]): readonly string[] {
  const taken = new Set(members.filter(isName));
  return members.map((member) => {
    if (isName(member)) return member;
    const name = firstFree(nameFrom(member), taken);
    taken.add(name);
    return name;
  });
}

function nameFrom(member: string): string {
  const plain = member.slice(0, LONGEST).replaceAll(/[^A-Za-z0-9_-]+/g, '_');
  if (plain === '' || plain === '_') return 'column';
  return isName(plain) ? plain : `_${plain}`.slice(0, LONGEST);
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name.slice(0, LONGEST - 4)}_${n}`;
  return free;
}

/** The JSON Pointer (RFC 6901) of a member of the record. */
export function pointerTo(member: string): string {
  return `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
