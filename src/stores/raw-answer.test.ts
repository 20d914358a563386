import { expect, test } from 'vitest';
import { fakeReads, wire } from './desk-data.fixture.ts';
import { positionRows } from './portfolio/position-rows.ts';
import { rawAnswer } from './raw-answer.ts';

test('a row gives the last item it was built from, also if that is unreadable', () => {
  const reads = fakeReads();
  const answer = (extra: number): void => {
    const positions = [
      { ...wire.positions.positions[0], extra },
      { coin: 7, extra },
    ];
    reads.answer('positions', { ...wire.positions, positions }, extra);
  };
  for (const extra of [1, 2]) {
    answer(extra);
    const rows = positionRows(reads.data);
    expect(rawAnswer(rows[0])).toMatchObject({ coin: wire.positions.positions[0]?.coin, extra });
    expect(rawAnswer(rows[1])).toEqual({ coin: 7, extra });
    expect(rawAnswer({ row: rows[1] })).toEqual({ coin: 7, extra });
  }
  expect(rawAnswer({})).toBeUndefined();
});
