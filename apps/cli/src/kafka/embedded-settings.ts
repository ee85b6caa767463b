/** What the embedded broker obeys besides Kafka's own values: small segments, so that what is past retention goes soon. */
export const EMBEDDED_SETTINGS: Readonly<Record<string, string>> = {
  'auto.create.topics.enable': 'false',
  'num.partitions': '4',
  'log.segment.bytes': String(64 * 1024 * 1024),
  'log.retention.bytes': String(1024 * 1024 * 1024),
};
