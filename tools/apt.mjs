// Packages of a Debian system, where this process may install them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** @typedef {(line: string) => void} Log */

/**
 * Installs the first of the packages that apt knows. Only as root on a system with apt; false when it did not.
 * @param {readonly string[]} packages @param {Log} log
 */
export function aptInstall(packages, log) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const known = () => packages.find((name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (!known()) {
    log('Reading the package lists (apt-get update) …');
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env });
  }
  const chosen = known();
  if (!chosen) return false;
  log(`Installing ${chosen} (apt-get install) …`);
  const args = ['install', '-y', '-q', '--no-install-recommends', chosen];
  const { status, stderr } = spawnSync('apt-get', args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], env });
  if (status !== 0) log(`apt-get install ${chosen} failed: ${stderr?.trim().split('\n').at(-1) ?? 'no message'}`);
  return status === 0;
}
