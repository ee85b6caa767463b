import type { Issue } from '@millrace/model';

/** A document that cannot be started as it is, with every reason. */
export class DocumentRefused extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ message }) => message).join('\n'));
    this.name = 'DocumentRefused';
    this.issues = issues;
  }
}
