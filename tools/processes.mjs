// Facts about processes that outlive us: is this pid still the process we meant, and has it ended?
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process as a file can keep it: a pid given to another process later differs in `startedAt`.
 * @typedef {{ readonly pid: number, readonly startedAt: string }} ProcessIdentity
 */

/** @returns {ProcessIdentity} */
export function ownIdentity() {
  return { pid: process.pid, startedAt: startTime(process.pid) };
}

/** @param {number} pid @returns {ProcessIdentity} */
export function identityOf(pid) {
  return { pid, startedAt: startTime(pid) };
}

/**
 * Whether exactly this process still runs; one that has ended and was not reaped counts as ended.
 * @param {ProcessIdentity} identity
 */
export function isRunning({ pid, startedAt }) {
  const now = startTime(pid);
  return now !== '' && now === startedAt;
}

/**
 * Sends a signal to exactly this process; false when it has ended before.
 * @param {ProcessIdentity} identity @param {NodeJS.Signals} signal
 */
export function signalProcess(identity, signal) {
  if (!isRunning(identity)) return false;
  try {
    process.kill(identity.pid, signal);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

/** When the process was started, in the system's own words; '' when there is none. @param {number} pid */
function startTime(pid) {
  return process.platform === 'linux' ? startTimeOfProc(pid) : startTimeOfPs(pid);
}

/** @param {number} pid */
function startTimeOfProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? '' : (fields[19] ?? '');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return '';
    throw error;
  }
}

/** @param {number} pid */
function startTimeOfPs(pid) {
  const line = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
  return line.startsWith('Z') ? '' : line.replace(/^\S+\s+/, '');
}

/** @param {unknown} error @returns {string} */
export function errorCode(error) {
  return String(/** @type {NodeJS.ErrnoException} */ (error)?.code ?? '');
}

/** Waits in place, for the moments in which the event loop has ended. @param {number} ms */
export function pauseSync(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
