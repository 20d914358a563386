import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PaperService, startPaperService } from '../../paper/service/service.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { createTestIo } from '../test-io.fixture.ts';
import { runStream } from './stream.ts';

const sol = 'So11111111111111111111111111111111111111112';

test('without a name it lists every stream with its filters', async () => {
  const deck = createTestIo();
  expect(await runStream([], deck.io)).toBe(0);
  const lines = deck.stdout().trimEnd().split('\n');
  expect(lines[0]).toMatch(/^STREAM +FILTERS +WHAT$/);
  expect(lines).toHaveLength(allStreams.length + 1);
  expect(deck.stdout()).toMatch(/^evm\.token\.swaps +chainId tokenAddress {2}/m);
  const listed = createTestIo();
  await runStream(['-o', 'ndjson'], listed.io);
  const [first] = listed.stdout().split('\n');
  expect(JSON.parse(first!)).toMatchObject({
    stream: 'svm.token.swaps',
    filters: [{ name: 'tokenAddress', required: true }],
  });
});

describe('invalid arguments are refused with code 2', () => {
  test.each([
    [['svm.token.swap'], /no stream "svm\.token\.swap"\. Did you mean svm\.token\.swaps or evm\.token\.swaps\?/],
    [['graduations'], /Did you mean svm\.bondingCurve\.graduations\?/],
    [['zzz'], /no stream "zzz"\. Known: svm\.token\.swaps, /],
    [['svm.token.swaps'], /svm\.token\.swaps: tokenAddress: Needed: Mint of the token/],
    [['svm.token.swaps', 'tokenAdress=x'], /no such filter\. Did you mean tokenAddress\?/],
    [['svm.token.swaps', 'mint=x'], /no such filter\. Its filters: tokenAddress\./],
    [['portfolio.notifications', 'a=b'], /no such filter\. It takes no filter\./],
    [['svm.token.swaps', 'tokenAddress'], /"tokenAddress" is not name=value/],
    [['svm.token.swaps', 'tokenAddress=abc'], /Not a Solana address/],
    [['svm.token.swaps', `tokenAddress=${sol}`, '--for', 'soon'], /--for takes a time such as 60s/],
    [['svm.token.swaps', `tokenAddress=${sol}`, '--for'], /--for takes a value: --for TIME\./],
    [['svm.token.swaps', `tokenAddress=${sol}`, '-o', 'table'], /ndjson only/],
    [['-o', 'yaml'], /--format is one of table, json, ndjson, not "yaml"/],
  ])('%j', async (args, sentence) => {
    const refusal = runStream(args, createTestIo().io);
    await expect(refusal).rejects.toMatchObject({ exitCode: 2 });
    await expect(refusal).rejects.toThrow(sentence);
  });
});

describe('a running service', () => {
  let paper: PaperService;
  beforeEach(async () => {
    paper = await startPaperService({
      seed: 3,
      speed: 30,
      stateDir: null,
      clock: systemClock,
      random: seededRandom(5),
    });
  });
  afterEach(() => paper.close());

  function following(stop = new AbortController()) {
    const deck = createTestIo('', { SWAPDECK_API_KEY: paper.apiKey });
    const args = ['svm.token.swaps', `tokenAddress=${sol}`, '--base-url', paper.baseUrl];
    const run = (...more: string[]) => runStream([...args, ...more], { ...deck.io, signal: stop.signal });
    return { ...deck, run };
  }

  /** Resolves when the stream has printed something. */
  const onFirst = ({ io }: ReturnType<typeof following>) => new Promise((resolve) => io.stdout.once('data', resolve));

  test('prints one line an event, its state on stderr, and ends with 0 on Ctrl-C', async () => {
    const stop = new AbortController();
    const deck = following(stop);
    const first = onFirst(deck);
    const done = deck.run();
    await first;
    stop.abort('SIGINT');
    expect(await done).toBe(0);
    for (const line of deck.stdout().trimEnd().split('\n'))
      expect(JSON.parse(line)).toEqual({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        stream: 'svm.token.swaps',
        channel: expect.stringContaining(sol) as string,
        data: expect.objectContaining({ tokenMint: sol, isBuy: expect.any(Boolean) as boolean }) as object,
      });
    expect(deck.stderr()).toMatch(
      /^Following svm\.token\.swaps tokenAddress=So1\S+ of 127\.0\.0\.1:\d+ \(PAPER\)\nconnecting.*\nconnected\n$/,
    );
  });

  test('ends with 0 after --for', async () => {
    expect(await following().run('--for', '0.2s')).toBe(0);
  });

  test('ends with 0 when the reader has gone', async () => {
    const deck = following();
    const first = onFirst(deck);
    const done = deck.run();
    await first;
    deck.io.stdout.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }));
    expect(await done).toBe(0);
  });

  test('ends with 1 and the reason when the key is revoked', async () => {
    const deck = following();
    const first = onFirst(deck);
    const done = deck.run();
    await first;
    await fetch(`${paper.baseUrl}/paper/admin/keys/${paper.apiKey.split('_')[1]}/revoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${paper.apiKey}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await done).toBe(1);
    expect(deck.stderr()).toMatch(/The stream failed: .*check the key/);
    expect(deck.stderr()).not.toContain(paper.apiKey.split('_')[2]);
  });
});
