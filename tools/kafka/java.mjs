// Java and Maven: found on the machine, installed by apt where that is possible, or refused with what to do.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { aptInstall } from '../apt.mjs';

/** What the local Kafka needs is not on this machine; the message says what to install, or how to do without. */
export class KafkaUnavailable extends Error {
  /** @param {string} missing a sentence */
  constructor(missing) {
    super(
      `${missing} Set KAFKA_BROKERS=host:port to use a Kafka that runs already, or install Java 17 or newer and Maven ` +
        `(${process.platform === 'darwin' ? 'brew install openjdk@21 maven' : 'apt-get install openjdk-17-jre-headless maven'}) and start again.`,
    );
    this.name = 'KafkaUnavailable';
  }
}

/** @typedef {(line: string) => void} Log */

/**
 * The path of a java of version 17 or newer.
 * @param {{ log?: Log }} [options]
 * @returns {string}
 */
export function findJava({ log = () => {} } = {}) {
  const home = process.env['JAVA_HOME'];
  const candidates = [...(home ? [join(home, 'bin', 'java')] : []), 'java'];
  const found = candidates.find((java) => javaVersion(java) >= 17);
  if (found) return found;
  if (aptInstall(['openjdk-21-jre-headless', 'openjdk-17-jre-headless'], log) && javaVersion('java') >= 17)
    return 'java';
  const versions = candidates.map(javaVersion).filter((version) => version > 0);
  throw new KafkaUnavailable(
    versions.length > 0 ? `The Java found is version ${versions[0]}; Kafka needs 17 or newer.` : 'No Java was found.',
  );
}

/**
 * The path of a working Maven; needed only until Kafka's jars are in the cache.
 * @param {{ log?: Log }} [options]
 * @returns {string}
 */
export function findMaven({ log = () => {} } = {}) {
  const works = () => spawnSync('mvn', ['--version'], { stdio: 'ignore' }).status === 0;
  if (works() || (aptInstall(['maven'], log) && works())) return 'mvn';
  throw new KafkaUnavailable('No Maven was found; it fetches Apache Kafka the first time.');
}

/** The major version; 0 when there is none. @param {string} java @returns {number} */
function javaVersion(java) {
  const { status, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  const version = /version "(\d+)/.exec(stderr ?? '')?.[1];
  return status === 0 && version ? Number(version) : 0;
}
