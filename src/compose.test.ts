import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compose } from './compose.ts';
import { configSchema, toConfig } from './platform/config/config-schema.ts';
import { FakeClock } from './platform/time/fake-clock.fixture.ts';
import { seededRandom } from './platform/time/random.ts';
import { liveService as service } from './service.fixture.ts';
import { sol, wire } from './stores/desk-data.fixture.ts';

let folder: string;
let requests: string[];
let usage: unknown;

const answers: Readonly<Record<string, () => unknown>> = {
  'GET /api/v2/perp/positions': () => wire.positions,
  'GET /api/v2/perp/markets': () => wire.markets,
  'GET /api/v2/trigger/orders': () => wire.orders,
  'GET /api/v2/portfolio/balances': () => wire.balances,
  'GET /api/v2/portfolio/positions': () => wire.holdings,
  'GET /api/v2/account/wallets': () => wire.wallets,
  'GET /api/v2/account/usage': () => usage,
  'GET /api/v2/perp/orders': () => wire.perpOrders,
  'GET /api/v2/perp/fills': () => wire.fills,
  'GET /api/v2/perp/markets/BTC': () => wire.markets[0],
  'POST /api/v2/tokens/batch': () => ({ tokens: [] }),
  'POST /api/v2/perp/position/close': () => ({ results: [{ status: 'success', oid: 7 }] }),
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdeck-compose-'));
  requests = [];
  usage = wire.usage;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    const request = new Request(...sent);
    const name = `${request.method} ${new URL(request.url).pathname}`;
    requests.push(name);
    const answer = answers[name];
    if (!answer) return Response.json({ error: { code: 'NOT_FOUND', message: name }, requestId: 'r' }, { status: 404 });
    return Response.json({ data: answer(), requestId: 'r' });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

function setUp(config: object = {}) {
  const clock = new FakeClock();
  const journalFile = join(folder, 'journal.jsonl');
  let changes = 0;
  const model = compose(service, {
    clock,
    random: seededRandom(1),
    config: toConfig(configSchema.parse(config), folder),
    journalFile,
    stateDir: folder,
    onChange: () => changes++,
    keyOf: (commandId) => commandId,
    onFault: (error) => {
      throw error;
    },
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) {
      await new Promise(setImmediate);
      await vi.advanceTimersByTimeAsync(1);
    }
  };
  return { model, clock, settle, changes: () => changes, journal: () => readFileSync(journalFile, 'utf8') };
}

test('nothing runs before start', async () => {
  const { model, settle, clock, changes } = setUp();
  await settle();
  expect([requests, clock.pending, vi.getTimerCount(), changes()]).toEqual([[], 0, 0, 0]);
  expect(model.session.getState()).toMatchObject({ mode: 'live', profile: 'main', baseUrl: 'https://api.example.com' });
  model.stop();
});

test('start fills the stores and reports changes; stop leaves no timer', async () => {
  const { model, settle, clock, changes } = setUp();
  model.start();
  await settle();
  expect(model.data.read('positions').data?.positions).toHaveLength(2);
  expect(model.session.getState().latencyMs).not.toBeNull();
  expect(changes()).toBeGreaterThan(5);
  model.stop();
  await settle();
  const before = requests.length;
  await vi.advanceTimersByTimeAsync(120_000);
  await clock.advance(120_000);
  expect(requests).toHaveLength(before);
  expect([clock.pending, vi.getTimerCount()]).toEqual([0, 0]);
});

test('data that only panes show is read while they are visible; marks are sampled from the start', async () => {
  const { model, settle } = setUp();
  const perpReads = () =>
    [...new Set(requests)].filter((name) => /perp\/(orders|fills|fees|funding|account|markets\/)/.test(name)).sort();
  model.start();
  await settle();
  await vi.advanceTimersByTimeAsync(70_000);
  // The heat counts the stops on every screen.
  expect(perpReads()).toEqual(['GET /api/v2/perp/orders']);
  expect(model.priceSamples.of('BTC').at(-1)?.px.toFixed()).toBe('97031.5');
  model.wanted.show({ names: ['perpOrders', 'fills'], bookCoin: 'BTC', ownersOf: null });
  await settle();
  const shown = ['GET /api/v2/perp/fills', 'GET /api/v2/perp/markets/BTC', 'GET /api/v2/perp/orders'];
  expect(perpReads()).toEqual(shown);
  expect(model.data.market('BTC').data?.meta.name).toBe('BTC');
  requests = [];
  model.wanted.show({ names: [], bookCoin: null, ownersOf: null });
  model.data.refresh();
  await vi.advanceTimersByTimeAsync(70_000);
  expect(perpReads()).toEqual(['GET /api/v2/perp/orders']);
  model.stop();
});

test('the tape watches the configured tokens, or the default tokens', () => {
  const named = setUp({ tape: { tokens: [`solana:${sol}`] } }).model;
  expect(named.watchlist.getState().tokens).toEqual([`solana:${sol}`]);
  const usual = setUp().model;
  expect(usual.watchlist.getState().tokens.length).toBeGreaterThan(1);
  for (const model of [named, usual]) model.stop();
});

const close = { walletId: 'w-main', coin: 'BTC', percentage: 50, side: 'long' } as const;

test('an order is sent once and journalled before and after, without the key', async () => {
  const { model, settle, journal } = setUp();
  model.start();
  await settle();
  const sending = model.actions.send({ kind: 'closePosition', draft: close });
  await settle();
  expect(await sending).toMatchObject({ kind: 'accepted' });
  expect(requests.filter((name) => name.startsWith('POST /api/v2/perp'))).toHaveLength(1);
  const lines = journal()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ event }) => event)).toEqual(['sent', 'accepted']);
  expect(journal()).not.toContain('canary');
  model.stop();
});

test('an order counts against the key limits until the service counts it, or for the session if it never does', async () => {
  for (const [answer, left] of [
    [wire.usage, 0],
    [{ ...wire.usage, usage: null }, 1],
  ] as const) {
    usage = answer;
    const { model, settle } = setUp();
    model.start();
    await settle();
    const sending = model.actions.send({ kind: 'closePosition', draft: close });
    await settle();
    await sending;
    await settle();
    expect(model.session.getState().executionsSinceUsage).toBe(left);
    model.stop();
  }
});

test('agent sessions are not followed at a live service until their path is configured', () => {
  const whyNot = (names: object): string | null => setUp({ names }).model.session.getState().whyNoAgentSession;
  expect(whyNot({})).toContain('set agentsSessionPath under [names]');
  expect(whyNot({ agentsSessionPath: '/api/v2/runs/{sessionId}' })).toBeNull();
});

test('the model that the screen reads does not contain the key', () => {
  const { model } = setUp();
  expect(JSON.stringify(model.session.getState())).not.toContain('canary');
  model.stop();
});
