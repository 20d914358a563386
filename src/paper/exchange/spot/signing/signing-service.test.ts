import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../../test/run/cases.ts';
import { PaperError } from '../../../service/handler.ts';
import type { Task } from '../trading/task-store.ts';
import { alice, type Envelope, mallory, newSvmSigner, signEvm, signingFixture, signSvm } from './signing.fixture.ts';

const svmCallers = await Promise.all([newSvmSigner(), newSvmSigner()]);
const evmCallers = [alice, mallory];

const step = fc.record({
  chain: fc.constantFrom('solana', 'base'),
  caller: fc.nat({ max: 1 }),
  /** Bought first, sold afterwards: a sale on Base needs the approval. */
  isSale: fc.boolean(),
  amount: fc.bigInt({ min: 10_000n, max: 60_000_000n }),
  /** Submits an older transaction once more. */
  replays: fc.option(fc.nat(), { freq: 2 }),
  waitMs: fc.nat({ max: 2_500 }),
});
type Step = (typeof step extends fc.Arbitrary<infer T> ? T : never) & { chain: 'solana' | 'base' };

function lab() {
  const fixture = signingFixture();
  const { spot, signing, fund, held } = fixture;
  const coins = {
    solana: [fixture.token('solana', 'SOL'), fixture.token('solana', 'JUP')] as const,
    base: [fixture.token('base', 'ETH'), fixture.token('base', 'USDC')] as const,
  };
  const addresses = {
    solana: svmCallers.map(({ address }) => address),
    base: evmCallers.map(({ address }) => address),
  };
  const sent: { chain: Step['chain']; walletAddress: string; signedTransaction: string }[] = [];
  const taken = new Map<string, Task>();
  let nonce = 0;

  const submit = async (submission: (typeof sent)[number]) => {
    try {
      const task = await signing.submit(submission);
      expect(taken.has(submission.signedTransaction), 'taken twice').toBe(false);
      taken.set(submission.signedTransaction, task);
    } catch (error) {
      if (!(error instanceof PaperError)) throw error;
      const refusals = /^(ALREADY_SUBMITTED|INSUFFICIENT_(BALANCE|ALLOWANCE)|QUOTE_EXPIRED|NO_ROUTE)$/;
      expect([error.status, error.code]).toEqual([400, expect.stringMatching(refusals)]);
    }
  };
  const run = async ({ chain, caller, isSale, amount, replays, waitMs }: Step) => {
    const [native, token] = coins[chain];
    const walletAddress = addresses[chain][caller]!;
    const [input, output] = isSale ? [token, native] : [native, token];
    const units = chain === 'base' && !isSale ? amount * 10n ** 9n : amount;
    const { transaction, approvalTransaction, chainId } = await fixture.build(walletAddress, input, output, units);
    const transactions = [approvalTransaction, transaction].filter((built) => built != null);
    for (const built of transactions) {
      const signedTransaction =
        typeof built === 'string'
          ? await signSvm(svmCallers[caller]!, built)
          : await signEvm(evmCallers[caller]!, chainId, built as Envelope, nonce++);
      sent.push({ chain, walletAddress, signedTransaction });
      await submit(sent.at(-1)!);
      if (built === approvalTransaction) fixture.wait(2_500);
    }
    if (replays !== null) await submit(sent[replays % sent.length]!);
    fixture.wait(waitMs);
  };
  for (const [chain, [native]] of Object.entries(coins)) {
    for (const address of addresses[chain as Step['chain']]) fund(address, native, 10n ** BigInt(native.decimals) / 5n);
  }
  return { run, spot, taken, wait: fixture.wait, held, addresses, coins };
}

/** A purchase on each chain and a sale that needs an approval: every run has something that succeeds. */
const opening: readonly Step[] = [
  { chain: 'solana', caller: 0, isSale: false, amount: 10_000_000n, replays: null, waitMs: 2_500 },
  { chain: 'base', caller: 0, isSale: false, amount: 10_000_000n, replays: null, waitMs: 2_500 },
  { chain: 'base', caller: 0, isSale: true, amount: 10_000n, replays: null, waitMs: 2_500 },
];

test('whatever is signed, sent and sent again: each transaction is taken once, and the books balance', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const desk = lab();
      for (const one of [...opening, ...steps]) await desk.run(one as Step);
      desk.wait(2_500);
      const sums = new Map<string, bigint>();
      for (const { accountId, tokenId, amount, held } of desk.spot.ledger.all()) {
        sums.set(tokenId, (sums.get(tokenId) ?? 0n) + amount);
        if (accountId !== '@world') expect(amount, `${accountId} ${tokenId}`).toBeGreaterThanOrEqual(0n);
        if (Object.values(desk.addresses).flat().map(String).includes(accountId)) expect(held).toBe(0n);
      }
      expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
      for (const { job, status } of desk.taken.values()) seen.add(`${job.chain} ${job.kind} ${status}`);
    }),
    { numRuns: cases(3, 15) },
  );
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(['base approval success', 'base swap success', 'solana swap success']),
  );
});
