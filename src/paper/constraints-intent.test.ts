import { describe, expect, it } from 'vitest';
import { createReadIntent } from './constraints-intent.ts';

const held = 1_000_000_007n;
const readIntent = createReadIntent({
  usdValue: (_chain, token, amount) => (token === 'unlisted' ? null : Number(amount) / 1e6),
  isBuy: (_chain, input) => input === 'usdc',
  holding: (walletId) => (walletId === 'empty' ? 0n : held),
  priceImpactPct: ({ outputMint }) => (outputMint === 'unlisted' ? null : 1.5),
});

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
    expect(readIntent('swap.submit', { body: { chain: 'solana' } })).toEqual({ counts: 'execution', network: 6 });
  });

  it('places perp calls on the network of their venue; orders and closes are executions', () => {
    const perp = { body: { walletId: 'p', coin: 'BTC', isBuy: false } };
    expect(readIntent('perp.placeOrder', perp)).toEqual({
      counts: 'execution',
      network: 8,
      walletId: 'p',
      side: 'sell',
    });
    expect(readIntent('perp.closePosition', perp)).toEqual({ counts: 'execution', network: 8, walletId: 'p' });
    for (const id of [
      'perp.modifyOrder',
      'perp.modifyOrders',
      'perp.cancelOrder',
      'perp.adjustMargin',
      'perp.setLeverage',
    ])
      expect(readIntent(id, perp), id).toEqual({ counts: null, network: 8, walletId: 'p' });
  });

  it('has nothing to say of reads', () => {
    expect(readIntent('perp.positions', {})).toBeNull();
    expect(readIntent('swap.quote', { query: swap })).toBeNull();
  });
});
