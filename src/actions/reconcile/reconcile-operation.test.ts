import { describe, expect, test } from 'vitest';
import { jup, mainAddress, sol, usdc, wire } from '../../stores/desk-data.fixture.ts';
import { isSameAddress } from '../../stores/portfolio/same-address.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import type { Evidence, EvidenceOf } from './evidence.ts';
import { reconcileOperation } from './reconcile-operation.ts';

const sentAtMs = Date.UTC(2026, 0, 1);
const at = (offsetMs: number) => new Date(sentAtMs + offsetMs).toISOString();
type Finding = readonly ['done' | 'not-done' | 'unclear', string];

/** Reads once, with one response per endpoint. */
async function look(evidence: Evidence, answers: Readonly<Record<string, unknown>>) {
  const fake = fakeContext((id) => {
    if (!(id in answers)) throw new Error(`nobody may ask for ${id}`);
    return answers[id];
  });
  const { verdict, why, isProvisional = false } = await reconcileOperation(fake.context.client, evidence, sentAtMs);
  return { found: [verdict, why] as Finding, isProvisional, inputs: fake.requests().map(({ input }) => input) };
}

const positions = (...rows: readonly unknown[]) => ({ 'perp.positions': { ...wire.positions, positions: rows } });
const btc = (szi: string) => ({ coin: 'BTC', szi });
const eth = { coin: 'ETH', szi: '-4.2' };
const torn = { coin: 5 };

describe('a close', () => {
  const close = (sziBefore: string, percentage: number): EvidenceOf<'position'> => ({
    kind: 'position',
    walletId: 'w',
    coin: 'BTC',
    sziBefore,
    percentage,
    szDecimals: 4,
    liquidationPx: '80000',
    restingOids: [5],
  });
  const fill = (startPosition: string, sz: string, over = {}) => ({
    coin: 'BTC',
    side: 'sell',
    px: '97000',
    sz,
    time: sentAtMs + 900,
    oid: 9,
    startPosition,
    direction: 'Close Long',
    ...over,
  });
  const bought = { side: 'buy', direction: 'Close Short', px: '60000' };
  const unfilled = 'but no fill of a new order explains it';

  test.each<readonly [string, string, number, readonly unknown[], readonly unknown[], string]>([
    ['half of a long', '0.15', 50, [eth, btc('0.075')], [fill('0.15', '0.075')], 'from 0.15 to 0.075'],
    ['half of a short', '-4', 50, [btc('-2')], [fill('-4', '2', bought)], 'from -4 to -2'],
    ['1 %', '0.15', 1, [btc('0.1485')], [fill('0.15', '0.0015')], 'from 0.15 to 0.1485'],
    ['rounded down to the step', '0.0123', 1, [btc('0.0122')], [fill('0.0123', '0.0001')], 'from 0.0123 to 0.0122'],
    ['100 %', '0.15', 100, [eth], [fill('0.15', '0.15')], 'from 0.15 to 0'],
    ['100 %, and a row of 0', '0.15', 100, [btc('0.0')], [fill('0.15', '0.15')], 'from 0.15 to 0'],
    ['a torn row beside', '0.15', 50, [torn, btc('0.075')], [fill('0.15', '0.075')], 'from 0.15 to 0.075'],
    [
      'filled in two parts, the newest first',
      '0.15',
      50,
      [btc('0.075')],
      [fill('0.1', '0.025'), fill('0.15', '0.05')],
      'from 0.15 to 0.075',
    ],
    [
      'after an earlier close',
      '0.15',
      50,
      [btc('0.075')],
      [fill('0.15', '0.075'), fill('0.3', '0.15', { oid: 8, time: sentAtMs - 9_000 })],
      'from 0.15 to 0.075',
    ],
    [
      'without words for its direction',
      '1',
      50,
      [btc('0.5')],
      [fill('1', '0.5', { direction: null })],
      'from 1 to 0.5',
    ],
  ])('%s is found, and needs a second check', async (_what, sziBefore, percentage, rows, fills, words) => {
    const answers = { ...positions(...rows), 'perp.fills': fills };
    const { found, isProvisional, inputs } = await look(close(sziBefore, percentage), answers);
    expect(found).toEqual(['done', `BTC went ${words}, filled as order 9`]);
    expect(isProvisional).toBe(true);
    const start_time = sentAtMs - 60_000;
    expect(inputs).toEqual([{ query: { wallet_id: 'w' } }, { query: { wallet_id: 'w', coin: 'BTC', start_time } }]);
  });

  test.each<readonly [string, string, number, readonly unknown[], string]>([
    ['unchanged', '0.15', 50, [btc('0.150')], 'BTC is still 0.15'],
    ['1 %, unchanged', '0.15', 1, [btc('0.15')], 'BTC is still 0.15'],
    ['less than asked', '0.15', 50, [btc('0.0751')], 'BTC went from 0.15 to 0.0751'],
    ['more than asked', '0.15', 50, [btc('0.0749')], 'BTC went from 0.15 to 0.0749'],
    ['1 % and all is gone', '0.15', 1, [], 'BTC went from 0.15 to 0'],
    ['grown', '0.15', 50, [btc('0.225')], 'BTC went from 0.15 to 0.225'],
    ['flipped', '0.15', 100, [btc('-0.15')], 'BTC went from 0.15 to -0.15'],
    ['half, flipped', '0.15', 50, [btc('-0.075')], 'BTC went from 0.15 to -0.075'],
    ['100 % with a rest', '0.15', 100, [btc('0.01')], 'BTC went from 0.15 to 0.01'],
    ['100 % of a row that may be the torn one', '0.15', 100, [eth, torn], 'the size of BTC cannot be read'],
    ['a size that is no number', '0.15', 100, [btc('soon')], 'the size of BTC cannot be read'],
    ['a longer name', '0.15', 50, [{ coin: 'BTCDOM', szi: '0.075' }, btc('0.15')], 'BTC is still 0.15'],
  ])('%s is unclear, whatever the fills say', async (_what, sziBefore, percentage, rows, words) => {
    const { found } = await look(close(sziBefore, percentage), positions(...rows));
    expect(found).toEqual(['unclear', expect.stringMatching(`^${words}(, which this order does not fully explain)?$`)]);
  });

  test.each<readonly [string, readonly unknown[]]>([
    ['no fill', []],
    ['a fill of another size', [fill('0.15', '0.07')]],
    ['a fill that began elsewhere', [fill('0.2', '0.075')]],
    ['a fill that does not say where it began', [fill('0.15', '0.075', { startPosition: null })]],
    ['an order that rested before: a stop', [fill('0.15', '0.075', { oid: 5 })]],
    ['an order without its id', [fill('0.15', '0.075', { oid: null })]],
    ['two orders', [fill('0.1', '0.025', { oid: 10 }), fill('0.15', '0.05')]],
    ['a liquidation by its words', [fill('0.15', '0.075', { direction: 'Liquidated Isolated Long' })]],
    ['a liquidation by its price', [fill('0.15', '0.075', { px: '80800' })]],
    ['a purchase', [fill('0.15', '0.075', { side: 'buy' })]],
    ['a fill that cannot be read beside', [fill('0.15', '0.075'), { coin: 'BTC' }]],
    ['a fill whose size is no number', [fill('0.15', 'some')]],
    ['a fill whose price is no number', [fill('0.15', '0.075', { px: 'high' })]],
  ])('the size asked for, by %s, is unclear', async (_what, fills) => {
    const answers = { ...positions(btc('0.075')), 'perp.fills': fills };
    const { found } = await look(close('0.15', 50), answers);
    expect(found).toEqual(['unclear', `BTC went from 0.15 to 0.075, ${unfilled}`]);
  });

  test('without a wallet asks for the account’s own', async () => {
    const { inputs } = await look({ ...close('1', 50), walletId: '' }, positions(btc('1')));
    expect(inputs).toEqual([{ query: {} }]);
  });
});

describe('margin', () => {
  const before = { szi: '0.15', marginUsed: '2892.36', unrealizedPnl: '92.93', liquidationPx: '81200' };
  const row = (over: object) => ({ coin: 'BTC', leverageType: 'isolated', ...before, ...over });
  const unread = 'the margin of BTC cannot be read';

  test.each<readonly [string, string, object]>([
    ['added', '25', { marginUsed: '2917.36', liquidationPx: '81031' }],
    ['added, with funding beside it', '25', { marginUsed: '2916.36', liquidationPx: '81038' }],
    [
      'added, while a result inside it moved',
      '25',
      { marginUsed: '3007.36', unrealizedPnl: '182.93', liquidationPx: '81031' },
    ],
    [
      'added, while a result beside it moved',
      '25',
      { marginUsed: '2917.36', unrealizedPnl: '182.93', liquidationPx: '81031' },
    ],
    ['taken out', '-100', { marginUsed: '2792.36', liquidationPx: '81875' }],
  ])('%s is found, and needs a second check', async (_what, amount, over) => {
    const evidence: Evidence = { kind: 'margin', walletId: 'w', coin: 'BTC', before, maxLeverage: 40, amount };
    const { found, isProvisional } = await look(evidence, positions(row(over)));
    expect(found).toEqual(['done', expect.stringMatching(/^the margin of BTC went from 2892.36 to .* from 81200 to /)]);
    expect(isProvisional).toBe(true);
  });

  test.each<readonly [string, string, readonly unknown[], RegExp]>([
    ['unchanged', '25', [row({})], /explain$/],
    // The mark rose by an amount that looks like 25 USDC, under each of the two readings.
    ['a result inside it', '25', [row({ marginUsed: '2917.36', unrealizedPnl: '117.93' })], /explain$/],
    ['a result beside it', '25', [row({ unrealizedPnl: '67.93' })], /explain$/],
    ['a liquidation that did not move', '25', [row({ marginUsed: '2917.36' })], /explain$/],
    ['a liquidation that moved alone', '25', [row({ liquidationPx: '81033' })], /explain$/],
    [
      'a liquidation that moved the other way',
      '25',
      [row({ marginUsed: '2917.36', liquidationPx: '81367' })],
      /explain$/,
    ],
    ['half of it', '25', [row({ marginUsed: '2904.86', liquidationPx: '81117' })], /explain$/],
    ['twice', '25', [row({ marginUsed: '2942.36', liquidationPx: '80867' })], /explain$/],
    ['the other way', '25', [row({ marginUsed: '2867.36', liquidationPx: '81367' })], /explain$/],
    ['nothing, as was asked', '0', [row({})], /explain$/],
    ['of another size', '25', [row({ szi: '0.16', marginUsed: '2917.36', liquidationPx: '81033' })], /proves nothing$/],
    ['a cross position', '25', [row({ leverageType: 'cross' })], new RegExp(unread)],
    ['no figure', '25', [row({ marginUsed: null })], new RegExp(unread)],
    ['no result', '25', [row({ unrealizedPnl: null })], new RegExp(unread)],
    ['no liquidation', '25', [row({ liquidationPx: null })], new RegExp(unread)],
    ['a figure that is no number', '25', [row({ marginUsed: 'much' })], new RegExp(unread)],
    ['no such row', '25', [eth], new RegExp(unread)],
    ['a torn row', '25', [torn], new RegExp(unread)],
  ])('%s is unclear', async (_what, amount, rows, why) => {
    const evidence: Evidence = { kind: 'margin', walletId: 'w', coin: 'BTC', before, maxLeverage: 40, amount };
    expect((await look(evidence, positions(...rows))).found).toEqual(['unclear', expect.stringMatching(why)]);
  });
});

describe('a new trigger order', () => {
  const order = { ...wire.orders.orders[0], orderId: 'ord-9', createdAt: at(500) };
  const none: Finding = ['unclear', 'the list has no new trigger order with these terms'];
  const found: Finding = ['done', 'the list has a new order with these terms: ord-9'];
  const terms = {
    chain: 'solana',
    inputToken: sol,
    outputToken: jup,
    amount: '500000000',
    metric: 'price_usd',
    direction: 'below',
    value: '1.60',
    trailingPercentage: null,
  };

  test.each<readonly [string, readonly unknown[], Finding]>([
    ['of the same terms', [order, ...wire.orders.orders], found],
    ['whose status says that it has fired already', [{ ...order, status: 'triggered' }], found],
    ['without its chain', [{ ...order, chain: null }], found],
    ['without its condition', [{ ...order, trigger: null }], none],
    [
      'beside one whose value is no number',
      [{ ...order, orderId: 'x', trigger: { ...order.trigger, value: '?' } }, order],
      found,
    ],
    ['of another value', [{ ...order, trigger: { ...order.trigger, value: '1.7' } }], none],
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
    ['twice', [order, { ...order, orderId: 'ord-10' }], ['unclear', 'the list has 2 new orders with these terms']],
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
  const words = (to: string) => `the wallet's Solana holding of the sold token went from 1000 to ${to} base units`;
  const sale: EvidenceOf<'swap'> = {
    kind: 'swap',
    chain: 'solana',
    walletAddress: mainAddress,
    inputToken: jup,
    inputBefore: '1000',
    amount: '400',
    others: [`${mainAddress} ${usdc}`],
  };
  const missing: Finding = ['unclear', 'the holding of the sold token cannot be read'];
  const other = row('7', { tokenAddress: usdc });
  const trade = (inputAmount: string | null, over = {}) => ({
    chain: 'sol',
    txHash: 'sig-1',
    timestamp: sentAtMs / 1_000 + 1,
    walletAddress: mainAddress,
    inputToken: jup,
    inputAmount,
    outputToken: sol,
    ...over,
  });
  const answers = (rows: readonly unknown[], trades: readonly unknown[] = [trade('400')], over = {}, more = {}) => ({
    'portfolio.positions': { positions: rows, ...over },
    'portfolio.history': { trades, ...more },
  });

  test('is found if holding and history agree, and needs a second check', async () => {
    const { found, isProvisional, inputs } = await look(sale, answers([row('600')]));
    expect(found).toEqual(['done', `${words('600')}, in transaction sig-1`]);
    expect(isProvisional).toBe(true);
    expect(inputs).toEqual([{ query: { chain: 'solana' } }, { query: { chain: 'solana', page: 1, limit: 100 } }]);
  });

  test.each<readonly [string, readonly unknown[], string]>([
    ['a little more is gone', [row('599')], words('599')],
    ['less than the amount', [row('601')], words('601')],
    ['unchanged', [row('1000')], `${words('1000')}: no change`],
    ['grown', [row('1400')], words('1400')],
    ['another wallet’s', [other, row('600', { walletAddress: sol })], words('0')],
    ['another token', [other], words('0')],
    ['a torn row', [other, row('600', { walletAddress: 5 })], missing[1]],
  ])('%s is unclear, whatever the history says', async (_what, rows, why) => {
    expect((await look(sale, answers(rows))).found).toEqual(['unclear', why]);
  });

  test.each<readonly [string, readonly unknown[], object, string]>([
    ['no trade', [], {}, 'but there is no trade of that amount'],
    ['a trade of another amount', [trade('401')], {}, 'but there is no trade of that amount'],
    ['a trade without its amount', [trade(null)], {}, 'but there is no trade of that amount'],
    ['another token', [trade('400', { inputToken: usdc })], {}, 'but there is no trade of that amount'],
    ['another wallet', [trade('400', { walletAddress: sol })], {}, 'but there is no trade of that amount'],
    ['no wallet', [trade('400', { walletAddress: null })], {}, 'but there is no trade of that amount'],
    ['another chain', [trade('400', { chain: 'base' })], {}, 'but there is no trade of that amount'],
    [
      'an earlier trade',
      [trade('400', { timestamp: sentAtMs / 1_000 - 61 })],
      {},
      'but there is no trade of that amount',
    ],
    ['two trades', [trade('400'), trade('400', { txHash: 'b' })], {}, 'and there are 2 trades of that amount'],
    ['a torn trade', [trade('400'), { chain: 5 }], {}, 'but the list of trades is incomplete'],
    ['a history with a warning', [trade('400')], { warnings: ['base'] }, 'but the list of trades is incomplete'],
  ])('spent, but %s: unclear', async (_what, trades, more, why) => {
    const { found } = await look(sale, answers([row('600')], trades, {}, more));
    expect(found).toEqual(['unclear', `${words('600')}, ${why}`]);
  });

  test('of the native token may include a fee in the same token', async () => {
    const native = { ...sale, inputToken: sol };
    const held = (left: string) => [row(left, { tokenAddress: sol })];
    const trades = [trade('400', { inputToken: sol })];
    expect((await look(native, answers(held('580'), trades))).found[0]).toBe('done');
    expect((await look(native, answers(held('579'), trades))).found[0]).toBe('unclear');
  });

  describe('of all that there was leaves no row', () => {
    const all = { ...sale, amount: '1000' };
    const trades = [trade('1000')];

    test('which an answer shows that has all the others', async () => {
      expect((await look(all, answers([other], trades))).found).toEqual([
        'done',
        `${words('0')}, in transaction sig-1`,
      ]);
    });

    test.each<readonly [string, readonly unknown[], object, readonly string[]]>([
      ['empty', [], {}, all.others],
      ['cut', [other], { hasMore: true }, all.others],
      ['with a warning', [other], { warnings: ['solana: timeout'] }, all.others],
      ['without another holding', [row('7', { tokenAddress: sol })], {}, all.others],
      ['with a torn row', [other, { tokenAddress: 5 }], {}, all.others],
      ['of a wallet that held nothing else', [], {}, []],
    ])('and one that is %s does not', async (_what, rows, over, others) => {
      expect((await look({ ...all, others: [...others] }, answers(rows, trades, over))).found).toEqual(missing);
    });
  });

  test('counts exactly where a number would not', async () => {
    const amount = '100000000000000000000000000';
    const evidence = { ...sale, inputBefore: '100000000000000000000000001', amount };
    expect((await look(evidence, answers([row('1')], [trade(amount)]))).found[0]).toBe('done');
    expect((await look(evidence, answers([row('2')], [trade(amount)]))).found[0]).toBe('unclear');
  });

  test('finds an EVM wallet in whatever case, on its own chain', async () => {
    const token = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
    const evidence = { ...sale, chain: 'base', walletAddress: evmWallet, inputToken: token };
    const here = row('600', {
      walletAddress: evmWallet.toLowerCase(),
      tokenAddress: token.toLowerCase(),
      network: 'base',
    });
    const rows = [{ ...here, network: 'bsc', latestBalanceRaw: '1000' }, here];
    const trades = [trade('400', { chain: 'base', walletAddress: evmWallet, inputToken: token })];
    expect((await look(evidence, answers(rows, trades))).found).toEqual([
      'done',
      `${words('600').replace('Solana', 'Base')}, in transaction sig-1`,
    ]);
  });

  test.each([{ inputBefore: null }, { walletAddress: null }, { chain: 'tron' }])(
    '%j is not even looked for',
    async (change) => {
      const { found, inputs } = await look({ ...sale, ...change }, {});
      expect(found).toEqual(['unclear', 'what the wallet held before is unknown']);
      expect(inputs).toEqual([]);
    },
  );
});

describe('a perp order by its cloid', () => {
  const evidence: Evidence = { kind: 'cloid', walletId: 'w', coin: 'BTC', cloid: '0xaa' };
  const resting = { coin: 'BTC', side: 'buy', limitPx: '1', sz: '1', oid: 7, cloid: '0xaa' };
  const fill = { coin: 'BTC', side: 'buy', px: '1', sz: '1', time: 1, oid: 8, cloid: '0xaa' };

  test.each<readonly [string, readonly unknown[], readonly unknown[], Finding]>([
    ['in the book', [resting], [], ['done', 'the order is in the book: 7']],
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
  const cancel: Evidence = { kind: 'cancelled-perp', walletId: 'w', coin: 'BTC', oids: [1, 2], others: [9] };
  const open = (...oids: readonly unknown[]) =>
    oids.map((oid) => ({ coin: 'BTC', side: 'buy', limitPx: '1', sz: '1', oid }));
  const fill = (oid: number | null) => ({ coin: 'BTC', side: 'buy', px: '1', sz: '1', time: sentAtMs, oid });
  const gone = 'none of the BTC orders is open any more';

  test.each<readonly [string, readonly unknown[], readonly unknown[], Finding]>([
    ['gone, the other one still there', open(9), [fill(7), fill(null)], ['done', gone]],
    ['partly gone', open(2, 9), [], ['unclear', '1 of 2 BTC orders are still open']],
    ['filled', open(9), [fill(2)], ['unclear', `${gone}: filled`]],
    ['gone with the other one', open(8), [], ['unclear', `${gone}, but other orders are missing too`]],
    ['missing from an empty list', [], [], ['unclear', `${gone}, but other orders are missing too`]],
    ['not to be read', open(9, 'x'), [], ['unclear', 'an open perp order cannot be read']],
    ['gone beside a torn fill', open(9), [5], ['unclear', 'a BTC fill cannot be read']],
  ])('%s', async (_what, orders, fills, expected) => {
    const { found, isProvisional, inputs } = await look(cancel, { 'perp.orders': orders, 'perp.fills': fills });
    expect(found).toEqual(expected);
    expect(isProvisional).toBe(found[0] === 'done');
    expect(inputs[0]).toEqual({ query: { wallet_id: 'w' } });
  });

  test('that were the only ones are left to the user', async () => {
    expect((await look({ ...cancel, others: [] }, { 'perp.orders': [] })).found).toEqual([
      'unclear',
      `${gone}, and no other order shows that the response is complete`,
    ]);
  });
});

test('without evidence nothing is read and nothing is concluded', async () => {
  expect(await look({ kind: 'none' }, {})).toMatchObject({
    found: ['unclear', 'no read can prove it'],
    inputs: [],
  });
});

test('addresses: EVM ones are the same in every case, the others are not', () => {
  expect(isSameAddress('0xAb', '0xaB')).toBe(true);
  expect(isSameAddress('0xAb', '0xAc')).toBe(false);
  expect(isSameAddress(jup, jup.toLowerCase())).toBe(false);
  expect(isSameAddress('', '')).toBe(true);
});
