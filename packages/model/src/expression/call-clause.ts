import type { CastTarget } from './expression.ts';
import type { ExtractUnit } from './time-unit.ts';

/** What a call says beside its arguments, in words of its own: `EXTRACT(HOUR FROM ts)`, `TRIM(LEADING '0' FROM s)`. */
export type CallClause = UnitClause | TrimClause | JsonValueClause | JsonQueryClause | JsonExistsClause | OnNullClause;

/** `EXTRACT(unit FROM x)`, `FLOOR(x TO unit)`, `TIMESTAMPADD(unit, n, x)`. */
export type UnitClause = { readonly kind: 'unit'; readonly unit: ExtractUnit };

/** `TRIM([side] [characters] FROM text)`; the arguments are the text and, where they are said, the characters. */
export type TrimClause = { readonly kind: 'trim'; readonly side: 'BOTH' | 'LEADING' | 'TRAILING' };

/** `JSON_VALUE`: the DEFAULTs are arguments behind the path, that of ON EMPTY first. */
export type JsonValueClause = {
  readonly kind: 'json-value';
  readonly returning: CastTarget | null;
  readonly onEmpty: JsonValueFallback;
  readonly onError: JsonValueFallback;
};
export type JsonValueFallback = 'NULL' | 'ERROR' | 'DEFAULT';

export type JsonQueryClause = {
  readonly kind: 'json-query';
  readonly wrapper: 'WITHOUT' | 'CONDITIONAL' | 'UNCONDITIONAL';
  readonly onEmpty: JsonQueryFallback;
  readonly onError: JsonQueryFallback;
};
export type JsonQueryFallback = 'NULL' | 'ERROR' | 'EMPTY ARRAY' | 'EMPTY OBJECT';

export type JsonExistsClause = {
  readonly kind: 'json-exists';
  readonly onError: 'TRUE' | 'FALSE' | 'UNKNOWN' | 'ERROR';
};

/** `JSON_OBJECT` and `JSON_ARRAY`: whether a NULL is written or left out. */
export type OnNullClause = { readonly kind: 'on-null'; readonly onNull: 'NULL' | 'ABSENT' };
