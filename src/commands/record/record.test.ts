import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApiClient } from '../../client/http/api-client.ts';
import type { OpenWire } from '../../client/streams/connection/wire.ts';
import { openWsWire } from '../../client/streams/connection/ws-wire.ts';
import { type PaperService, startPaperService } from '../../paper/service/service.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { playThrough, startRecorded, writeRecording } from '../../recording/recorded-run.fixture.ts';
import { deskStreams, tapeTokensOf } from '../../sync/streams/desk-streams.ts';
import { createTestIo } from '../test-io.fixture.ts';
import { runRecord } from './record.ts';

const jupiter = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
let paper: PaperService;
beforeEach(async () => {
  paper = await startPaperService({ seed: 3, speed: 30, stateDir: null, clock: systemClock, random: seededRandom(5) });
});
afterEach(() => paper.close());

const lever = (path: string, body: unknown = {}) =>
  fetch(`${paper.baseUrl}/paper/admin/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${paper.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Polls, for what another side does in its own time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Every fifth event says something that cannot be read, and one frame is no JSON at all. */
const garbling: OpenWire = (url, events) => {
  let count = 0;
  return openWsWire(url, {
    ...events,
    onText: (text) => {
      if (!text.includes('"event":"update"')) return events.onText(text);
      count++;
      if (count === 7) events.onText('{"event":');
      events.onText(count % 5 === 0 ? text.replace('isBuy', 'isBought') : text);
    },
  });
};

test('a recording of a real service replays payloads, order, drop, gap and unreadable messages', async () => {
  const wanted = deskStreams(tapeTokensOf([]));
  const client = createApiClient({ ...paper, clock: systemClock, random: seededRandom(1) });
  const service = { client, openWire: garbling, baseUrl: paper.baseUrl };
  const { manager, lines, end } = startRecorded(service, systemClock, seededRandom(2), wanted);
  await until(() => manager.counters().messages > 40);
  await lever('sockets/close', { code: 4_200, reason: 'moving house' });
  await until(() => manager.counters().reconnects > 0 && manager.channels().every(({ state }) => state === 'live'));
  await until(() => manager.counters().messages > 80);
  const heard = end();
  const { diary, counters } = await playThrough(writeRecording(lines), wanted);
  expect(diary.map(untimed)).toEqual(heard.map(untimed));
  expect(heard.map(([what]) => what)).toContain('gap');
  expect(heard.filter(([, , event]) => event && Object.hasOwn(event, 'unreadable')).length).toBeGreaterThan(5);
  expect(counters).toEqual(manager.counters());
});

/** The recorder and the manager look at the clock one after the other: times may differ by a millisecond. */
const untimed = (entry: unknown[]): unknown[] => entry.filter((part) => typeof part !== 'number');

function recording(...args: string[]) {
  const deck = createTestIo('', { SWAPDECK_API_KEY: paper.apiKey });
  const file = join(deck.io.paths.stateDir, '..', 'a.jsonl');
  const done = runRecord([file, '--base-url', paper.baseUrl, ...args], deck.io);
  return { ...deck, file, done };
}

test('it records for the given time, and prints a summary', async () => {
  const { done, file, stdout } = recording('--for', '0.2s');
  expect(await done).toBe(0);
  expect(stdout()).toMatch(/^\d+ messages?, [\d.]+ k?B in [\d.]+ s are in .*a\.jsonl\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8').trim().split('\n').at(-1)!)).toMatchObject({ type: 'end' });
});

test('a signal ends it cleanly', async () => {
  const controller = new AbortController();
  const deck = createTestIo('', { SWAPDECK_API_KEY: paper.apiKey });
  const file = join(deck.io.paths.stateDir, '..', 'a.jsonl');
  const args = [file, '--base-url', paper.baseUrl, '--stream', `svm.token.swaps:tokenAddress=${jupiter}`];
  const done = runRecord(args, { ...deck.io, signal: controller.signal });
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes('"update'));
  await until(() => /\nConnected {2}\d+ message/.test(deck.stderr()));
  controller.abort('SIGINT');
  expect(await done).toBe(0);
  expect(deck.stdout()).toMatch(/messages, .* are in/);
  expect(deck.stderr()).toMatch(/^Recording 1 stream of 127\.0\.0\.1:\d+ \(PAPER\) to .*\n/);
  expect(deck.stderr()).not.toContain('\u001B');
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain(paper.apiKey.split('_')[2]);
  expect(text).toMatch(/"type":"text","text":"\{\\"event\\":\\"update\\"/);
});

test.runIf(existsSync('/dev/full'))('a full disk ends it with the reason and code 1', async () => {
  const deck = createTestIo('', { SWAPDECK_API_KEY: paper.apiKey });
  expect(await runRecord(['/dev/full', '--force', '--base-url', paper.baseUrl], deck.io)).toBe(1);
  expect(deck.stderr()).toMatch(/\/dev\/full can no longer be written: the disk is full/);
  expect(deck.stdout()).toBe('');
});

test('a permanent stream failure ends it with the reason and code 1, and keeps what was recorded', async () => {
  const { done, file, stderr } = recording();
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes('"update'));
  await lever(`keys/${paper.apiKey.split('_')[1]}/revoke`);
  expect(await done).toBe(1);
  expect(stderr()).toMatch(/The streams failed: .*check the key/);
  expect(stderr()).toMatch(/What was recorded until then can be replayed: \d+ messages/);
  expect(readFileSync(file, 'utf8')).toMatch(/"type":"no-session"/);
});

test('an existing file is kept, and no file is created if no service can be opened', async () => {
  const first = recording('--for', '1s');
  expect(await first.done).toBe(0);
  const before = readFileSync(first.file, 'utf8');
  const again = runRecord([first.file, '--base-url', paper.baseUrl], first.io);
  await expect(again).rejects.toThrow(/already exists.*--force/);
  expect(readFileSync(first.file, 'utf8')).toBe(before);
  const keyless = createTestIo();
  const file = join(keyless.io.paths.stateDir, '..', 'b.jsonl');
  await expect(runRecord([file, '--base-url', paper.baseUrl], keyless.io)).rejects.toThrow(/SWAPDECK_API_KEY/);
  expect(existsSync(file)).toBe(false);
});

describe('invalid arguments are refused with code 2', () => {
  test.each([
    [[], /Give FILE/],
    [['a', 'b'], /Unexpected "b"/],
    [['a', '--for', 'soon'], /--for takes a time such as 60s/],
    [['a', '--for', '0s'], /--for takes a time/],
    [['a', '--stream', 'svm.token.swops'], /There is no stream "svm.token.swops"/],
    [['a', '--stream', 'svm.token.swaps'], /tokenAddress: Needed/],
    [['a', '--stream', 'svm.token.swaps:tokenAddress=x'], /Not a Solana address/],
    [['a', '--stream', 'portfolio.notifications:a=b'], /a: This stream has no such filter/],
    [['a', '--stream', 'svm.token.swaps:x'], /"x" is not name=value/],
    [['a', '--bogus'], /There is no option "--bogus"/],
  ])('%j', async (args, sentence) => {
    const refusal = runRecord(args, createTestIo().io);
    await expect(refusal).rejects.toMatchObject({ exitCode: 2 });
    await expect(refusal).rejects.toThrow(sentence);
  });
});
