import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PaperService, startPaperService } from '../../paper/service/service.ts';
import { createModeFile } from '../../platform/files/mode-file.ts';
import { lockAccount } from '../../platform/process/account-lock.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { runPlanCancel, runPlanPause, runPlanResume } from './plan-change.ts';
import { runPlanCreate } from './plan-create.ts';
import { runPlanList, runPlanShow } from './plan-list.ts';
import { planShell } from './plan-shell.fixture.ts';

const twap = ['twap', 'buy', '2', 'ETH', 'over', '1h', 'in', '30', 'limit', '9000'];

let paper: PaperService;
beforeAll(async () => {
  paper = await startPaperService({ port: 0, seed: 1, speed: 1, stateDir: null, clock: systemClock });
});
afterAll(() => paper?.close());

const shell = () => planShell(paper);

describe('plan create', () => {
  test('writes a plan with its caps, which list and show find', async () => {
    const { run } = shell();
    const made = await run(runPlanCreate, ...twap, '--max-usd', '20000', '--yes', '-o', 'json');
    expect(made.code).toBe(0);
    const plan = JSON.parse(made.out);
    expect(plan).toMatchObject({
      state: 'active',
      plan: 'TWAP: buy 2 ETH over 1h in 30 limit 9000',
      target: '2',
      maxOperations: 70,
      maxUsd: '20000',
      spec: { kind: 'twap', coin: 'ETH', limitPx: '9000' },
      orders: [],
    });
    expect((await run(runPlanList)).out).toMatch(new RegExp(`${plan.id} +active +TWAP: buy 2 ETH`));
    expect(JSON.parse((await run(runPlanShow, plan.id.slice(0, 4), '-o', 'json')).out)).toEqual(plan);
  });

  test('without a terminal and --yes it says what it would write, and writes nothing', async () => {
    const { run } = shell();
    const asked = await run(runPlanCreate, ...twap);
    expect(asked.code).toBe(1);
    expect(asked.err).toMatch(/30 orders, at most 70 operations and 18,000 USD[\s\S]*With --yes it is done/);
    expect(asked.err).toContain("Fees of 0.045 % (taker) and 0.015 % (maker): your account's rates.");
    expect((await run(runPlanList, '-o', 'json')).out.trim()).toBe('[]');
  });

  test.each<[string, string[], RegExp]>([
    ['above --max-usd', [...twap, '--max-usd', '100'], /may trade 18\.00K USD; --max-usd allows 100\.00/],
    ['above --max-operations', [...twap, '--max-operations', '29'], /needs 30 operations at least/],
    ['below the smallest order', ['twap', 'buy', '0.01', 'ETH', 'in', '30'], /smallest order of 10 USD/],
    ['an unknown market', ['twap', 'buy', '1', 'NOPE'], /There is no perp market "NOPE"/],
    [
      'a wallet that is not there',
      [...twap, '--wallet', 'nope'],
      /no active wallet "nope"\. Wallets: wal_main \(main\), /,
    ],
    [
      'a wallet without a perp account',
      [...twap, '--wallet', 'wal_main'],
      /The wallet wal_main has no perp account\. Wallets for perps: wal_perp \(perps\)\./,
    ],
    ['an unknown word', ['twap', 'buy', '1', 'ETH', 'ovr', '1h'], /Unexpected "ovr"\. Did you mean over\?/],
    ['no plan', ['close', 'BTC', '50%'], /Begin with the kind of plan/],
    ['half a plan', ['twap', 'buy'], /More is needed: .*next: size/],
    [
      'more than the key has',
      ['twap', 'buy', '9', 'ETH', 'over', '30m', 'in', '200'],
      /The key has 60 executions left for the plan, and it takes 200/,
    ],
  ])('%s is refused', async (_name, args, sentence) => {
    const { run } = shell();
    expect((await run(runPlanCreate, ...args, '--yes')).code).toMatch(sentence);
    expect((await run(runPlanList, '-o', 'json')).out.trim()).toBe('[]');
  });

  test('while a keeper holds the account, it is asked to write the plan', async () => {
    const { run, files, keeperFor } = shell();
    const lock = lockAccount((await files())('lock'), process.ppid);
    const keeper = await keeperFor(process.ppid);
    const made = await run(runPlanCreate, ...twap, '--yes', '-o', 'json');
    expect(made.code).toBe(0);
    const plan = JSON.parse(made.out);
    expect(keeper.asked).toMatchObject([{ do: 'plan', line: { event: 'created', walletId: plan.walletId } }]);
    expect((await run(runPlanPause, plan.id)).code).toBe('No, says the keeper.');
    await keeper.close();
    expect((await run(runPlanPause, plan.id)).code).toMatch(/The keeper does not answer: /);
    lock.release();
  });

  test('while a desk holds the account, or trading is halted, nothing is written', async () => {
    const { run, files } = shell();
    const file = await files();
    // The parent of this process stands in for a desk: another one that runs.
    const lock = lockAccount(file('lock'), process.ppid);
    expect((await run(runPlanCreate, ...twap, '--yes')).code).toMatch(
      /A desk .* works this account.*command line \(:\)/,
    );
    lock.release();
    createModeFile(file('json')).write({ mode: 'halted', atMs: 0, why: 'a test' });
    expect((await run(runPlanCreate, ...twap, '--yes')).code).toMatch(/Trading has been halted/);
    expect((await run(runPlanList, '-o', 'json')).out.trim()).toBe('[]');
  });
});

test('a plan is paused, resumed and cancelled, each only where it can be', async () => {
  const { run } = shell();
  const { id } = JSON.parse((await run(runPlanCreate, ...twap, '--yes', '-o', 'json')).out);
  expect((await run(runPlanResume, id, '--yes')).code).toMatch(/only a paused one/);
  expect((await run(runPlanPause, id)).out).toMatch(/state +paused: paused by you/);
  expect((await run(runPlanPause, id)).code).toMatch(/only an active one/);
  expect((await run(runPlanResume, id)).code).toBe(1);
  expect((await run(runPlanResume, id, '--yes')).out).toMatch(/state +active/);
  const cancelled = await run(runPlanCancel, id, '--leave-orders', '--yes', '-o', 'json');
  expect(JSON.parse(cancelled.out)).toMatchObject({ id, state: 'cancelling' });
  expect((await run(runPlanShow, 'zzz')).code).toMatch(/There is no plan "zzz"/);
});
