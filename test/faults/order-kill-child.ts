import { setTimeout as pause } from 'node:timers/promises';
import { bindActions, type DeskActions } from '../../src/actions/desk-actions.ts';
import type { ActionContext } from '../../src/actions/pipeline/action-context.ts';
import { fakeContext } from '../../src/actions/pipeline/fake-context.fixture.ts';
import { holdLock } from '../../src/actions/pipeline/hold-lock.ts';
import { OperationLog } from '../../src/actions/pipeline/operation-log.ts';
import type { Outcome } from '../../src/actions/pipeline/outcome.ts';
import { startPipeline } from '../../src/actions/pipeline/start-pipeline.ts';
import { createApiClient } from '../../src/client/http/api-client.ts';
import { createJournal } from '../../src/platform/journal/journal.ts';
import { lockAccount } from '../../src/platform/process/account-lock.ts';
import { type Clock, systemClock } from '../../src/platform/time/clock.ts';
import { FakeClock } from '../../src/platform/time/fake-clock.fixture.ts';
import { systemRandom } from '../../src/platform/time/random.ts';
import { Timers } from '../../src/platform/time/timers.ts';
import { isUnresolved } from '../../src/stores/orders/operation-records.ts';
import { swapDraft, triggerDraft } from './order-drafts.ts';
import { hookSteps, say } from './order-kill-hooks.ts';
import * as kill from './order-kill-plan.ts';

// A process that sends orders through the desk's own pipeline until it is killed; its parent is order-kill.test.ts.
const plan: kill.ChildPlan = JSON.parse(process.argv[2] ?? '');
const workers = 3;

/** The desk waits seconds before it looks at the account; a child has no seconds. */
const speed = 40;
const clock: Clock = {
  ...systemClock,
  setTimeout: (run, delayMs) => systemClock.setTimeout(run, delayMs / speed),
};

function openContext(): ActionContext {
  const fake = fakeContext(() => {}, { clock: new FakeClock(Date.now()), isUnread: true });
  const coins = [...kill.namesOf(plan.run, 'close'), ...kill.namesOf(plan.run, 'margin')];
  fake.reads.answer('positions', { ...account, positions: coins.map(positionOf) }, Date.now());
  fake.reads.answer('markets', coins.map(marketOf), Date.now());
  const { records } = fake.context;
  return {
    ...fake.context,
    client: createApiClient({ baseUrl: plan.baseUrl, apiKey: 'sk_k_s', clock, random: systemRandom }),
    log: new OperationLog(createJournal(plan.journalFile), records, clock),
    clock,
    timers: new Timers(clock),
    random: systemRandom,
  };
}

const account = { accountValue: '1', totalMarginUsed: '1', totalNtlPos: '1', withdrawable: '1' };
const positionOf = (coin: string) => ({
  coin,
  ...kill.before,
  entryPx: '1',
  leverageType: 'isolated',
  leverageValue: '5',
  positionValue: '1',
  returnOnEquity: '0',
  unrealizedPnl: '0',
});
const marketOf = (name: string) => ({ ctx: { markPx: '2000' }, meta: { name, ...kill.rules } });

const sends: Readonly<Record<kill.OperationKind, (actions: DeskActions, name: string) => Promise<Outcome>>> = {
  close: (actions, coin) =>
    actions.send({
      kind: 'closePosition',
      draft: { walletId: kill.walletOf(plan.run), coin, percentage: kill.closePct, side: 'long' },
    }),
  margin: (actions, coin) =>
    actions.send({
      kind: 'adjustMargin',
      draft: { walletId: kill.walletOf(plan.run), coin, amount: kill.marginAmount },
    }),
  cancel: (actions, orderId) => actions.send({ kind: 'cancelTriggerOrder', draft: { orderId, summary: orderId } }),
  trigger: (actions, name) => actions.send({ kind: 'createTriggerOrder', draft: triggerDraft('w-main', name, name) }),
  swap: (actions, name) => actions.send({ kind: 'executeSwap', draft: swapDraft('w-main', name, name) }),
};

async function sendOrders(actions: DeskActions): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < kill.ordersPerChild) {
      const index = next++;
      const outcome = await sends[kill.kindOf(index)](actions, kill.orderName(plan.run, index));
      if (outcome.kind === 'not-sent') say(`refused ${outcome.code} ${outcome.message}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

/** Until what is left has been looked for twice, as much as evidence needs; a desk that has not within a minute does not look. */
async function lookThrough({ records }: ActionContext): Promise<void> {
  const isLeft = () => records.getState().records.some((record) => isUnresolved(record) && record.looks.length < 2);
  for (const endMs = performance.now() + 60_000; isLeft() && performance.now() < endMs; ) await pause(5);
}

hookSteps(plan.journalFile, plan.stopAt);
const context = openContext();
holdLock(
  context,
  () => lockAccount(plan.lockFile),
  () => startPipeline(context),
);
say('ready');
if (plan.isLast) await lookThrough(context);
else await sendOrders(bindActions(context));
say('done');
// The looks of what stays in doubt would go on for a minute.
process.exit();
