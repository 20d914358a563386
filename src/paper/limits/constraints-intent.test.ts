import { describe, expect, it } from 'vitest';
import type { Intent } from './constraints.ts';
import { createReadIntent } from './constraints-intent.ts';

const held = 1_000_000_007n;
const presets = { '6': { p1: { type: 'solana', customPriorityFeeSol: '0.0005', bribeAmountSol: null } } };
const signed = { chain: 'solana', amount: '7000000', slippageBps: 50, inputMint: 'usdc', outputMint: 'sol' } as const;
const read = createReadIntent({
  spot: {
    usdValue: (_chain, token, amount) => (token === 'unlisted' ? null : Number(amount) / 1e6),
    isBuy: (_chain, input) => input === 'usdc',
    holding: (walletId) => (walletId === 'empty' ? 0n : held),
    priceImpactPct: ({ outputMint }) => (outputMint === 'unlisted' ? null : 1.5),
    splitWallets: (planId) =>
      planId === 'plan_1'
        ? [
            { walletId: 'w', chain: 'solana' },
            { walletId: 'v', chain: 'base' },
          ]
        : [],
    signedSwap: async ({ signedTransaction }) => (signedTransaction === 'ours' ? signed : null),
  },
  perps: {
    markPx: (coin) => (coin === 'BTC' ? '50000' : null),
    positionSize: (walletId) => (walletId === 'long' ? '2' : walletId === 'short' ? '-2' : '0'),
  },
  settings: () => ({ chainPresetsBuy: presets, chainPresetsSell: presets }),
});
const readIntent = (id: string, input: unknown) => read(id, input) as Intent | null;

const swap = {
  chain: 'base',
  inputMint: 'usdc',
  outputMint: 'weth',
  amount: '25000000',
  walletId: 'w',
  slippageBps: 80,
} as const;
const body = (fields: object) => ({ body: { ...swap, ...fields } });
const sellPct = (fields: object) => readIntent('swap.execute', body({ inputMint: 'weth', ...fields }))?.sellPct;

describe('createReadIntent', () => {
  it('reads a managed swap as an execution with its network, side, size, slippage and impact', () => {
    expect(readIntent('swap.execute', body({}))).toMatchObject({
      counts: 'execution',
      network: 1,
      walletId: 'w',
      side: 'buy',
      usd: 25,
      slippageBps: 80,
      priceImpactPct: 1.5,
    });
    expect(readIntent('swap.execute', body({ inputMint: 'weth' }))?.side).toBe('sell');
  });

  it('reads transfers and splits as moves of every wallet that takes part, which use nothing up', () => {
    const move = { fromWalletId: 'w', toWalletId: 'v', token: 'native', chain: 'EVM', chainId: 56 };
    const moves = [
      { counts: null, walletId: 'w', network: 4 },
      { counts: null, walletId: 'v', network: 4 },
    ];
    expect(readIntent('transfers.send', { body: { ...move, amount: '1' } })).toEqual(moves);
    expect(readIntent('transfers.retireWallet', { body: move })).toEqual(moves);
    expect(readIntent('splits.execute', { body: { planId: 'plan_1' } })).toEqual([
      { counts: null, walletId: 'w', network: 6 },
      { counts: null, walletId: 'v', network: 1 },
    ]);
    expect(readIntent('splits.execute', { body: { planId: 'unknown' } })).toEqual([]);
  });

  it('leaves out what the market does not know', () => {
    const intent = readIntent(
      'swap.execute',
      body({ inputMint: 'unlisted', outputMint: 'unlisted', walletId: 'empty' }),
    );
    expect([intent?.usd, intent?.priceImpactPct, intent?.sellPct]).toEqual([undefined, undefined, undefined]);
  });

  it('rounds the share that is sold up, so that one base unit above a cap is above it', () => {
    expect(sellPct({ amount: String(held) })).toBe(100);
    const quarter = held / 4n;
    expect(sellPct({ amount: String(quarter) })).toBeLessThanOrEqual(25);
    expect(sellPct({ amount: String(quarter + 1n) })).toBeGreaterThan(25);
  });

  it('counts trigger orders as limit orders, and unsigned transactions as nothing', () => {
    const trigger = { body: { ...swap, inputToken: 'usdc', outputToken: 'weth' } };
    expect(readIntent('trigger.create', trigger)).toMatchObject({ counts: 'limitOrder', side: 'buy', usd: 25 });
    expect(readIntent('swap.transaction', body({ walletId: undefined }))).toMatchObject({ counts: null, usd: 25 });
  });

  it('looks into a signed transaction: a swap that paper built counts with its size', async () => {
    const submit = (signedTransaction: string) =>
      read('swap.submit', { body: { chain: 'solana', signedTransaction, walletAddress: 'a' } });
    expect(await submit('ours')).toMatchObject({ counts: 'execution', network: 6, side: 'buy', usd: 7 });
    expect(await submit('theirs')).toEqual({ counts: 'execution', network: 6 });
  });

  const perp = (fields: object) => ({ body: { walletId: 'p', coin: 'BTC', ...fields } });

  it('takes a perp order at its notional value, a limit order as one and a market order as an execution', () => {
    const order = (fields: object) => readIntent('perp.placeOrder', perp(fields));
    const common = { network: 8, walletId: 'p' };
    expect(order({ isBuy: true, sz: '0.01' })).toMatchObject({ ...common, counts: 'execution', side: 'buy', usd: 500 });
    expect(order({ isBuy: true, sz: '0.01', limitPx: '40000' })).toMatchObject({ counts: 'limitOrder', usd: 400 });
    expect(order({ isBuy: false, sizeUsd: '33.5' })).toMatchObject({ counts: 'execution', side: 'sell', usd: 33.5 });
    expect(order({ isBuy: true, sz: '1', coin: 'NONE' })?.usd).toBeUndefined();
    expect(order({ isBuy: true, sz: '1', limitPx: '40000', orderType: 'market' })?.counts).toBe('execution');
  });

  it('knows which share of a long a perp sell is', () => {
    const sell = (walletId: string, sz: string) =>
      readIntent('perp.placeOrder', perp({ walletId, isBuy: false, sz }))?.sellPct;
    expect([sell('long', '0.5'), sell('long', '9'), sell('short', '1'), sell('p', '1')]).toEqual([
      25,
      100,
      undefined,
      undefined,
    ]);
  });

  it('takes a close as a sell of a long and as a buy of a short, of the part that is closed', () => {
    const close = (walletId: string) => readIntent('perp.closePosition', perp({ walletId, percentage: 25 }));
    expect(close('long')).toMatchObject({ counts: 'execution', network: 8, side: 'sell', usd: 25_000, sellPct: 25 });
    expect(close('short')).toMatchObject({ side: 'buy', usd: 25_000, sellPct: undefined });
    expect(close('p')?.side).toBeUndefined();
  });

  it('holds every item of a changed batch against the cap of one order', () => {
    const change = (sz: string) => ({ coin: 'BTC', isBuy: true, limitPx: '100', sz, oid: 1 });
    const intents = read('perp.modifyOrders', perp({ modifications: [change('1'), change('3')] })) as Intent[];
    expect(intents.map(({ usd }) => usd)).toEqual([undefined, 100, 300]);
    expect(readIntent('perp.modifyOrder', perp(change('2')))).toMatchObject({ isLimitOrder: true, usd: 200 });
  });

  it('places the other perp calls on the network of their venue', () => {
    for (const id of ['perp.cancelOrder', 'perp.adjustMargin', 'perp.setLeverage'])
      expect(readIntent(id, perp({})), id).toEqual({ counts: null, network: 8, walletId: 'p' });
  });

  it('sees a priority fee or a bribe that new settings ask for, and not one that stands already', () => {
    const update = (preset: object) => {
      const tradeSettings = { chainPresetsSell: { '6': { p1: { type: 'solana', ...preset } } } };
      return readIntent('account.updateSettings', { body: { tradeSettings } });
    };
    const none = { counts: null, setsCustomGas: false, setsBribe: false };
    expect(update({ customPriorityFeeSol: '0.0005', bribeAmountSol: null })).toEqual(none);
    expect(update({ customPriorityFeeSol: '0.0006' })).toEqual({ ...none, setsCustomGas: true });
    expect(update({ maxPriorityFeePerGasGwei: '1' })).toEqual({ ...none, setsCustomGas: true });
    expect(update({ bribeAmountSol: '0.1' })).toEqual({ ...none, setsBribe: true });
    expect(update({ bribeAmountNative: '0.0' })).toEqual(none);
    expect(readIntent('account.updateSettings', { body: { tradeSettings: {} } })).toEqual(none);
  });

  it('has nothing to say of reads', () => {
    expect(readIntent('perp.positions', {})).toBeNull();
    expect(readIntent('swap.quote', { query: swap })).toBeNull();
  });
});
