// Which room may import which: layers.json held against the import statements themselves.
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `imports`: workspace packages, subpaths included; '*' for all, and what `tools` has to start real systems. `npm`: packages from outside. `node`: Node's built-ins. */
export type Room = { readonly imports: readonly string[]; readonly npm: readonly string[]; readonly node: boolean };

const IMPORT =
  /(?:^|[\s;])(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[\s;(])import\s*\(?\s*['"]([^'"]+)['"]/gm;
const BUILT_INS: ReadonlySet<string> = new Set(builtinModules);

/** What a source text imports. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
}

/** Why a file of a room may not import `target`, with the remedy; null when it may. Paths from the root. */
export function refusal(
  name: string,
  room: Room,
  declared: ReadonlySet<string>,
  file: string,
  target: string,
): string | null {
  if (target.startsWith('.')) {
    const path = resolve('/', dirname(file), target).slice(1);
    if (room.imports.includes('*') && path.startsWith(`tools${sep}`)) return null;
    return relative(name, path).startsWith(`..${sep}`)
      ? 'a relative import stays in its package; import the other package by its name'
      : null;
  }
  if (target.startsWith('node:') || BUILT_INS.has(target)) {
    return room.node ? null : 'this room is pure; take time, chance and I/O as arguments';
  }
  const packageName = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
  const allowed = packageName.startsWith('@millrace/') ? room.imports : room.npm;
  if (!allowed.includes('*') && !allowed.includes(packageName)) {
    return `layers.json does not let ${name} import ${packageName}; move the code, or change layers.json with a note in docs/decisions`;
  }
  return declared.has(packageName) ? null : `${packageName} is not in ${name}/package.json; declare it there`;
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', 'testing'].includes(entry.name)) yield* sources(path);
    } else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

function declaredIn(folder: string): ReadonlySet<string> {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
}

function main(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const rooms = JSON.parse(readFileSync(join(root, 'layers.json'), 'utf8')) as Record<string, Room>;
  const refused = Object.entries(rooms).flatMap(([name, room]) => {
    const declared = declaredIn(join(root, name));
    return [...sources(join(root, name, 'src'))].flatMap((path) => {
      const file = relative(root, path);
      return importsOf(readFileSync(path, 'utf8')).flatMap((target) => {
        const why = refusal(name, room, declared, file, target);
        return why === null ? [] : [`${file}: ${target}: ${why}.`];
      });
    });
  });
  for (const line of refused) console.error(line);
  if (refused.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
