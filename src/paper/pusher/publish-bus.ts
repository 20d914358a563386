import type { AnyStream } from '../../protocol/stream.ts';
import type { Bus } from '../bus.ts';
import { channelName } from './channel-name.ts';

/** What takes stream events: the embedded hub or a cluster. */
export interface Publisher {
  publish(channel: string, event: string, data: unknown): unknown;
}

/** Carries what the exchange tells the bus to the channels that listen. Returns the function that ends it. */
export function publishBus(bus: Bus, publisher: Publisher, streams: readonly AnyStream[], event: string): () => void {
  const byId = new Map(streams.map((stream) => [stream.id, stream]));
  return bus.subscribe(({ stream: id, filter, userId, data }) => {
    const stream = byId.get(id);
    const channel = stream ? channelName(stream, filter, userId) : null;
    if (channel !== null) publisher.publish(channel, event, data);
  });
}
