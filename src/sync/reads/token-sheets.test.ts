import { expect, test } from 'vitest';
import { jup, usdc } from '../../stores/desk-data.fixture.ts';
import { createQueryCache, DeskData } from '../../stores/desk-data.ts';
import { fakeClient } from '../fake-client.fixture.ts';
import { createTokenSheets } from './token-sheets.ts';

const id = `solana:${jup}`;
const info = (address: string, symbol: string, chain = 'solana') => ({
  tokenId: `${chain}:${address}`,
  chain,
  address,
  symbol,
  decimals: 6,
});
const answers: Readonly<Record<string, unknown>> = {
  'tokens.get': info(jup, 'JUP'),
  'tokens.price': { tokenId: id, priceUsd: 0.5 },
  'tokens.stats': { priceChange: { '1h': 1 } },
  'tokens.pools': { pools: [{ liquidityUsd: 10 }] },
  'tokens.search': { tokens: [info(jup, 'JUP'), info(usdc, 'jup'), info(jup, 'JUPX'), info('0x1', 'JUP', 'base'), 5] },
};

function reading(answer: (id: string) => unknown = (operation) => answers[operation]) {
  const cache = createQueryCache();
  const fake = fakeClient((call) => answer(call.id));
  return { data: new DeskData(cache), sheets: createTokenSheets(cache, fake.client), ...fake };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
};

test('every part is read once on request; namesakes are other tokens of the chain with the symbol', async () => {
  const { data, sheets, calls } = reading();
  expect(data.sheet(id, 'price')).toMatchObject({ data: undefined, isFetching: false });
  sheets.ask(id);
  await turns();
  expect(data.sheet(id, 'info').data?.symbol).toBe('JUP');
  expect(data.sheet(id, 'price').data?.priceUsd).toBe('0.5');
  expect(data.sheet(id, 'namesakes').data).toBe(1);
  expect(calls.map((call) => call.id).sort()).toEqual(Object.keys(answers).sort());
  const count = calls.length;
  sheets.ask(id);
  await turns();
  expect(calls, 'young').toHaveLength(count);
});

test('a part that fails shows its error beside the others, and nothing rejects', async () => {
  const { data, sheets } = reading((operation) => {
    if (operation === 'tokens.stats') throw new Error('no stats');
    return answers[operation];
  });
  sheets.ask(id);
  await turns();
  expect(data.sheet(id, 'stats').problem?.message).toContain('no stats');
  expect(data.sheet(id, 'pools').data?.pools).toHaveLength(1);
});
