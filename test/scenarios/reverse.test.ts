import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPaperService } from '../../src/paper/service/service.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import type { Desk } from '../driver/open-desk.ts';
import { deskOn, seesArmed } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
let paper: Awaited<ReturnType<typeof startPaperService>>;
beforeAll(async () => {
  paper = await startPaperService({ seed: 1, speed: 1, stateDir: null, clock: systemClock });
  desk = await deskOn(paper, { columns: 120, rows: 40, onClose: () => void paper.close() });
});
afterAll(() => desk?.close());

const perp = async (path: string, body?: object): Promise<unknown> => {
  const answer = await fetch(`${paper.baseUrl}/api/v2/perp/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${paper.apiKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return ((await answer.json()) as { data: unknown }).data;
};

type Order = { readonly orderType: string; readonly side: string; readonly limitPx: string; readonly sz: string };
const exits = async (): Promise<Order[]> =>
  ((await perp('orders?coin=BTC')) as Order[]).filter(({ orderType }) => orderType !== 'limit');

test('reverse names the orders that go and stay and the PnL, and carries stop and take profit over', async () => {
  const body = { walletId: 'wal_perp', coin: 'BTC', isBuy: true, sz: '0.001', grouping: 'positionTpsl' };
  await perp('order', { ...body, orderType: 'market', tp: { triggerPx: '120000' }, sl: { triggerPx: '80000' } });
  await desk.press('1', 'g');
  await desk.sees(/▸ BTC +\+0\.15100 .* 80,000 +120,000 /);
  await desk.press('Q');
  await desk.sees('Quick trades');
  await desk.press('r');
  await seesArmed(desk, 'Type SELL');
  for (const row of [
    /realised PnL ≈ [+−][\d.]+ USD +before the fee, closes 0\.151 BTC/,
    /cancels +take profit 120,000 \(whole position\); stop 80,000/,
    /stays open +buy 0\.05000 at [\d,]+, now reduces the short/,
    /protection +stop 1\d\d,\d{3} and take profit [67]\d,\d{3} \(whole position\)/,
    /carried over +stop 80,000 → 1\d\d,\d{3}, take profit 120,000 →/,
  ])
    await desk.sees(row);
  await desk.types('SELL');
  await desk.press('Enter');
  await desk.sees('✓ Sell order placed');
  const listed = await exits();
  expect(listed).toMatchObject([
    { orderType: 'takeProfitMarket', side: 'buy', sz: '0.0' },
    { orderType: 'stopMarket', side: 'buy', sz: '0.0' },
  ]);
  const [tp, sl] = listed.map(({ limitPx }) => ({ triggerPx: limitPx, isMarket: true }));
  expect(sentRequests(desk)[0]).toMatchObject({ input: { body: { isBuy: false, grouping: 'positionTpsl', tp, sl } } });
  await desk.press('Enter');
  await desk.sees(/▸ BTC +−0\.15100 /);
  await desk.seesNot(/▸ BTC .* 80,000/);
});
