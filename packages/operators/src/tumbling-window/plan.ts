import { type EdgeSchema, failure, type Result, success } from '@millrace/model';
import { timelessInput } from '../windows/timed-input.ts';
import { makeTumblingAssigner, type WindowAssigner } from '../windows/tumbling-assigner.ts';
import { resolveAggregates, resolveGroupBy, type WindowAggregate } from '../windows/window-aggregates.ts';
import { windowResultSchema } from '../windows/window-columns.ts';
import { windowOffset, windowSize } from '../windows/window-duration.ts';
import type { TumblingWindowConfig } from './config.ts';

/** A configuration with everything found that it names. */
export type ResolvedTumblingWindow = {
  readonly assigner: WindowAssigner;
  /** Positions of the group columns. */
  readonly groupBy: readonly number[];
  readonly aggregates: readonly WindowAggregate[];
  readonly out: EdgeSchema;
};

export function resolveTumblingWindow(config: TumblingWindowConfig, input: EdgeSchema): Result<ResolvedTumblingWindow> {
  const size = windowSize(config.size, 'size');
  const offset = windowOffset(config.offset);
  const groupBy = resolveGroupBy(config.groupBy, input);
  const aggregates = resolveAggregates(config.aggregates, input);
  const issues = [...timelessInput(input), ...size.issues, ...offset.issues, ...groupBy.issues, ...aggregates.issues];
  if (!size.ok || !offset.ok || !groupBy.ok || !aggregates.ok || issues.some((issue) => issue.severity === 'error')) {
    return failure(issues);
  }
  const columns = aggregates.value.map((aggregate) => aggregate.column);
  return success(
    {
      assigner: makeTumblingAssigner(size.value, offset.value),
      groupBy: groupBy.value,
      aggregates: aggregates.value,
      out: windowResultSchema(input, groupBy.value, columns, 1),
    },
    issues,
  );
}
