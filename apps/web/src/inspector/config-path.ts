/** A field of a configuration by its path, `eventTime.column`; undefined where there is none. */
export function fieldOf(config: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), config);
}

/** The configuration with a field set; undefined takes it away, and what becomes empty by that goes with it. */
export function withField(config: unknown, path: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.');
  const object = isObject(config) ? config : {};
  const inner = rest.length === 0 ? value : withField(object[name], rest.join('.'), value);
  const isGone = inner === undefined || (rest.length > 0 && isObject(inner) && Object.keys(inner).length === 0);
  const { [name]: _, ...others } = object;
  if (isGone) return others;
  return name in object ? { ...object, [name]: inner } : { ...others, [name]: inner };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
