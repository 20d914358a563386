import {
  createKeyPairFromPrivateKeyBytes,
  partiallySignTransaction,
  type SignatureBytes,
  type Transaction,
} from '@solana/kit';
import type { SvmRpc } from '../../../src/signing/chain/chain-rpc.ts';
import { type PreparedTransaction, prepareSwap } from '../../../src/signing/prepare/prepare-swap.ts';
import { policy } from '../../../src/signing/rules/honest.fixture.ts';
import { signBytesWith } from '../../../src/signing/signers/private-key.ts';
import { svmKey, svmOwner } from '../../../src/signing/signers/transactions.fixture.ts';
import { finishSvm, messageOf } from '../../../src/signing/signers/verify-svm.ts';
import type { SignedTransaction, SwapOrder } from '../../../src/signing/swap-order.ts';
import { transactionOf } from './node.fixture.ts';

const builtAtMs = Date.parse('2026-11-01T12:00:00Z');

/** As the desk prepares it before somebody decides. */
export const prepare = (
  rpc: SvmRpc,
  order: SwapOrder,
  transaction: string,
  { wasSigned = false, ageMs = 1_000 } = {},
): Promise<PreparedTransaction> =>
  prepareSwap({
    order,
    built: { transaction, approvalTransaction: null, builtAtMs },
    claimed: [order.inputToken, order.outputToken].map((address) => ({ address, decimals: 6, symbol: 'any' })),
    rpcs: [rpc],
    policy,
    nowMs: builtAtMs + ageMs,
    wasSigned: () => wasSigned,
  });

/** Signed as the signing process does it, and verified as the desk verifies it. */
export async function sign(encoded: string): Promise<SignedTransaction> {
  const unsigned = { chain: 'solana', encoded } as const;
  const signature = await signBytesWith(svmKey, messageOf(unsigned, svmOwner));
  return finishSvm(unsigned, svmOwner, { kind: 'signature', signature });
}

/** Signed by an owner who asks no questions; other signatures are made up. */
export async function signBlindly(encoded: string): Promise<Transaction> {
  const keyPair = await createKeyPairFromPrivateKeyBytes(svmKey.secret);
  const { signatures, ...signed } = await partiallySignTransaction([keyPair], transactionOf(encoded));
  const madeUp = new Uint8Array(64) as SignatureBytes;
  const all = Object.entries(signatures).map(([signer, signature]) => [signer, signature ?? madeUp]);
  return { ...signed, signatures: Object.fromEntries(all) };
}
