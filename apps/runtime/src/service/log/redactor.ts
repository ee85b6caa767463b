/** Shorter values are no secrets but words: to replace them everywhere would only garble texts. */
const SHORTEST = 6;
const SECRET_NAME = /PASSWORD|SECRET|TOKEN|CREDENTIAL|PRIVATE|TLS_KEY/i;

/** Takes secrets out of a text by their value, wherever they stand in it. */
export type Redact = (text: string) => string;

export function makeRedact(secrets: Iterable<string>): Redact {
  const values = [...new Set(secrets)].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
  return (text) => values.reduce((rest, value) => rest.replaceAll(value, '[redacted]'), text);
}

/** Values of the environment whose names say that they are secret. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value !== undefined && SECRET_NAME.test(name) ? [value] : []));
}
