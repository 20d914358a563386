import { expect, test } from 'vitest';
import { RawClient } from '../../../src/paper/pusher/raw-client.fixture.ts';
import * as ws from '../../../src/protocol/endpoints/ws.ts';
import { isUnreadable } from '../../../src/protocol/schema.ts';
import type { OwnClient } from '../own-client.ts';
import { jup, sol } from '../shapes.ts';

/** Where the streams are, and the right to hear them. */
export function streamCalls({ call, service }: OwnClient): void {
  test('stream bootstrap', async () => {
    const { streams } = await call(ws.wsStreams, {});
    expect(streams.length).toBeGreaterThan(20);
    const wanted = [
      { stream: 'svm.token.swaps', filter: { tokenAddress: jup } },
      { stream: 'svm.token.swaps', filter: { tokenAddress: sol } },
      { stream: 'portfolio.notifications' },
    ];
    const { connection, subscriptions } = await call(ws.wsSession, { body: { subscriptions: wanted } });
    const channels = subscriptions.map((subscription) => (isUnreadable(subscription) ? '' : subscription.channel));
    expect(new Set(channels).size).toBe(3);
    const socket = new RawClient(service.baseUrl, `/app/${connection.appKey}?protocol=7`);
    const socket_id = await socket.greeting();
    const { auth } = await call(ws.wsAuth, { body: { socket_id, channel_name: channels[2]! } });
    expect(auth).toMatch(new RegExp(`^${connection.appKey}:[0-9a-f]{64}$`));
    socket.close();
  });
}
