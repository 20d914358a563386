import { describe, expect, test } from 'vitest';
import { wire } from '../../../stores/desk-data.fixture.ts';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import { fakeDesk, readAtMs } from '../../desk/fake-desk.fixture.ts';
import { plainText } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';
import { marginForm } from './margin-form.ts';

const [btc] = wire.positions.positions;

function setUp(over: { position?: object; account?: object; markets?: readonly unknown[] } = {}) {
  const fake = fakeDesk();
  fake.fill();
  const answer = (position: object) =>
    fake.answer('positions', { ...wire.positions, ...over.account, positions: [{ ...btc, ...position }] }, readAtMs);
  answer(over.position ?? {});
  if (over.markets) fake.answer('markets', over.markets, readAtMs);
  const row = positionRows(fake.desk.data)[0];
  if (!row) throw new Error('no row');
  const spec = marginForm(fake.desk, row, 'w-main');
  return {
    ...fake,
    answerPosition: answer,
    spec,
    add: (amount: string) => spec.evaluate({ direction: 'add', amount }),
    remove: (amount: string) => spec.evaluate({ direction: 'remove', amount }),
  };
}

const said = (rows: readonly FormRow[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ label, value }) => [label, plainText(value)]));

describe('an amount that cannot be', () => {
  test.each([
    '',
    '   ',
    '0',
    '0.000000',
    '-5',
    '+5',
    '1e3',
    '1,000',
    '1.0000001',
    'lots',
    '0x10',
    '٥',
    '9'.repeat(100),
  ])('%j gives no draft and says why', (text) => {
    for (const evaluation of [setUp().add(text), setUp().remove(text)]) {
      expect(evaluation.draft).toBeNull();
      expect(evaluation.problems['amount']).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('more than is free cannot be added, and what is free is named', () => {
    const { add } = setUp({ account: { withdrawable: '100.5' } });
    expect(add('100.5').draft).not.toBeNull();
    expect(add('100.500001')).toMatchObject({
      problems: { amount: 'Only 100.50 USDC is available on this account.' },
      draft: null,
    });
  });

  test('so much that leverage would be beyond the market’s cannot be removed', () => {
    const { remove } = setUp({
      markets: [{ ctx: { markPx: '97031.5' }, meta: { name: 'BTC', szDecimals: 4, maxLeverage: 10 } }],
    });
    expect(remove('1436').draft).not.toBeNull();
    expect(remove('1437.8').draft).toBeNull();
    expect(remove('1437.8').problems['amount']).toMatch(/10\.0× leverage; BTC allows 10×/);
  });

  test('nor more than there is, nor so much that it would be liquidated at once', () => {
    const { remove } = setUp();
    expect(remove('2892.36').problems['amount']).toBe('The position has only 2892.36 USD of margin.');
    const close = setUp({ position: { liquidationPx: '96900' } });
    expect(close.remove('500').problems['amount']).toMatch(/past the mark/);
  });
});

describe('a good amount', () => {
  test.each([
    ['25', '25'],
    [' 25.50 ', '25.5'],
    ['0.000001', '0.000001'],
    ['0100', '100'],
  ])('%j is added as %s USDC', (typed, amount) => {
    const { draft, problems, submitLabel, referencePrice } = setUp().add(typed);
    expect(problems).toEqual({});
    expect(draft).toMatchObject({ walletId: 'w-main', coin: 'BTC', amount });
    expect([submitLabel, referencePrice]).toEqual(['Add margin', '97031.5']);
  });

  test('is negative when it is taken out', () => {
    const { draft, submitLabel } = setUp().remove('12.5');
    expect(draft).toMatchObject({ amount: '-12.5' });
    expect(submitLabel).toBe('Remove margin');
  });

  test('moves the liquidation the right way, with where it was beside it', () => {
    const { add, remove } = setUp();
    const liquidation = (rows: readonly FormRow[]) =>
      Number(/^[\d,]+/.exec(said(rows)['liquidation'] ?? '')?.[0].replace(',', ''));
    expect(said(add('100').preview)).toMatchObject({
      now: 'margin 2,892.36   liquidation 81,200',
      margin: '2,992.36 USDC   4.9× effective on 14.55K USD',
      liquidation: expect.stringMatching(/ from mark \(now 16\.3 %\)$/),
      'key limit': expect.anything(),
    });
    expect(liquidation(add('100').preview)).toBeLessThan(81_200);
    expect(liquidation(remove('100').preview)).toBeGreaterThan(81_200);
  });

  test('is confirmed with direction, base units, wallet and mode', () => {
    const { spec, remove } = setUp();
    const { draft } = remove('12.5');
    if (!draft) throw new Error('no draft');
    expect(said(spec.confirmation(draft))).toMatchObject({
      remove: '12.5 USDC from BTC long',
      'base units': '12500000 (6 decimals), not rounded',
      mode: 'PAPER http://127.0.0.1:7000',
      wallet: 'main 7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
      price: expect.stringContaining('mark 97,032'),
    });
  });

  test('is sent as wallet, coin and signed amount, once', async () => {
    const { spec, remove, done } = setUp();
    const { draft } = remove('12.5');
    if (!draft) throw new Error('no draft');
    await spec.submit(draft);
    expect(done).toEqual([['adjustMargin', { walletId: 'w-main', coin: 'BTC', amount: '-12.5' }]]);
  });
});

test('a position that is gone or on cross margin by now, or whose market is unknown, is refused in words', () => {
  const { answerPosition, add } = setUp();
  answerPosition({ leverageType: 'cross' });
  expect(add('5')).toMatchObject({ problems: { amount: expect.stringMatching(/cross margin/) }, draft: null });
  answerPosition({ coin: 'SOL' });
  expect(add('5')).toMatchObject({ problems: { form: 'You no longer have an open BTC position.' }, draft: null });
  const without = setUp({ markets: [] });
  expect(without.add('5').draft).toBeNull();
  expect(without.add('5').problems['form']).toMatch(/market|rules/i);
});

test('a position without a margin or a mark is not guessed at', () => {
  const { add } = setUp({ position: { marginUsed: null } });
  expect(add('5')).toMatchObject({ problems: { amount: expect.stringMatching(/unknown/) }, draft: null });
});
