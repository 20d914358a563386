import { expect, test } from 'vitest';
import { settle } from '../../desk/fake-desk.fixture.ts';
import { spotDesk } from '../spot-desk.fixture.ts';
import { triggerForm } from './trigger-form.ts';

test('what was typed into a trigger order that is sent can be filled in again', async () => {
  const { desk, sent } = spotDesk();
  const form = triggerForm(desk);
  const values = { ...form.initial, sell: 'SOL', amount: '25%', buy: 'USDC', value: '100', slippage: '3' };
  form.onChange?.(values);
  await settle();
  const { draft, problems } = form.evaluate(values);
  expect(problems).toEqual({});
  expect(desk.ui.getState().lastOrder).toBeNull();
  if (draft) await form.submit(draft);
  expect(sent).toHaveLength(1);
  expect(desk.ui.getState().lastOrder).toEqual({ kind: 'trigger', values });
  expect(triggerForm(desk, values).initial).toEqual(values);
});
