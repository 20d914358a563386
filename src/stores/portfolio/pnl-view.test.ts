import { expect, test } from 'vitest';
import { fakeReads } from '../desk-data.fixture.ts';
import { queryKeys } from '../desk-data.ts';
import { pnlView } from './pnl-view.ts';

test('the figures of a period are exact; unreadable points are left out', () => {
  const { cache, data } = fakeReads();
  expect(pnlView(data, '7d')).toBeNull();
  cache.setQueryData(queryKeys.pnl('7d'), {
    totalValueUsd: '100.10',
    totalPnlUsd: '-0.1',
    totalRealizedPnlUsd: '1',
    totalUnrealizedPnlUsd: 'soon',
    totalBoughtUsd: '7',
    totalSoldUsd: '8',
    positionCount: 3,
    portfolioHistory: [
      { timestamp: 1_700_000_000_000, valueUsd: '99.5' },
      { unreadable: 'torn' },
      { timestamp: 1_700_003_600_000, valueUsd: '100.10' },
      { timestamp: 1_700_007_200_000, valueUsd: 'much' },
    ],
  });
  const view = pnlView(data, '7d');
  expect([view?.totalUsd?.toFixed(), view?.unrealisedUsd]).toEqual(['-0.1', null]);
  expect(view?.points.map(({ atMs, valueUsd }) => [atMs, valueUsd.toFixed()])).toEqual([
    [1_700_000_000_000, '99.5'],
    [1_700_003_600_000, '100.1'],
  ]);
});
