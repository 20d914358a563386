import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../../platform/time/random.ts';
import { automationUpdates, portfolioNotifications } from '../../../protocol/streams/user.ts';
import type { ApiClient } from '../../http/api-client.ts';
import { fault } from '../simulation/fake-stream-service.fixture.ts';
import { ChannelSet } from './channel-set.ts';
import { type Channel, WantedStreams } from './wanted-streams.ts';

/** A set on a socket and a client that the test answers for. */
function setUp(onTold: (state: string) => void = () => {}) {
  const clock = new FakeClock();
  const sent: string[] = [];
  const heard: string[] = [];
  const states: string[] = [];
  const asked: PromiseWithResolvers<unknown>[] = [];
  const call = () => {
    const answer = Promise.withResolvers<unknown>();
    asked.push(answer);
    return answer.promise;
  };
  const socket = {
    subscribe: (channel: string, token: { auth: string } | null) =>
      sent.push(`+${channel} ${token?.auth ?? ''}`.trim()),
    unsubscribe: (channel: string) => sent.push(`-${channel}`),
    ping: () => {},
    terminate: () => {},
  };
  const set = new ChannelSet({
    client: { call } as unknown as ApiClient,
    clock,
    random: seededRandom(1),
    socket: {
      ...socket,
      subscribe: (...args) => void socket.subscribe(...args),
      unsubscribe: (name) => void socket.unsubscribe(name),
    },
    socketId: '1.2',
    signal: new AbortController().signal,
    onState: (wanted, state, reason) => {
      states.push([wanted.stream.id, state, reason].filter(Boolean).join(' '));
      onTold(states.at(-1)!);
    },
    onEvent: (wanted, data) => heard.push(`${wanted.stream.id} ${data}`),
  });
  const add = (stream: typeof portfolioNotifications | typeof automationUpdates, channel: Channel) => {
    const wanted = new WantedStreams().add(stream, {}, { onEvent: () => {} });
    set.add(wanted, channel);
    return wanted;
  };
  const frame = (event: string, channel: string, data: unknown = {}) => set.onFrame({ event, channel, data });
  const accept = (channel: string) => frame('pusher_internal:subscription_succeeded', channel);
  const refuse = (channel: string, status = 403) =>
    frame('pusher:subscription_error', channel, { status, error: 'no' });
  const authorise = async (index: number, auth: string) => {
    asked[index]!.resolve({ data: { auth } });
    await clock.advance(0);
  };
  return { clock, sent, heard, states, asked, set, add, frame, accept, refuse, authorise };
}

const open: Channel = { name: 'public-a', event: 'update', isPresence: false };
const presence: Channel = { name: 'presence-u', event: 'update', isPresence: true };
const last = (states: readonly string[]) => states.at(-1);

describe('several streams on one channel', () => {
  test('are subscribed once, told apart by their events, and unsubscribed with the last', () => {
    const { sent, heard, states, set, add, frame, accept } = setUp();
    const first = add(portfolioNotifications, { ...open, event: 'balance' });
    const second = add(automationUpdates, { ...open, event: 'order' });
    accept('public-a');
    frame('balance', 'public-a', 1);
    frame('order', 'public-a', 2);
    frame('other', 'public-a', 3);
    expect(heard).toEqual(['portfolio.notifications 1', 'automation.updates 2']);
    expect(states.slice(-2)).toEqual(['portfolio.notifications live', 'automation.updates live']);
    set.remove(first);
    frame('balance', 'public-a', 4);
    expect(heard).toHaveLength(2);
    set.remove(second);
    expect(sent).toEqual(['+public-a', '-public-a']);
  });

  test('a later subscriber gets the state at once', () => {
    const { states, add, accept, sent } = setUp();
    add(portfolioNotifications, open);
    accept('public-a');
    add(automationUpdates, open);
    expect(last(states)).toBe('automation.updates live');
    expect(sent).toEqual(['+public-a']);
  });
});

describe('responses to an earlier request', () => {
  test('an acceptance before the request is sent does not make the channel live', async () => {
    const { sent, states, add, accept, set, authorise } = setUp();
    const first = add(portfolioNotifications, presence);
    await authorise(0, 'one');
    set.remove(first);
    add(portfolioNotifications, presence);
    accept('presence-u');
    await authorise(1, 'two');
    expect(sent).toEqual(['+presence-u one', '-presence-u', '+presence-u two']);
    expect(states.some((state) => state.endsWith('live'))).toBe(false);
    accept('presence-u');
    expect(last(states)).toBe('portfolio.notifications live');
  });

  test('an acceptance after a refusal does not either: the service holds no such subscription', () => {
    const { states, add, accept, refuse } = setUp();
    add(portfolioNotifications, open);
    refuse('public-a');
    accept('public-a');
    expect(last(states)).toMatch(/refused the subscription was refused: no$/);
  });

  test('an acceptance after the time-out does', async () => {
    const { clock, states, add, accept } = setUp();
    add(portfolioNotifications, open);
    await clock.advance(10_000);
    expect(last(states)).toMatch(/refused no response/);
    accept('public-a');
    expect(last(states)).toBe('portfolio.notifications live');
  });

  test('of two authorisations only the later one counts, even if both are answered', async () => {
    const { clock, sent, states, asked, set, add, authorise } = setUp();
    add(portfolioNotifications, presence);
    await clock.advance(10_000);
    set.retryRefused();
    await authorise(0, 'late');
    expect(sent).toEqual([]);
    await authorise(1, 'fresh');
    expect(sent).toEqual(['+presence-u fresh']);
    expect(asked).toHaveLength(2);
    expect(last(states)).toMatch(/pending$/);
  });

  test('the earlier of two authorisations fails: the later one is not given up', async () => {
    const { clock, sent, asked, set, add, authorise } = setUp();
    add(portfolioNotifications, presence);
    await clock.advance(10_000);
    set.retryRefused();
    asked[0]!.reject(fault('ws.auth', 'unknown', 503));
    await clock.advance(0);
    await authorise(1, 'fresh');
    expect(sent).toEqual(['+presence-u fresh']);
  });
});

describe('a channel unsubscribed and subscribed again before a response', () => {
  const again = ({ set, add }: ReturnType<typeof setUp>) => {
    set.remove(add(portfolioNotifications, open));
    add(portfolioNotifications, open);
  };

  test('is live with the second response: the first belongs to the cancelled request', () => {
    const desk = setUp();
    again(desk);
    expect(desk.sent).toEqual(['+public-a', '-public-a', '+public-a']);
    desk.accept('public-a');
    expect(last(desk.states)).toBe('portfolio.notifications pending');
    desk.accept('public-a');
    expect(last(desk.states)).toBe('portfolio.notifications live');
  });

  test('is refused only with the second response', () => {
    const desk = setUp();
    again(desk);
    desk.refuse('public-a');
    expect(last(desk.states)).toBe('portfolio.notifications pending');
    desk.refuse('public-a');
    expect(last(desk.states)).toMatch(/refused the subscription was refused: no$/);
  });

  test('is requested once more if one of the two responses never comes', async () => {
    const desk = setUp();
    again(desk);
    await desk.clock.advance(9_000);
    desk.accept('public-a');
    await desk.clock.advance(9_999);
    expect(desk.sent).toHaveLength(3);
    await desk.clock.advance(1);
    expect(desk.sent.slice(3)).toEqual(['-public-a', '+public-a']);
    expect(last(desk.states)).toBe('portfolio.notifications pending');
    desk.accept('public-a');
    expect(last(desk.states)).toBe('portfolio.notifications live');
    expect(desk.clock.pending).toBe(0);
  });

  test('is given up if no response comes, although both may still come', async () => {
    const desk = setUp();
    again(desk);
    await desk.clock.advance(10_000);
    expect(last(desk.states)).toMatch(/refused no response/);
    desk.accept('public-a');
    expect(last(desk.states)).toMatch(/refused no response/);
    desk.accept('public-a');
    expect(last(desk.states)).toBe('portfolio.notifications live');
    expect(desk.clock.pending).toBe(0);
  });

  test('asked for by a person after the time-out, it does not take the late answer for the new one', async () => {
    const { clock, states, set, add, accept } = setUp();
    add(portfolioNotifications, open);
    await clock.advance(10_000);
    set.retryRefused();
    accept('public-a');
    expect(last(states)).toBe('portfolio.notifications pending');
    accept('public-a');
    expect(last(states)).toBe('portfolio.notifications live');
  });

  test('a refused token of the earlier question does not cost the later one its second try', async () => {
    const { sent, states, asked, set, add, authorise, refuse } = setUp();
    const first = add(portfolioNotifications, presence);
    await authorise(0, 'one');
    set.remove(first);
    add(portfolioNotifications, presence);
    await authorise(1, 'two');
    refuse('presence-u', 401);
    expect(asked).toHaveLength(2);
    refuse('presence-u', 401);
    await authorise(2, 'three');
    expect(sent.at(-1)).toBe('+presence-u three');
    expect(states.some((state) => state.includes('refused'))).toBe(false);
  });

  test('an authorisation under way when the channel is left asks nothing, and its channel waits for one answer', async () => {
    const { sent, states, set, add, authorise, accept } = setUp();
    set.remove(add(portfolioNotifications, presence));
    add(portfolioNotifications, presence);
    await authorise(0, 'one');
    expect(sent).toEqual([]);
    await authorise(1, 'two');
    expect(sent).toEqual(['+presence-u two']);
    accept('presence-u');
    expect(last(states)).toBe('portfolio.notifications live');
  });

  test('an acceptance while a refused token is replaced does not make it live', async () => {
    const { states, add, authorise, accept, refuse } = setUp();
    add(portfolioNotifications, presence);
    await authorise(0, 'one');
    refuse('presence-u', 401);
    accept('presence-u');
    expect(last(states)).toBe('portfolio.notifications pending');
    await authorise(1, 'two');
    accept('presence-u');
    expect(last(states)).toBe('portfolio.notifications live');
  });
});

test('a live channel that the service refuses later is no longer live', () => {
  const { states, add, accept, refuse } = setUp();
  add(portfolioNotifications, open);
  accept('public-a');
  refuse('public-a');
  expect(last(states)).toMatch(/refused the subscription was refused: no$/);
});

describe('retried by the user', () => {
  test('a channel without an answer is given up first: the service may have subscribed it', async () => {
    const { clock, sent, set, add } = setUp();
    add(portfolioNotifications, open);
    await clock.advance(10_000);
    set.retryRefused();
    expect(sent).toEqual(['+public-a', '-public-a', '+public-a']);
  });

  test('a channel that is live or waiting is not affected', () => {
    const { sent, set, add, accept } = setUp();
    add(portfolioNotifications, open);
    set.retryRefused();
    accept('public-a');
    set.retryRefused();
    expect(sent).toEqual(['+public-a']);
  });
});

test('closed by a listener that hears of a lost authorisation, it asks no more', async () => {
  const { set, add, asked, clock, states } = setUp((state) => state.includes('not authorised yet') && set.close());
  add(portfolioNotifications, presence);
  asked[0]!.reject(fault('ws.auth', 'unknown', 503));
  await clock.advance(0);
  expect(last(states)).toContain('not authorised yet');
  expect(clock.pending).toBe(0);
  await clock.advance(60_000);
  expect(asked).toHaveLength(1);
});

test('closed, it has no timer and reports nothing', async () => {
  const { clock, sent, states, set, add, authorise, accept } = setUp();
  add(portfolioNotifications, presence);
  add(automationUpdates, open);
  set.close();
  const told = states.length;
  await authorise(0, 'late');
  accept('public-a');
  expect([clock.pending, sent, states.length]).toEqual([0, ['+public-a'], told]);
});
