const LENGTH = 12;
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const SHAPE = /^[0-9a-hjkmnp-tv-z]{12}$/;

/** A new id of a pipeline: 60 random bits as 12 characters of lower-case Crockford base32. `random` gives n random bytes. */
export function makePipelineId(random: (count: number) => Uint8Array): string {
  return Array.from(random(LENGTH), (byte) => CROCKFORD[byte & 31]).join('');
}

export function isPipelineId(text: string): boolean {
  return SHAPE.test(text);
}
