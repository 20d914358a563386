import { queryKeys } from '../../../stores/desk-data.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../../desk/fake-desk.fixture.ts';
import { handleKey } from '../../keyboard/desk-keys.ts';

export const ladderSize = { columns: 120, rows: 40 };

const side = (from: number, by: number) =>
  Array.from({ length: 5 }, (_, index) => ({ price: String(from + by * index), size: '0.5', numOrders: 1 }));

/** Answers with the book of BTC, the mark between 97,030 and 97,040. */
export const readBook = ({ cache, clock }: FakeDesk, coin = 'BTC'): void => {
  const market = {
    ctx: { markPx: coin === 'BTC' ? '97031.5' : '3498.1', funding: '0.0000125' },
    meta: { name: coin, szDecimals: 4, maxLeverage: 40 },
    asks: side(97_040, 10),
    bids: side(97_030, -10),
  };
  cache.setQueryData(queryKeys.market(coin), market, { updatedAt: clock.nowMs });
};

/** A connected desk with the ladder of BTC focused. */
export function onLadder(over: Parameters<typeof fakeDesk>[0] = {}): FakeDesk {
  const fake = fakeDesk(over);
  fake.fill();
  fake.connect({ state: 'connected' });
  fake.clock.nowMs = readAtMs;
  readBook(fake);
  fake.desk.ui.setState({ size: ladderSize, workspace: 'perps' });
  handleKey(fake.desk, 'M-l', ladderSize);
  fake.clock.nowMs += 1_000;
  return fake;
}

export const press = ({ desk, clock }: FakeDesk, ...keys: string[]): void => {
  for (const key of keys) {
    clock.nowMs += 100;
    handleKey(desk, key, ladderSize);
  }
};

/** Arms the ladder with an order size of 0.01. */
export function armed(over: Parameters<typeof fakeDesk>[0] = {}): FakeDesk {
  const fake = onLadder(over);
  press(fake, 'a', 'S', '0', '.', '0', '1');
  fake.clock.nowMs += 1_000;
  press(fake, 'Enter');
  return fake;
}
