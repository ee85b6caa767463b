/** All logs of the embedded broker together, bytes: the oldest records of topics with a retention go for it. */
export const DISK_BUDGET_BYTES = 4 * 1024 ** 3;

/** What the embedded broker obeys besides Kafka's own values: small segments, so that what is past retention goes soon. */
export const EMBEDDED_SETTINGS: Readonly<Record<string, string>> = {
  'auto.create.topics.enable': 'false',
  'num.partitions': '4',
  'log.segment.bytes': String(64 * 1024 * 1024),
  'millrace.disk.budget.bytes': String(DISK_BUDGET_BYTES),
};
