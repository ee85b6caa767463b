// Apache Kafka's jars, fetched once by Maven into a cache folder of the user.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFileLock } from '../file-lock.mjs';
import { findMaven } from './java.mjs';

const pom = fileURLToPath(new URL('./pom.xml', import.meta.url));

/**
 * The folder with Kafka's jars. The first call on a machine downloads about 50 MB; processes that come meanwhile wait for it.
 * @param {{ log?: import('./java.mjs').Log }} [options]
 * @returns {Promise<string>}
 */
export async function fetchKafka({ log = () => {} } = {}) {
  const text = readFileSync(pom, 'utf8');
  const version = /<kafka\.version>(.*)<\/kafka\.version>/.exec(text)?.[1];
  const home = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'millrace');
  // Another pom is another set of jars: its hash is in the name.
  const folder = join(home, `kafka-${version}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`);
  const libs = join(folder, 'libs');
  if (existsSync(libs)) return libs;
  await withFileLock(
    `${folder}.lock`,
    async () => {
      if (existsSync(libs)) return;
      const maven = findMaven({ log });
      log(`Fetching Apache Kafka ${version} with Maven into ${folder} (about 50 MB, once per machine) …`);
      const fresh = join(folder, `fresh-${process.pid}`);
      mkdirSync(fresh, { recursive: true });
      try {
        await copyJars(maven, fresh);
        renameSync(fresh, libs);
      } finally {
        rmSync(fresh, { recursive: true, force: true });
      }
    },
    (pid) => log(`Waiting for process ${pid}, which is fetching Apache Kafka …`),
  );
  return libs;
}

/** @param {string} maven @param {string} folder @returns {Promise<void>} */
function copyJars(maven, folder) {
  const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`];
  const child = spawn(maven, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve();
      else
        reject(
          new Error(
            `Maven could not fetch Apache Kafka (exit ${status}). Check the network and Maven's settings.xml, then start again.\n${tail(output)}`,
          ),
        );
    });
  });
}

/** @param {string} text */
function tail(text) {
  return text.trim().split('\n').slice(-15).join('\n');
}
