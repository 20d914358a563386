import { expect, test } from 'vitest';
import { configuredRules } from './configured-rules.ts';

const sol = 'So11111111111111111111111111111111111111112';

test('coins, native symbols and addresses are read in order', () => {
  const { rules, wrong } = configuredRules([
    { of: 'perp:BTC', direction: 'above', value: '100000' },
    { of: 'SOL', direction: 'below', value: '90.5' },
    { of: `solana:${sol}`, direction: 'above', value: '1' },
  ]);
  expect(wrong).toEqual([]);
  expect(rules).toEqual([
    { of: { kind: 'perp', coin: 'BTC' }, name: 'BTC perp', direction: 'above', value: '100000' },
    {
      of: { kind: 'token', tokenId: expect.stringMatching(/^solana:/) },
      name: 'SOL',
      direction: 'below',
      value: '90.5',
    },
    { of: { kind: 'token', tokenId: `solana:${sol}` }, name: expect.any(String), direction: 'above', value: '1' },
  ]);
});

test('an invalid address is reported and does not affect the others', () => {
  const { rules, wrong } = configuredRules([
    { of: 'solana:nonsense', direction: 'above', value: '1' },
    { of: 'perp:ETH', direction: 'below', value: '2' },
    { of: 'JUP', direction: 'above', value: '3' },
    { of: 'moon:0x00', direction: 'above', value: '4' },
  ]);
  expect(wrong).toEqual(['solana:nonsense', 'JUP', 'moon:0x00']);
  expect(rules.map(({ name }) => name)).toEqual(['ETH perp']);
});

test('an empty configuration gives no rules', () => {
  expect(configuredRules([])).toEqual({ rules: [], wrong: [] });
});
