/** Bytes that are not what the protocol says: a length beyond the frame, a bad varint, a wrong CRC. */
export class WireError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WireError';
  }
}
