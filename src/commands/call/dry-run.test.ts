import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PaperService, startPaperService } from '../../paper/service/service.ts';
import { createModeFile } from '../../platform/files/mode-file.ts';
import { accountFile } from '../../platform/files/paths.ts';
import { createJournal } from '../../platform/journal/journal.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { createMemoryKeychain, createTestIo } from '../test-io.fixture.ts';
import { runCall } from './call.ts';
import { deskOperations } from './desk-operation.ts';

const sol = 'So11111111111111111111111111111111111111112';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

let paper: PaperService;
beforeAll(async () => {
  paper = await startPaperService({ seed: 3, speed: 1, stateDir: null, clock: systemClock, random: seededRandom(5) });
});
afterAll(() => paper.close());

interface Shown {
  readonly request: { readonly method: string; readonly url: string; readonly body: unknown };
  readonly riskCheck: {
    readonly verdict: string;
    readonly code: string | null;
    readonly message: string | null;
    readonly gaps: readonly string[];
    readonly reads: readonly string[];
  } | null;
}

interface Scene {
  readonly config?: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  prepare?(paths: ReturnType<typeof createTestIo>['io']['paths']): void;
}

async function dryRun(args: readonly string[], { config, apiKey = paper.apiKey, baseUrl, prepare }: Scene = {}) {
  const deck = createTestIo('', { SWAPDECK_API_KEY: apiKey });
  const { paths } = deck.io;
  if (config !== undefined) {
    mkdirSync(dirname(paths.configFile), { recursive: true });
    writeFileSync(paths.configFile, config);
  }
  prepare?.(paths);
  const code = await runCall(
    [...args, '--dry-run', '--base-url', baseUrl ?? paper.baseUrl],
    deck.io,
    createMemoryKeychain(),
  );
  expect(deck.stdout() + deck.stderr()).not.toContain(apiKey.split('_')[2]);
  return { code, ...(JSON.parse(deck.stdout()) as Shown), stderr: deck.stderr(), paths };
}

/** The account's own service calls, without the paths of a dry run. */
const account = () => `${new URL(paper.baseUrl).origin.replace('127.0.0.1', 'localhost')} user ${userId}`;
let userId: string;
beforeAll(async () => {
  const answer = await fetch(`${paper.baseUrl}/api/v2/account/me`, {
    headers: { authorization: `Bearer ${paper.apiKey}` },
  });
  userId = ((await answer.json()) as { data: { userId: string } }).data.userId;
});

const close = ['perp.closePosition', 'coin=BTC', 'walletId=wal_main'];
const buyBtc = ['perp.placeOrder', 'coin=BTC', 'walletId=wal_main', 'isBuy=true', 'orderType=limit', 'limitPx=50000'];
const swap = ['swap.execute', 'walletId=wal_main', 'chain=solana', `inputMint=${sol}`, `outputMint=${usdc}`];
const trigger = [
  'trigger.create',
  'walletId=wal_main',
  'chain=solana',
  `inputToken=${sol}`,
  `outputToken=${usdc}`,
  'triggerMetric=price_usd',
  'triggerDirection=above',
  'triggerValue=900',
];
const oneSol = 'amount=1000000000';

test('the request is shown as it would be sent, with what was read to check it, and nothing is journalled', async () => {
  const { code, request, riskCheck, stderr, paths } = await dryRun([...close, 'percentage=50']);
  expect(code).toBe(0);
  expect(request).toEqual({
    method: 'POST',
    url: `${paper.baseUrl}/api/v2/perp/position/close`,
    body: { coin: 'BTC', walletId: 'wal_main', percentage: 50 },
  });
  const reads = ['account.me', 'perp.positions', 'perp.markets', 'account.usage'];
  expect(riskCheck).toEqual({ verdict: 'passed', code: null, message: null, gaps: [], reads });
  expect(stderr).toBe(`Nothing was sent that changes anything. Read for the risk check: ${reads.join(', ')}.\n`);
  expect(existsSync(paths.journalFile)).toBe(false);
});

test('a read is shown without a risk check', async () => {
  const { code, request, riskCheck, stderr } = await dryRun(['trigger.list', 'limit=5']);
  expect([code, riskCheck, stderr]).toEqual([0, null, 'Nothing was sent.\n']);
  expect(request).toMatchObject({
    method: 'GET',
    url: expect.stringMatching(/\/orders\?limit=5$/) as string,
    body: null,
  });
});

describe('own caps', () => {
  const config = '[caps]\nmax_order_usd = "60"\nmax_slippage_bps = 100\n';
  test.each([
    [[...buyBtc, 'sz=0.01'], /^Worth 500\.00 USD; your limit is 60\.00 USD an order\.$/],
    [[...buyBtc, 'sizeUsd=61'], /^Worth 61\.00 USD; your limit/],
    [[...swap, oneSol, 'slippageBps=50'], /^Worth 1\d\d\.\d\d USD; your limit is 60/],
    [[...swap, 'amount=10000000', 'slippageBps=300'], /^At most 1 % \(100 bps\) by your limit\.$/],
    [[...trigger, oneSol, 'slippageBps=50'], /^Worth 1\d\d\.\d\d USD; your limit is 60/],
    [
      ['perp.modifyOrder', 'coin=BTC', 'walletId=wal_main', 'oid=1', 'isBuy=true', 'limitPx=50000', 'sz=0.01'],
      /^Worth 500\.00 USD/,
    ],
    [
      [
        'perp.placeOrder',
        'coin=BTC',
        'walletId=wal_main',
        'isBuy=true',
        'orderType=market',
        'sz=0.0001',
        'limitPx=999999',
      ],
      /^Worth 100\.00 USD; your limit/,
    ],
  ])('refuse %j', async (args, message) => {
    const { code, riskCheck } = await dryRun(args, { config });
    expect([code, riskCheck?.verdict, riskCheck?.code]).toEqual([1, 'refused', 'OVER_LIMIT']);
    expect(riskCheck?.message).toMatch(message);
  });

  test.each([
    [[...buyBtc, 'sz=0.001']],
    [[...swap, 'amount=10000000', 'slippageBps=50']],
    [[...buyBtc, 'sz=0.01', 'reduceOnly=true']],
    [close],
  ])('pass %j', async (args) => {
    const { code, riskCheck } = await dryRun(args, { config });
    expect([code, riskCheck?.verdict, riskCheck?.gaps]).toEqual([0, 'passed', []]);
  });
});

describe('limits of the account', () => {
  const ofPerps = 'walletId=wal_perp';
  const order = (coin: string, sz: string): string[] => [
    'perp.placeOrder',
    ofPerps,
    `coin=${coin}`,
    'isBuy=true',
    'orderType=limit',
    'limitPx=1',
    `sz=${sz}`,
  ];
  test.each([
    ['max_open_positions = 3', order('MON', '20'), /^It would be position 4, .*; your limit is 3\.$/],
    ['max_open_orders = 6', order('BTC', '20'), /^It would be open order 7; your limit is 6\.$/],
    ['max_open_orders = 6', [...trigger, oneSol, 'slippageBps=50'], /^It would be open order 7/],
    [
      'max_heat_pct = 40',
      order('BTC', '100000'),
      /^The heat would be [\d,.]+ USD, [\d.]+ %, now .* 40 % of the equity\.$/,
    ],
  ])('%s refuses %j', async (limit, args, message) => {
    const { code, riskCheck } = await dryRun(args, { config: `[risk]\n${limit}\n` });
    expect([code, riskCheck?.code]).toEqual([1, 'ACCOUNT_LIMIT']);
    expect(riskCheck?.message).toMatch(message);
    expect(riskCheck?.reads).toContain('perp.orders');
  });

  test.each([
    ['max_open_positions = 4', order('MON', '20')],
    ['max_open_positions = 1', [...order('BTC', '0.01'), 'reduceOnly=true']],
    ['max_open_orders = 7', order('BTC', '20')],
    ['max_heat_pct = 40', order('BTC', '20')],
    ['max_heat_pct = 0.01', close],
  ])('%s passes %j', async (limit, args) => {
    const { code, riskCheck } = await dryRun(args, { config: `[risk]\n${limit}\n` });
    expect([code, riskCheck?.verdict, riskCheck?.message]).toEqual([0, 'passed', null]);
  });
});

test('the limits of the key refuse an order that is too large for it', async () => {
  const { code, riskCheck } = await dryRun([...swap, 'amount=900000000000', 'slippageBps=50'], {
    apiKey: paper.keys.limited,
  });
  expect([code, riskCheck?.code]).toEqual([1, 'OVER_LIMIT']);
  expect(riskCheck?.message).toMatch(/key/);
});

describe('the trading mode of the account', () => {
  const inMode = (mode: string): Scene => ({
    prepare: ({ stateDir }) =>
      createModeFile(accountFile(stateDir, account(), 'json')).write({ mode, atMs: 0, why: 'a test' }),
  });
  const codeIn = async (mode: string, args: readonly string[]) => (await dryRun(args, inMode(mode))).riskCheck?.code;

  test('halted refuses everything', async () => {
    expect(await codeIn('halted', close)).toBe('HALTED');
    expect(await codeIn('halted', ['walletGroups.rename', 'groupId=g', 'name=x'])).toBe('HALTED');
  });

  test('reducing refuses what adds risk, and what nobody can judge', async () => {
    expect(await codeIn('reducing', close)).toBeNull();
    expect(await codeIn('reducing', [...buyBtc, 'sz=0.001'])).toBe('REDUCING');
    expect(await codeIn('reducing', ['splits.execute', 'planId=p'])).toBe('REDUCING');
  });
});

test('an unresolved operation on the same position refuses another one', async () => {
  const prepare: Scene['prepare'] = ({ journalFile }) => {
    const journal = createJournal(journalFile);
    const at = new Date().toISOString();
    const sent = {
      event: 'sent',
      id: 'a1',
      at,
      mode: 'paper',
      profile: 'p',
      accountId: account(),
      summary: 'the close',
    };
    journal.append({
      ...sent,
      operation: 'perp.closePosition',
      walletId: 'wal_main',
      blocks: 'wal_main perp:BTC sell',
    });
    journal.append({ event: 'unknown', id: 'a1', at, code: 'TIMEOUT' });
    journal.close();
  };
  const { code, riskCheck } = await dryRun(close, { prepare });
  expect([code, riskCheck?.code]).toEqual([1, 'IN_DOUBT']);
  expect(riskCheck?.message).toMatch(/^The outcome of “the close” .* is unknown/);
  expect((await dryRun(close.with(1, 'coin=ETH'), { prepare })).riskCheck?.verdict).toBe('passed');
});

test('what the call would do is only known to the service: incomplete, with exit code 1', async () => {
  const { code, riskCheck } = await dryRun(['splits.execute', 'planId=p']);
  expect([code, riskCheck?.verdict]).toEqual([1, 'incomplete']);
  expect(riskCheck?.gaps).toEqual(['What the call would do could not be told, so no cap and no limit was checked.']);
});

test('without the service the request is shown, and the check is incomplete', async () => {
  const { code, request, riskCheck } = await dryRun(close, { baseUrl: 'http://127.0.0.1:9' });
  expect(request.url).toBe('http://127.0.0.1:9/api/v2/perp/position/close');
  expect([code, riskCheck?.verdict]).toEqual([1, 'incomplete']);
  expect(riskCheck?.gaps[0]).toMatch(/^Nothing was checked: the service did not say which account this is/);
});

test('--dry-run and --yes exclude each other', async () => {
  await expect(dryRun([...close, '--yes'])).rejects.toThrow(/--yes and --dry-run exclude each other/);
});

test('each call that is checked is one that changes something', () => {
  const changing = allEndpoints.filter(({ mutates }) => mutates).map(({ id }) => id);
  expect(changing).toEqual(expect.arrayContaining(Object.keys(deskOperations)));
});
