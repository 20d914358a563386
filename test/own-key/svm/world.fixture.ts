import { type Address, address, type EncodedAccount, lamports } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { paperProgram } from '../../../src/domain/market/paper-contracts.ts';
import {
  jup,
  native,
  poolAuthority,
  splToken,
  stranger,
  svmOwner,
  usdc,
} from '../../../src/signing/rules/honest.fixture.ts';
import { tokenAccount } from '../../../src/signing/rules/token-accounts.ts';
import { mintData, tokenData } from './chain-data.fixture.ts';
import { poolProgram } from './pool-program.ts';

/** Solana's own runtime, in this process; null where its native package is missing. */
export const runtime = await import('litesvm').catch((error: Error) => {
  console.warn(`Tests on Solana’s runtime are skipped, since litesvm cannot be loaded: ${error.message}`);
  return null;
});
export const noRuntime = 'on Solana’s runtime (litesvm cannot be loaded)';

const sol = 1_000_000_000n;
/** A token that the owner never had. */
export const ray = '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R';
/** Of each token the pools hold this; SOL is wrapped. */
const pools = { [native]: 30n * sol, [usdc]: 5_000_000_000n, [jup]: 5_000_000_000n, [ray]: 5_000_000_000n };

export interface World {
  readonly svm: LiteSVM;
  /** The owner's account of SPL Token for a mint, and a thief's. */
  readonly own: (mint: string) => Promise<Address>;
  readonly foreign: (mint: string) => Promise<Address>;
  put(account: Partial<Omit<EncodedAccount, 'address'>> & { readonly address: string }): void;
  putTokens(holder: string, mint: string, amount: bigint): Promise<Address>;
}

/**
 * Mints at their real addresses, pools of the swap program, and an owner with 30 SOL, 500 USDC and 40 JUP. The token
 * programs are the real ones, the swap program is `pool-program.ts`.
 */
export async function world(): Promise<World> {
  if (!runtime) throw new Error(noRuntime);
  const svm = new runtime.LiteSVM().withNativeMints();
  svm.addProgram(address(paperProgram), poolProgram());
  const put: World['put'] = ({ address: at, ...rest }) => {
    const data = rest.data ?? new Uint8Array();
    svm.setAccount({
      address: address(at),
      data,
      executable: false,
      lamports: lamports(svm.minimumBalanceForRentExemption(BigInt(data.length))),
      programAddress: address(splToken),
      space: BigInt(data.length),
      ...rest,
    });
  };
  const putTokens: World['putTokens'] = async (holder, mint, amount) => {
    const at = address(await tokenAccount(holder, mint, splToken));
    const rent = svm.minimumBalanceForRentExemption(165n);
    const backed = mint === native ? amount : 0n;
    put({
      address: at,
      data: tokenData(mint, holder, amount, backed > 0n ? rent : null),
      lamports: lamports(rent + backed),
    });
    return at;
  };
  for (const mint of [usdc, jup, ray]) put({ address: mint, data: mintData() });
  const pool = await poolAuthority();
  for (const [mint, amount] of Object.entries(pools)) await putTokens(pool, mint, amount);
  svm.airdrop(address(svmOwner), lamports(30n * sol));
  await putTokens(svmOwner, usdc, 500_000_000n);
  await putTokens(svmOwner, jup, 40_000_000n);
  const accountOf = (holder: string) => async (mint: string) => address(await tokenAccount(holder, mint, splToken));
  return { svm, own: accountOf(svmOwner), foreign: accountOf(stranger), put, putTokens };
}

/** What the pool pays for an amount now. */
export async function pricesOf({ svm }: World, input: string, output: string): Promise<(amountIn: bigint) => bigint> {
  const pool = await poolAuthority();
  const [held = 0n, paid = 0n] = await Promise.all(
    [input, output].map(async (mint) => {
      const found = svm.getAccount(address(await tokenAccount(pool, mint, splToken)));
      return found.exists ? Buffer.from(found.data).readBigUInt64LE(64) : 0n;
    }),
  );
  return (amountIn) => (paid * amountIn) / (held + amountIn);
}
