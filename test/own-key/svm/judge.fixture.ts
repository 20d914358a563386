import {
  type Address,
  address,
  type EncodedAccount,
  getCompiledTransactionMessageDecoder,
  lamports,
  type MaybeEncodedAccount,
  type Transaction,
} from '@solana/kit';
import { readTokenAccount, systemProgram, tokenPrograms } from '../../../src/signing/chain/svm-accounts.ts';
import { native, svmOwner } from '../../../src/signing/rules/honest.fixture.ts';
import type { SwapOrder } from '../../../src/signing/swap-order.ts';
import { isFailure } from './node.fixture.ts';
import type { World } from './world.fixture.ts';

export interface Judgement {
  readonly landed: boolean;
  /** Sentences; none: the owner has nothing to complain of. */
  readonly harm: readonly string[];
}

/**
 * Sends a transaction and says what it has done to the owner beyond the order and the fee that was shown, in lamports.
 * Then it is as if it had not been sent.
 */
export function judgeOf(here: World, order: SwapOrder): (signed: Transaction, shownFee: bigint) => Judgement {
  const before = wealth(here);
  return (signed, shownFee) => judge(here, order, before, signed, shownFee);
}

function judge(here: World, order: SwapOrder, before: Wealth, signed: Transaction, shownFee: bigint): Judgement {
  const { svm } = here;
  const kept = writableAccounts(signed).map((account) => svm.getAccount(account));
  const landed = !isFailure(svm.sendTransaction(signed));
  const after = wealth(here);
  const given = before.accounts.filter((one) => svm.getAccount(one).exists && !after.accounts.includes(one));
  for (const account of kept) restore(here, account);
  const least = (token: string): bigint =>
    (landed && token === order.inputToken ? -order.amountIn : 0n) +
    (landed && token === order.outputToken ? order.minAmountOut : 0n) -
    (token === native ? shownFee : 0n);
  const losses = [...new Set([native, ...before.tokens.keys(), ...after.tokens.keys()])].flatMap((token) => {
    const delta = (after.tokens.get(token) ?? 0n) - (before.tokens.get(token) ?? 0n);
    return delta < least(token) ? [`${token} has changed by ${delta}; the order allows ${least(token)}`] : [];
  });
  return {
    landed,
    harm: [...losses, ...after.powers, ...given.map((account) => `${account} is no longer the owner’s`)],
  };
}

/** No other account can change; none of these transactions has a lookup table. */
function writableAccounts({ messageBytes }: Transaction): readonly Address[] {
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if ('addressTableLookups' in message && message.addressTableLookups?.length) throw new Error('a lookup table');
  const { header, staticAccounts } = message;
  const [signers, count] = [header.numSignerAccounts, staticAccounts.length];
  return staticAccounts.filter((_, index) =>
    index < signers
      ? index < signers - header.numReadonlySignerAccounts
      : index < count - header.numReadonlyNonSignerAccounts,
  );
}

function restore({ svm, put }: World, account: MaybeEncodedAccount): void {
  if (account.exists && isSame(account, svm.getAccount(account.address))) return;
  if (account.exists) svm.setAccount(account);
  else put({ address: account.address, lamports: lamports(0n), programAddress: address(systemProgram) });
}

const isSame = (one: EncodedAccount, other: MaybeEncodedAccount): boolean =>
  other.exists &&
  one.lamports === other.lamports &&
  one.programAddress === other.programAddress &&
  Buffer.from(one.data).equals(other.data);

type Wealth = ReturnType<typeof wealth>;

/** What the owner has, base units by token, SOL with every lamport in his accounts; and what others may do with them. */
function wealth({ svm }: World) {
  const tokens = new Map<string, bigint>();
  const add = (token: string, amount: bigint) => tokens.set(token, (tokens.get(token) ?? 0n) + amount);
  const owner = svm.getAccount(address(svmOwner));
  const isHis = owner.exists && owner.programAddress === systemProgram && owner.data.length === 0;
  const powers = isHis ? [] : ['the wallet itself belongs to a program'];
  const accounts: Address[] = [];
  if (owner.exists) add(native, owner.lamports);
  for (const program of tokenPrograms)
    for (const account of svm.getProgramAccounts(address(program))) {
      const data = Buffer.from(account.data);
      const held = readTokenAccount({ owner: program, lamports: account.lamports, data });
      if (held?.owner !== svmOwner) continue;
      accounts.push(account.address);
      add(native, account.lamports);
      if (held.mint !== native) add(held.mint, held.amount);
      // After the amount: a delegate, and at the end who else may close it.
      if (data.readUInt32LE(72) !== 0) powers.push(`${account.address} has a delegate`);
      if (data.readUInt32LE(129) !== 0) powers.push(`others may close ${account.address}`);
    }
  return { tokens, powers, accounts };
}
