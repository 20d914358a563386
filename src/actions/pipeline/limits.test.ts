import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import type { Caps } from '../../domain/market/caps.ts';
import type { TokenRef } from '../../domain/market/token.ts';
import { toBig } from '../../domain/numbers/amount.ts';
import { jup, sol, usdc, wire } from '../../stores/desk-data.fixture.ts';
import { intentOf } from '../operations.ts';
import { confirmationOf } from './confirmation.ts';
import { fakeContext } from './fake-context.fixture.ts';
import { type Guarded, whyRefused } from './guard.ts';
import { type OrderLimits, perpWarnings, shareOf } from './limits.ts';

type Constraints = NonNullable<(typeof wire.usage)['constraints']>;

interface Allowed {
  readonly caps?: Partial<Caps>;
  readonly constraints?: Partial<Record<keyof Constraints | string, unknown>>;
  readonly usage?: Readonly<Record<string, unknown>>;
}

function deskWith({ caps, constraints, usage }: Allowed) {
  const fake = fakeContext(() => ({}));
  const answer = {
    ...wire.usage,
    constraints: { ...wire.usage.constraints, ...constraints },
    usage: { ...wire.usage.usage, ...usage },
  };
  fake.reads.answer('usage', answer as never, fake.clock.now());
  return { ...fake, context: { ...fake.context, caps: { ...fake.context.caps, ...caps } } };
}

const at = (address: string): TokenRef => ({ chain: 'solana', address });
const bscUsdc: TokenRef = { chain: 'bsc', address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d' };
const bscToken: TokenRef = { chain: 'bsc', address: '0x00000000000000000000000000000000000000c4' };

/** A swap or trigger order of so many base units at a price, as the forms size it. */
function orderOf(
  baseUnits: bigint,
  over: Partial<OrderLimits['order']> & { decimals: number; price: string },
): OrderLimits {
  const { decimals, price, ...order } = over;
  const sized = {
    kind: 'swap',
    input: at(jup),
    output: at(sol),
    sharePct: null,
    priceImpactPct: null,
    ...order,
  } as const;
  return {
    wallet: { chain: sized.input.chain, walletId: 'w-main' },
    slippageBps: 50,
    order: { ...sized, usd: new Big(price).times(toBig(baseUnits, decimals)) },
  };
}

const guarded = (limits: Guarded['limits']): Guarded => ({
  ...({ walletId: 'w-main', instrument: 'x', side: 'sell', risk: 'adds', needs: [] } as const),
  ...(limits ? { limits } : {}),
});

const codeOf = (allowed: Allowed, limits: Guarded['limits']): string | null =>
  whyRefused(deskWith(allowed).context, guarded(limits))?.code ?? null;

const sells = { input: at(jup), output: at(sol), decimals: 6, price: '0.36' };
const buys = { input: at(usdc), output: at(jup), decimals: 6, price: '1' };
/** Eighteen decimals: one base unit is far below what a float can tell apart. */
const buysOnBsc = { input: bscUsdc, output: bscToken, decimals: 18, price: '1' };

describe('every cap at ±1 base unit', () => {
  test.each<readonly [string, Allowed, Partial<OrderLimits['order']> & { decimals: number; price: string }, bigint]>([
    ['maxBuyUsdPerTrade', { constraints: { maxBuyUsdPerTrade: '50' } }, buys, 50_000_000n],
    ['maxBuyUsdPerTrade, 18 decimals', { constraints: { maxBuyUsdPerTrade: '50' } }, buysOnBsc, 50n * 10n ** 18n],
    ['maxBuyUsdPerTrade of cents', { constraints: { maxBuyUsdPerTrade: '0.07' } }, buys, 70_000n],
    ['maxSellUsdPerTrade', { constraints: { maxSellUsdPerTrade: '250.2' } }, sells, 695_000_000n],
    ['maxBuyUsdPerDay', { constraints: { maxBuyUsdPerDay: '120' } }, buys, 120_000_000n],
    [
      'maxBuyUsdPerDay, some of it used',
      { constraints: { maxBuyUsdPerDay: '120' }, usage: { buyUsdLastDay: '0.000001' } },
      buys,
      119_999_999n,
    ],
    [
      'maxSellUsdPerDay, some of it used',
      { constraints: { maxSellUsdPerDay: '1000' }, usage: { sellUsdLastDay: '640' } },
      sells,
      1_000_000_000n,
    ],
    [
      'maxBuyUsdPerDay of a trigger order',
      { constraints: { maxBuyUsdPerDay: '120' }, usage: { buyUsdLastDay: '20' } },
      { ...buys, kind: 'trigger' },
      100_000_000n,
    ],
    [
      'maxLimitOrderUsdPerOrder',
      { constraints: { maxLimitOrderUsdPerOrder: '50' } },
      { ...buys, kind: 'trigger' },
      50_000_000n,
    ],
    ['own max_order_usd, a swap', { caps: { maxOrderUsd: '36' } }, sells, 100_000_000n],
    ['own max_order_usd, a trigger order', { caps: { maxOrderUsd: '50' } }, { ...buys, kind: 'trigger' }, 50_000_000n],
    [
      'the smaller one, which is the own',
      { caps: { maxOrderUsd: '49' }, constraints: { maxBuyUsdPerTrade: '50' } },
      buys,
      49_000_000n,
    ],
    [
      "the smaller one, which is the key's",
      { caps: { maxOrderUsd: '50' }, constraints: { maxBuyUsdPerTrade: '49' } },
      buys,
      49_000_000n,
    ],
  ])('%s', (_name, allowed, order, limit) => {
    const codes = [-1n, 0n, 1n].map((step) => codeOf(allowed, orderOf(limit + step, order)));
    expect(codes).toEqual([null, null, 'OVER_LIMIT']);
  });

  test('a limit on sells does not apply to buys, and vice versa', () => {
    const limits = {
      maxSellUsdPerTrade: '1',
      maxSellUsdPerDay: '1',
      maxSellPositionPct: 1,
      maxLimitOrderUsdPerOrder: '1',
    };
    expect(codeOf({ constraints: limits }, orderOf(50_000_000n, { ...buys, sharePct: new Big(90) }))).toBeNull();
    const others = { maxBuyUsdPerTrade: '1', maxBuyUsdPerDay: '1', maxLimitOrderUsdPerOrder: '1' };
    expect(codeOf({ constraints: others }, orderOf(50_000_000n, sells))).toBeNull();
  });

  test('maxSellPositionPct of any balance', () => {
    const property = fc.property(
      fc.bigInt(1n, 10n ** 30n),
      fc.integer({ min: 1, max: 99 }),
      fc.constantFrom('swap', 'trigger'),
      (balance, maxSellPositionPct, kind) => {
        const most = (balance * BigInt(maxSellPositionPct)) / 100n;
        const codes = [most, most + 1n].map((baseUnits) =>
          codeOf(
            { constraints: { maxSellPositionPct } },
            orderOf(baseUnits, { ...sells, kind, sharePct: shareOf(baseUnits, balance) }),
          ),
        );
        expect(codes).toEqual([null, 'OVER_LIMIT']);
      },
    );
    fc.assert(property, { numRuns: cases(25, 60) });
  });

  test('maxPriceImpactPct', () => {
    const codes = ['4.999999999999999999', '5', '5.000000000000000001'].map((pct) =>
      codeOf({ constraints: { maxPriceImpactPct: 5 } }, orderOf(1n, { ...sells, priceImpactPct: new Big(pct) })),
    );
    expect(codes).toEqual([null, null, 'OVER_LIMIT']);
  });

  test.each([
    ['own', { caps: { maxSlippageBps: 100 } }],
    ["the key's", { constraints: { maxSlippageBps: 100 } }],
    ["the key's below the own", { caps: { maxSlippageBps: 101 }, constraints: { maxSlippageBps: 100 } }],
    ["the own below the key's", { caps: { maxSlippageBps: 100 }, constraints: { maxSlippageBps: 101 } }],
  ])('maxSlippageBps, %s', (_name, allowed) => {
    const codes = [99, 100, 101].map((slippageBps) => codeOf(allowed, { ...orderOf(1n, sells), slippageBps }));
    expect(codes).toEqual([null, null, 'OVER_LIMIT']);
  });

  const swapOf = (baseUnits: bigint) => ({
    ...({ walletId: 'w-main', chain: 'bsc', inputMint: bscUsdc.address, outputMint: bscToken.address } as const),
    baseUnits,
    slippageBps: 50,
    limits: orderOf(baseUnits, buysOnBsc),
    summary: '1 USDC → X',
  });
  const confirmedBy = (caps: Partial<Caps>, isOneClick: boolean, baseUnits: bigint): string => {
    const { context } = deskWith({ caps });
    context.trading.setState({ isOneClick });
    return confirmationOf(context, intentOf(context, { kind: 'executeSwap', draft: swapOf(baseUnits) })).by;
  };

  test('word_above_usd', () => {
    const limit = 10_000n * 10n ** 18n;
    const by = [-1n, 0n, 1n].map((step) => confirmedBy({ wordAboveUsd: '10000' }, false, limit + step));
    expect(by).toEqual(['key', 'key', 'word']);
  });

  describe('a close', () => {
    const confirmationFor = (caps: Partial<Caps>, over: { price?: null; accountValue?: string } = {}) => {
      const { context, reads } = deskWith({ caps });
      const [btc] = wire.positions.positions;
      const row = over.price === null ? { ...btc, positionValue: undefined } : btc;
      const accountValue = over.accountValue ?? '20000';
      reads.answer('positions', { ...wire.positions, accountValue, positions: [row] }, context.clock.now());
      if (over.price === null) reads.answer('markets', [], context.clock.now());
      const draft = { walletId: 'w-main', coin: 'BTC', percentage: 100, side: 'long' } as const;
      return confirmationOf(context, intentOf(context, { kind: 'closePosition', draft }));
    };

    test('needs a key, whatever its value, even if that is unknown', () => {
      expect(confirmationFor({ wordAboveUsd: '1' })).toEqual({ by: 'key' });
      expect(confirmationFor({ wordAboveUsd: '1' }, { price: null })).toEqual({ by: 'key' });
      expect(confirmationFor({ closeWordAbovePct: 1 }, { price: null })).toEqual({ by: 'key' });
      expect(confirmationFor({ closeWordAbovePct: 1 }, { accountValue: '0' })).toEqual({ by: 'key' });
    });

    test('needs a word above the share of the account that the user set', () => {
      const [before, after] = [72, 73].map((closeWordAbovePct) => confirmationFor({ closeWordAbovePct }));
      expect(before).toMatchObject({ by: 'word', word: 'CLOSE', why: expect.stringContaining('of the perp account') });
      expect(after).toEqual({ by: 'key' });
    });
  });

  test('one_click_usd', () => {
    const limit = 1_000n * 10n ** 18n;
    const by = [-1n, 0n, 1n].map((step) => confirmedBy({ oneClickUsd: '1000' }, true, limit + step));
    expect(by).toEqual(['nothing', 'nothing', 'key']);
    expect(confirmedBy({ oneClickUsd: '1000' }, false, 1n)).toBe('key');
    expect(confirmedBy({ oneClickUsd: null }, true, 1n)).toBe('key');
  });
});

describe('what remains of the key’s limits', () => {
  const swap = orderOf(1n, sells);
  const trigger = orderOf(1n, { ...sells, kind: 'trigger' });

  test.each([
    ['executions this hour', { maxExecutionsPerHour: 3 }, 'executionsLastHour', swap],
    ['executions today', { maxExecutionsPerDay: 3 }, 'executionsLastDay', swap],
    ['trigger orders today', { maxLimitOrdersPerDay: 3 }, 'limitOrdersLastDay', trigger],
    [
      'executions this hour, of a close',
      { maxExecutionsPerHour: 3 },
      'executionsLastHour',
      { walletId: 'w', isExecution: true },
    ],
    [
      'executions today, of a close',
      { maxExecutionsPerDay: 3 },
      'executionsLastDay',
      { walletId: 'w', isExecution: true },
    ],
  ] as const)('%s', (_name, constraints, field, limits) => {
    const used = { executionsLastHour: 0, executionsLastDay: 0, limitOrdersLastDay: 0 };
    const codes = [2, 3].map((n) => codeOf({ constraints, usage: { ...used, [field]: n } }, limits));
    expect(codes).toEqual([null, 'OVER_LIMIT']);
  });

  test('a close is not refused on an estimate of this desk', () => {
    const close = { walletId: 'w', isExecution: true };
    const fake = deskWith({
      constraints: { maxExecutionsPerHour: 3 },
      usage: { executionsLastHour: 2, executionsLastDay: 2 },
    });
    fake.context.session.setState({ executionsSinceUsage: 40 });
    expect(whyRefused(fake.context, guarded(close))).toBeNull();
    expect(whyRefused(fake.context, guarded(swap))?.code).toBe('OVER_LIMIT');
    const uncounted = deskWith({ constraints: { maxExecutionsPerHour: 0 }, usage: { executionsLastHour: null } });
    expect(whyRefused(uncounted.context, guarded(close))).toBeNull();
  });

  test('margin changes do not count as executions', () => {
    const usage = { executionsLastHour: 99, executionsLastDay: 999 };
    expect(codeOf({ usage }, { walletId: 'w', isExecution: false })).toBeNull();
  });
});

describe('perps', () => {
  const limits = { walletId: 'w-main', isExecution: true };

  test('a wallet not allowed by the key is refused, for a close and for margin', () => {
    const constraints = { allowedWalletIds: ['other'] };
    const { context } = deskWith({ constraints });
    const orders = [
      { kind: 'closePosition', draft: { walletId: 'w-main', coin: 'BTC', percentage: 50, side: 'long' } },
      { kind: 'adjustMargin', draft: { walletId: 'w-main', coin: 'BTC', amount: '5' } },
    ] as const;
    for (const order of orders)
      expect(whyRefused(context, intentOf(context, order))).toEqual({
        code: 'OVER_LIMIT',
        message: 'The key does not allow this wallet.',
      });
    expect(codeOf({ constraints: { allowedWalletIds: ['w-main'] } }, limits)).toBeNull();
  });

  test('limits that the contract leaves open give a warning above the limit, and the service decides', () => {
    const constraints = {
      allowedNetworks: [6],
      sellsEnabled: false,
      buysEnabled: false,
      maxSellUsdPerTrade: '100',
      maxBuyUsdPerTrade: '100',
      maxSellPositionPct: 25,
    };
    const { context } = deskWith({ constraints });
    const said = (side: 'buy' | 'sell', usd: string, percentage: number) =>
      perpWarnings(context, { side, usd: new Big(usd), percentage });
    expect(said('sell', '100', 25)).toEqual([
      'the key is not allowed the perp network',
      'the key does not allow sells, and this sells',
    ]);
    expect(said('sell', '100.000001', 26)).toHaveLength(4);
    expect(said('buy', '100', 100)).toHaveLength(2);
    expect(said('buy', '100.000001', 100)).toHaveLength(3);
    expect(perpWarnings(context, null)).toEqual(['the key is not allowed the perp network']);
    expect(codeOf({ constraints }, limits)).toBeNull();
    expect(perpWarnings(deskWith({ constraints: { allowedNetworks: [6, 8] } }).context, null)).toEqual([]);
  });
});
