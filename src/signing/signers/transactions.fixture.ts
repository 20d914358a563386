import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { parseEther, parseGwei, serializeTransaction } from 'viem';
import type { Chain } from '../../domain/market/chain.ts';
import type { UnsignedTransaction } from '../swap-order.ts';
import { addressOf, type PrivateKey } from './private-key.ts';

const secretOf = (byte: string): Uint8Array => new Uint8Array(Buffer.from(byte.repeat(32), 'hex'));

/** Keys that nobody uses. */
export const svmKey: PrivateKey = { family: 'svm', secret: secretOf('5a') };
export const otherSvmKey: PrivateKey = { family: 'svm', secret: secretOf('6b') };
export const evmKey: PrivateKey = { family: 'evm', secret: secretOf('5a') };
export const otherEvmKey: PrivateKey = { family: 'evm', secret: secretOf('6b') };
export const svmOwner = await addressOf(svmKey);
export const evmOwner = await addressOf(evmKey);

const receiver = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** A transfer of lamports by the payer, and by others who sign too. */
export function unsignedSvm(payer: string, lamports = 5_000n, alsoSign: readonly string[] = []): UnsignedTransaction {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(lamports, 4);
  const transfer: Instruction = {
    programAddress: address('11111111111111111111111111111111'),
    accounts: [
      { address: address(payer), role: AccountRole.WRITABLE_SIGNER },
      { address: address(receiver), role: AccountRole.WRITABLE },
      ...alsoSign.map((one) => ({ address: address(one), role: AccountRole.READONLY_SIGNER }) as const),
    ],
    data: new Uint8Array(data),
  };
  const message = setTransactionMessageLifetimeUsingBlockhash(
    { blockhash: blockhash(receiver), lastValidBlockHeight: 0n },
    setTransactionMessageFeePayer(address(payer), createTransactionMessage({ version: 0 })),
  );
  const compiled = compileTransaction(appendTransactionMessageInstructions([transfer], message));
  return { chain: 'solana', encoded: getBase64EncodedWireTransaction(compiled) };
}

const to = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/** A transfer of the native coin on Base. */
export function unsignedEvm(
  type: 'legacy' | 'eip2930' | 'eip1559' = 'eip1559',
  { chainId = 8453, value = '0.01', chain = 'base' as Chain } = {},
): UnsignedTransaction {
  const common = { chainId, nonce: 3, to, gas: 21_000n, value: parseEther(value), data: '0x' } as const;
  const gasPrice = parseGwei('2');
  const encoded =
    type === 'eip1559'
      ? serializeTransaction({ ...common, type, maxFeePerGas: gasPrice, maxPriorityFeePerGas: 1n })
      : serializeTransaction({ ...common, type, gasPrice });
  return { chain, encoded };
}
