import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { type Desk, openDesk, readUsage } from './session/desk.ts';
import { expectBalanced, readPerps, since } from './session/perp-books.ts';
import { marginChapter, restingChapter, tradeChapter } from './session/perp-chapter.ts';
import { swapChapter } from './session/swap-chapter.ts';
import { type TriggerIds, triggerChapter } from './session/trigger-chapter.ts';

/*
 * A whole session with the published client alone, and every number that the service gives adds up. The market runs 400
 * times as fast as the clock, so that the hour's funding falls due within seconds and is part of the sums.
 */

/** So long that only what never comes about reaches it. */
const looks = { timeout: 60_000, interval: 50 };

let paper: PaperProcess;
let desk: Desk;
beforeAll(async () => {
  paper = await startPaper({ seed: 23, args: ['--speed', '400'] });
  desk = await openDesk(paper);
});
afterAll(async () => {
  desk?.close();
  await paper?.stop();
});

test('a session is traded, and every number adds up', async () => {
  // A minute ago: a payment is stamped within the tick that makes it, so that its time may lie before it can be seen.
  const startMs = Date.now() - 60_000;
  const usageBefore = await readUsage(desk);
  const before = await readPerps(desk, startMs);

  const swap = await swapChapter(desk);
  const triggers = await triggerChapter(desk);
  await restingChapter(desk, startMs);
  await tradeChapter(desk, startMs);
  // An hour of the market passes every nine seconds; this chapter is not over before one has.
  const after = await marginChapter(desk, startMs);
  expectBalanced(before, after);

  const usage = await readUsage(desk);
  // Executions: the swap, the market order, two closes. Limit orders: three triggers and the one in the book.
  expect(usage).toMatchObject({
    executionsLastHour: usageBefore.executionsLastHour + 4,
    executionsLastDay: usageBefore.executionsLastDay + 4,
    limitOrdersLastDay: usageBefore.limitOrdersLastDay + 4,
    executionsNow: 0,
  });
  const hours = new Set(since(before, after).funding.map(({ time }) => time));
  await expectHeard(swap.taskId, triggers, hours.size);
  // Placed, cancelled, bought, closed twice, margin in and out: seven, and one for each hour of funding, the hours included
  // that struck between the streams and the first numbers, or after the last ones. One may strike just now.
  const pokes = desk.heard.portfolio.filter(({ type }) => type === 'perpsOrder').length;
  const struck = new Set((await readPerps(desk, startMs)).funding.map(({ time }) => time));
  expect(pokes - 7).toBeLessThanOrEqual(struck.size + 1);
});

/** Each of the account's streams has told every change, each once and in order. */
async function expectHeard(
  swapId: string,
  { fired, taskId, trailing, cancelled }: TriggerIds,
  hours: number,
): Promise<void> {
  const { heard } = desk;
  const poke = (type: string, id: string) => ({ type, taskId: id, userId: 'usr_paper_0001' });
  const ofOrder = (id: string) => [poke('automation', id)];
  // An order is told of when it is made and when it is cancelled; a fired one goes on as a swap, sent and then settled.
  const stories = {
    [fired]: ofOrder(fired),
    [trailing]: ofOrder(trailing),
    [cancelled]: [...ofOrder(cancelled), ...ofOrder(cancelled)],
    [taskId]: [poke('automation', taskId), poke('swap', taskId)],
  };
  const portfolio = { ...stories, [swapId]: [poke('swap', swapId), poke('swap', swapId)] };
  const byId = (events: readonly object[]) =>
    Object.groupBy(events as { type: string; taskId: string }[], (event) => event.taskId);
  await vi.waitFor(() => expect(byId(heard.automation)).toMatchObject(stories), looks);
  expect(heard.automation).toHaveLength(6);

  const perps = await vi.waitFor(() => {
    const pokes = heard.portfolio.filter(({ type }) => type === 'perpsOrder');
    expect(pokes.length).toBeGreaterThanOrEqual(7 + hours);
    return pokes;
  }, looks);
  const spot = heard.portfolio.filter(({ type }) => type !== 'perpsOrder');
  expect(byId(spot)).toMatchObject(portfolio);
  expect(spot).toHaveLength(8);
  expect(new Set(perps.map((event) => (event as { taskId: string }).taskId)).size).toBe(perps.length);
  expect(heard.refusals).toEqual([]);
}
