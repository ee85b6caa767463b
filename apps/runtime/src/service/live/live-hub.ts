import { type Channel, type Gauges, LIVE_LIMITS, type PipelineSummary, type ViewColumn } from '@millrace/live';
import { unreachable } from '@millrace/model';
import type { LiveChannel, Subscription } from './channel.ts';
import { fitGauges } from './fit-gauges.ts';
import { fitSummaries } from './fit-summaries.ts';
import { LatestChannel } from './latest-channel.ts';
import type { RowPosition, RowRing } from './row-ring.ts';
import { RowsChannel } from './rows-channel.ts';

/** What is left of a frame for its members. */
const MEMBERS_BYTES = LIVE_LIMITS.frameBytes - 128;

export type LiveHubParts = {
  /** The Kafka that the service uses, as `host:port`. */
  readonly kafka: string;
  readonly summaries: () => readonly PipelineSummary[];
  readonly has: (pipeline: string) => boolean;
  /** Null while the pipeline does not run. */
  readonly gauges: (pipeline: string) => Gauges | null;
};

/** The channels of the service and who is subscribed to them. */
export class LiveHub {
  readonly #parts: LiveHubParts;
  readonly #service: LatestChannel;
  readonly #gauges = new Map<string, LatestChannel>();
  readonly #rows = new Map<string, RowsChannel>();

  constructor(parts: LiveHubParts) {
    this.#parts = parts;
    this.#service = new LatestChannel('service', () => fitSummaries(parts.kafka, parts.summaries(), MEMBERS_BYTES));
  }

  /** A pipeline came, went or changed its state. */
  serviceChanged(): void {
    this.#service.touch();
  }

  gaugesChanged(pipeline: string): void {
    this.#gauges.get(pipeline)?.touch();
  }

  /** The ring of a live view of a running pipeline; of its dead letters with `node` null. What is appended is sent to subscribers. */
  ring(pipeline: string, node: string | null, columns: readonly ViewColumn[]): RowRing {
    return this.#rowsOf(pipeline, node).ring(columns);
  }

  /** Lets go of the rings of pipelines that are no more; who is subscribed goes on with the next ones. */
  dropRings(): void {
    for (const [key, channel] of this.#rows) {
      if (this.#parts.has(key.slice(0, key.lastIndexOf('/')))) continue;
      channel.drop();
      if (channel.isIdle) this.#rows.delete(key);
    }
  }

  subscribe(channel: Channel, tell: () => void): Subscription {
    switch (channel.kind) {
      case 'service':
        return this.#service.subscribe(null, tell);
      case 'gauges':
        return subscribeTo(this.#gauges, channel.pipeline, this.#gaugesOf(channel.pipeline), null, tell);
      case 'rows':
        return this.#subscribeToRows(channel.pipeline, channel.node, channel.after, tell);
      case 'dead-letters':
        return this.#subscribeToRows(channel.pipeline, null, channel.after, tell);
      default:
        return unreachable(channel);
    }
  }

  /** Whether there is such a pipeline to subscribe to. */
  has(pipeline: string): boolean {
    return this.#parts.has(pipeline);
  }

  close(): void {
    for (const channel of [this.#service, ...this.#gauges.values(), ...this.#rows.values()]) channel.close();
  }

  #gaugesOf(pipeline: string): LatestChannel {
    return made(this.#gauges, pipeline, () => {
      const read = () => `"gauges":${fitGauges(this.#parts.gauges(pipeline), MEMBERS_BYTES)}`;
      return new LatestChannel('gauges', read);
    });
  }

  #rowsOf(pipeline: string, node: string | null): RowsChannel {
    return made(this.#rows, keyOf(pipeline, node), () => new RowsChannel());
  }

  #subscribeToRows(pipeline: string, node: string | null, after: RowPosition | null, tell: () => void): Subscription {
    return subscribeTo(this.#rows, keyOf(pipeline, node), this.#rowsOf(pipeline, node), after, tell);
  }
}

function made<T>(map: Map<string, T>, key: string, make: () => T): T {
  const present = map.get(key);
  if (present !== undefined) return present;
  const value = make();
  map.set(key, value);
  return value;
}

function keyOf(pipeline: string, node: string | null): string {
  return `${pipeline}/${node ?? ''}`;
}

/** A channel that nobody needs any more is forgotten, so that made-up names cost nothing. */
function subscribeTo<After, T extends LiveChannel<After>>(
  channels: Map<string, T>,
  key: string,
  channel: T,
  after: After,
  tell: () => void,
): Subscription {
  const { feed, unsubscribe } = channel.subscribe(after, tell);
  return {
    feed,
    unsubscribe: () => {
      unsubscribe();
      if (!channel.isIdle || channels.get(key) !== channel) return;
      channel.close();
      channels.delete(key);
    },
  };
}
