import type { Files } from '../../files/files.ts';
import { MemoryFiles } from '../../files/testing/memory-files.ts';
import { DEFAULT_LOG_CONFIG, type LogConfig } from '../log-config.ts';
import { isRefusal, type LogRefusal } from '../log-refusal.ts';
import { PartitionLog } from '../partition-log.ts';

export const FOLDER = '/data/orders-0';
export const NOW_MS = 1000;

/** A log in memory; `config` over Kafka's defaults. */
export function openLog(
  options: { files?: Files; config?: Partial<LogConfig>; isClean?: boolean; fsync?: boolean; nowMs?: number } = {},
): PartitionLog {
  const { files = new MemoryFiles(), isClean = false, fsync = false, nowMs = NOW_MS } = options;
  const config = { ...DEFAULT_LOG_CONFIG, ...options.config };
  return PartitionLog.open({
    files,
    folder: FOLDER,
    place: { topic: 'orders', partition: 0 },
    config,
    nowMs,
    isClean,
    fsync,
  });
}

/** The value where nothing was refused. */
export function granted<T extends object | null>(value: T): Exclude<T, LogRefusal> {
  if (value !== null && isRefusal(value)) throw new Error(value.message);
  return value as Exclude<T, LogRefusal>;
}
