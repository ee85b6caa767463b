import { type EdgeSchema, type Issue, isTimeType } from '@millrace/model';

/** T1, O1: windows need an input with an event time. */
export function timelessInput(input: EdgeSchema): readonly Issue[] {
  const column = input.columns[input.time];
  if (column !== undefined && isTimeType(column.type)) return [];
  const times = input.columns.filter((candidate) => isTimeType(candidate.type)).map((candidate) => candidate.name);
  const remedy =
    times.length > 0
      ? `Set eventTime of its source, for instance to ${times[0]}, and connect an edge that keeps it.`
      : 'Keep the event-time column in every project before the window, or set eventTime of the source.';
  return [{ severity: 'error', message: `The input has no event time, so no window could close. ${remedy}` }];
}
