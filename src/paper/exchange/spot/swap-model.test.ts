import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases, isSoak } from '../../../../test/run/cases.ts';
import { type Chain, chains } from '../../../domain/market/chain.ts';
import { parseTokenId } from '../../../domain/market/token.ts';
import { formatAmount } from '../../../domain/numbers/amount.ts';
import { seededRandom } from '../../../platform/time/random.ts';
import { PaperError } from '../../service/handler.ts';
import { crowdAccount, isUserAccount, worldAccount } from '../ledger-accounts.ts';
import { spotFixture } from './spot.fixture.ts';
import { svmAddress } from './tokens/paper-addresses.ts';
import { idOf } from './tokens/token-book.ts';
import type { Task } from './trading/task-store.ts';
import { splitAssets } from './transfers/split-rates.ts';

type Step =
  | { kind: 'crowd'; market: number; isSale: boolean; permille: number }
  | { kind: 'swap'; wallet: number; input: number; output: number; percent: number; slippageBps: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'market'; ms: number }
  | { kind: 'deposit'; wallet: number; token: number; amount: bigint }
  | { kind: 'transfer'; wallet: number; to: number; token: number; percent: number; isRetiring: boolean }
  | { kind: 'split'; wallet: number; percent: number; share: number }
  | { kind: 'multisend' }
  | { kind: 'launch' }
  | { kind: 'restart' };

const pick = fc.nat({ max: 10_000 });
const kind = <K extends Step['kind']>(name: K) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 420,
    arbitrary: fc.record({ kind: kind('crowd'), market: pick, isSale: fc.boolean(), permille: fc.nat({ max: 40 }) }),
  },
  {
    weight: 90,
    arbitrary: fc.record({
      kind: kind('swap'),
      wallet: pick,
      input: pick,
      output: pick,
      percent: fc.integer({ min: 1, max: 110 }),
      slippageBps: fc.constantFrom(0, 5, 50, 300, 5000),
    }),
  },
  { weight: 50, arbitrary: fc.record({ kind: kind('wait'), ms: fc.integer({ min: 50, max: 1500 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('market'), ms: fc.integer({ min: 50, max: 250 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: kind('deposit'), wallet: pick, token: pick, amount: fc.bigInt(0n, 10n ** 20n) }),
  },
  {
    weight: 30,
    arbitrary: fc.record({
      kind: kind('transfer'),
      wallet: pick,
      to: pick,
      token: pick,
      percent: fc.integer({ min: 1, max: 110 }),
      isRetiring: fc.boolean(),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: kind('split'),
      wallet: pick,
      percent: fc.integer({ min: 1, max: 110 }),
      share: fc.integer({ min: 1, max: 9_999 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('multisend') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('launch') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('restart') }) },
);

const wallets: readonly (readonly [walletId: string, chain: Chain])[] = [
  ['wal_main', 'solana'],
  ['wal_sniper', 'solana'],
  ['wal_base', 'base'],
  ['wal_cold', 'bsc'],
  ['wal_monad', 'monad'],
];
const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** A market that a run of steps is done to; `restart` takes it down and up again from its snapshot. */
class Rig {
  fixture;
  readonly tasks: string[] = [];
  readonly deposits = new Map<string, bigint>();
  readonly #splits: Task[] = [];
  readonly outcomes: Record<string, number> = {};
  #tradeCount: number;
  #runs = 0;
  #launches = 0;

  constructor() {
    this.fixture = spotFixture(1);
    this.#tradeCount = this.spot.account.trades.trades.length;
  }

  get spot() {
    return this.fixture.spot;
  }

  do(each: Step): void {
    // A retired wallet comes back at once, so that the run goes on with all of them.
    for (const [walletId] of wallets) this.spot.wallets.unarchive(walletId);
    if (each.kind === 'crowd') {
      const { pool } = at(this.spot.book.markets, each.market);
      const [side, reserve] = each.isSale
        ? (['token', pool.tokenReserve] as const)
        : (['native', pool.nativeReserve] as const);
      const amount = (reserve * BigInt(each.permille)) / 1000n;
      if (this.spot.ledger.available(crowdAccount, pool.idOf(side)) >= amount) pool.swap(side, amount);
    } else if (each.kind === 'swap') this.#swap(each);
    else if (each.kind === 'wait') this.spot.advance(this.spot.nowMs + each.ms, 0);
    else if (each.kind === 'market') this.spot.advance(this.spot.nowMs + each.ms, each.ms);
    else if (each.kind === 'deposit') this.#deposit(each);
    else if (each.kind === 'transfer') this.#transfer(each);
    else if (each.kind === 'split') this.#split(each);
    else if (each.kind === 'multisend') this.spot.enableMultisend('wal_sniper');
    else if (each.kind === 'launch') this.#launch();
    else this.#restart();
  }

  /** What must hold at any time: nothing made or lost, nothing below zero, nothing spent that is held. */
  check(): void {
    const { ledger } = this.spot;
    const [sums, outside] = [new Map<string, bigint>(), new Map<string, bigint>()];
    for (const { accountId, tokenId, amount, held } of ledger.all()) {
      sums.set(tokenId, (sums.get(tokenId) ?? 0n) + amount);
      if (accountId === worldAccount) outside.set(tokenId, -amount);
      else if (amount < 0n || held < 0n || held > amount) expect.fail(`${accountId} ${tokenId}: ${held} of ${amount}`);
    }
    for (const [tokenId, sum] of sums) if (sum !== 0n) expect.fail(`${tokenId} is out by ${sum}`);
    const splits = this.#splitFlows();
    for (const token of this.spot.book.tokens) {
      const seeds = wallets.reduce((sum, [walletId]) => sum + (seeded.get(`${walletId}|${idOf(token)}`) ?? 0n), 0n);
      const minted = BigInt(Math.round(token.supply)) * 10n ** BigInt(token.decimals);
      expect(outside.get(idOf(token))).toBe(
        minted + seeds + (this.deposits.get(idOf(token)) ?? 0n) + (splits.get(idOf(token)) ?? 0n),
      );
    }
    this.#checkTrades();
  }

  /** When every task has ended, nothing is held any more. */
  finish(): void {
    for (let count = 0; count < 14; count++) this.spot.advance(this.spot.nowMs + 1000, 0);
    this.check();
    for (const taskId of this.tasks) {
      const now = this.spot.tasks.find(taskId);
      if (now) expect(['success', 'failed']).toContain(now.status);
      const kind = now && now.job.kind !== 'swap' ? `${now.job.kind} ` : '';
      const outcome = now?.errorCode ?? `${kind}${now?.status ?? 'forgotten'}`;
      this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
    }
    const held = this.spot.ledger.all().filter((holding) => isUserAccount(holding.accountId) && holding.held !== 0n);
    expect(held).toEqual([]);
  }

  #swap({ wallet, input, output, percent, slippageBps }: Extract<Step, { kind: 'swap' }>): void {
    const [walletId, chain] = at(wallets, wallet);
    const { book, ledger } = this.spot;
    const held = [...ledger.holdings(walletId).keys()];
    const tokens = book.tokens.filter((token) => token.chain === chain);
    const from = tokens.find((token) => idOf(token) === at(held, input));
    if (!from) return;
    const amount = (ledger.balance(walletId, idOf(from)) * BigInt(percent)) / 100n;
    const request = { chain, walletId, inputMint: from.address, outputMint: at(tokens, output).address };
    const before = ledger.available(walletId, idOf(from));
    try {
      const task = this.spot.account.execute({ ...request, amount: String(amount), slippageBps });
      this.tasks.push(task.taskId);
      expect(task.status === 'failed' || before >= amount).toBe(true);
      expect(ledger.available(walletId, idOf(from)) <= (task.status === 'failed' ? before : before - amount)).toBe(
        true,
      );
    } catch (error) {
      if (!(error instanceof PaperError && error.code === 'NO_ROUTE')) throw error;
    }
  }

  #deposit({ wallet, token, amount }: Extract<Step, { kind: 'deposit' }>): void {
    const [walletId, chain] = at(wallets, wallet);
    const tokenId = idOf(
      at(
        this.spot.book.tokens.filter((candidate) => candidate.chain === chain),
        token,
      ),
    );
    this.spot.ledger.credit(walletId, tokenId, amount, 'deposit');
    this.deposits.set(tokenId, (this.deposits.get(tokenId) ?? 0n) + amount);
  }

  #transfer({ wallet, to, token, percent, isRetiring }: Extract<Step, { kind: 'transfer' }>): void {
    const { ledger } = this.spot;
    const [fromWalletId, chain] = at(wallets, wallet);
    const others = wallets.filter(([id, on]) => on === chain && id !== fromWalletId);
    const held = at([...ledger.holdings(fromWalletId)], token);
    if (others.length === 0 || held === undefined) return;
    const amount = isRetiring ? null : (held[1] * BigInt(percent)) / 100n;
    if (amount === 0n) return;
    const request = {
      fromWalletId,
      toWalletId: at(others, to)[0],
      chain,
      token: parseTokenId(held[0])!.address,
      amount,
    };
    const before = ledger.available(fromWalletId, held[0]);
    const correlationId = `c${this.tasks.length}`;
    const task = this.spot.account.transfer({ ...request, correlationId });
    const after = ledger.available(fromWalletId, held[0]);
    expect(after === before).toBe(task.status === 'failed');
    // The same one again starts nothing.
    expect(this.spot.account.transfer({ ...request, correlationId })).toBe(task);
    expect(ledger.available(fromWalletId, held[0])).toBe(after);
    this.tasks.push(task.taskId);
  }

  #split({ wallet, percent, share }: Extract<Step, { kind: 'split' }>): void {
    const { ledger, account, nowMs } = this.spot;
    const served = wallets.filter(([, chain]) => chain !== 'monad');
    const [sourceWalletId, chain] = at(served, wallet);
    const { nativeDecimals, nativeAddress } = chains[chain];
    const amount = (ledger.balance(sourceWalletId, `${chain}:${nativeAddress}`) * BigInt(percent)) / 100n;
    if (amount === 0n) return;
    const { plan } = account.splits.plan(
      {
        sourceWalletId,
        fromAsset: splitAssets[chain] ?? '',
        fromAmount: formatAmount(amount, nativeDecimals),
        destinations: [
          { walletId: at(served, wallet + 1)[0], pctBips: share },
          { walletId: at(served, wallet + 2)[0], pctBips: 10_000 - share },
        ],
      },
      nowMs,
    );
    const { task } = account.executeSplit(plan.planId);
    expect(() => account.executeSplit(plan.planId)).toThrow('serves once');
    this.tasks.push(task.taskId);
    if (task.status !== 'failed') this.#splits.push(task);
  }

  /** What went out of the account and came in by splits that ended well. */
  #splitFlows(): ReadonlyMap<string, bigint> {
    const flows = new Map<string, bigint>();
    const add = (chain: Chain, amount: bigint) => {
      const tokenId = idOf(this.spot.book.native(chain));
      flows.set(tokenId, (flows.get(tokenId) ?? 0n) + amount);
    };
    for (const { taskId, job } of this.#splits) {
      if (job.kind !== 'split' || this.spot.tasks.find(taskId)?.status !== 'success') continue;
      add(job.chain, -BigInt(job.amount));
      for (const share of job.shares) add(share.chain, BigInt(share.amount));
    }
    return flows;
  }

  #launch(): void {
    const seed = ++this.#launches;
    const random = seededRandom(seed);
    const about = { chain: 'solana', symbol: 'NEW', name: 'New', decimals: 6, kind: 'token', supply: 1e9 } as const;
    const market = { startUsd: 0.0001, reference: null, volatility: 25, liquidityUsd: 50_000, swapsPerSecond: 0.1 };
    const token = { ...about, address: svmAddress(random) };
    this.spot.book.add({ token, ...market, feeBps: 30, dexName: 'PumpSwap' }, svmAddress(random), seed);
  }

  #restart(): void {
    const { nowMs } = this.spot;
    const text = JSON.stringify(this.spot.snapshot());
    const saved = JSON.parse(text);
    this.fixture = spotFixture(1 + ++this.#runs);
    this.spot.restore(saved);
    const { ledger, tasks, trades } = this.spot.account;
    for (const [part, taken] of Object.entries({ ledger, tasks, trades })) {
      expect(JSON.stringify(taken.snapshot()), part).toBe(JSON.stringify(saved.account[part]));
    }
    this.spot.advance(nowMs, 0);
  }

  /** Each trade was asked for once, for this much, and gave at least what was accepted. */
  #checkTrades(): void {
    const { trades } = this.spot.account.trades;
    const taskOf = new Map(this.spot.tasks.snapshot().map((task) => [task.txHash, task]));
    for (const trade of trades.slice(this.#tradeCount)) {
      const { job } = taskOf.get(trade.txHash)!;
      expect(job).toMatchObject({ kind: 'swap', amountIn: trade.inputAmount, walletId: trade.walletId });
      expect(job.kind === 'swap' && BigInt(trade.outputAmount) >= BigInt(job.minAmountOut)).toBe(true);
    }
    this.#tradeCount = trades.length;
  }
}

/** What the wallets open with: the same for every seed. */
const seeded = new Map(
  wallets.flatMap(([walletId]) =>
    [...spotFixture(1).spot.ledger.holdings(walletId)].map(([id, amount]) => [`${walletId}|${id}`, amount] as const),
  ),
);

function play(steps: readonly Step[]): Rig {
  const rig = new Rig();
  for (const [index, each] of steps.entries()) {
    rig.do(each);
    if (index % 100 === 99) rig.check();
  }
  rig.finish();
  return rig;
}

const steps = (count: number) => fc.array(step, { minLength: count, maxLength: count, size: 'max' });

test('swaps, transfers, splits, failures, launches and restarts: no coin is made or lost, and what is held is held', () => {
  const runs = cases(5, 40);
  const outcomes: Record<string, number> = {};
  fc.assert(
    fc.property(steps(1000), (each) => {
      for (const [name, count] of Object.entries(play(each).outcomes)) outcomes[name] = (outcomes[name] ?? 0) + count;
    }),
    // A run is too long to be worth shrinking: the seed repeats it.
    { numRuns: runs, endOnFailure: true },
  );
  // A run in which nothing succeeds, or nothing fails, would show nothing.
  if (isSoak) console.log(`${runs} runs:`, outcomes);
  for (const name of ['success', 'SLIPPAGE_EXCEEDED', 'INSUFFICIENT_BALANCE', 'transfer success', 'split success']) {
    expect(outcomes[name], JSON.stringify(outcomes)).toBeGreaterThan(runs);
  }
});

test('the same steps twice leave the same market, to the byte', () => {
  const [once] = fc.sample(steps(cases(800, 1500)), 1);
  const end = () => JSON.stringify(play(once!).spot.snapshot());
  expect(end()).toBe(end());
});
