/** Raised whenever a message's schema changes; the messages of each version are kept in `protocol.json`. */
export const LIVE_VERSION = 1;
