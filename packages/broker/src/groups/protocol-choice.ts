import type { Protocol } from './group-requests.ts';

/** The protocols of each member, most preferred first. */
type Preferences = readonly (readonly Protocol[])[];

/** Names that every member knows. */
export function commonProtocols(members: Preferences): ReadonlySet<string> {
  const [first = [], ...others] = members.map((protocols) => new Set(protocols.map(({ name }) => name)));
  return new Set([...first].filter((name) => others.every((known) => known.has(name))));
}

/** The protocol that most members like best among those that all know; undefined where they share none. */
export function chooseProtocol(members: Preferences): string | undefined {
  const common = commonProtocols(members);
  const votes = new Map<string, number>();
  for (const protocols of members) {
    const vote = protocols.find(({ name }) => common.has(name));
    if (vote !== undefined) votes.set(vote.name, (votes.get(vote.name) ?? 0) + 1);
  }
  return [...votes].reduce<[string | undefined, number]>(
    (best, next) => (next[1] > best[1] ? next : best),
    [undefined, 0],
  )[0];
}
