import { decodeFunctionData, type Hex, parseAbi } from 'viem';
import { chains } from '../../domain/market/chain.ts';
import type { Explained, SwapCall } from './decoded-transaction.ts';
import { isCanonical } from './evm-methods.ts';

/* Loads viem: import it only when a transaction needs it. */

/** Methods of paper's router, and of the routers of Uniswap's version 2 (and its many copies) and 3. */
const abi = parseAbi([
  'function swap(string quoteId, address tokenIn, address tokenOut, uint256 amountIn, uint256 minAmountOut, address recipient, uint256 deadline) payable',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params) payable',
]);

/** The native coin's address in requests, the same on all EVM chains. */
const native = chains.base.nativeAddress;

/** A swap by a method that is known here; null otherwise. `value` is what the call carries of the native coin. */
export function swapMethod(sender: string, data: Hex, value: bigint): Explained | null {
  try {
    const decoded = decodeFunctionData({ abi, data });
    if (!isCanonical(abi, decoded, data)) return null;
    return explained(decoded.functionName, { ...callOf(decoded, value), from: sender, poolAccounts: [] });
  } catch {
    return null;
  }
}

type Call = ReturnType<typeof decodeFunctionData<typeof abi>>;

function callOf(call: Call, value: bigint): Omit<SwapCall, 'from' | 'poolAccounts'> {
  switch (call.functionName) {
    case 'swap': {
      const [, inputToken, outputToken, amountIn, minAmountOut, recipient, deadline] = call.args;
      return { inputToken, outputToken, amountIn, minAmountOut, recipient, deadline };
    }
    case 'exactInputSingle': {
      const [{ tokenIn: inputToken, tokenOut: outputToken, amountIn, amountOutMinimum, recipient }] = call.args;
      return { inputToken, outputToken, amountIn, minAmountOut: amountOutMinimum, recipient, deadline: null };
    }
    case 'swapExactETHForTokens':
    case 'swapExactETHForTokensSupportingFeeOnTransferTokens': {
      const [minAmountOut, path, recipient, deadline] = call.args;
      return {
        inputToken: native,
        outputToken: path.at(-1) ?? null,
        amountIn: value,
        minAmountOut,
        recipient,
        deadline,
      };
    }
    default: {
      const [amountIn, minAmountOut, path, recipient, deadline] = call.args;
      const outputToken = call.functionName.startsWith('swapExactTokensForETH') ? native : (path.at(-1) ?? null);
      return { inputToken: path[0] ?? null, outputToken, amountIn, minAmountOut, recipient, deadline };
    }
  }
}

function explained(action: string, swap: SwapCall): Explained {
  return {
    action,
    swap,
    details: {
      inputToken: String(swap.inputToken),
      outputToken: String(swap.outputToken),
      amountIn: `${swap.amountIn}`,
      minAmountOut: `${swap.minAmountOut}`,
      recipient: swap.recipient,
      ...(swap.deadline !== null && { deadline: `${swap.deadline}` }),
    },
  };
}
