import { describe, expect, test } from 'vitest';
import { allKinds } from '../../../plans/plan-grammar.ts';
import { type FakeDesk, fakeDesk, readRows } from '../../desk/fake-desk.fixture.ts';
import type { Values } from '../form-spec.ts';
import { planForm } from './plan-form.ts';

/** A form of a kind on the sample account, which is long BTC and short ETH. */
function open(
  kind: string,
  typed: Values,
  prepare: (fake: FakeDesk) => void = () => {},
  over: Parameters<typeof fakeDesk>[0] = {},
) {
  const fake = fakeDesk(over);
  fake.fill();
  prepare(fake);
  const form = planForm(fake.desk, kind, { coin: 'BTC', ...typed });
  const { draft, ...evaluation } = form.evaluate(form.initial);
  return { ...fake, form, draft, ...evaluation, rows: readRows(evaluation.preview) };
}

const scale = { side: 'buy', size: '0.04', from: '95000', to: '94000', count: '4' };
const twap = { side: 'buy', size: '0.04', over: '1h', count: '20' };

test('a plan is confirmed with the caps that it states, and created with its summary', async () => {
  const { draft, problems, form, done } = open('scale', scale);
  expect(problems).toEqual({});
  expect(draft).toMatchObject({
    walletId: 'w-main',
    summary: 'Scale: buy 0.04 BTC 95000..94000 in 4 weight 1:1',
    caps: { operations: 18, usd: '3780' },
    spec: { kind: 'scale', levels: [{ px: '95000', sz: '0.01' }, {}, {}, { px: '94000', sz: '0.01' }] },
  });
  expect(form.confirmLocally?.(draft!)).toEqual({ by: 'key' });
  expect(await form.submit(draft!)).toMatchObject({ kind: 'accepted' });
  const [name, created] = done.find(([what]) => what === 'createPlan')!;
  expect(name).toBe('createPlan');
  expect(Object.keys(created as object).sort()).toEqual(['arrivalPx', 'caps', 'spec', 'summary', 'walletId']);
});

test('the preview lists what it will send; all of it in the confirmation', () => {
  const { rows, form, draft } = open('scale', { ...scale, size: '0.4', count: '8' });
  expect(rows.slice(-5).map((row) => row.replace(/ +/g, ' '))).toEqual([
    'orders: level 1 buy 0.05 BTC limit 95,000 4,750.00',
    ': level 2 buy 0.05 BTC limit 94,857 4,742.85',
    ': level 3 buy 0.05 BTC limit 94,714 4,735.70',
    ': … 4 more …',
    ': level 8 buy 0.05 BTC limit 94,000 4,700.00',
  ]);
  expect(readRows(form.confirmation(draft!)).filter((row) => row.includes('level '))).toHaveLength(8);
});

test('slices that are alike are one row, and the jitter stays while something else is typed', () => {
  const { rows, form, draft } = open('twap', twap);
  expect(rows.find((row) => row.startsWith('orders'))).toMatch(/slice 1–20 +buy 0\.002 BTC +market .* now … \+5\dm$/);
  expect(form.evaluate({ ...form.initial, operations: '60' }).draft?.spec).toEqual(draft?.spec);
});

describe('a plan that cannot be carried out is refused where it is typed, with what would be possible', () => {
  test.each<[string, string, Values, string, RegExp]>([
    [
      'below the smallest order',
      'scale',
      { ...scale, size: '0.0002' },
      'scale.count',
      /smallest order of 10 USD: use fewer/,
    ],
    ['no size', 'scale', { ...scale, size: '' }, 'size', /^Enter a size in BTC above zero/],
    ['above the margin', 'scale', { ...scale, size: '400' }, 'size', /^At most [\d.,]+ BTC/],
    [
      'fewer operations than orders',
      'scale',
      { ...scale, operations: '3' },
      'operations',
      /needs 4 operations at least/,
    ],
    ['operations that are none', 'scale', { ...scale, operations: 'x' }, 'operations', /whole number/],
    ['nothing to reduce', 'scale', { ...scale, reduceOnly: 'yes' }, 'form', /No BTC position for a buy to reduce/],
    [
      'a bracket against a position on the other side',
      'bracket',
      { coin: 'ETH', side: 'buy', size: '0.1', stop: '5%' },
      'form',
      /You are short 4\.2 ETH, which this would only reduce: close that first/,
    ],
    ['an unknown market', 'scale', { ...scale, coin: 'NOPE' }, 'coin', /No market/],
  ])('%s', (_name, kind, typed, field, words) => {
    const { problems, draft } = open(kind, typed);
    expect(problems[field]).toMatch(words);
    expect(draft).toBeNull();
  });

  test('what the risk check says of its largest order', () => {
    const { problems } = open('scale', scale, undefined, {
      actions: { whyRefused: (operation) => (operation?.kind === 'placePerpOrder' ? 'too large' : null) },
    });
    expect(problems).toMatchObject({ form: 'too large' });
  });

  test('more executions than the key has: the count says how many are left', () => {
    const { problems, rows } = open('twap', { ...twap, count: '40', over: '30m' }, leaves(8));
    expect(problems['twap.count']).toMatch(/The key has 8 executions left for it, and it takes 40: at most 8/);
    expect(rows.join('\n')).toContain('takes 40 of 8 executions');
  });

  test('where the key only runs dry for a while, it says when', () => {
    const { problems, rows } = open('twap', { ...twap, count: '60', over: '3h' }, leaves(8));
    expect(problems).toEqual({});
    expect(rows.join('\n')).toMatch(/none left for slice 9 at about 14:\d\d:\d\d UTC: it pauses there/);
  });
});

/** A key with so many executions left this hour, of 60. */
const leaves =
  (hour: number) =>
  ({ desk, answer }: FakeDesk): void => {
    const usage = desk.data.read('usage').data!;
    const constraints = { ...usage.constraints!, maxExecutionsPerHour: 60, maxExecutionsPerDay: 500 };
    answer(
      'usage',
      { ...usage, constraints, usage: { ...usage.usage!, executionsLastHour: 60 - hour, executionsLastDay: 0 } },
      desk.now(),
    );
  };

describe('fees', () => {
  const bracket = { side: 'buy', size: '0.01', entry: '95000', stop: '94000', exits: '1R 100%' };
  const feeOf = (rows: readonly string[]): string =>
    rows.find((row) => row.startsWith('fee'))?.replace(/ +/g, ' ') ?? '';

  test("are counted at the account's rates, which the preview names and a bracket keeps", () => {
    const rates = { makerRate: '0.0001', takerRate: '0.0002' };
    const { rows, draft } = open('bracket', bracket, ({ desk, answer }) => answer('fees', rates, desk.now()));
    expect(feeOf(rows)).toMatch(/maker where it rests, taker, your account's rates$/);
    expect(draft?.spec).toMatchObject({ takerRate: '0.0002' });
  });

  test('are those of the base tier while the account has none, and the preview says so', () => {
    const { rows, draft } = open('bracket', bracket, ({ desk }) => {
      const read = desk.data.read.bind(desk.data);
      desk.data.read = ((name: 'fees') => (name === 'fees' ? { ...read(name), data: undefined } : read(name))) as never;
    });
    expect(feeOf(rows)).toMatch(/, the base tier; your account's rates are unknown$/);
    expect(draft?.spec).toMatchObject({ takerRate: '0.00045' });
  });
});

describe("a cap by the market's volume", () => {
  const traded =
    (dayNtlVlm: string) =>
    ({ desk, answer }: FakeDesk): void => {
      const market = { ctx: { markPx: '96000', dayNtlVlm }, meta: { name: 'BTC', szDecimals: 5, maxLeverage: 40 } };
      answer('markets', [market], desk.now());
    };
  const volumeOf = (rows: readonly string[]): string[] => {
    const at = rows.findIndex((row) => row.startsWith('volume'));
    return at < 0 ? [] : rows.slice(at, at + 2);
  };

  test('shows what a slice is of the average, and how long the cap makes the plan', () => {
    // 20 slices of 0.002 BTC, 3 minutes apart; the market trades 0.02 BTC in that time.
    const market = traded('921600');
    expect(volumeOf(open('twap', twap, market).rows)[0]).toBe("volume: a slice is 10.00 % of the day's average in 3m");
    expect(volumeOf(open('twap', { ...twap, part: '10%' }, market).rows)[1]).not.toMatch(/above the cap/);
    expect(volumeOf(open('twap', { ...twap, part: '5' }, market).rows)[1]).toBe(
      ': above the cap of 5 %: it takes about 2h',
    );
    expect(open('twap', { ...twap, part: '5' }, market).draft?.spec).toMatchObject({ maxPartPct: 5 });
  });

  test('waits for a volume that is unknown, and says so; without a cap it is of no interest', () => {
    expect(volumeOf(open('twap', { ...twap, part: '5' }, traded('0')).rows)[0]).toBe(
      'volume: unknown: with a cap the plan waits',
    );
    expect(volumeOf(open('twap', twap, traded('0')).rows)).toEqual([]);
  });

  test.each(['101', '0', 'x'])('of %s is refused in place', (part) => {
    const { problems, draft } = open('twap', { ...twap, part });
    expect(Object.entries(problems)).toEqual([[expect.stringMatching(/part$/), expect.stringMatching(/^Enter/)]]);
    expect(draft).toBeNull();
  });
});

test('above the limit for typed words, the plan as a whole asks for one', () => {
  const { form, draft } = open('scale', { ...scale, size: '0.2' });
  expect(form.confirmLocally?.(draft!)).toMatchObject({ by: 'word', word: 'PLAN' });
});

test('halted trading starts no plan', () => {
  const { draft, blocked } = open('scale', scale, undefined, { actions: { whyRefused: () => 'Trading is halted.' } });
  expect([draft, blocked]).toEqual([null, 'Trading is halted.']);
});

test('another kind keeps what was typed, and has its own standards', () => {
  const { form } = open('scale', scale);
  const values = { ...form.initial, kind: 'twap' };
  expect(form.fields(values).map(({ label }) => label)).toContain('Over');
  expect(form.evaluate(values).draft?.summary).toBe('TWAP: buy 0.04 BTC over 1h in 20');
});

test('every kind says what happens without the desk and after a gap', () => {
  const { rows } = open('twap', twap);
  const kind = allKinds.find(({ kind: name }) => name === 'twap')!;
  expect(rows).toContain(`after a gap: ${kind.gapRule}`);
  expect(rows.join('\n')).toContain('desk closed: Nothing rests');
});
