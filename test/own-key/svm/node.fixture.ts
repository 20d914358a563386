import {
  type Address,
  type EncodedAccount,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type MaybeEncodedAccount,
  type Signature,
  type Transaction,
} from '@solana/kit';
import type { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { systemClock } from '../../../src/platform/time/clock.ts';
import type { SvmRpc } from '../../../src/signing/chain/chain-rpc.ts';
import { createJsonRpc } from '../../../src/signing/chain/json-rpc.ts';
import { readTokenAccount } from '../../../src/signing/chain/svm-accounts.ts';
import { createSvmRpc } from '../../../src/signing/chain/svm-rpc.ts';
import { runtime } from './world.fixture.ts';

/** The desk's own reader of Solana, on litesvm: it answers the desk's calls as a node answers JSON-RPC. */
export function nodeOf(svm: LiteSVM): SvmRpc {
  const methods = methodsOf(svm);
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const { id, method, params } = JSON.parse(String(init?.body));
    try {
      const answer = methods[method];
      if (!answer) throw new Refusal(-32601, 'Method not found');
      return respond({ jsonrpc: '2.0', id, result: answer(...(params as never[])) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return respond({ jsonrpc: '2.0', id, error: { code: error.code, message: error.message } });
    }
  };
  return createSvmRpc(createJsonRpc('http://127.0.0.1:1', { clock: systemClock, fetch }));
}

class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** No amount of these tests is beyond what a double holds. */
const respond = (body: unknown): Response =>
  new Response(JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? Number(value) : value)));

type Methods = Readonly<Record<string, (...params: never[]) => unknown>>;

function methodsOf(svm: LiteSVM): Methods {
  const inContext = (value: unknown) => ({ context: { slot: svm.getClock().slot }, value });
  const shown = (addresses: readonly Address[], slice?: Slice) =>
    addresses.map((address) => base64(svm.getAccount(address), slice));
  return {
    getGenesisHash: () => 'LiteSVM',
    getBalance: (owner: Address) => inContext(svm.getBalance(owner) ?? 0n),
    getAccountInfo: (address: Address) => inContext(shown([address])[0]),
    getMultipleAccounts: (addresses: readonly Address[], { dataSlice }: { dataSlice: Slice }) =>
      inContext(shown(addresses, dataSlice)),
    getTokenAccountsByOwner: (owner: Address, { programId }: { programId: Address }) =>
      inContext(heldBy(svm, owner, programId)),
    isBlockhashValid: (hash: string) => inContext(hash === svm.latestBlockhash()),
    getSignatureStatuses: (signatures: readonly Signature[]) => inContext(signatures.map((one) => statusOf(svm, one))),
    simulateTransaction: (text: string, { accounts }: { accounts: { addresses: readonly Address[] } }) => {
      svm.withSigverify(false);
      const outcome = svm.simulateTransaction(transactionOf(text));
      svm.withSigverify(true);
      if (isFailure(outcome)) return inContext({ err: errorOf(outcome), logs: outcome.meta().logs() });
      const after = new Map(outcome.postAccounts().map((account) => [account.address, account] as const));
      const found = accounts.addresses.map((address) => {
        const account = after.get(address);
        return account ? base64({ ...account, exists: true }) : shown([address])[0];
      });
      return inContext({ err: null, logs: outcome.meta().logs(), accounts: found });
    },
    sendTransaction: (text: string) => {
      const transaction = transactionOf(text);
      const preflight = svm.simulateTransaction(transaction);
      if (isFailure(preflight)) throw new Refusal(-32002, `Transaction simulation failed: ${errorOf(preflight)}`);
      svm.sendTransaction(transaction);
      return getSignatureFromTransaction(transaction);
    },
  };
}

interface Slice {
  readonly offset: number;
  readonly length: number;
}

/** An account as nodes answer it in base64; null: there is none. */
function base64(account: Pick<MaybeEncodedAccount, 'exists'> & Partial<EncodedAccount>, slice?: Slice) {
  const { exists, lamports, programAddress, data = new Uint8Array() } = account;
  if (!exists) return null;
  const part = slice ? data.slice(slice.offset, slice.offset + slice.length) : data;
  return { lamports, owner: programAddress, data: [Buffer.from(part).toString('base64'), 'base64'] };
}

const heldBy = (svm: LiteSVM, owner: Address, program: Address) =>
  svm.getProgramAccounts(program).flatMap(({ address, lamports, data }) => {
    const held = readTokenAccount({ owner: program, lamports, data: Buffer.from(data) });
    if (held?.owner !== owner) return [];
    const info = {
      mint: held.mint,
      owner,
      tokenAmount: { amount: `${held.amount}`, decimals: decimalsOf(svm, held.mint) },
    };
    return [{ pubkey: address, account: { data: { parsed: { info } } } }];
  });

function decimalsOf(svm: LiteSVM, mint: string): number {
  const account = svm.getAccount(mint as Address);
  return account.exists ? (account.data[44] ?? 0) : 0;
}

function statusOf(svm: LiteSVM, signature: Signature) {
  const found = svm.getTransaction(signature);
  if (!found) return null;
  return { err: isFailure(found) ? errorOf(found) : null, confirmationStatus: 'confirmed' };
}

export const isFailure = (outcome: unknown): outcome is FailedTransactionMetadata =>
  runtime !== null && outcome instanceof runtime.FailedTransactionMetadata;

/** The runtime's own words, as `InstructionError(5, Custom(1))`. */
export const errorOf = (failed: FailedTransactionMetadata): string =>
  /err: (.+?), meta:/s.exec(failed.toString())?.[1] ?? failed.toString();

export const transactionOf = (base64: string): Transaction =>
  getTransactionDecoder().decode(Buffer.from(base64, 'base64'));
