import { WireError } from '@millrace/kafka-wire';

/** A larger answer is none that was asked for: it is refused before memory is given to it. */
const MAX_FRAME_BYTES = 256 << 20;
/** At most this much is read from the socket at once. */
const READ_BYTES = 1 << 20;
/** A correlation id. */
const MIN_FRAME_BYTES = 4;

/** Assembles frames from a socket without copying: the socket reads straight into the frame that is handed out. */
export class FrameReader {
  readonly #lengthBytes = Buffer.alloc(4);
  #lengthRead = 0;
  #frame: Buffer | null = null;
  #frameRead = 0;

  /** A frame without its length prefix; it belongs to the listener. */
  onFrame: (frame: Buffer) => void = () => undefined;
  onFault: (error: WireError) => void = () => undefined;

  /** Where the socket puts what it reads next. */
  room(): Buffer {
    if (this.#frame === null) return this.#lengthBytes.subarray(this.#lengthRead);
    return this.#frame.subarray(this.#frameRead, Math.min(this.#frame.length, this.#frameRead + READ_BYTES));
  }

  /** The socket has put so many bytes there; false stops it. */
  received(bytes: number): boolean {
    if (this.#frame === null) return this.#receivedLength(bytes);
    this.#frameRead += bytes;
    if (this.#frameRead < this.#frame.length) return true;
    const frame = this.#frame;
    this.#frame = null;
    this.onFrame(frame);
    return true;
  }

  #receivedLength(bytes: number): boolean {
    this.#lengthRead += bytes;
    if (this.#lengthRead < 4) return true;
    this.#lengthRead = 0;
    const length = this.#lengthBytes.readInt32BE(0);
    if (length < MIN_FRAME_BYTES || length > MAX_FRAME_BYTES) {
      this.onFault(new WireError(`An answer of ${length} bytes was announced; this is not Kafka's protocol.`));
      return false;
    }
    this.#frame = Buffer.allocUnsafeSlow(length);
    this.#frameRead = 0;
    return true;
  }
}
