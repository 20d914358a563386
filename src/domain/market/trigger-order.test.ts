import { describe, expect, test } from 'vitest';
import { dec } from '../numbers/decimal.ts';
import { describeTrigger, distancePct, expiresAtMs, isTriggerOpen, type TriggerOrder } from './trigger-order.ts';

const sol = 'So11111111111111111111111111111111111111112';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const bonk = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const jupLabel = { symbol: 'JUP', decimals: 6 };
const bonkLabel = { symbol: 'BONK', decimals: 5 };

const order = (fields: Partial<TriggerOrder>): TriggerOrder => ({
  orderId: 'o1',
  amount: '1000000',
  inputToken: jup,
  outputToken: sol,
  status: 'active',
  createdAt: '2026-02-03T12:00:00.000Z',
  chain: 'solana',
  trigger: { metric: 'market_cap_usd', direction: 'below', value: '1100000000' },
  ...fields,
});

describe('the sentence', () => {
  test('selling all of a holding', () => {
    expect(describeTrigger(order({}), { input: jupLabel, inputBalance: 1_000_000n })).toEqual({
      verb: 'SELL',
      amountText: '100 %',
      symbol: 'JUP',
      conditionText: 'mcap < 1.10B',
      text: 'SELL 100 % JUP when mcap < 1.10B',
      tokenAddress: jup,
    });
  });

  test('selling a trailing share', () => {
    const trail = { metric: 'price_usd', direction: 'below', trailingPercentage: 8, value: '0.0000268' };
    const sentence = describeTrigger(order({ inputToken: bonk, amount: '400', trigger: trail }), {
      input: bonkLabel,
      inputBalance: 1000n,
    });
    expect(sentence).toMatchObject({
      verb: 'SELL',
      amountText: '40 %',
      symbol: 'BONK',
      conditionText: 'trail 8 %: 0.0000268',
      text: 'SELL 40 % BONK, 8 % trailing stop at 0.0000268',
    });
  });

  test('buying with the native token, whose name and decimals are known', () => {
    const buy = order({
      inputToken: sol,
      outputToken: jup,
      amount: '500000000',
      trigger: { metric: 'price_usd', direction: 'below', value: '1.6' },
    });
    expect(describeTrigger(buy, { output: jupLabel })).toEqual({
      verb: 'BUY',
      amountText: '0.5 SOL',
      symbol: 'JUP',
      conditionText: 'price < 1.6000',
      text: 'BUY 0.5 SOL JUP when price < 1.6000',
      tokenAddress: jup,
    });
  });

  test('buying with a stable', () => {
    const buy = order({
      inputToken: usdc,
      outputToken: jup,
      amount: '1200500000',
      trigger: { metric: 'liquidity_usd', direction: 'above', value: '95000' },
    });
    expect(describeTrigger(buy, { output: jupLabel })).toMatchObject({
      verb: 'BUY',
      amountText: '1,200.5 USDC',
      conditionText: 'liquidity > 95.00K',
    });
  });

  test('swapping one token for another', () => {
    const swap = describeTrigger(order({ outputToken: bonk }), { input: jupLabel, output: bonkLabel });
    expect(swap).toMatchObject({ verb: 'SWAP', amountText: '1 JUP', symbol: 'BONK', tokenAddress: jup });
  });

  test('between the native token and a stable, it is the native token that is sold or bought', () => {
    expect(describeTrigger(order({ inputToken: sol, outputToken: usdc }))).toMatchObject({
      verb: 'SELL',
      symbol: 'SOL',
      tokenAddress: sol,
    });
    expect(describeTrigger(order({ inputToken: usdc, outputToken: sol }))).toMatchObject({
      verb: 'BUY',
      symbol: 'SOL',
      tokenAddress: sol,
    });
  });

  test('a share that is no whole per cent, or of nothing known, is an amount', () => {
    for (const inputBalance of [3_000_001n, 999_999n, 500_000n, 0n, null])
      expect(describeTrigger(order({}), { input: jupLabel, inputBalance }).amountText).toBe('1');
  });

  test('an unknown token is named by its address, its amount in base units', () => {
    expect(describeTrigger(order({ outputToken: bonk }))).toMatchObject({
      amountText: '1,000,000 base units of JUPy…DvCN',
      symbol: 'DezX…B263',
    });
    expect(describeTrigger(order({ amount: '1e9' })).amountText).toBe('?');
  });

  test('a missing chain is told by the Solana addresses, else nothing is claimed', () => {
    expect(describeTrigger(order({ chain: null })).verb).toBe('SELL');
    const evmNative = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
    const other = '0x1196a4c375a295f6620aab41ee634a405eb35a84';
    expect(describeTrigger(order({ chain: undefined, inputToken: evmNative, outputToken: other })).verb).toBe('SWAP');
    expect(
      describeTrigger(order({ chain: 'base', inputToken: evmNative.toLowerCase(), outputToken: other })).verb,
    ).toBe('BUY');
    expect(describeTrigger(order({ chain: 'newchain' })).verb).toBe('SWAP');
  });

  test.each([
    [null, 'condition not shown'],
    [{}, 'condition not shown'],
    [{ metric: 'price_usd', trailingPercentage: 2.5 }, 'trail 2.5 %'],
    [{ metric: 'market_cap_usd', trailingPercentage: '3', value: '2000000' }, 'trail mcap 3 %: 2.00M'],
    [{ metric: 'holders\x1b[2J', direction: 'near', value: '12' }, 'holders� near 12.00'],
    [{ metric: 'price_usd', direction: 'above', value: 'x' }, 'price > ?'],
  ])('condition %j reads %s', (trigger, text) => {
    expect(describeTrigger(order({ trigger })).conditionText).toBe(text);
  });
});

test('the distance is signed and in per cent of where the value is', () => {
  expect(distancePct(dec('1.84'), dec('1.6'))?.toFixed(1)).toBe('-13.0');
  expect(distancePct(dec('100'), dec('125'))?.toFixed()).toBe('25');
  expect(distancePct(dec('0'), dec('1'))).toBeNull();
});

test('the expiry counts from the creation', () => {
  expect(expiresAtMs('2026-02-03T12:00:00.000Z', 24)).toBe(Date.UTC(2026, 1, 4, 12));
  expect(expiresAtMs('2026-02-03T12:00:00.000Z', 0)).toBeNull();
  expect(expiresAtMs('yesterday', 24)).toBeNull();
});

test('an order is open until a status that is known to be final', () => {
  for (const status of ['active', 'ACTIVE', 'paused', '']) expect(isTriggerOpen(status)).toBe(true);
  for (const status of ['triggered', 'Cancelled', 'SUCCESS', 'Failed', 'Expired'])
    expect(isTriggerOpen(status)).toBe(false);
});
