import { expect, test } from 'vitest';
import type { Outcome } from '../../../actions/pipeline/outcome.ts';
import { orderRows } from '../../../stores/orders/order-rows.ts';
import { readRows, settle } from '../../desk/fake-desk.fixture.ts';
import type { Values } from '../form-spec.ts';
import { addresses, spotDesk } from '../spot-desk.fixture.ts';
import { editTriggerForm } from './edit-trigger-form.ts';

const order = {
  orderId: 'ord_1',
  chain: 'solana',
  inputToken: addresses.jup,
  outputToken: addresses.usdc,
  amount: '1500000000',
  status: 'active',
  createdAt: '2026-11-20T12:00:00Z',
  trigger: { metric: 'price_usd', direction: 'below', value: '0.42', trailingPercentage: null },
};

const accepted = (message: string): Outcome => ({ kind: 'accepted', message, requestId: 'r', taskId: null });
const rejected: Outcome = { kind: 'rejected', code: 'BAD', message: 'no', requestId: 'r' };
const unknown: Outcome = { kind: 'unknown', code: 'TIMEOUT', message: 'no answer', requestId: null };

/** The form over one active order; each operation is answered in turn. */
function opened(over: object = {}, outcomes: Outcome[] = []) {
  const sent: string[] = [];
  const send = async ({ kind }: { kind: string }): Promise<Outcome> => {
    sent.push(kind);
    return outcomes[sent.length - 1] ?? accepted(`${kind} done`);
  };
  const fake = spotDesk({ actions: { send } });
  fake.answer('orders', { orders: [{ ...order, ...over }], nextCursor: null }, fake.desk.now());
  const [row] = orderRows(fake.desk.data);
  if (!row) throw new Error('no order');
  const form = editTriggerForm(fake.desk, row);
  const evaluate = async (change: Values = {}) => {
    const values = { ...form.initial, ...change };
    form.onChange?.(values);
    await settle();
    return form.evaluate(values);
  };
  const submit = async (change: Values = {}) => {
    const { draft, problems } = await evaluate(change);
    expect(problems).toEqual({});
    return draft && form.submit(draft);
  };
  return { ...fake, form, evaluate, submit, sent };
}

test('it starts with the order as it is listed, from the wallet that holds what it sells', () => {
  expect(opened().form.initial).toMatchObject({
    walletId: 'wal_main',
    sell: addresses.jup,
    amount: '1500',
    buy: addresses.usdc,
    behavior: 'immediate',
    metric: 'price_usd',
    direction: 'below',
    value: '0.42',
    trailing: '',
  });
  const trailing = { metric: 'price_usd', direction: 'below', value: '0.41', trailingPercentage: 8.5 };
  expect(opened({ trigger: trailing }).form.initial).toMatchObject({
    behavior: 'trailing',
    trailing: '8.5',
    value: '',
  });
});

test('the old order is cancelled first, and the gap is named', async () => {
  const { form, evaluate, submit, sent } = opened();
  const { draft, submitLabel } = await evaluate({ value: '0.40' });
  expect(submitLabel).toBe('Replace order');
  expect(draft && readRows(form.confirmation(draft))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^replaces: SELL .*JUP when price < 0\.42/),
      'sequence: cancel, then create: no order is active in between',
    ]),
  );
  expect(await submit({ value: '0.40' })).toMatchObject({
    kind: 'accepted',
    message: 'cancelTriggerOrder done. Then: createTriggerOrder done',
  });
  expect(sent).toEqual(['cancelTriggerOrder', 'createTriggerOrder']);
});

test.each([rejected, unknown])('nothing is created when the cancel is $kind', async (outcome) => {
  const { submit, sent } = opened({}, [outcome]);
  expect(await submit({ value: '0.40' })).toEqual(outcome);
  expect(sent).toEqual(['cancelTriggerOrder']);
});

test('a new order that is rejected is sent again without a second cancel', async () => {
  const { submit, sent, answer, desk, evaluate } = opened({}, [accepted('cancelled'), rejected]);
  expect(await submit({ value: '0.40' })).toEqual({ ...rejected, message: 'cancelled. Then: no' });
  answer('orders', { orders: [{ ...order, status: 'cancelled' }], nextCursor: null }, desk.now());
  expect((await evaluate({ value: '0.39' })).submitLabel).toBe('Create order');
  expect(await submit({ value: '0.39' })).toMatchObject({ kind: 'accepted' });
  expect(sent).toEqual(['cancelTriggerOrder', 'createTriggerOrder', 'createTriggerOrder']);
});

test('an order that fired meanwhile is not replaced', async () => {
  const { evaluate, answer, desk } = opened();
  answer('orders', { orders: [{ ...order, status: 'triggered' }], nextCursor: null }, desk.now());
  expect(await evaluate({ value: '0.40' })).toMatchObject({
    draft: null,
    problems: { form: 'This order is no longer active.' },
  });
});

test('an unchanged order is not replaced', async () => {
  expect(await opened().evaluate()).toMatchObject({
    draft: null,
    problems: { value: expect.stringMatching(/^Nothing has changed/) },
  });
});
