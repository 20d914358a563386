import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { jup, sol } from '../../stores/desk-data.fixture.ts';
import { fillWords } from '../../stores/orders/fill-report.ts';
import { bindActions } from '../desk-actions.ts';
import { fakeContext, memoryJournal } from '../pipeline/fake-context.fixture.ts';
import { orderKinds } from '../pipeline/operation-kinds.fixture.ts';
import { startPipeline } from '../pipeline/start-pipeline.ts';
import { ethFill, ethOpen, fill, order } from './eth-order.fixture.ts';
import { readFillsAfterMs } from './follow-fills.ts';

const close = {
  kind: 'closePosition',
  draft: { walletId: 'w-main', coin: 'BTC', percentage: 100, side: 'long' },
} as const;
test('a read that is answered after the stop is neither written down nor said', async () => {
  let answer = (_fills: unknown): void => {};
  const fake = fakeContext((id) => {
    if (id === 'perp.fills') return new Promise((resolve) => (answer = resolve));
    return { results: [{ status: 'success', oid: 7 }] };
  });
  await bindActions(fake.context).send(close);
  await fake.clock.advance(readFillsAfterMs[0]);
  const [lines, notices] = [fake.journal().length, fake.notices().length];
  fake.context.timers.stop();
  answer([fill()]);
  await fake.clock.advance(60_000);
  expect([fake.journal().length, fake.notices().length]).toEqual([lines, notices]);
});

interface Answers {
  /** The fills of each read; the last one repeatedly. */
  readonly fills?: readonly unknown[];
  readonly open?: readonly unknown[];
  /** Order id of the response; null: it names none. */
  readonly oid?: number | null;
  readonly journal?: ReturnType<typeof memoryJournal>;
}

function setUp({ fills = [[]], open = [], oid = 7, journal = memoryJournal() }: Answers) {
  const left = [...fills];
  const answer = (id: string): unknown => {
    if (id === 'perp.orders') return open;
    if (id !== 'perp.fills') return { results: [{ status: 'success', ...(oid === null ? {} : { oid }) }] };
    const next = left.length > 1 ? left.shift() : left[0];
    if (next instanceof Error) throw next;
    return next;
  };
  const fake = fakeContext(answer, { clock: new FakeClock(), journal });
  const record = () => fake.context.records.getState().records[0]!;
  const reads = () => fake.requests().filter(({ id }) => id === 'perp.fills').length;
  const words = () => (record().fills ? fillWords(record().fills!) : null);
  return { ...fake, actions: bindActions(fake.context), record, reads, words };
}

/** Sends it and lets every read of its fills happen. */
async function sent(what: Parameters<ReturnType<typeof bindActions>['send']>[0], answers: Answers) {
  const desk = setUp(answers);
  const outcome = await desk.actions.send(what);
  await desk.clock.advance(60_000);
  expect(desk.clock.pending).toBe(0);
  return { ...desk, outcome };
}

describe('a close', () => {
  test('has its outcome at once, and its fills in record, journal and notices when they are read', async () => {
    const desk = setUp({ fills: [[fill({ sz: '0.1', px: '97000' }), fill({ sz: '0.05', px: '97003' })]] });
    const outcome = await desk.actions.send(close);
    expect(outcome).toMatchObject({ kind: 'accepted', oid: 7, recordId: desk.record().id });
    expect(desk.reads()).toBe(0);
    await desk.clock.advance(readFillsAfterMs[0]);
    expect(desk.words()).toBe('Closed 0.15 BTC at 97,001, fee 13.10, realised +176.40');
    expect(desk.notices().at(-1)).toBe('ok: Closed 0.15 BTC at 97,001, fee 13.10, realised +176.40, request req-1');
    expect(desk.journal().at(-1)).toMatchObject({
      event: 'fills',
      id: desk.record().id,
      state: 'filled',
      filledSize: '0.15',
      avgPrice: '97001',
      feeUsd: '13.1',
      realisedPnlUsd: '176.4',
    });
    await desk.clock.advance(60_000);
    expect(desk.reads()).toBe(1);
  });

  test('that fills in part says so after two equal reads', async () => {
    const desk = await sent(close, { fills: [[], [fill({ sz: '0.06' })]] });
    expect(desk.words()).toBe(
      'Closed 0.06 of 0.15 BTC at 97,000, unfilled remainder cancelled (IOC), fee 6.55, realised +88.20',
    );
    expect(desk.notices().at(-1)).toMatch(/^warn: /);
    expect(desk.reads()).toBe(3);
  });

  test('is not called partial because its fills are listed late', async () => {
    const desk = await sent(close, {
      fills: [[fill({ sz: '0.06' })], [], [fill({ sz: '0.06' }), fill({ sz: '0.09' })]],
    });
    expect(desk.words()).toContain('Closed 0.15 BTC');
  });

  test.each([
    ['no fill is listed', [[]], 'accepted; fills not read (none is listed yet)'],
    ['the read fails', [new Error('no net')], 'accepted; fills not read (UNEXPECTED no net)'],
    [
      'a fill is unreadable',
      [[fill({ sz: '0.06' }), fill({ sz: 'x' })]],
      'accepted; fills not read (a fill is unreadable)',
    ],
    ['the fills are of another order', [[fill({ oid: 8 })]], 'accepted; fills not read (none is listed yet)'],
  ])('of which %s is accepted, its fills unknown', async (_what, fills, words) => {
    const desk = await sent(close, { fills });
    expect([desk.outcome.kind, desk.words()]).toEqual(['accepted', words]);
    expect(desk.notices().at(-1)).toBe(`warn: close 100 % of BTC long: ${words}, request req-1`);
    expect(desk.reads()).toBe(readFillsAfterMs.length);
  });

  test('without an order id takes the fills of one order, and only if they are the whole of it', async () => {
    const one = await sent(close, { oid: null, fills: [[fill()]] });
    expect(one.words()).toContain('Closed 0.15 BTC');
    const two = await sent(close, { oid: null, fills: [[fill({ sz: '0.1' }), fill({ sz: '0.05', oid: 8 })]] });
    const less = await sent(close, { oid: null, fills: [[fill({ sz: '0.1' })]] });
    for (const desk of [two, less]) expect(desk.words()).toContain('fills not read');
  });

  test('keeps what was read where the next read fails, and says unknown figures as unknown', async () => {
    const part = fill({ sz: '0.06', fee: undefined, closedPnl: undefined });
    const desk = await sent(close, { fills: [[part], new Error('no net')] });
    expect(desk.words()).toBe(
      'Closed 0.06 of 0.15 BTC at 97,000, unfilled remainder cancelled (IOC), fee unknown, realised unknown',
    );
  });
});

describe('an order', () => {
  test.each([
    ['market', { fills: [[ethFill({ sz: '1' })]] }, 'Bought 1 ETH at 3,500.0, fee 6.55'],
    [
      'market',
      { fills: [[ethFill({ sz: '1', closedPnl: '-2' })]] },
      'Bought 1 ETH at 3,500.0, fee 6.55, realised −2.00',
    ],
    ['market', { oid: null, fills: [[ethFill({ sz: '1' })]] }, 'Bought 1 ETH at 3,500.0, fee 6.55'],
    [
      'market',
      { fills: [[ethFill({ sz: '0.4' })]] },
      'Bought 0.4 of 1 ETH at 3,500.0, unfilled remainder cancelled (IOC), fee 6.55',
    ],
    ['limit', { open: [ethOpen] }, 'resting, not filled'],
    [
      'limit',
      { open: [ethOpen], fills: [[ethFill({ sz: '0.4' })]] },
      'Bought 0.4 of 1 ETH at 3,500.0, the rest is resting, fee 6.55',
    ],
    ['limit', { fills: [[ethFill({ sz: '1' })]] }, 'Bought 1 ETH at 3,500.0, fee 6.55'],
    [
      'limit',
      { fills: [[ethFill({ sz: '0.4' })]] },
      'Bought 0.4 of 1 ETH at 3,500.0, the rest is not open any more, fee 6.55',
    ],
    ['limit', {}, 'accepted; fills not read (it is not open, and no fill is listed)'],
  ] as const)('%s, %j: %s', async (type, answers, words) => {
    expect((await sent(order(type), answers)).words()).toBe(words);
  });

  test('that rests is named in its notice', async () => {
    const desk = await sent(order('limit'), { open: [ethOpen] });
    expect(desk.notices().at(-1)).toBe('info: buy 1 ETH at 3500: resting, not filled, request req-1');
  });
});

test('the fills of an order that was answered as the desk ended are read at its next start, once', async () => {
  const desk = setUp({ fills: [[fill()]] });
  await desk.actions.send(close);
  const next = desk.restart();
  startPipeline(next.context);
  await next.clock.advance(60_000);
  expect(next.context.records.getState().records[0]?.fills?.filledSize).toBe('0.15');
  const third = next.restart();
  startPipeline(third.context);
  expect(third.clock.pending).toBe(0);
  expect(third.context.records.getState().records[0]?.fills?.filledSize).toBe('0.15');
});

test('a full disk loses neither the fills nor the order of the lines', async () => {
  const journal = memoryJournal((line) => line === 3);
  const desk = await sent(close, { fills: [[fill()]], journal });
  expect(desk.record().fills?.filledSize).toBe('0.15');
  expect(desk.notices()).toContain('error: journal: disk full');
  await desk.actions.send(close);
  expect(journal.entries().map(({ event }) => event)).toEqual(['sent', 'accepted', 'fills', 'sent', 'accepted']);
});

describe('a swap', () => {
  const swap = orderKinds.find(({ name }) => name === 'swap')!;
  const trade = {
    chain: 'solana',
    txHash: 'abc',
    timestamp: Date.UTC(2026, 0, 1) / 1_000,
    inputToken: jup,
    outputToken: sol,
    inputAmount: '40000000',
    outputAmount: '200000000',
    token: jup,
    sizeUsd: '28',
    isBuy: false,
  };

  async function swapped(trades: readonly object[]) {
    const answers: Record<string, unknown> = {
      [swap.mutation]: swap.accepted,
      'tasks.get': { taskId: 'task-1', taskType: 'swap', status: 'success', txHash: 'abc' },
      'portfolio.history': { trades },
    };
    const fake = fakeContext((id) => answers[id]);
    fake.reads.token({ tokenId: `solana:${jup}`, symbol: 'JUP', name: 'Jupiter', decimals: 6 });
    await swap.send(bindActions(fake.context));
    await fake.clock.advance(60_000);
    return fake;
  }

  test('says what was received, for what, and at which average price', async () => {
    const fake = await swapped([trade]);
    expect(fake.notices().at(-1)).toBe('ok: Received 0.2 SOL for 40 JUP, average 0.70000 USD per JUP, request req-1');
  });

  test('whose trade is not listed says that this is unknown', async () => {
    const fake = await swapped([{ ...trade, txHash: 'other' }]);
    expect(fake.notices().at(-1)).toBe(
      'warn: swap 40 JUP → SOL: accepted; fills not read (the trade is not listed yet), request req-1',
    );
  });
});
