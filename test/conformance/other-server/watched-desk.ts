import { expect, vi } from 'vitest';
import { createApiClient } from '../../../src/client/http/api-client.ts';
import { createPusherSocket } from '../../../src/client/streams/connection/pusher-socket.ts';
import { openWsWire } from '../../../src/client/streams/connection/ws-wire.ts';
import { createStreamManager } from '../../../src/client/streams/stream-manager.ts';
import { FakeClock } from '../../../src/platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../../src/platform/time/random.ts';
import { svmTokenSwaps } from '../../../src/protocol/streams/svm.ts';
import { portfolioNotifications } from '../../../src/protocol/streams/user.ts';
import { jup } from '../shapes.ts';

export type WatchedDesk = ReturnType<typeof openWatchedDesk>;

export const soon = { timeout: 60_000, interval: 10 };

/** A stream manager that wants a public and a presence channel. Its sockets are real; its clock moves only when told. */
export function openWatchedDesk(baseUrl: string, apiKey: string) {
  const clock = new FakeClock(Date.now());
  const shared = { baseUrl, clock, random: seededRandom(1) };
  const { openSocket, sent, texts } = tapSocket();
  const manager = createStreamManager({ ...shared, client: createApiClient({ ...shared, apiKey }), openSocket });
  const seen: string[] = [];
  const gaps: { readonly reason: string }[] = [];
  manager.onStatus(({ state }) => seen.at(-1) === state || seen.push(state));
  manager.onGap((gap) => gaps.push(gap));
  const [swaps, pokes] = [createListener(), createListener()];
  const endSwaps = manager.subscribe(svmTokenSwaps, { tokenAddress: jup }, swaps);
  manager.subscribe(portfolioNotifications, {}, pokes);
  manager.start();
  return { manager, clock, sent, texts, seen, gaps, swaps, pokes, endSwaps };
}

/** The desk's own socket, with what goes over it written down. */
function tapSocket() {
  const sent: string[] = [];
  const texts: string[] = [];
  const openSocket = createPusherSocket((url, events) => {
    const onText = (text: string) => {
      texts.push(text);
      events.onText(text);
    };
    const wire = openWsWire(url, { ...events, onText });
    const send = (text: string) => {
      sent.push(text);
      wire.send(text);
    };
    return { ...wire, send };
  });
  return { openSocket, sent, texts };
}

function createListener() {
  const heard: unknown[] = [];
  const states: string[] = [];
  const reasons: (string | null)[] = [];
  return {
    heard,
    states,
    reasons,
    onEvent: (data: unknown) => heard.push(data),
    onState: (state: string, reason: string | null) => {
      states.push(state);
      reasons.push(reason);
    },
  };
}

export const bothLive = ({ swaps, pokes }: WatchedDesk) =>
  vi.waitFor(() => expect([swaps.states.at(-1), pokes.states.at(-1)]).toEqual(['live', 'live']), soon);

/** Lets the wait before each attempt pass at once. */
export const reconnected = ({ manager, clock }: WatchedDesk) =>
  vi.waitFor(async () => {
    const { state, nextAttemptAtMs } = manager.status();
    if (nextAttemptAtMs !== null) await clock.advance(nextAttemptAtMs - clock.now());
    expect(state).toBe('connected');
  }, soon);
