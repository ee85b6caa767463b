const files = import.meta.glob<string>('./icons/**/*.svg', { query: '?raw', import: 'default', eager: true });

/** The drawing inside each sign, by the file's name. */
const DRAWINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, svg]) => [
    path.replace(/^.*\/|\.svg$/g, ''),
    svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, ''),
  ]),
);

/** A sign of the set; decoration, so it has no name of its own. */
export function Icon({ name, small = false }: { readonly name: string; readonly small?: boolean }) {
  return (
    <svg
      className={small ? 'i s' : 'i'}
      viewBox="0 0 20 20"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawings are files of this folder.
      dangerouslySetInnerHTML={{ __html: DRAWINGS.get(name) ?? '' }}
    />
  );
}

/** The tile of a node type; the shape says the role, the hue only repeats it. */
export function Tile({ type, role }: { readonly type: string; readonly role: string }) {
  return (
    <span className={`tile ${role}`}>
      <Icon name={type} />
    </span>
  );
}
