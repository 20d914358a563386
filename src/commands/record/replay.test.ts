import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { createTestIo } from '../test-io.fixture.ts';
import { runReplay } from './replay.ts';

const swaps = { stream: 'svm.token.swaps', filter: { tokenAddress: 'AAA' } };
const header = {
  format: 'swapdeck-recording',
  version: 1,
  recordedAtMs: Date.UTC(2026, 4, 6, 7, 8, 9),
  baseUrl: 'https://api.example.com',
  socketHost: null,
  profile: 'main',
  mode: 'live',
  streams: [swaps],
};
const session = {
  type: 'session',
  asked: [swaps],
  connection: { host: 'ws.example.com', port: 443, tls: true, place: 0 },
  adviceMs: [],
  subscriptions: [{ stream: swaps.stream, channel: 'swaps-AAA', event: 'update' }],
};
const frame = (event: string, data: unknown, channel?: string) => ({
  type: 'text',
  text: JSON.stringify({ event, channel, data: JSON.stringify(data) }),
});
const hello = frame('pusher:connection_established', { socket_id: '1.2', activity_timeout: 120 });
const granted = frame('pusher_internal:subscription_succeeded', {}, 'swaps-AAA');
const swap = (priceUsd: string, maker = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU') =>
  frame(
    'update',
    {
      tokenMint: 'AAA',
      signature: 's',
      slot: 1,
      blockTime: 1,
      isBuy: true,
      sizeSol: '0.5',
      sizeUsd: '70.25',
      priceUsd,
      priceSol: '1',
      maker,
    },
    'swaps-AAA',
  );
const life = [
  { t: 20, ...session },
  { t: 21, type: 'connect' },
  { t: 25, type: 'open' },
  { t: 26, ...hello },
  { t: 30, ...granted },
  { t: 1_000, ...swap('140.5') },
  { t: 1_500, ...frame('update', { tokenMint: 7 }, 'swaps-AAA') },
  { t: 1_600, type: 'text', text: 'not json' },
  { t: 2_000, type: 'close', code: 4_200, reason: 'moving' },
  { t: 3_020, ...session },
  { t: 3_021, type: 'connect' },
  { t: 3_025, type: 'open' },
  { t: 3_026, ...hello },
  { t: 3_030, ...granted },
  { t: 4_000, ...swap('141', 'evil\u001B[2J\u202Emaker') },
  { t: 5_000, type: 'end' },
];

function fileOf(...lines: unknown[]): { file: string; deck: ReturnType<typeof createTestIo> } {
  const deck = createTestIo();
  const file = join(deck.io.paths.stateDir, '..', 'a.jsonl');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''));
  return { file, deck };
}

async function printed(lines: unknown[], ...args: string[]) {
  const { file, deck } = fileOf(...lines);
  const code = await runReplay([file, ...args], deck.io);
  return { code, stdout: deck.stdout(), stderr: deck.stderr() };
}

test('it prints one line per event, state, gap and unreadable message, and a summary', async () => {
  const { code, stdout, stderr } = await printed([header, ...life]);
  expect([code, stderr]).toEqual([0, '']);
  const name = 'svm.token.swaps tokenAddress=AAA';
  expect(stdout.split('\n')).toEqual([
    '2026-05-06T07:08:09.000Z  connecting',
    '2026-05-06T07:08:09.026Z  connected',
    `2026-05-06T07:08:09.030Z  ${name}  is live`,
    `2026-05-06T07:08:10.000Z  ${name}  BUY  70.25 USD  0.5 native  at 140.5  by 7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU`,
    expect.stringMatching(
      /^2026-05-06T07:08:10\.500Z {2}svm\.token\.swaps tokenAddress=AAA {2}unreadable: tokenMint: /,
    ),
    '2026-05-06T07:08:10.600Z  unreadable frame: a frame that is not JSON',
    '2026-05-06T07:08:11.000Z  reconnecting: the server closed the connection (4200): moving',
    '2026-05-06T07:08:12.026Z  connected',
    `2026-05-06T07:08:12.030Z  ${name}  is live`,
    '2026-05-06T07:08:12.030Z  gap 1.4 s: the server closed the connection (4200): moving',
    `2026-05-06T07:08:13.000Z  ${name}  BUY  70.25 USD  0.5 native  at 141  by evil�maker`,
    '2026-05-06T07:08:14.000Z  failed: the server closed the connection (4300): the recording ends here',
    '3 events of 1 stream in 5.0 s, 2 unreadable, 1 gap, 1 reconnect',
    '',
  ]);
});

test('the same file gives the same output at any speed', async () => {
  const first = await printed([header, ...life]);
  for (const speed of ['max', '0', '40', '1000'])
    expect((await printed([header, ...life], '--print', '--speed', speed)).stdout).toBe(first.stdout);
});

test('problems of the file are reported on stderr', async () => {
  const { code, stdout, stderr } = await printed([
    header,
    ...life.slice(0, 6),
    'garbage\n',
    ...life.slice(6, -1),
    '{"t":5',
  ]);
  expect(code).toBe(0);
  expect(stdout).toContain('at 141');
  expect(stderr.split('\n')).toEqual([
    '1 line is skipped (line 8: not JSON).',
    'The last line (18) is truncated and was skipped: the recording was interrupted.',
    '',
  ]);
});

test('a closed pipe ends it', async () => {
  const { file, deck } = fileOf(header, ...life);
  const done = runReplay([file, '--speed', '1'], deck.io);
  setImmediate(() => deck.io.stdout.emit('error', Object.assign(new Error('EPIPE'), { code: 'EPIPE' })));
  expect(await done).toBe(0);
});

test('every stream has a readable line', async () => {
  const pokes = { stream: 'portfolio.notifications', filter: {} };
  const { stdout } = await printed([
    { ...header, streams: [pokes] },
    {
      t: 1,
      ...session,
      asked: [pokes],
      subscriptions: [{ stream: pokes.stream, channel: 'presence-p', event: 'update', visibility: 'presence' }],
    },
    { t: 2, type: 'connect' },
    { t: 3, type: 'open' },
    { t: 4, ...hello },
    { t: 5, ...frame('pusher_internal:subscription_succeeded', {}, 'presence-p') },
    { t: 6, ...frame('update', { type: 'swap', taskId: 'task_1', chainId: 8453 }, 'presence-p') },
  ]);
  expect(stdout).toContain('portfolio.notifications  type=swap taskId=task_1 chainId=8453\n');
});

describe('an invalid replay is refused with a message', () => {
  test.each([
    [['--speed', 'fast'], 2, /--speed takes a number above 0/],
    [['--speed', '5000'], 2, /at most 1000/],
    [['--bogus'], 2, /There is no option "--bogus"/],
    [['other'], 2, /Unexpected "other"/],
  ])('%j', async (args, exitCode, sentence) => {
    const { file, deck } = fileOf(header, ...life);
    const refusal = runReplay([file, ...args], deck.io);
    await expect(refusal).rejects.toMatchObject({ exitCode });
    await expect(refusal).rejects.toThrow(sentence);
  });

  test('a file that is not a recording', async () => {
    await expect(printed(['# notes\n'])).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('is not a recording') as string,
    });
  });
});

describe('a long recording', () => {
  const swaps2k = [
    ...life.slice(0, 5),
    ...Array.from({ length: 2_000 }, (_, at) => ({ t: 100 + at, ...swap('140.5') })),
  ];

  /** Every look at the clock costs 200 ms, and after so many of them Ctrl-C is pressed. */
  async function openedSlowly(isTTY: boolean, abortAfter = Number.POSITIVE_INFINITY) {
    const { file, deck } = fileOf(header, ...swaps2k);
    const controller = new AbortController();
    let looks = 0;
    class SlowClock extends FakeClock {
      override monotonic(): number {
        if (++looks > abortAfter) controller.abort();
        this.stall(200);
        return super.monotonic();
      }
    }
    const io = { ...deck.io, clock: new SlowClock(), signal: controller.signal };
    Object.assign(io.stderr, { isTTY });
    const code = await runReplay([file, '--print'], io);
    return { code, shown: deck.stderr(), stdout: deck.stdout() };
  }

  test('shows progress while reading and removes it at the end', async () => {
    const { code, shown } = await openedSlowly(true);
    expect(code).toBe(0);
    const percents = [...shown.matchAll(/Reading the recording: (\d+) % of [\d.]+ kB/g)].map(([, part]) =>
      Number(part),
    );
    expect(percents.length).toBeGreaterThan(3);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(percents.every((percent) => percent > 0 && percent <= 100)).toBe(true);
    expect(shown).toMatch(/\r\u001B\[K\n?The recording has no end entry/);
  });

  test('says nothing elsewhere', async () => {
    expect((await openedSlowly(false)).shown).toBe(
      'The recording has no end entry: it was interrupted, or is still running.\n',
    );
  });

  test('is left at Ctrl-C', async () => {
    expect(await openedSlowly(true, 12)).toMatchObject({ code: 130, stdout: '' });
  });
});
