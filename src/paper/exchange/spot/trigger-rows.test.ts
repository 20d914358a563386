import { describe, expect, it } from 'vitest';
import { spotFixture } from './spot.fixture.ts';

describe('TriggerBook.snapshot', () => {
  it('gives an order that has not changed as the same object again, also after a restore', () => {
    const { spot } = spotFixture(3);
    const { triggers } = spot.account;
    const before = triggers.snapshot();
    const active = before.orders.find(
      ({ status, triggerBehavior }) => status === 'active' && triggerBehavior === 'immediate',
    )!;
    expect(triggers.snapshot().orders.every((order, index) => order === before.orders[index])).toBe(true);

    triggers.cancel(active.orderId, spot.nowMs + 5);
    const after = triggers.snapshot();
    const changed = after.orders.filter((order, index) => order !== before.orders[index]);
    expect(changed.map(({ orderId, status }) => [orderId, status])).toEqual([[active.orderId, 'cancelled']]);
    expect(active.status).toBe('active');

    triggers.restore(after);
    expect(triggers.snapshot().orders.every((order, index) => order === after.orders[index])).toBe(true);
  });
});
