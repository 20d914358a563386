import { type Abi, decodeFunctionData, encodeFunctionData, type Hex, maxUint160, maxUint256, parseAbi } from 'viem';
import type { Explained } from './decoded-transaction.ts';
import { permit2 } from './permit2.ts';

/* Loads viem: import it only when a transaction needs it. */

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function setApprovalForAll(address operator, bool approved)',
  'function permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function deposit()',
  'function withdraw(uint256 amount)',
]);

const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct Single { Details details; address spender; uint256 sigDeadline; }',
  'struct Batch { Details[] details; address spender; uint256 sigDeadline; }',
  'function permit(address owner, Single permitSingle, bytes signature)',
  'function permit(address owner, Batch permitBatch, bytes signature)',
]);

/** The usual methods of tokens and of Permit2; null where none fits. */
export function tokenMethod(to: string, data: Hex): Explained | null {
  const isPermit2 = to.toLowerCase() === permit2;
  try {
    const known = isPermit2 ? permit2Abi : abi;
    const call = decodeFunctionData({ abi: known, data });
    if (!isCanonical(known, call, data)) return null;
    const { functionName: action, args = [] } = call;
    const { inputs } = known.find((one) => 'name' in one && one.name === action && one.type === 'function') as {
      readonly inputs: readonly { readonly name?: string }[];
    };
    const details = Object.fromEntries(inputs.map(({ name = '' }, index) => [name, shown(args[index])] as const));
    return {
      action,
      details,
      risk: isPermit2
        ? 'Permit2 lets others move the tokens by signatures that are made later'
        : riskOf(action, details),
    };
  } catch {
    return null;
  }
}

/** Arguments padded with other bytes, or followed by some, decode to the same: only one form is explained. */
export const isCanonical = (abi: Abi, call: { functionName: string; args?: unknown }, data: Hex): boolean =>
  encodeFunctionData({ abi, ...call } as Parameters<typeof encodeFunctionData>[0]) === data.toLowerCase();

const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
    : String(value);

export const isUnlimited = (amount: bigint): boolean => amount >= maxUint256 / 2n || amount === maxUint160;

function riskOf(action: string, details: Readonly<Record<string, string>>): string | null {
  const spender = details['spender'] ?? details['operator'] ?? '';
  if (action === 'setApprovalForAll')
    return details['approved'] === 'true' ? `lets ${spender} move every token of this collection` : null;
  const units = details['amount'] ?? details['addedValue'];
  if (!['approve', 'increaseAllowance', 'permit'].includes(action) || units === undefined || units === '0') return null;
  const most = isUnlimited(BigInt(units)) ? 'everything, now and later' : `up to ${units} base units later`;
  return `lets ${spender} move ${most}`;
}
