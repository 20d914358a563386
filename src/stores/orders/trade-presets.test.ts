import { expect, test } from 'vitest';
import { tradePresets } from './trade-presets.ts';

const defaults = { buy: ['0.1', '1'], sellPct: ['50', '100'] };
const texts = (amounts: readonly { readonly text: string }[]): string[] => amounts.map(({ text }) => text);

test('the presets are the account’s own for the chain, given by number or name', () => {
  const settings = {
    oneClickMode: {
      '6': { enabled: false, buyPresets: ['0.2', '3'], sellPresets: ['10', '33.5%'] },
      base: { buyPresets: ['0.01'], sellPresets: ['100'] },
    },
  };
  const solana = tradePresets(settings, 'solana', defaults);
  expect([texts(solana.buy), texts(solana.sell), solana.isOwn]).toEqual([
    ['0.2', '3'],
    ['10', '33.5'],
    { buy: true, sell: true },
  ]);
  expect(texts(tradePresets(settings, 'base', defaults).buy)).toEqual(['0.01']);
});

test('an account without presets uses those of the configuration', () => {
  for (const settings of [undefined, {}, { oneClickMode: null }, { oneClickMode: { '6': { buyPresets: [] } } }]) {
    const presets = tradePresets(settings, 'solana', defaults);
    expect([texts(presets.buy), texts(presets.sell)]).toEqual([defaults.buy, defaults.sellPct]);
    expect(presets.isOwn).toEqual({ buy: false, sell: false });
  }
  const half = tradePresets({ oneClickMode: { '6': { sellPresets: ['20'] } } }, 'solana', defaults);
  expect([texts(half.buy), texts(half.sell)]).toEqual([defaults.buy, ['20']]);
});

test('an invalid amount keeps its key and shows the problem; only five presets have keys', () => {
  const odd = ['0', '-1', 'half', '0.0000000001', '1', '2'];
  const { buy, sell } = tradePresets(
    { oneClickMode: { '6': { buyPresets: odd, sellPresets: ['0', '101', '12.345', '\u001b[31m50', '25'] } } },
    'solana',
    defaults,
  );
  expect(buy.map(({ problem }) => problem)).toEqual([
    'not above zero',
    'not an amount',
    'not an amount',
    'not an amount',
    null,
  ]);
  expect(sell.map(({ problem }) => problem === null)).toEqual([false, false, false, false, true]);
  expect(sell[3]?.text).not.toContain('\u001b');
});
