import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seededRandom } from '../../platform/time/random.ts';
import { endpoint } from '../../protocol/endpoint.ts';
import { type CallContext, PaperError, type Route } from '../service/handler.ts';
import { ConstraintGuard, type Intent } from './constraints.ts';
import { generateKeys, type KeyConstraints, KeyRing } from './keys.ts';

const hourMs = 3_600_000;
const anything = endpoint({
  id: 'any.thing',
  method: 'POST',
  path: '/any',
  summary: '',
  source: 'paper',
  scope: null,
  body: z.unknown(),
  response: z.unknown(),
});

const allPaperKeys = generateKeys(seededRandom(1));
const limited = allPaperKeys.find(({ kind }) => kind === 'limited')!;
const full = allPaperKeys.find(({ kind }) => kind === 'full')!;

let nowMs: number;
let open: Set<string>;
let limits: KeyConstraints;
let guard: ConstraintGuard;

class LimitedRing extends KeyRing {
  override constraintsOf(key: Parameters<KeyRing['constraintsOf']>[0]) {
    return key.kind === 'limited' ? limits : super.constraintsOf(key);
  }
}

const newGuard = () =>
  new ConstraintGuard({
    keys: new LimitedRing(allPaperKeys, []),
    nowMs: () => nowMs,
    readIntent: (_id, input) => input as Intent | Intent[] | null,
    isTaskOpen: (taskId) => open.has(taskId),
  });

beforeEach(() => {
  nowMs = Date.UTC(2026, 0, 1);
  open = new Set();
  limits = {
    buysEnabled: true,
    sellsEnabled: true,
    allowCustomGas: false,
    allowBribes: false,
    maxExecutionsPerHour: 3,
    maxExecutionsPerDay: 5,
    maxConcurrentExecutions: 2,
    maxLimitOrdersPerDay: 1,
  };
  guard = newGuard();
});

async function run(
  intent: Intent | Intent[],
  handle: Route['handle'] = () => ok,
  keyId = limited.keyId,
): Promise<unknown> {
  const context: CallContext = { key: { keyId, scopes: [] }, userId: 'u', nowMs, requestId: 'r' };
  return guard.guard({ endpoint: anything, handle }).handle(intent, context);
}

/** The handler's answer, or a refusal as [status, code, constraint]. */
const attempt = (...call: Parameters<typeof run>): Promise<unknown> =>
  run(...call).catch((error: unknown) => {
    if (!(error instanceof PaperError)) throw error;
    return [error.status, error.code, (error.details as { constraint: string }).constraint];
  });

const execution: Intent = { counts: 'execution' };
const limitOrder: Intent = { counts: 'limitOrder' };
const ok = {};

describe('what a key never may', () => {
  it.each<[string, Partial<KeyConstraints>, Intent, Intent]>([
    ['allowedNetworks', { allowedNetworks: [6] }, { ...execution, network: 6 }, { ...execution, network: 1 }],
    ['allowedWalletIds', { allowedWalletIds: ['a'] }, { ...execution, walletId: 'a' }, { ...execution, walletId: 'b' }],
    ['buysEnabled', { buysEnabled: false }, { ...execution, side: 'sell' }, { ...execution, side: 'buy' }],
    ['sellsEnabled', { sellsEnabled: false }, { ...execution, side: 'buy' }, { ...execution, side: 'sell' }],
    ['maxSlippageBps', { maxSlippageBps: 100 }, { ...execution, slippageBps: 100 }, { ...execution, slippageBps: 101 }],
    ['maxSlippageBps', { maxSlippageBps: 0 }, { ...execution, slippageBps: 0 }, { ...execution, slippageBps: 1 }],
    [
      'maxPriceImpactPct',
      { maxPriceImpactPct: 5 },
      { ...execution, priceImpactPct: 5 },
      { ...execution, priceImpactPct: 5.01 },
    ],
    [
      'maxBuyUsdPerTrade',
      { maxBuyUsdPerTrade: 50 },
      { ...execution, side: 'buy', usd: 50 },
      { ...execution, side: 'buy', usd: 50.01 },
    ],
    [
      'maxSellUsdPerTrade',
      { maxSellUsdPerTrade: 50, maxBuyUsdPerTrade: 1 },
      { ...execution, side: 'sell', usd: 50 },
      { ...execution, side: 'sell', usd: 50.01 },
    ],
    [
      'maxSellPositionPct',
      { maxSellPositionPct: 25 },
      { ...execution, side: 'sell', sellPct: 25 },
      { ...execution, side: 'sell', sellPct: 25.01 },
    ],
    [
      'maxLimitOrderUsdPerOrder',
      { maxLimitOrderUsdPerOrder: 50, maxBuyUsdPerTrade: 1 },
      { ...limitOrder, side: 'buy', usd: 50 },
      { ...limitOrder, side: 'buy', usd: 50.01 },
    ],
    [
      'maxLimitOrderUsdPerOrder',
      { maxLimitOrderUsdPerOrder: 50, maxBuyUsdPerTrade: 1 },
      { counts: null, isLimitOrder: true, side: 'buy', usd: 50 },
      { counts: null, isLimitOrder: true, side: 'buy', usd: 50.01 },
    ],
    [
      'maxSellPositionPct',
      { maxSellPositionPct: 25 },
      { ...limitOrder, side: 'sell', sellPct: 25 },
      { ...limitOrder, side: 'sell', sellPct: 26 },
    ],
    ['allowCustomGas', {}, { counts: null, setsCustomGas: false }, { counts: null, setsCustomGas: true }],
    ['allowBribes', {}, { counts: null, setsBribe: false }, { counts: null, setsBribe: true }],
  ])('%s: 403 just beyond the limit, nothing at it', async (constraint, some, within, beyond) => {
    limits = { ...limits, ...some };
    expect(await attempt(beyond)).toEqual([403, 'FORBIDDEN', constraint]);
    expect(await attempt(within)).toEqual(ok);
  });

  it('a null limit limits nothing', async () => {
    limits = { ...limits, maxSlippageBps: null, allowedNetworks: null, maxBuyUsdPerTrade: null };
    expect(await attempt({ ...execution, network: 9, slippageBps: 9_999, side: 'buy', usd: 1e9 })).toEqual(ok);
  });

  it('lets a waiting order not escape what a day may cost', async () => {
    limits = { ...limits, maxBuyUsdPerDay: 100 };
    expect(await attempt({ ...limitOrder, side: 'buy', usd: 60 })).toEqual(ok);
    expect(guard.use(limited.keyId).buyUsdLastDay).toBe(60);
    expect(await attempt({ ...execution, side: 'buy', usd: 41 })).toEqual([403, 'FORBIDDEN', 'maxBuyUsdPerDay']);
  });

  it('refuses a batch for one item, and counts nothing of it', async () => {
    limits = { ...limits, maxLimitOrderUsdPerOrder: 50 };
    const change = (usd: number): Intent => ({ counts: null, isLimitOrder: true, usd });
    expect(await attempt([change(50), change(51)])).toEqual([403, 'FORBIDDEN', 'maxLimitOrderUsdPerOrder']);
    expect(await attempt([change(50), change(49)])).toEqual(ok);
    expect(guard.use(limited.keyId).limitOrdersLastDay).toBe(0);
  });

  it('adds up what was bought within a day', async () => {
    limits = { ...limits, maxBuyUsdPerDay: 100 };
    expect(await attempt({ ...execution, side: 'buy', usd: 60 })).toEqual(ok);
    expect(await attempt({ ...execution, side: 'buy', usd: 41 })).toEqual([403, 'FORBIDDEN', 'maxBuyUsdPerDay']);
    expect(await attempt({ ...execution, side: 'buy', usd: 40 })).toEqual(ok);
    nowMs += 24 * hourMs;
    expect(await attempt({ ...execution, side: 'buy', usd: 41 })).toEqual(ok);
  });
});

describe('what a key may not now', () => {
  const refused = async (intent: Intent): Promise<PaperError> => {
    const failure = run(intent).catch((error: unknown) => error);
    expect(await failure).toBeInstanceOf(PaperError);
    return (await failure) as PaperError;
  };

  it('counts executions in a rolling hour and says when the next may go', async () => {
    await attempt(execution);
    nowMs += 600_000;
    await attempt(execution);
    await attempt(execution);
    const { status, code, retryAfterS } = await refused(execution);
    expect([status, code, retryAfterS]).toEqual([429, 'RATE_LIMITED', 3_000]);
    nowMs += 3_000_000 - 1;
    expect((await refused(execution)).retryAfterS).toBe(1);
    nowMs += 1;
    expect(await attempt(execution)).toEqual(ok);
  });

  it('counts executions in a rolling day', async () => {
    for (let count = 0; count < 5; count++) {
      expect(await attempt(execution)).toEqual(ok);
      nowMs += hourMs;
    }
    const { details, retryAfterS } = await refused(execution);
    expect(details).toMatchObject({ constraint: 'maxExecutionsPerDay', limit: 5 });
    expect(retryAfterS).toBe((19 * hourMs) / 1_000);
  });

  it('counts limit orders apart from executions', async () => {
    expect(await attempt(limitOrder)).toEqual(ok);
    expect(await attempt(limitOrder)).toEqual([429, 'RATE_LIMITED', 'maxLimitOrdersPerDay']);
    expect(await attempt(execution)).toEqual(ok);
  });

  it('counts what is still open against concurrent executions', async () => {
    open = new Set(['t1', 't2']);
    await attempt(execution, () => ({ taskId: 't1' }));
    await attempt(execution, () => ({ taskId: 't2' }));
    expect(await attempt(execution)).toEqual([429, 'RATE_LIMITED', 'maxConcurrentExecutions']);
    expect(guard.use(limited.keyId).executionsNow).toBe(2);
    open.delete('t1');
    expect(await attempt(execution)).toEqual(ok);
  });

  it('lets two calls at once not both take the last place', async () => {
    limits = { ...limits, maxExecutionsPerHour: 1 };
    const slow = () => new Promise((resolve) => setImmediate(() => resolve(ok)));
    const answers = await Promise.all([attempt(execution, slow), attempt(execution, slow)]);
    expect(answers).toEqual([ok, [429, 'RATE_LIMITED', 'maxExecutionsPerHour']]);
  });

  it('counts nothing that was refused, failed, or only checked', async () => {
    limits = { ...limits, maxSlippageBps: 100 };
    await attempt({ ...execution, slippageBps: 101 });
    await attempt({ counts: null, slippageBps: 1 });
    const broken = attempt(execution, () => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    await attempt(execution, () => ({ results: [{ status: 'error', error: 'no margin' }] }));
    expect(guard.use(limited.keyId)).toMatchObject({ executionsLastDay: 0, executionsNow: 0 });
  });

  it('keeps the counters of each key apart, and across a restart', async () => {
    await attempt(execution);
    await attempt({ ...execution, side: 'sell', usd: 12.5 });
    await attempt(execution, undefined, full.keyId);
    const expected = { executionsLastHour: 2, executionsLastDay: 2, sellUsdLastDay: 12.5, limitOrdersLastDay: 0 };
    expect(guard.use(limited.keyId)).toMatchObject(expected);
    expect(guard.use(full.keyId).executionsLastHour).toBe(1);
    const next = newGuard();
    next.restore(structuredClone(guard.snapshot()));
    expect(next.use(limited.keyId)).toEqual(guard.use(limited.keyId));
  });
});
