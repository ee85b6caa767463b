import { unreachable } from '@millrace/model';
import type { StartDecision } from './start-decision.ts';
import { TaskFailed } from './task-failure.ts';

type Question = Exclude<StartDecision, { kind: 'resume' } | { kind: 'fresh' }>;

/** A start that only a person can decide, in words, with the options that answer it. */
export function questionOf(question: Question): TaskFailed {
  switch (question.kind) {
    case 'ask-reset': {
      const moved = question.differences.map(
        ({ topic, partition, cut, group }) => `${topic}[${partition}] stands at ${cut}, the group at ${group}`,
      );
      return ask(
        'reset-question',
        `The group's offsets were moved since the last commit: ${moved.join('; ')}. Go on from the commit with --on-reset keep, or read from the group's offsets with empty state with --on-reset rewind.`,
      );
    }
    case 'ask-change':
      return ask(
        'change-question',
        `These nodes are not those whose state is kept: ${question.changed.join(', ')}. Go on from the last positions with empty state with --on-change keep-positions, or read again by startFrom with --on-change restart.`,
      );
    case 'ask-flushed':
      return ask(
        'flushed-question',
        'The last run ended its inputs with --flush, so its windows are closed for good. Go on from the last positions with empty state with --on-change keep-positions, or read again by startFrom with --on-change restart.',
      );
    default:
      return unreachable(question);
  }
}

function ask(code: 'reset-question' | 'change-question' | 'flushed-question', message: string): TaskFailed {
  return new TaskFailed({ kind: 'ask', code, message });
}
