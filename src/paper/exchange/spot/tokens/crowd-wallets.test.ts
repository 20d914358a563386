import { describe, expect, test } from 'vitest';
import { cases, seed } from '../../../../../test/run/cases.ts';
import { chains } from '../../../../domain/market/chain.ts';
import { seededRandom } from '../../../../platform/time/random.ts';
import { spotFixture } from '../spot.fixture.ts';
import { CrowdHoldings, type Holder } from './crowd-holdings.ts';

interface Change {
  readonly owner: string;
  readonly token: string;
  /** Null on EVM chains, whose events tell only what is left. */
  readonly before: bigint | null;
  readonly after: bigint;
}

const bigintOf = (value: unknown) => BigInt(String(value));
const { run, messages } = spotFixture(seed);
run(cases(60_000, 600_000));

/** Each swap of the tape with the wallet events between it and the next swap. */
const swaps: { family: 'svm' | 'evm'; swap: Record<string, unknown>; changes: Change[]; ofToken: number }[] = [];
for (const { stream, data } of messages) {
  const [family, kind, name] = stream.split('.') as ['svm' | 'evm', string, string];
  const fields = data as Record<string, unknown>;
  if (name === 'swaps') swaps.push({ family, swap: fields, changes: [], ofToken: 0 });
  const last = swaps.at(-1);
  if (name === 'balances' && last) last.ofToken++;
  if (kind !== 'wallet' || !last) continue;
  last.changes.push({
    owner: String(fields['owner']),
    token: String(fields[family === 'svm' ? 'mint' : 'tokenAddress']).toLowerCase(),
    before: family === 'svm' ? bigintOf(fields['preBalance']) : null,
    after: bigintOf(family === 'svm' ? fields['postBalance'] : fields['balance']),
  });
}

describe('wallets of the crowd', () => {
  test('tell of every swap what its maker had and has: paid and received to the base unit', () => {
    expect(swaps.length).toBeGreaterThan(100);
    for (const { family, swap, changes } of swaps) {
      const [input, output] = family === 'svm' ? ['inputMint', 'outputMint'] : ['tokenInAddress', 'tokenOutAddress'];
      const own = (token: unknown) =>
        changes.findLast((change) => change.owner === swap['maker'] && change.token === String(token).toLowerCase())!;
      const [paid, received] = [own(swap[input]), own(swap[output])];
      expect(paid && received, JSON.stringify(swap)).toBeDefined();
      if (family === 'evm') continue;
      expect(paid.before! - paid.after).toBe(bigintOf(swap['amountIn']));
      expect(received.after - received.before!).toBe(bigintOf(swap['amountOut']));
    }
  });

  test('go on where they were, never below zero, and what one gets besides a swap another one sends', () => {
    const held = new Map<string, bigint>();
    for (const { changes, swap } of swaps) {
      const sums = new Map<string, bigint>();
      for (const { owner, token, before, after } of changes) {
        const known = held.get(`${owner} ${token}`);
        if (known !== undefined && before !== null) expect(before, `seed ${seed}`).toBe(known);
        expect(after >= 0n).toBe(true);
        held.set(`${owner} ${token}`, after);
        if (before !== null) sums.set(token, (sums.get(token) ?? 0n) + after - before);
      }
      for (const [token, sum] of sums) {
        const isPaid = token === String(swap['inputMint']).toLowerCase();
        expect(sum).toBe(isPaid ? -bigintOf(swap['amountIn']) : bigintOf(swap['amountOut']));
      }
    }
  });

  test('are on the streams of their tokens too', () => {
    const natives = Object.values(chains).map(({ nativeAddress }) => nativeAddress.toLowerCase());
    for (const { changes, ofToken } of swaps)
      expect(ofToken).toBe(changes.filter(({ token }) => !natives.includes(token)).length);
  });
});

test('a seller who lacks tokens gets them from others, so that the sum stays what it is', () => {
  const random = seededRandom(seed);
  let total = 1_000_000n;
  const balances = new Map<Holder, bigint>();
  const crowd = new CrowdHoldings({ chain: 'solana', total, seed, hasRoles: true, insiders: null });
  for (let index = 0; index < 3_000; index++) {
    const wanted = BigInt(random.int(20_000)) - 10_000n;
    const amount = wanted < -total ? -total : wanted;
    const changes = crowd.change(`maker ${random.int(40)}`, amount);
    total += amount;
    const own = changes.at(-1)!;
    expect(own.after - own.before).toBe(amount);
    expect(changes.reduce((sum, { before, after }) => sum + after - before, 0n)).toBe(amount);
    for (const { holder, before, after } of changes) {
      expect(before).toBe(balances.get(holder) ?? before);
      expect(after >= 0n).toBe(true);
      balances.set(holder, after);
    }
    if (index % 100 === 0)
      expect(
        crowd.holders().reduce((sum, holder) => sum + holder.amount, 0n),
        `seed ${seed}`,
      ).toBe(total);
  }
});
