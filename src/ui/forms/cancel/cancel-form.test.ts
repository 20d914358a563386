import { expect, test } from 'vitest';
import { hostileTexts, isCellSafe, wire } from '../../../stores/desk-data.fixture.ts';
import { orderRows } from '../../../stores/orders/order-rows.ts';
import { fakeDesk, readAtMs } from '../../desk/fake-desk.fixture.ts';
import { plainText } from '../../text/span.ts';
import { cancelForm } from './cancel-form.ts';

const [order] = wire.orders.orders;

function setUp(over: object = {}) {
  const fake = fakeDesk();
  fake.fill();
  const answer = (...orders: readonly unknown[]) => fake.answer('orders', { orders, nextCursor: null }, readAtMs);
  answer({ ...order, ...over });
  const row = orderRows(fake.desk.data)[0];
  if (!row) throw new Error('no row');
  return { ...fake, answerOrders: answer, spec: cancelForm(fake.desk, row) };
}

test('an active order gives its draft, in words', () => {
  const { spec } = setUp();
  expect(spec.fields({})).toEqual([]);
  expect(spec.evaluate({})).toMatchObject({
    problems: {},
    draft: { orderId: 'ord-1', summary: 'BUY 0.5 SOL JUP when price < 1.6000' },
    submitLabel: 'Cancel order',
  });
  expect(plainText(spec.subject({}))).toBe('BUY 0.5 SOL JUP when price < 1.6000');
});

test('the confirmation has order, chain and mode', () => {
  const { spec } = setUp();
  const { draft } = spec.evaluate({});
  if (!draft) throw new Error('no draft');
  const rows = Object.fromEntries(spec.confirmation(draft).map(({ label, value }) => [label, plainText(value)]));
  expect(rows).toMatchObject({ 'order id': 'ord-1', chain: 'solana', mode: 'PAPER' });
});

test.each([
  ['gone', []],
  ['cancelled', [{ ...order, status: 'CANCELLED' }]],
  ['fired', [{ ...order, status: 'triggered' }]],
  ['unreadable', [{ orderId: 'ord-1' }]],
  ['another', [{ ...order, orderId: 'ord-9' }]],
])('an order that is %s meanwhile is refused in words', (_what, orders) => {
  const { spec, answerOrders } = setUp();
  answerOrders(...orders);
  expect(spec.evaluate({})).toMatchObject({ problems: { form: 'This order is no longer active.' }, draft: null });
});

test('a status that nobody has listed can be cancelled', () => {
  expect(setUp({ status: 'paused' }).spec.evaluate({}).draft).not.toBeNull();
});

test('it is sent once, by its id', async () => {
  const { spec, done } = setUp();
  const { draft } = spec.evaluate({});
  if (!draft) throw new Error('no draft');
  await spec.submit(draft);
  expect(done).toEqual([['cancelTriggerOrder', { orderId: 'ord-1', summary: 'BUY 0.5 SOL JUP when price < 1.6000' }]]);
});

test.each(hostileTexts)('an order with the id and tokens %j is shown clean and cancelled by its very id', (text) => {
  const { spec } = setUp({ orderId: text, inputToken: text, outputToken: text });
  const { draft } = spec.evaluate({});
  if (!draft) throw new Error('no draft');
  expect(draft.orderId).toBe(text);
  for (const { value } of [...spec.confirmation(draft), { value: spec.subject({}) }])
    expect(isCellSafe(plainText(value)), JSON.stringify(plainText(value))).toBe(true);
});
