import { describe, expect, test } from 'vitest';
import { allKinds, grammarOf, marketIds, planWords } from './plan-grammar.ts';

describe.each(allKinds.map((kind) => [kind.title, kind] as const))('%s', (_title, kind) => {
  test('names its inputs once, apart from what it trades, each after one word', () => {
    const ids = kind.inputs.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => (marketIds as readonly string[]).includes(id))).toEqual([]);
    const words = grammarOf(kind).named.map(({ word }) => word);
    expect(new Set(words).size).toBe(words.length);
    expect(words.filter((word) => !/^[a-z][a-z-]*$/.test(word))).toEqual([]);
  });
});

test('a plan is said as it is typed; of the rest only what is not the standard', () => {
  const [scale, twap] = ['scale', 'twap'].map((name) => allKinds.find(({ kind }) => kind === name)!);
  const values = { side: 'buy', size: '2', coin: 'ETH', from: '3400', to: '3300', count: '8', weight: '1:3' };
  expect(planWords(scale!, { ...values, reduceOnly: 'yes' })).toBe('buy 2 ETH 3400..3300 in 8 weight 1:3 reduce-only');
  const over = {
    side: 'sell',
    size: '2',
    coin: 'ETH',
    over: '1h',
    count: '20',
    jitter: '20',
    limit: '',
    reduceOnly: 'no',
  };
  expect(planWords(twap!, over)).toBe('sell 2 ETH over 1h in 20');
  expect(planWords(twap!, { ...over, jitter: '0', limit: '3450' })).toBe(
    'sell 2 ETH over 1h in 20 jitter 0 limit 3450',
  );
});
