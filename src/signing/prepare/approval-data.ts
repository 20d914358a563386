import { encodeFunctionData, type Hex, parseAbi } from 'viem';

/* Loads viem: import it only when a transaction needs it. */

const abi = parseAbi(['function approve(address spender, uint256 amount) returns (bool)']);

/** The call that lets the spender move up to this amount; 0 takes the leave back. */
export const approvalData = (spender: string, amount: bigint): Hex =>
  encodeFunctionData({ abi, functionName: 'approve', args: [spender.toLowerCase() as Hex, amount] });
