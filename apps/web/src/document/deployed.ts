import { parseDocument } from '@millrace/model';

/** What was deployed last: the types of its nodes by their keys. */
export type Deployed = { readonly revision: number; readonly types: ReadonlyMap<string, string> };

/** Null before the first start; a text that this page cannot read has no nodes that it knows. */
export function deployedOf(revision: { readonly number: number; readonly text: string } | null): Deployed | null {
  if (revision === null) return null;
  const parsed = parseDocument(revision.text);
  const types = new Map([...(parsed.ok ? parsed.value.nodes : [])].map(([key, { type }]) => [key, type]));
  return { revision: revision.number, types };
}

/** Whether a node is in the draft only: the deployed revision has none of that key and type. */
export function isNewNode(deployed: Deployed | null, key: string, type: string | undefined): boolean {
  return deployed !== null && deployed.types.get(key) !== type;
}
