import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Toxics } from './fault-proxy-pipe.ts';
import { type StreamPaper, startStreamPaper } from './stream-paper.ts';
import { openRig, type RigOptions, type StreamRig } from './stream-rig.ts';

let paper: StreamPaper;
let rig: StreamRig;
beforeAll(async () => {
  paper = await startStreamPaper();
});
afterEach(() => rig?.close());
afterAll(async () => {
  await paper?.service.close();
  expect(paper?.faults).toEqual([]);
});

async function open(options?: RigOptions): Promise<void> {
  rig = await openRig(paper, options);
  await rig.expectSound(0);
}

const setBoth = (toxics: Toxics) => {
  rig.socket.set('up', toxics);
  rig.socket.set('down', toxics);
};

const isDown = () => rig.manager.status().state !== 'connected';
const untilDown = (what: string) => rig.until(isDown, `aware of ${what}`);

/** Cuts the connection and waits until the manager has noticed. */
async function cut(): Promise<void> {
  rig.socket.connections[0]!.reset();
  await untilDown('the cut');
}

test.each([
  ['300 ms of latency', { latencyMs: 300 }, 3],
  ['latency that varies', { latencyMs: 20, jitterMs: 100 }, 3],
  ['20 kB/s for many streams', { bytesPerSecond: 20_000 }, 30],
  ['frames in pieces of 1 to 7 bytes', { sliceBytes: 7 }, 3],
])('with %s it connects, and comes back after a cut', async (_what, toxics, tokenCount) => {
  await open({ tokenCount });
  setBoth(toxics);
  await cut();
  await rig.expectSound(1);
});

test.each([
  ['the request of the handshake', 'up', () => rig.recording('up').headBytes / 2],
  ['the answer to the handshake', 'down', () => rig.recording('down').headBytes / 2],
  ['the greeting', 'down', () => rig.recording('down').headBytes + 10],
  ['the first subscription', 'up', () => rig.recording('up').frames[0]!.startByte + 20],
  ['the last subscription', 'up', () => rig.recording('up').frames.at(-1)!.endByte - 20],
  ['the answer to a subscription', 'down', () => rig.recording('down').frames[2]!.startByte + 20],
] as const)('a reset in %s, twice, makes one gap', async (_what, direction, findByte) => {
  await open();
  const byte = Math.floor(findByte());
  rig.socket.planReset(direction, byte);
  rig.socket.planReset(direction, byte);
  await cut();
  await rig.expectSound(1);
  // The first, two that were reset, and the one that stands.
  expect(rig.socket.connections[0]!.id).toBe(4);
  expect(rig.manager.counters().unreadable).toBe(0);
});

test('a reset in an event: half a frame is no event', async () => {
  await open();
  rig.socket.connections[0]!.resetAfter('down', 50);
  rig.publish('torn');
  await untilDown('the reset');
  await rig.expectSound(1);
  expect(rig.wants.flatMap(({ heard }) => heard).filter(({ mark }) => mark === 'torn')).toEqual([]);
  expect(rig.manager.counters().unreadable).toBe(0);
});

test('a close whose end comes late', async () => {
  await open();
  rig.socket.set('down', { slowCloseMs: 500 });
  await closeSockets(4_200);
  await untilDown('the close');
  await rig.expectSound(1);
  expect(rig.gaps[0]!.reason).toMatch(/4200/);
});

test('a close whose end does not come', async () => {
  await open();
  rig.socket.set('down', { slowCloseMs: 60_000 });
  await closeSockets(4_200);
  await untilDown('the close');
  await rig.socket.heal();
  await rig.expectSound(1);
  expect(rig.gaps[0]!.reason).toMatch(/4200/);
});

test('an authorisation that the network loses is asked for again', async () => {
  await open();
  const stopWatching = rig.manager.onStatus(({ state }) => {
    if (state !== 'connected') return;
    stopWatching();
    for (const connection of rig.calls.connections) connection.reset();
    rig.calls.planReset('up', 20);
    rig.calls.planReset('up', 20);
  });
  await cut();
  await rig.expectSound(1);
});

test.each([
  ['up', ['up']],
  ['down', ['down']],
  ['both ways', ['up', 'down']],
] as const)('a black hole is found by the silence: %s', async (_what, holes) => {
  await open();
  for (const hole of holes) rig.socket.set(hole, { isBlackHole: true });
  // Two and a half minutes of silence in less than a second, and the usual time from the moment at which it is found.
  rig.clock.setSpeed(200);
  const stopWatching = rig.manager.onStatus(({ state }) => {
    if (state === 'connected') return;
    stopWatching();
    rig.clock.setSpeed(1);
    void rig.socket.heal();
  });
  await untilDown('the silence');
  await rig.expectSound(1);
  expect(rig.gaps[0]!.reason).toMatch(/no response to a ping/);
});

test('connections that are refused for a while', async () => {
  await open();
  await rig.socket.refuse(true);
  await cut();
  await rig.until(() => rig.manager.status().attempt > 5, 'at its sixth attempt');
  expect(rig.manager.status().reason).toMatch(/ECONNREFUSED/);
  await rig.socket.refuse(false);
  await rig.expectSound(1);
});

test('a service that cannot be asked for a session for a while', async () => {
  await open();
  await rig.calls.refuse(true);
  for (const connection of rig.calls.connections) connection.reset();
  await cut();
  await rig.until(() => rig.manager.status().attempt > 5, 'at its sixth attempt');
  await rig.calls.refuse(false);
  await rig.expectSound(1);
});

/** As the service's operator does. */
async function closeSockets(code: number): Promise<void> {
  const { baseUrl, apiKey } = paper.service;
  const answer = await fetch(`${baseUrl}/paper/admin/sockets/close`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  expect(answer.status).toBe(200);
}
