import {
  AccountRole,
  addCodecSizePrefix,
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getPublicKeyFromAddress,
  getSignatureFromTransaction,
  getStructCodec,
  getTransactionCodec,
  getU32Codec,
  getU64Codec,
  getUtf8Codec,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Transaction,
  verifySignature,
} from '@solana/kit';
import { paperProgram } from '../../../../domain/market/paper-contracts.ts';
import type { BuiltSwap, SignedCall, SignedTransaction } from './built-swap.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

/** Data of the program's instruction. */
const swapData = getStructCodec([
  ['quoteId', addCodecSizePrefix(getUtf8Codec(), getU32Codec())],
  ['amountIn', getU64Codec()],
  ['minAmountOut', getU64Codec()],
]);

/**
 * The unsigned v0 transaction of a swap in base64: the wallet pays, both tokens are read-only accounts, the quote is in
 * the data.
 */
export const svmSwapTransaction = (built: BuiltSwap): string => getBase64EncodedWireTransaction(compile(built));

/** Reads a signed base64 transaction and verifies its payer's ed25519 signature. Null if it is not one. */
export async function readSvmTransaction(signedTransaction: string): Promise<SignedTransaction | null> {
  const transaction = decode(signedTransaction);
  if (!transaction) return null;
  const [payer] = Object.entries(transaction.signatures);
  if (!payer) return null;
  const [signer, signature] = payer;
  const isSigned =
    signature !== null &&
    (await verifySignature(await getPublicKeyFromAddress(address(signer)), signature, transaction.messageBytes));
  return {
    signer: isSigned ? signer : null,
    txHash: isSigned ? getSignatureFromTransaction(transaction) : '',
    nonce: null,
    call: callOf(transaction),
  };
}

function compile(built: BuiltSwap): Transaction {
  const { quoteId, walletAddress, inputToken, outputToken, amountIn, minAmountOut } = built;
  // For the client only: the height is not part of the signed message.
  const lifetime = { blockhash: blockhash(built.blockhash ?? ''), lastValidBlockHeight: 0n };
  const message = setTransactionMessageLifetimeUsingBlockhash(
    lifetime,
    setTransactionMessageFeePayer(address(walletAddress), createTransactionMessage({ version: 0 })),
  );
  const instruction = {
    programAddress: address(paperProgram),
    accounts: [
      { address: address(walletAddress), role: AccountRole.WRITABLE_SIGNER },
      { address: address(inputToken), role: AccountRole.READONLY },
      { address: address(outputToken), role: AccountRole.READONLY },
    ],
    data: swapData.encode({ quoteId, amountIn: BigInt(amountIn), minAmountOut: BigInt(minAmountOut) }),
  };
  return compileTransaction(appendTransactionMessageInstruction(instruction, message));
}

function decode(signedTransaction: string): Transaction | null {
  const bytes = Buffer.from(signedTransaction, 'base64');
  try {
    const transaction = getTransactionCodec().decode(bytes);
    // Decoders ignore trailing bytes, and Buffer ignores bad base64: only the canonical text is accepted.
    return getBase64EncodedWireTransaction(transaction) === signedTransaction ? transaction : null;
  } catch {
    return null;
  }
}

function callOf({ messageBytes }: Transaction): SignedCall | null {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
    const instruction = 'instructions' in message ? message.instructions[0] : undefined;
    if (!instruction?.data || message.staticAccounts[instruction.programAddressIndex] !== paperProgram) return null;
    const { quoteId } = swapData.decode(instruction.data);
    const isFor = (built: BuiltSwap) =>
      built.chain === 'solana' && Buffer.from(compile(built).messageBytes).equals(Buffer.from(messageBytes));
    return { kind: 'swap', quoteId, isFor };
  } catch {
    return null;
  }
}
