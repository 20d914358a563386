import { type Address, address } from '@solana/kit';
import { jup, native, stranger, svmOwner, usdc } from '../../../src/signing/rules/honest.fixture.ts';
import type { World } from './world.fixture.ts';

/** What the owner and the thief have, base units. SOL of the owner includes all that is in the account of wrapped SOL. */
export type Holdings = Readonly<Record<'sol' | 'usdc' | 'jup' | 'thiefSol' | 'thiefUsdc' | 'thiefJup', bigint>>;

export const lamportsAt = ({ svm }: World, at: string): bigint => svm.getBalance(address(at)) ?? 0n;

export function tokensAt({ svm }: World, at: Address): bigint {
  const found = svm.getAccount(at);
  return found.exists && found.data.length >= 165 ? Buffer.from(found.data).readBigUInt64LE(64) : 0n;
}

export async function holdings(here: World): Promise<Holdings> {
  const [wrapped, ...accounts] = await Promise.all([
    here.own(native),
    here.own(usdc),
    here.own(jup),
    here.foreign(usdc),
    here.foreign(jup),
  ]);
  const [ownUsdc = 0n, ownJup = 0n, thiefUsdc = 0n, thiefJup = 0n] = accounts.map((account) => tokensAt(here, account));
  return {
    sol: lamportsAt(here, svmOwner) + lamportsAt(here, wrapped),
    usdc: ownUsdc,
    jup: ownJup,
    thiefSol: lamportsAt(here, stranger),
    thiefUsdc,
    thiefJup,
  };
}

/** What has changed from one to the other. */
export const changed = (before: Holdings, after: Holdings): Partial<Holdings> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, amount]) => [name, amount - before[name as keyof Holdings]] as const)
      .filter(([, delta]) => delta !== 0n),
  );
