import { expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { fillWords } from '../../stores/orders/fill-report.ts';
import { bindActions } from '../desk-actions.ts';
import { fakeContext, memoryJournal } from '../pipeline/fake-context.fixture.ts';
import { startPipeline } from '../pipeline/start-pipeline.ts';
import { ethFill, ethOpen, order } from './eth-order.fixture.ts';
import { followResting } from './follow-resting.ts';

const filled = ethFill({ sz: '1', fee: '0.5' });

/** A desk with an order that rests, and what the service says of it. */
async function resting(journal = memoryJournal()) {
  const service = { orders: [ethOpen] as unknown[], fills: [] as unknown[], oid: 7 };
  const answer = (id: string): unknown => {
    if (id === 'perp.orders') return service.orders;
    return id === 'perp.fills' ? service.fills : { results: [{ status: 'success', oid: service.oid }] };
  };
  const fake = fakeContext(answer, { clock: new FakeClock(), journal });
  startPipeline(fake.context);
  followResting(fake.context);
  await bindActions(fake.context).send(order('limit'));
  await fake.clock.advance(60_000);
  const words = () => fillWords(fake.context.records.getState().records[0]!.fills!);
  /** The list of open orders as the desk polls it. */
  const list = async (orders: readonly unknown[]) => {
    fake.reads.answer('perpOrders', orders, fake.clock.now());
    await fake.clock.advance(30_000);
  };
  const lines = () => fake.journal().filter((entry) => (entry as { event?: string }).event === 'fills').length;
  const reads = () => fake.requests().filter(({ id }) => id === 'perp.fills').length;
  return { ...fake, service, words, list, lines, reads };
}

test('an order that rested and has filled since says so, in record, journal and notices', async () => {
  const { words, list, lines, service, notices } = await resting();
  expect(words()).toBe('resting, not filled');
  service.orders = [];
  service.fills = [filled];
  await list([]);
  expect(words()).toBe('Bought 1 ETH at 3,500.0, fee 0.50');
  expect([lines(), notices().at(-1)]).toEqual([2, 'ok: Bought 1 ETH at 3,500.0, fee 0.50, request req-1']);
  await list([]);
  expect(lines()).toBe(2);
});

test('an order that was changed is found under its new number, also what filled under both', async () => {
  const { words, list, service, context, clock, readAll } = await resting();
  const draft = { walletId: 'w-main', coin: 'ETH', oid: 7, isBuy: true, limitPx: '3510', sz: '0.6' } as const;
  service.oid = 8;
  readAll();
  const change = { kind: 'modifyPerpOrder', draft: { ...draft, newCloid: `0x${'b'.repeat(32)}` } } as const;
  expect(await bindActions(context).send(change)).toMatchObject({ kind: 'accepted', oid: 8 });
  await clock.advance(60_000);
  await list([{ ...ethOpen, oid: 8, cloid: null }]);
  expect(words()).toBe('resting, not filled');
  service.orders = [];
  service.fills = [
    { ...filled, sz: '0.4' },
    { ...filled, sz: '0.6', px: '3510', oid: 8, cloid: `0x${'b'.repeat(32)}` },
  ];
  await list([]);
  expect(words()).toBe('Bought 1 ETH at 3,506.0, fee 1.00');
});

test('one that was cancelled is not said to rest any more', async () => {
  const { words, list, service } = await resting();
  service.orders = [];
  await list([]);
  expect(words()).toBe('accepted; fills not read (it is not open, and no fill is listed)');
});

test('what filled before the rest was cancelled is said', async () => {
  const { words, list, service } = await resting();
  service.orders = [];
  service.fills = [{ ...filled, sz: '0.4' }];
  await list([]);
  expect(words()).toBe('Bought 0.4 of 1 ETH at 3,500.0, the rest is not open any more, fee 0.50');
});

test.each([
  ['listed by its number', [{ ...ethOpen, cloid: null }]],
  ['listed by its client id', [{ ...ethOpen, oid: 8 }]],
  ['in a list with an unreadable row', [{ coin: 5 }]],
])('an order is left alone while it is %s', async (_name, orders) => {
  const { list, reads, words } = await resting();
  const before = reads();
  await list(orders);
  expect([reads() - before, words()]).toEqual([0, 'resting, not filled']);
});

test('one that rests in spite of the list is not read again for a minute, and nothing is written', async () => {
  const { list, reads, lines } = await resting();
  const before = reads();
  await list([]);
  const once = reads() - before;
  await list([]);
  expect([reads() - before, lines()]).toEqual([once, 1]);
  await list([]);
  expect(reads() - before).toBe(2 * once);
});

test('while another program holds the account, nothing is read for its journal', async () => {
  const { list, reads, context } = await resting();
  const before = reads();
  context.trading.setState({ lock: 'Another desk holds the account.' });
  await list([]);
  expect(reads()).toBe(before);
});
