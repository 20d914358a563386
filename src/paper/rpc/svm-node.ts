import { address } from '@solana/kit';
import { z } from 'zod';
import { chains, isAddress } from '../../domain/market/chain.ts';
import type { BuiltSwap } from '../exchange/spot/signing/built-swap.ts';
import { tokenAccount } from '../exchange/spot/signing/svm-instructions.ts';
import { readSvmTransaction } from '../exchange/spot/signing/svm-transaction.ts';
import { chainTraits } from '../exchange/spot/tokens/chain-traits.ts';
import { blockhashAt } from '../exchange/spot/trading/unsigned-transaction.ts';
import type { ChainState } from './chain-state.ts';
import type { Node } from './node.ts';
import { read } from './read-params.ts';
import { noSuchMethod } from './rpc-error.ts';
import { holdingAccount, mintAccount, parsedHolding, systemAccount, tokenProgram } from './svm-accounts.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

const native = chains.solana.nativeAddress;
/** A blockhash is good for this many blocks. */
const blockhashLife = 150;
/** Paper's own chain, which no other is. */
const genesisHash = 'PaperSo1anaGenesis'.padEnd(43, '1');

const owner = z.string().refine((text) => isAddress('solana', text));
const options = z.looseObject({}).nullish();
const mostAddresses = 100;

/** Solana's JSON-RPC over the paper market, as far as a wallet needs it. */
export function createSvmNode(state: ChainState, submit: Node['submit']): Node['call'] {
  /** Whose token accounts this one may be: nodes are asked by address, and derive nothing. */
  const owners = new Set<string>();
  const context = () => ({ apiVersion: '2.0.0', slot: state.height });
  const valued = (value: unknown) => ({ context: context(), value });

  const find = async (asked: string, also: readonly string[] = []) => {
    const token = asked === native ? state.native : state.token(asked);
    if (token) return mintAccount(token);
    for (const one of owners) {
      const held = await holdingAt(state, one, asked, also);
      if (held) return held;
    }
    const lamports = state.balance(asked, state.native);
    return lamports > 0n ? systemAccount(lamports) : null;
  };

  return async (method, params) => {
    switch (method) {
      case 'getHealth':
        return 'ok';
      case 'getGenesisHash':
        return genesisHash;
      case 'getSlot':
      case 'getBlockHeight':
        return state.height;
      case 'getLatestBlockhash':
        return valued({
          blockhash: blockhashAt(state.nowMs),
          lastValidBlockHeight: state.height + blockhashLife,
        });
      case 'isBlockhashValid':
        return valued(isRecent(state, read(z.tuple([z.string()]).rest(options), params)[0]));
      case 'getBalance': {
        const [of] = read(z.tuple([owner]).rest(options), params);
        remember(owners, of);
        return valued(Number(state.balance(of, state.native)));
      }
      case 'getTokenAccountsByOwner': {
        const filter = z.union([z.object({ programId: z.string() }), z.object({ mint: z.string() })]);
        const [of, by] = read(z.tuple([owner, filter]).rest(options), params);
        remember(owners, of);
        const rows = state
          .holdings(of)
          .filter(([token]) => ('mint' in by ? by.mint === token.address : by.programId === tokenProgram));
        return valued(await Promise.all(rows.map(([token, amount]) => parsedHolding(of, token, amount))));
      }
      case 'getAccountInfo':
        return valued(await find(read(z.tuple([owner]).rest(options), params)[0]));
      case 'getMultipleAccounts': {
        const [asked] = read(z.tuple([z.array(owner).max(mostAddresses)]).rest(options), params);
        return valued(await Promise.all(asked.map((one) => find(one))));
      }
      case 'simulateTransaction': {
        const wanted = z.looseObject({
          accounts: z.object({ addresses: z.array(owner).max(mostAddresses) }).nullish(),
        });
        const [encoded, how] = read(z.tuple([z.string(), wanted.nullish()]), params);
        return valued(await simulate(state, encoded, how?.accounts?.addresses ?? [], find));
      }
      case 'sendTransaction':
        return submit(read(z.tuple([z.string()]).rest(options), params)[0]);
      case 'getSignatureStatuses': {
        const [hashes] = read(z.tuple([z.array(z.string()).max(256)]).rest(options), params);
        return valued(hashes.map((hash) => statusOf(state, hash)));
      }
      default:
        throw noSuchMethod(method);
    }
  };
}

const mostOwners = 1_000;

function remember(owners: Set<string>, one: string): void {
  if (owners.size >= mostOwners) owners.clear();
  owners.add(one);
}

/** The owner's token account at this address; `also`: mints beside those that it holds. */
async function holdingAt(state: ChainState, holder: string, asked: string, also: readonly string[]) {
  for (const [token, amount] of state.holdings(holder))
    if ((await tokenAccount(address(holder), address(token.address))) === asked)
      return holdingAccount(holder, token.address, amount);
  for (const mint of also)
    if ((await tokenAccount(address(holder), address(mint))) === asked) return holdingAccount(holder, mint, 0n);
  return null;
}

function isRecent(state: ChainState, blockhash: string): boolean {
  const { blockMs } = chainTraits.solana;
  return Array.from({ length: blockhashLife }, (_, age) => state.nowMs - age * blockMs).some(
    (ms) => blockhashAt(ms) === blockhash,
  );
}

async function simulate(
  state: ChainState,
  encoded: string,
  addresses: readonly string[],
  find: (asked: string) => Promise<unknown>,
) {
  const failed = (why: string) => ({
    err: { InstructionError: [0, 'Custom'] },
    logs: [`Program log: Error: ${why}`],
    accounts: null,
    unitsConsumed: 0,
    returnData: null,
  });
  const call = (await readSvmTransaction(encoded))?.call;
  const built = call?.kind === 'swap' ? state.builtBy(call.quoteId) : null;
  if (!built || call?.kind !== 'swap' || !call.isFor(built))
    return failed('only transactions of paper can be simulated');
  const effect = state.effectOf(built);
  if (!effect.ok) return failed(effect.why);
  const after = await balancesAfter(state, built, effect);
  return {
    err: null,
    logs: [],
    accounts: await Promise.all(addresses.map((one) => after.get(one) ?? find(one))),
    unitsConsumed: 150_000,
    returnData: null,
  };
}

/** The accounts of the sender that a swap changes, by address. */
async function balancesAfter(
  state: ChainState,
  { walletAddress: holder }: BuiltSwap,
  { input, output, amountIn, amountOut, fee }: Extract<ReturnType<ChainState['effectOf']>, { ok: true }>,
): Promise<Map<string, unknown>> {
  const isNative = (token: typeof input) => token.address === native;
  const lamports =
    state.balance(holder, state.native) - fee - (isNative(input) ? amountIn : 0n) + (isNative(output) ? amountOut : 0n);
  const after = new Map<string, unknown>([[holder, systemAccount(lamports)]]);
  for (const [token, delta] of [
    [input, -amountIn],
    [output, amountOut],
  ] as const) {
    if (isNative(token)) continue;
    const account = await tokenAccount(address(holder), address(token.address));
    after.set(account, holdingAccount(holder, token.address, state.balance(holder, token) + delta));
  }
  return after;
}

function statusOf(state: ChainState, hash: string) {
  const task = state.taskOf(hash);
  if (!task) return null;
  const err = task.status === 'failed' ? { InstructionError: [0, 'Custom'] } : null;
  const isOver = task.status === 'success' || task.status === 'failed';
  return {
    slot: state.height,
    confirmations: isOver ? null : 0,
    err,
    status: err ? { Err: err } : { Ok: null },
    confirmationStatus: isOver ? 'finalized' : 'processed',
  };
}
