import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StateStore } from '../../src/paper/service/state-store.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { cases, isSoak, seed } from '../run/cases.ts';
import { type Asked, callOf, kinds, nextCall, perpSz, RefusedError, read, send, usdc } from './trading-client.ts';

const rounds = cases(4, 30);
const parallelCalls = 3;
const mostAnswers = 8;

let stateDir: string;
let paper: PaperProcess | undefined;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'paper-kill-'));
});
afterEach(async () => {
  await paper?.kill();
  rmSync(stateDir, { recursive: true, force: true });
});

interface Fill {
  readonly cloid?: string;
  readonly sz: string;
}

/** What the account shows of everything that a client may have asked for. */
async function effects(paper: PaperProcess) {
  const { trades } = (await read(paper, '/api/v2/portfolio/history?chain=solana&page=1&limit=100')) as {
    trades: { inputToken: string; inputAmount: string; txHash: string }[];
  };
  const fills = (await read(paper, '/api/v2/perp/fills?start_time=0&wallet_id=wal_perp')) as Fill[];
  const resting = (await read(paper, '/api/v2/perp/orders?wallet_id=wal_perp')) as { cloid?: string }[];
  const { orders } = (await read(paper, '/api/v2/trigger/orders?limit=100')) as {
    orders: { orderId: string; amount: string; chain: string }[];
  };
  const { groups } = (await read(paper, '/api/v2/wallet-groups')) as { groups: { name: string }[] };
  return { trades, fills, resting, orders, groups };
}
type Effects = Awaited<ReturnType<typeof effects>>;

/** How often the account shows the effect of a call; a swap's is its trade, once its task has settled. */
const countOf: Record<Asked['kind'], (seen: Effects, mark: string) => number> = {
  swap: ({ trades }, amount) =>
    trades.filter((trade) => trade.inputToken === usdc && trade.inputAmount === amount).length,
  // In units of the order's size, so that a partial fill is neither none nor one.
  perpMarket: ({ fills }, cloid) =>
    fills.filter((fill) => fill.cloid === cloid).reduce((sum, { sz }) => sum + Number(sz), 0) / Number(perpSz),
  perpLimit: ({ resting }, cloid) => resting.filter((order) => order.cloid === cloid).length,
  trigger: ({ orders }, amount) => orders.filter((order) => order.chain === 'base' && order.amount === amount).length,
  group: ({ groups }, name) => groups.filter((group) => group.name === name).length,
};

const taskOf = (asked: Asked) => (asked.answer as { taskId: string }).taskId;
const statusOf = async (paper: PaperProcess, asked: Asked) =>
  (await read(paper, `/api/v2/tasks/${taskOf(asked)}`)) as { status: string; txHash: string | null };

/** Trades with several connections until so many calls were answered, and kills the service at that moment. */
async function tradeUntilKilled(paper: PaperProcess, answers: number, ask: () => Asked): Promise<void> {
  let answered = 0;
  let killed: Promise<void> | undefined;
  const refusals: RefusedError[] = [];
  const work = async () => {
    while (!killed) {
      try {
        await send(paper, ask());
      } catch (error) {
        // A broken connection is what a kill looks like from here.
        if (error instanceof RefusedError) refusals.push(error);
        if (error instanceof RefusedError || killed) return;
        throw error;
      }
      if (++answered === answers) killed = paper.kill();
    }
  };
  await Promise.all(Array.from({ length: parallelCalls }, work));
  await killed;
  expect(refusals, `SWAPDECK_SEED=${seed}`).toEqual([]);
}

/** The books in the file as the kill left it: per token, all accounts together hold nothing. */
function expectBalancedBooks(): void {
  const store = new StateStore(stateDir);
  const { world } = store.load() as {
    world: { spot: { account: { ledger: { balances: Record<string, Record<string, string>> } } } };
  };
  store.close();
  const sums = new Map<string, bigint>();
  for (const balances of Object.values(world.spot.account.ledger.balances))
    for (const [tokenId, amount] of Object.entries(balances))
      sums.set(tokenId, (sums.get(tokenId) ?? 0n) + BigInt(amount));
  expect(sums.size).toBeGreaterThan(10);
  expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([]);
}

const usdcHeld = async (paper: PaperProcess) => {
  const { positions } = (await read(paper, '/api/v2/portfolio/positions?chain=solana')) as {
    positions: { tokenAddress: string; latestBalanceRaw: string }[];
  };
  return BigInt(positions.find(({ tokenAddress }) => tokenAddress === usdc)?.latestBalanceRaw ?? 0);
};
const btcSzi = async (paper: PaperProcess) => {
  const { positions } = (await read(paper, '/api/v2/perp/positions?wallet_id=wal_perp')) as {
    positions: { coin: string; szi: string }[];
  };
  return Number(positions.find(({ coin }) => coin === 'BTC')?.szi ?? 0);
};

describe('paper service', () => {
  it(
    'killed while it is traded on, loses nothing and does nothing twice',
    async () => {
      const random = seededRandom(seed);
      const all: Asked[] = [];
      const settled = new Map<Asked, string>();
      const ask = () => {
        const asked = nextCall(random, all);
        all.push(asked);
        return asked;
      };
      paper = await startPaper({ stateDir, seed });
      const [firstUsdc, firstSzi] = [await usdcHeld(paper), await btcSzi(paper)];
      // A call of each kind that is answered for sure, however few the rounds.
      for (const kind of kinds) {
        const asked = callOf(kind, all.length);
        all.push(asked);
        await send(paper, asked);
      }

      for (let round = 0; round < rounds; round++) {
        await tradeUntilKilled(paper, 1 + random.int(mostAnswers), ask);
        expectBalancedBooks();
        paper = await startPaper({ stateDir, seed });
        const seen = await effects(paper);
        for (const asked of all) {
          const [count, what] = [
            countOf[asked.kind](seen, asked.mark),
            `SWAPDECK_SEED=${seed}, round ${round}: ${asked.kind}`,
          ];
          // An unanswered call may have happened or not, a swap may still be on its way.
          if (asked.answer === null || asked.kind === 'swap') expect([0, 1], what).toContain(count);
          else expect(count, what).toBe(1);
          if (asked.answer === null || asked.kind !== 'swap') continue;
          const { status, txHash } = await statusOf(paper, asked);
          if (settled.has(asked)) expect(`${status} ${txHash}`, what).toBe(settled.get(asked));
          else if (status === 'success' || status === 'failed') settled.set(asked, `${status} ${txHash}`);
        }
      }

      const last = paper;
      const swaps = all.filter((asked) => asked.kind === 'swap' && asked.answer !== null);
      for (const swap of swaps)
        await expect
          .poll(async () => (await statusOf(last, swap)).status, { timeout: 60_000 })
          .toMatch(/success|failed/);
      const seen = await effects(last);
      for (const swap of swaps)
        expect(countOf.swap(seen, swap.mark)).toBe((await statusOf(last, swap)).status === 'success' ? 1 : 0);
      const countAll = (kind: Asked['kind'], weight: (mark: string) => bigint) =>
        all
          .filter((asked) => asked.kind === kind)
          .reduce((sum, { mark }) => sum + BigInt(countOf[kind](seen, mark)) * weight(mark), 0n);
      expect(firstUsdc - (await usdcHeld(last))).toBe(countAll('swap', BigInt));
      const bought = Number(countAll('perpMarket', () => 1n)) * Number(perpSz);
      expect((await btcSzi(last)) - firstSzi).toBeCloseTo(bought, 8);
      if (isSoak) console.log(`${rounds} rounds, ${all.length} calls`);
    },
    120_000 + rounds * 10_000,
  );
});
