import {
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TransactionSerializedEIP1559,
} from 'viem';
import { chains } from '../../../../domain/market/chain.ts';
import { paperRouter } from '../../../../domain/market/paper-contracts.ts';
import type { ResponseInput } from '../../../../protocol/endpoint.ts';
import type { buildSwapTransaction } from '../../../../protocol/endpoints/swap.ts';
import { chainTraits } from '../tokens/chain-traits.ts';
import type { BuiltSwap, SignedCall, SignedTransaction } from './built-swap.ts';

/* Loads viem: import it only when a transaction needs it. */

type Envelope = Exclude<ResponseInput<typeof buildSwapTransaction>['transaction'], string>;

const abi = parseAbi([
  'function swap(string quoteId, address tokenIn, address tokenOut, uint256 amountIn, uint256 minAmountOut, address recipient, uint256 deadline) payable',
  'function approve(address spender, uint256 amount) returns (bool)',
]);

/** Half of secp256k1's order: EIP-2 limits a signature's s to this. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** The EIP-1559 swap call of paper's router; amounts are wei as text. */
export function evmSwapTransaction(built: BuiltSwap): Envelope {
  const value = built.isNativeInput ? built.amountIn : '0';
  return { to: paperRouter, data: swapData(built), value, ...gas(built, 70_000 + 110_000 * built.poolCount) };
}

/** The ERC-20 approval that lets the router move exactly the amount sold. */
export function evmApprovalTransaction(built: BuiltSwap): Envelope {
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [paperRouter, BigInt(built.amountIn)] });
  return { to: built.inputToken, data, value: '0', ...gas(built, 60_000) };
}

/** Reads a signed EIP-1559 transaction in hex and recovers its signer. Null if it is not one. */
export async function readEvmTransaction(signedTransaction: string): Promise<SignedTransaction | null> {
  const serialized = signedTransaction.toLowerCase() as TransactionSerializedEIP1559;
  const transaction = parse(serialized);
  if (!transaction) return null;
  return {
    signer: await signerOf(serialized, transaction),
    txHash: keccak256(serialized),
    nonce: transaction.nonce ?? 0,
    call: readEvmCall(transaction),
  };
}

function parse(serialized: TransactionSerializedEIP1559): TransactionSerializableEIP1559 | null {
  if (!/^0x02([0-9a-f]{2})+$/.test(serialized)) return null;
  try {
    const transaction: TransactionSerializableEIP1559 = parseTransaction(serialized);
    // Only the canonical encoding: padded numbers or trailing bytes would give it a second hash.
    return serializeTransaction(transaction) === serialized ? transaction : null;
  } catch {
    return null;
  }
}

async function signerOf(
  serializedTransaction: TransactionSerializedEIP1559,
  { s }: TransactionSerializableEIP1559,
): Promise<string | null> {
  if (s === undefined || BigInt(s) > highestS) return null;
  try {
    return (await recoverTransactionAddress({ serializedTransaction })).toLowerCase();
  } catch {
    return null;
  }
}

/** What a call of paper's router or of a token asks for; null for any other. */
export function readEvmCall({
  to,
  data,
  value = 0n,
  chainId,
}: Pick<TransactionSerializableEIP1559, 'to' | 'data' | 'value' | 'chainId'>): SignedCall | null {
  if (!to || !data) return null;
  try {
    const { functionName, args } = decodeFunctionData({ abi, data });
    if (functionName === 'approve') {
      const [spender, amount] = args;
      return value === 0n ? { kind: 'approve', chainId, token: to, spender: spender.toLowerCase(), amount } : null;
    }
    // The sender chooses gas and nonce; everything else must be as built.
    const isFor = (built: BuiltSwap) =>
      chainId === chains[built.chain].chainId &&
      to.toLowerCase() === paperRouter &&
      data === swapData(built) &&
      value === (built.isNativeInput ? BigInt(built.amountIn) : 0n);
    return { kind: 'swap', quoteId: args[0], isFor };
  } catch {
    return null;
  }
}

function swapData(built: BuiltSwap): Hex {
  const { quoteId, inputToken, outputToken, amountIn, minAmountOut, walletAddress, expiresAtMs } = built;
  // viem treats mixed case as a checksum, which request addresses need not have.
  const [tokenIn, tokenOut, recipient] = [inputToken, outputToken, walletAddress].map((one) => one.toLowerCase()) as [
    Hex,
    Hex,
    Hex,
  ];
  const deadline = BigInt(Math.trunc(expiresAtMs / 1_000));
  const args = [quoteId, tokenIn, tokenOut, BigInt(amountIn), BigInt(minAmountOut), recipient, deadline] as const;
  return encodeFunctionData({ abi, functionName: 'swap', args });
}

function gas({ chain }: BuiltSwap, gasLimit: number) {
  const { maxFeePerGas, maxPriorityFeePerGas } = chainTraits[chain];
  return {
    gasLimit: String(gasLimit),
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxPriorityFeePerGas),
  };
}
