import { describe, expect, test } from 'vitest';
import { isCellSafe, wire } from '../../../stores/desk-data.fixture.ts';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import { fakeDesk, readAtMs } from '../../desk/fake-desk.fixture.ts';
import { plainText } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';
import { closeForm, readPercentage } from './close-form.ts';

const [btc] = wire.positions.positions;
const market = wire.markets[0];

function setUp(over: { position?: object; markets?: readonly unknown[] } = {}) {
  const fake = fakeDesk();
  fake.fill();
  const answer = (position: object) =>
    fake.answer('positions', { ...wire.positions, positions: [{ ...btc, ...position }] }, readAtMs);
  answer(over.position ?? {});
  fake.answer('markets', over.markets ?? wire.markets, readAtMs);
  const row = positionRows(fake.desk.data)[0];
  if (!row) throw new Error('no row');
  const spec = closeForm(fake.desk, row, 'w-main');
  return { ...fake, answerPosition: answer, spec, at: (percentage: string) => spec.evaluate({ percentage }) };
}

const said = (rows: readonly FormRow[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ label, value }) => [label, plainText(value)]));

describe('the percentage', () => {
  test.each([
    ['1', 1],
    ['50', 50],
    ['100', 100],
    [' 25 % ', 25],
    ['007', 7],
  ])('%j is %i', (text, percentage) => {
    expect(readPercentage(text)).toBe(percentage);
  });

  test.each([
    ['', 'Enter a whole number from 1 to 100.'],
    ['%', 'Enter a whole number from 1 to 100.'],
    ['0', '0 is out of range: enter a whole number from 1 to 100.'],
    ['101', '101 is out of range: enter a whole number from 1 to 100.'],
    ['12.5', 'The service accepts whole percentages only: enter a whole number from 1 to 100.'],
    ['-5', 'Enter a whole number from 1 to 100.'],
    ['1e2', 'Enter a whole number from 1 to 100.'],
    ['half', 'Enter a whole number from 1 to 100.'],
    ['9'.repeat(40), 'Enter a whole number from 1 to 100.'],
    ['٥٠', 'Enter a whole number from 1 to 100.'],
  ])('%j gives no draft and says what is allowed', (text, problem) => {
    expect(setUp().at(text)).toMatchObject({ problems: { percentage: problem }, draft: null });
  });
});

describe('a good percentage', () => {
  test('gives the exact draft and what it comes to', () => {
    const { draft, problems, preview, submitLabel, referencePrice } = setUp().at('50');
    expect(problems).toEqual({});
    expect(draft).toMatchObject({ walletId: 'w-main', coin: 'BTC', percentage: 50, side: 'long' });
    expect([submitLabel, referencePrice]).toEqual(['Close 50 %', '97031.5']);
    expect(said(preview)).toEqual({
      size: '0.0750 BTC   ≈ 7,277.36 USD',
      remaining: '0.0750 BTC   ≈ 7,277.36 USD   margin 1,446.18',
      risk: '5× isolated, liquidation 81,200 16.3 % away, unchanged',
      slippage: 'no limit supported; each 0.1 % costs 7.28 USD',
      'realised PnL': 'est. +46.46 USD   fee ≈ 3.27 (4.5 bps)',
      rounding: 'down to 4 decimals, 50.00 % of the position',
      protection: 'no stop',
      'key limit': '57 of 60 executions left this hour, 493 today',
    });
  });

  test('rounds down to the decimals of the market, and says so', () => {
    const { preview } = setUp({ position: { szi: '0.0007' } }).at('50');
    expect(said(preview)).toMatchObject({
      size: expect.stringMatching(/^0\.0003 BTC/),
      remaining: expect.stringMatching(/^0\.0004 BTC/),
    });
    expect(said(preview)['rounding']).toBe('down to 4 decimals, 42.86 % of the position');
  });

  test('of a whole position keeps nothing', () => {
    expect(said(setUp().at('100').preview)['remaining']).toBe('none: closes the whole position');
  });

  test('of a short realises what the price has fallen', () => {
    const { draft, preview } = setUp({ position: { szi: '-0.15' } }).at('100');
    expect(draft).toMatchObject({ side: 'short' });
    expect(said(preview)['realised PnL']).toContain('−92.93 USD');
  });

  test('below the smallest order warns, unless it is the whole position', () => {
    const tiny = { position: { szi: '0.0002' } };
    expect(said(setUp(tiny).at('50').preview)['']).toBe('below 10 USD: the venue may reject it');
    expect(said(setUp({ position: { szi: '0.0001' } }).at('100').preview)['']).toBeUndefined();
  });

  test('that comes to no size is refused', () => {
    expect(setUp({ position: { szi: '0.0002' } }).at('49')).toMatchObject({
      problems: { percentage: '49 % is below the minimum size of BTC: enter more.' },
      draft: null,
    });
  });

  test('without a mark and a margin shows dashes and words, not zeros', () => {
    const bare = {
      coin: 'BTC',
      szi: '0.15',
      entryPx: null,
      marginUsed: null,
      positionValue: null,
      unrealizedPnl: null,
    };
    const { draft, preview, referencePrice } = setUp({ position: bare, markets: [] }).at('50');
    expect(draft).not.toBeNull();
    expect(referencePrice).toBeUndefined();
    expect(said(preview)['realised PnL']).toBe('est. – USD');
  });
});

test('a position of nothing is refused, and does not break the form', () => {
  expect(setUp({ position: { szi: '0' } }).at('100').draft).toBeNull();
});

test('a position that is gone, or not readable any more, is refused in words', () => {
  const { answerPosition, spec, at } = setUp();
  for (const over of [{ coin: 'SOL' }, { szi: 'lots' }]) {
    answerPosition(over);
    expect(at('50')).toMatchObject({ problems: { form: 'You no longer have an open BTC position.' }, draft: null });
    expect(plainText(spec.subject({}))).toBe('BTC   position closed');
  }
});

test('the draft follows the position, not the row that was selected', () => {
  const { answerPosition, at } = setUp();
  answerPosition({ szi: '-0.3' });
  expect(at('50').draft).toMatchObject({ side: 'short' });
});

test('the confirmation shows everything that it acts on', () => {
  const { spec, at, clock } = setUp();
  clock.nowMs += 400;
  const { draft } = at('50');
  if (!draft) throw new Error('no draft');
  expect(said(spec.confirmation(draft))).toMatchObject({
    close: '50 % of BTC long',
    size: '0.0750 BTC   ≈ 7,277.36 USD',
    price: 'market, mark 97,032 (0.4 s)',
    mode: 'PAPER http://127.0.0.1:7000',
    wallet: 'main 7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    rounding: expect.stringContaining('down to 4 decimals'),
  });
});

test('what is sent is coin, wallet, side and percentage of the draft, once', async () => {
  const { spec, at, done } = setUp();
  const { draft } = at('75');
  if (!draft) throw new Error('no draft');
  await spec.submit(draft);
  expect(done).toEqual([['closePosition', { walletId: 'w-main', coin: 'BTC', percentage: 75, side: 'long' }]]);
});

test('a hostile coin is shown clean and sent as it is named', () => {
  const coin = 'B\u001B[31mTC';
  const { spec, at } = setUp({ position: { coin }, markets: [{ ...market, meta: { ...market.meta, name: coin } }] });
  const { draft } = at('50');
  if (!draft) throw new Error('no draft');
  expect(draft.coin).toBe(coin);
  for (const { value } of [...spec.confirmation(draft), { value: spec.subject({}) }])
    expect(isCellSafe(plainText(value)), JSON.stringify(plainText(value))).toBe(true);
});
