export type { Files, OpenFile } from './files/files.ts';
export { nodeFiles } from './files/node-files.ts';
