import { describe, expect, test } from 'vitest';
import { jup, mainAddress, sol, usdc, wire } from '../stores/desk-data.fixture.ts';
import type { Evidence } from './evidence.ts';
import { fakeContext } from './fake-context.fixture.ts';
import { isSameAddress, lookForOrder } from './look-for-order.ts';

const sentAtMs = Date.UTC(2026, 0, 1);
const at = (offsetMs: number) => new Date(sentAtMs + offsetMs).toISOString();
type Finding = readonly ['done' | 'not-done' | 'unclear', string];

/** Looks once, with one answer for each read. */
async function look(evidence: Evidence, answers: Readonly<Record<string, unknown>>) {
  const fake = fakeContext((id) => {
    if (!(id in answers)) throw new Error(`nobody may ask for ${id}`);
    return answers[id];
  });
  const { verdict, why } = await lookForOrder(fake.context.client, evidence, sentAtMs);
  return { found: [verdict, why] as Finding, inputs: fake.requests().map(({ input }) => input) };
}

const positions = (...rows: readonly unknown[]) => ({ 'perp.positions': { ...wire.positions, positions: rows } });
const btc = (szi: string) => ({ coin: 'BTC', szi });
const eth = { coin: 'ETH', szi: '-4.2' };
const torn = { coin: 5 };

describe('a close', () => {
  const close = (sziBefore: string, percentage: number): Evidence => ({
    kind: 'position',
    walletId: 'w',
    coin: 'BTC',
    sziBefore,
    percentage,
  });

  test.each<readonly [string, string, number, readonly unknown[], Finding]>([
    ['half of a long', '0.15', 50, [eth, btc('0.075')], ['done', 'BTC went from 0.15 to 0.075']],
    ['half of a short', '-4', 50, [btc('-2')], ['done', 'BTC went from -4 to -2']],
    ['1 %', '0.15', 1, [btc('0.1485')], ['done', 'BTC went from 0.15 to 0.1485']],
    ['1 %, rounded to the step', '0.0123', 1, [btc('0.0122')], ['done', 'BTC went from 0.0123 to 0.0122']],
    ['100 %', '0.15', 100, [eth], ['done', 'BTC went from 0.15 to 0']],
    ['100 %, and a row of 0', '0.15', 100, [btc('0.0')], ['done', 'BTC went from 0.15 to 0']],
    ['unchanged', '0.15', 50, [btc('0.150')], ['unclear', 'BTC is still 0.15']],
    ['1 %, unchanged', '0.15', 1, [btc('0.15')], ['unclear', 'BTC is still 0.15']],
    [
      'less than asked',
      '0.15',
      50,
      [btc('0.12')],
      ['unclear', 'BTC went from 0.15 to 0.12, which this order alone does not explain'],
    ],
    [
      'more than asked',
      '0.15',
      50,
      [],
      ['unclear', 'BTC went from 0.15 to 0, which this order alone does not explain'],
    ],
    [
      '1 % and all is gone',
      '0.15',
      1,
      [],
      ['unclear', 'BTC went from 0.15 to 0, which this order alone does not explain'],
    ],
    [
      'grown',
      '0.15',
      50,
      [btc('0.2')],
      ['unclear', 'BTC went from 0.15 to 0.2, which this order alone does not explain'],
    ],
    [
      'flipped',
      '0.15',
      100,
      [btc('-0.15')],
      ['unclear', 'BTC went from 0.15 to -0.15, which this order alone does not explain'],
    ],
    [
      'half, flipped',
      '0.15',
      50,
      [btc('-0.075')],
      ['unclear', 'BTC went from 0.15 to -0.075, which this order alone does not explain'],
    ],
    [
      '100 % of a row that may be the torn one',
      '0.15',
      100,
      [eth, torn],
      ['unclear', 'the size of BTC cannot be read'],
    ],
    [
      '100 % with a rest',
      '0.15',
      100,
      [btc('0.01')],
      ['unclear', 'BTC went from 0.15 to 0.01, which this order alone does not explain'],
    ],
    ['a torn row beside', '0.15', 50, [torn, btc('0.075')], ['done', 'BTC went from 0.15 to 0.075']],
    ['a size that is no number', '0.15', 100, [btc('soon')], ['unclear', 'the size of BTC cannot be read']],
    [
      'another coin of a longer name',
      '0.15',
      50,
      [{ coin: 'BTCDOM', szi: '0.075' }, btc('0.15')],
      ['unclear', 'BTC is still 0.15'],
    ],
  ])('%s', async (_what, sziBefore, percentage, rows, expected) => {
    const { found, inputs } = await look(close(sziBefore, percentage), positions(...rows));
    expect(found).toEqual(expected);
    expect(inputs).toEqual([{ query: { wallet_id: 'w' } }]);
  });

  test('without a wallet asks for the account’s own', async () => {
    const { inputs } = await look({ ...close('1', 50), walletId: '' } as Evidence, positions());
    expect(inputs).toEqual([{ query: {} }]);
  });
});

describe('margin', () => {
  const row = (marginUsed: string | null, unrealizedPnl: string | null = '92.93') => ({
    coin: 'BTC',
    szi: '1',
    marginUsed,
    unrealizedPnl,
  });
  const words = (to: string) => `what was paid into BTC went from 2799.43 to ${to} USDC`;

  test.each<readonly [string, string, readonly unknown[], Finding]>([
    ['added', '25', [row('2917.36')], ['done', words('2824.43')]],
    ['added, with funding beside it', '25', [row('2915.36')], ['done', words('2822.43')]],
    ['added, while the market moved by more', '25', [row('3817.36', '992.93')], ['done', words('2824.43')]],
    ['taken out', '-100', [row('2792.36')], ['done', words('2699.43')]],
    ['unchanged', '25', [row('2892.36')], ['unclear', `${words('2799.43')}: no change`]],
    ['changed by funding alone', '25', [row('2893.36')], ['unclear', `${words('2800.43')}: no change`]],
    ['half of it', '25', [row('2904.86')], ['unclear', words('2811.93')]],
    ['twice', '25', [row('2942.36')], ['unclear', words('2849.43')]],
    ['nothing, as was asked', '0', [row('2892.36')], ['unclear', words('2799.43')]],
    ['the other way', '25', [row('2867.36')], ['unclear', words('2774.43')]],
    ['a cross position without its figures', '25', [row(null)], ['unclear', 'the margin of BTC cannot be read']],
    ['no figure of what the market did', '25', [row('2917.36', null)], ['unclear', 'the margin of BTC cannot be read']],
    ['no such row', '25', [eth], ['unclear', 'the margin of BTC cannot be read']],
    ['a torn row', '25', [torn], ['unclear', 'the margin of BTC cannot be read']],
  ])('%s', async (_what, amount, rows, expected) => {
    const evidence: Evidence = { kind: 'margin', walletId: 'w', coin: 'BTC', depositBefore: '2799.43', amount };
    expect((await look(evidence, positions(...rows))).found).toEqual(expected);
  });
});

describe('a new trigger order', () => {
  const order = { ...wire.orders.orders[0], orderId: 'ord-9', createdAt: at(500) };
  const none: Finding = ['unclear', 'the list of trigger orders has no new one of these terms'];
  const found: Finding = ['done', 'the list has a new order of these terms: ord-9'];
  const terms = {
    chain: 'solana',
    inputToken: sol,
    outputToken: jup,
    amount: '500000000',
    metric: 'price_usd',
    direction: 'below',
  };

  test.each<readonly [string, readonly unknown[], Finding]>([
    ['of the same terms', [order, ...wire.orders.orders], found],
    ['whose status says that it has fired already', [{ ...order, status: 'triggered' }], found],
    ['without chain and condition', [{ ...order, chain: null, trigger: null }], found],
    ['by a clock that is a minute behind', [{ ...order, createdAt: at(-60_000) }], found],
    ['by a clock that is further behind', [{ ...order, createdAt: at(-60_001) }], none],
    ['of another time, unreadable', [{ ...order, createdAt: 'soon' }], none],
    ['known from before', wire.orders.orders, none],
    ['of another amount', [{ ...order, amount: '500000001' }], none],
    ['that pays with another token', [{ ...order, inputToken: usdc }], none],
    ['that buys another token', [{ ...order, outputToken: usdc }], none],
    ['of another chain', [{ ...order, chain: 'base' }], none],
    ['of another metric', [{ ...order, trigger: { ...order.trigger, metric: 'market_cap_usd' } }], none],
    ['of the other direction', [{ ...order, trigger: { ...order.trigger, direction: 'above' } }], none],
    ['beside a torn row', [{ orderId: 5 }, order], found],
    ['in a torn row', [{ ...order, createdAt: 5 }], none],
    ['twice', [order, { ...order, orderId: 'ord-10' }], ['unclear', 'the list has 2 new orders of these terms']],
    ['in an empty list', [], none],
  ])('%s', async (_what, orders, expected) => {
    const evidence: Evidence = { kind: 'new-trigger', terms, knownOrderIds: ['ord-1'] };
    const { found: seen, inputs } = await look(evidence, { 'trigger.list': { orders } });
    expect(seen).toEqual(expected);
    expect(inputs).toEqual([{ query: { limit: 100 } }]);
  });

  test('is known by EVM addresses in whatever case', async () => {
    const [upper, lower] = ['0xABCDEF0000000000000000000000000000000001', '0xabcdef0000000000000000000000000000000001'];
    const evidence: Evidence = {
      kind: 'new-trigger',
      terms: { ...terms, chain: 'base', inputToken: upper },
      knownOrderIds: [],
    };
    const orders = [{ ...order, chain: 'base', inputToken: lower }];
    expect((await look(evidence, { 'trigger.list': { orders } })).found).toEqual(found);
  });
});

test.each<readonly [string, Finding]>([
  ['active', ['unclear', 'the order is still active']],
  ['resting', ['unclear', 'the order is still resting']],
  ['cancelled', ['done', 'the order is cancelled']],
  ['Canceled', ['done', 'the order is Canceled']],
  ['triggered', ['not-done', 'the order is triggered: it can no longer be cancelled']],
  ['expired', ['not-done', 'the order is expired: it can no longer be cancelled']],
])('a trigger order to be cancelled that is %s', async (status, expected) => {
  const answers = { 'trigger.get': { ...wire.orders.orders[0], status } };
  const { found, inputs } = await look({ kind: 'cancelled-trigger', orderId: 'ord/1' }, answers);
  expect(found).toEqual(expected);
  expect(inputs).toEqual([{ params: { orderId: 'ord/1' } }]);
});

describe('a swap', () => {
  const evmWallet = '0x00000000000000000000000000000000000000B1';
  const row = (latestBalanceRaw: string, over = {}) => ({
    walletAddress: mainAddress,
    tokenAddress: jup,
    latestBalanceRaw,
    ...over,
  });
  const words = (to: string) => `the wallet's Solana holding of the token sold went from 1000 to ${to} base units`;
  const sale = {
    kind: 'swap',
    chain: 'solana',
    walletAddress: mainAddress,
    inputToken: jup,
    inputBefore: '1000',
    amount: '400',
  } as const;
  const missing: Finding = ['unclear', 'the holding of the token sold cannot be read'];

  test.each<readonly [string, readonly unknown[], Finding]>([
    ['spent', [row('600')], ['done', words('600')]],
    ['spent, and a fee of the same coin', [row('580')], ['done', words('580')]],
    ['more than a fee is missing', [row('579')], ['unclear', words('579')]],
    ['less than the amount', [row('601')], ['unclear', words('601')]],
    ['unchanged', [row('1000')], ['unclear', `${words('1000')}: no change`]],
    ['grown', [row('1400')], ['unclear', words('1400')]],
    ['another wallet’s: sold out', [row('600', { walletAddress: sol })], ['unclear', words('0')]],
    ['another token: sold out', [row('600', { tokenAddress: usdc })], ['unclear', words('0')]],
    ['a torn row', [row('600', { walletAddress: 5 })], missing],
  ])('%s', async (_what, rows, expected) => {
    const { found, inputs } = await look(sale, { 'portfolio.positions': { positions: rows } });
    expect(found).toEqual(expected);
    expect(inputs).toEqual([{ query: { chain: 'solana' } }]);
  });

  test('of all that there was leaves no row', async () => {
    const { found } = await look({ ...sale, amount: '1000' }, { 'portfolio.positions': { positions: [] } });
    expect(found).toEqual(['done', words('0')]);
  });

  test('counts exactly where a number would not', async () => {
    const evidence = { ...sale, inputBefore: '100000000000000000000000001', amount: '100000000000000000000000000' };
    expect((await look(evidence, { 'portfolio.positions': { positions: [row('1')] } })).found[0]).toBe('done');
    expect((await look(evidence, { 'portfolio.positions': { positions: [row('2')] } })).found[0]).toBe('unclear');
  });

  test('finds an EVM wallet in whatever case, on its own chain', async () => {
    const token = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
    const evidence = { ...sale, chain: 'base', walletAddress: evmWallet, inputToken: token };
    const here = row('600', {
      walletAddress: evmWallet.toLowerCase(),
      tokenAddress: token.toLowerCase(),
      network: 'base',
    });
    const positions = [{ ...here, network: 'bsc', latestBalanceRaw: '1000' }, here];
    expect((await look(evidence, { 'portfolio.positions': { positions } })).found).toEqual([
      'done',
      words('600').replace('Solana', 'Base'),
    ]);
  });

  test.each([{ inputBefore: null }, { walletAddress: null }, { chain: 'tron' }])(
    '%j is not even looked for',
    async (change) => {
      const { found, inputs } = await look({ ...sale, ...change }, {});
      expect(found).toEqual(['unclear', 'what the wallet held before is not known']);
      expect(inputs).toEqual([]);
    },
  );
});

describe('a perp order by its cloid', () => {
  const evidence: Evidence = { kind: 'cloid', walletId: 'w', coin: 'BTC', cloid: '0xaa' };
  const resting = { coin: 'BTC', side: 'buy', limitPx: '1', sz: '1', oid: 7, cloid: '0xaa' };
  const fill = { coin: 'BTC', side: 'buy', px: '1', sz: '1', time: 1, oid: 8, cloid: '0xaa' };

  test.each<readonly [string, readonly unknown[], readonly unknown[], Finding]>([
    ['in the book', [resting], [], ['done', 'the order stands in the book: 7']],
    ['filled', [], [fill], ['done', 'the order was filled: 8']],
    [
      'another one’s',
      [{ ...resting, cloid: '0xab' }],
      [{ ...fill, cloid: null }],
      ['unclear', 'neither book nor fills have its cloid'],
    ],
    ['torn rows', [{ oid: 'x' }], [5], ['unclear', 'neither book nor fills have its cloid']],
  ])('%s', async (_what, open, fills, expected) => {
    const { found, inputs } = await look(evidence, { 'perp.orders': open, 'perp.fills': fills });
    expect(found).toEqual(expected);
    if (inputs[1]) expect(inputs[1]).toEqual({ query: { wallet_id: 'w', coin: 'BTC', start_time: sentAtMs - 60_000 } });
  });
});

describe('perp orders to be cancelled', () => {
  const open = (...oids: readonly unknown[]) => ({
    'perp.orders': oids.map((oid) => ({ coin: 'BTC', side: 'buy', limitPx: '1', sz: '1', oid })),
  });

  test.each<readonly [string, Readonly<Record<string, unknown>>, Finding]>([
    ['gone', open(9), ['done', 'none of the BTC orders stands any more']],
    ['partly gone', open(2, 9), ['unclear', '1 of 2 BTC orders still stand']],
    ['not to be read', open('x'), ['unclear', 'an open BTC order cannot be read']],
  ])('%s', async (_what, answers, expected) => {
    expect((await look({ kind: 'cancelled-perp', walletId: 'w', coin: 'BTC', oids: [1, 2] }, answers)).found).toEqual(
      expected,
    );
  });
});

test('without evidence nothing is read and nothing is concluded', async () => {
  expect(await look({ kind: 'none' }, {})).toEqual({
    found: ['unclear', 'nothing that can be read proves it'],
    inputs: [],
  });
});

test('addresses: EVM ones are the same in every case, the others are not', () => {
  expect(isSameAddress('0xAb', '0xaB')).toBe(true);
  expect(isSameAddress('0xAb', '0xAc')).toBe(false);
  expect(isSameAddress(jup, jup.toLowerCase())).toBe(false);
  expect(isSameAddress('', '')).toBe(true);
});
