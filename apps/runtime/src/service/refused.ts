/**
 * A request that is not carried out: the message says what happened, where, and what to do. `unknown`: there is no such thing;
 * `wrong`: it cannot be read or means nothing; `busy`: something else has to end first; `elsewhere`: another system refused.
 */
export type RefusalKind = 'unknown' | 'wrong' | 'busy' | 'elsewhere';

export class Refused extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.name = 'Refused';
    this.kind = kind;
  }
}
