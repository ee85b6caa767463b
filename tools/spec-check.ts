// Every rule of packages/engine/SPEC.md has a test whose title cites it, and no test cites a rule that is not there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RULE = /^- \*\*([A-Z][A-Za-z0-9]*)\*\*/gm;
const CITATION = /\[((?:[A-Z]\d+|Conservation)(?:, ?(?:[A-Z]\d+|Conservation))*)\]/g;

export function rulesIn(spec: string): string[] {
  return [...spec.matchAll(RULE)].map((match) => match[1] as string);
}

/** The rules that a test file cites in brackets: `[W1]`, `[W1, L2]`. */
export function citationsIn(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap((match) => (match[1] as string).split(/, ?/));
}

export function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path));
}

function main(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const rules = rulesIn(readFileSync(join(root, 'packages/engine/SPEC.md'), 'utf8'));
  const files = ['packages', 'apps', 'tools'].flatMap((folder) => testFiles(join(root, folder)));
  const cited = new Set(files.flatMap((file) => citationsIn(readFileSync(file, 'utf8'))));
  const untested = rules.filter((rule) => !cited.has(rule));
  const unknown = [...cited].filter((rule) => !rules.includes(rule));
  if (untested.length > 0)
    console.error(`No test cites ${untested.join(', ')}, which SPEC.md states. Write one, or take the rule out.`);
  if (unknown.length > 0)
    console.error(
      `Tests cite ${unknown.join(', ')}, which SPEC.md does not state. State the rule, or correct the title.`,
    );
  if (rules.length === 0 || untested.length > 0 || unknown.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
