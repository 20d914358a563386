import type { AnyStream } from '../../protocol/stream.ts';
import type { Bus } from '../world/bus.ts';
import { channelName } from './channel-name.ts';

/** Accepts stream events: the embedded hub or a cluster. */
export interface Publisher {
  publish(channel: string, event: string, data: unknown): unknown;
}

/** Publishes bus events to their channels. Returns the function that stops it. */
export function publishBus(bus: Bus, publisher: Publisher, streams: readonly AnyStream[], event: string): () => void {
  const byId = new Map(streams.map((stream) => [stream.id, stream]));
  return bus.subscribe(({ stream: id, filter, userId, data }) => {
    const stream = byId.get(id);
    const channel = stream ? channelName(stream, filter, userId) : null;
    if (channel !== null) publisher.publish(channel, event, data);
  });
}
