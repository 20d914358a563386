import {
  decodeFunctionData,
  formatEther,
  formatGwei,
  type Hex,
  maxUint160,
  maxUint256,
  parseAbi,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from 'viem';
import { allChains, chains } from '../../domain/market/chain.ts';
import { type DecodedTransaction, DecodeError, type Step, step } from './decoded-transaction.ts';

/* Loads viem: import it only when a transaction needs it. */

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function setApprovalForAll(address operator, bool approved)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function deposit()',
  'function withdraw(uint256 amount)',
]);

/** What the kinds of transactions have, each some of it. */
interface Parsed {
  readonly type?: string | undefined;
  readonly chainId?: number | undefined;
  readonly nonce?: number | undefined;
  readonly to?: string | null | undefined;
  readonly data?: Hex | undefined;
  readonly value?: bigint | undefined;
  readonly gas?: bigint | undefined;
  readonly gasPrice?: bigint | undefined;
  readonly maxFeePerGas?: bigint | undefined;
  readonly maxPriorityFeePerGas?: bigint | undefined;
  readonly r?: Hex | undefined;
  readonly authorizationList?: readonly { readonly address?: string; readonly contractAddress?: string }[] | undefined;
}

/** Explains an EVM transaction in hex: legacy, access list, fee market, blob or set code. Throws DecodeError. */
export async function decodeEvm(serialized: Hex): Promise<DecodedTransaction> {
  const transaction = parse(serialized);
  const { type, chainId, nonce = 0, to, value = 0n, gas } = transaction;
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const chain = allChains.find((one) => Number(chains[one].chainId) === chainId);
  const price = maxFeePerGas ?? gasPrice;
  return {
    family: 'evm',
    facts: {
      type: String(type),
      chainId: `${chainId ?? 'none: valid on every chain'}${chain ? ` (${chain})` : ''}`,
      signer: await signerOf(serialized, transaction),
      nonce: String(nonce),
      to: to ?? 'a new contract',
      value: formatEther(value),
      ...(gas !== undefined && { gasLimit: String(gas) }),
      ...(price !== undefined && { maxFeePerGas: `${formatGwei(price)} gwei` }),
      ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas: `${formatGwei(maxPriorityFeePerGas)} gwei` }),
      ...(price !== undefined && gas !== undefined && { mostFee: formatEther(price * gas) }),
    },
    steps: [...(transaction.authorizationList ?? []).map(delegation), callOf(transaction)],
  };
}

function parse(serialized: Hex): Parsed {
  try {
    return parseTransaction(serialized as TransactionSerialized) as Parsed;
  } catch {
    throw new DecodeError('these bytes are no EVM transaction');
  }
}

async function signerOf(serialized: Hex, { r }: Parsed): Promise<string> {
  if (r === undefined) return 'not signed';
  try {
    return await recoverTransactionAddress({ serializedTransaction: serialized as TransactionSerialized });
  } catch {
    return 'the signature is not valid';
  }
}

function delegation({
  address,
  contractAddress,
}: {
  readonly address?: string;
  readonly contractAddress?: string;
}): Step {
  const code = address ?? contractAddress ?? 'unknown';
  return step('EIP-7702', 'delegate', { code }, `lets the code of ${code} act for the whole account from now on`);
}

function callOf({ to, data, value = 0n }: Parsed): Step {
  const sent = formatEther(value);
  if (!to) return step('contract creation', 'create', { value: sent });
  if (!data || data === '0x') return step('native coin', 'transfer', { to, value: sent });
  const call = functionOf(data);
  if (!call)
    return step(
      to,
      null,
      { method: data.slice(0, 10), value: sent },
      'nobody can say from the bytes what this call does',
    );
  return step(to, call.name, call.details, riskOf(call));
}

interface Call {
  readonly name: string;
  readonly details: Readonly<Record<string, string>>;
  readonly amount: bigint | null;
}

function functionOf(data: Hex): Call | null {
  try {
    const { functionName: name, args = [] } = decodeFunctionData({ abi, data });
    const { inputs } = abi.find((one) => one.name === name && one.inputs.length === args.length)!;
    const details = Object.fromEntries(inputs.map((input, index) => [input.name, String(args[index])]));
    return { name, details, amount: args.find((arg) => typeof arg === 'bigint') ?? null };
  } catch {
    return null;
  }
}

function riskOf({ name, details, amount }: Call): string | null {
  const spender = details['spender'] ?? details['operator'] ?? '';
  if (name === 'setApprovalForAll')
    return details['approved'] === 'true' ? `lets ${spender} move every token of this collection` : null;
  if (!['approve', 'increaseAllowance', 'permit'].includes(name) || amount === 0n) return null;
  const isUnlimited = amount !== null && (amount >= maxUint256 / 2n || amount === maxUint160);
  return `lets ${spender} move ${isUnlimited ? 'everything, now and later' : `up to ${amount} base units later`}`;
}
