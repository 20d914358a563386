import { expect, test } from 'vitest';
import { jup } from '../../stores/desk-data.fixture.ts';
import { queryKeys } from '../../stores/desk-data.ts';
import type { SheetParts } from '../../stores/market/token-sheet.ts';
import { fakeDesk, texts } from '../desk/fake-desk.fixture.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import { tokenLines } from './token-lines.ts';

const id = `solana:${jup}`;
const whole: SheetParts = {
  info: {
    tokenId: id,
    chain: 'solana',
    address: jup,
    symbol: 'JUP',
    name: 'Jupiter',
    decimals: 6,
  },
  price: { tokenId: id, priceUsd: '0.3621' },
  stats: {
    tokenId: id,
    volume: { buy5m: '100.5', sell5m: '90', buy24h: '2000000', sell24h: '1' },
    txns: { buys5m: '3', sells5m: '2' },
    uniqueTraders: { '24h': '400' },
    priceChange: { '24h': '-3.25', '5m': null },
  },
  pools: {
    pools: [
      { address: 'poolA', liquidityUsd: '100', marketCapUsd: '5', priceUsd: '0.1' },
      { address: 'poolB', liquidityUsd: '9000', marketCapUsd: '700000', priceUsd: '0.3621' },
      { unreadable: 'no pool' },
    ],
  },
  namesakes: 2,
};

function filled(parts: Partial<SheetParts> = whole) {
  const fake = fakeDesk();
  fake.fill();
  for (const [part, data] of Object.entries(parts))
    fake.cache.setQueryData(queryKeys.sheet(id, part as keyof SheetParts), data, {
      updatedAt: fake.desk.now() - 2_000,
    });
  return fake;
}

const shown = (fake: ReturnType<typeof fakeDesk>, width = 86): string =>
  texts(tokenLines(fake.desk, id, width)).join('\n');

test('what it is, what it is worth in its deepest pool, who trades it, and who else is called so', () => {
  const text = shown(filled());
  expect(text).toMatch(/symbol +JUP {3}Jupiter/);
  expect(text).toMatch(/chain +Solana {3}6 decimals/);
  expect(text).toContain(jup);
  expect(text).toMatch(/warning +2 other tokens use the symbol JUP: check the address/);
  expect(text).toMatch(/price +0\.36210 USD {3}2\.0 s old/);
  expect(text).toMatch(/market cap +700\.00K USD/);
  expect(text).toMatch(/liquidity +9,100\.00 USD {3}in 2 pools/);
  expect(text).toMatch(/5m +– +100\.50 \/ 90\.00 +3 \/ 2 +–/);
  expect(text).toMatch(/24h +−3\.25 % +2\.00M \/ 1\.00 +– +400/);
  expect(text).toMatch(/poolB .*\npoolA .*\nand 1 unreadable/);
});

test('each part says that it is being read, or why it cannot be', async () => {
  const fake = filled({});
  expect(shown(fake)).toMatch(/price +loading …/);
  expect(shown(fake)).toMatch(/same symbol +checking for tokens with the same symbol …/);
  for (const part of ['stats', 'namesakes'] as const)
    await fake.cache
      .fetchQuery({ queryKey: queryKeys.sheet(id, part), queryFn: () => Promise.reject(new Error('gone')) })
      .catch(() => {});
  expect(shown(fake)).toMatch(/trading +failed to load: \w+ gone/);
  expect(shown(fake)).toMatch(/check for tokens with the same symbol failed/);
  expect(shown(fake)).toMatch(/pools +loading …/);
});

test('a service that tells nothing, a disguise, and remote text that would drive the terminal', () => {
  const bare = filled({
    ...whole,
    info: { ...whole.info, symbol: 'ЈUP', name: '\u001b[2Jx' },
    price: { tokenId: id },
    stats: {},
    pools: { pools: [] },
    namesakes: 0,
  });
  const text = shown(bare);
  expect(text).toMatch(/LOOKALIKE: ЈUP looks like another token's symbol/);
  expect(text).toMatch(/price +unknown/);
  expect(text).toMatch(/trading +no statistics/);
  expect(text).toMatch(/pools +none/);
  expect(text).not.toContain('\u001b');
});

test('no line is wider than it may be, and columns leave whole', () => {
  for (const width of [44, 52, 60, 86])
    for (const line of shown(filled(), width).split('\n')) expect(line.length, line).toBeLessThanOrEqual(width);
  expect(shown(filled(), 44)).not.toContain('BUYERS');
});

const press = (fake: ReturnType<typeof fakeDesk>, ...keys: string[]): void => {
  for (const key of keys) handleKey(fake.desk, key, { columns: 120, rows: 40 });
};

test('V reads the token of the selected row, Esc leaves; without a token it says where to find one', () => {
  const fake = filled();
  press(fake, '2', 'V');
  expect(fake.desk.ui.getState().overlay).toMatchObject({ kind: 'token', tokenId: id });
  expect(fake.done.filter(([what]) => what === 'askToken')).toEqual([['askToken', id]]);
  press(fake, 'Esc', '1', 'V');
  expect(fake.desk.ui.getState().overlay).toBeNull();
  expect(fake.notices().at(-1)).toMatch(/^warn: no token selected: select one in the balances \(3\)/);
});
