import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { chain, nullable, queryWhole, request, slippageBps, text } from '../request.ts';
import { baseUnitsText, chainName, decimal, list, openEnum, opt, safeText, verbatim } from '../schema.ts';

/** Final status of a swap's task. An HTTP 200 with `errorCode` is a failure. */
const swapStatus = openEnum('submitted', 'pending', 'success', 'failed');

const swapFields = {
  amount: baseUnitsText('amount'),
  chain: chain(),
  inputMint: text('inputMint'),
  outputMint: text('outputMint'),
};

export const executeSwap = endpoint({
  id: 'swap.execute',
  method: 'POST',
  path: '/api/v2/swap/execute',
  summary: 'Swap from a service wallet; the service signs and submits',
  source: 'contract',
  scope: 'trade:swap:execute',
  desk: 'Swap form',
  body: request({ ...swapFields, walletId: text('walletId'), slippageBps: slippageBps().default(100) }),
  response: z.object({
    status: swapStatus,
    taskId: verbatim(),
    errorCode: opt(safeText()),
    errorMessage: opt(safeText()),
    txHash: opt(safeText()),
  }),
});

/** Fields of an EIP-1559 transaction; amounts are wei. */
const evmTransaction = z.object({
  to: safeText(),
  data: verbatim(),
  value: decimal(),
  gasLimit: decimal(),
  maxFeePerGas: decimal(),
  maxPriorityFeePerGas: decimal(),
});

export const buildSwapTransaction = endpoint({
  id: 'swap.transaction',
  method: 'POST',
  path: '/api/v2/swap/transaction',
  summary: 'Quote a swap and build its unsigned transaction, for signing on this machine',
  source: 'contract',
  mutates: false,
  scope: 'unknown',
  desk: 'Swap form, from a wallet whose key you hold',
  body: request({ ...swapFields, walletAddress: text('walletAddress'), slippageBps: slippageBps().default(100) }),
  response: z.object({
    quoteId: verbatim(),
    chain: chainName(),
    expiresAt: safeText(),
    /** Base64 on Solana; the transaction's fields on EVM chains. */
    transaction: z.union([verbatim(), evmTransaction]),
    chainId: opt(z.number()),
    approvalRequired: opt(z.boolean()),
    approvalTransaction: opt(evmTransaction),
    quoteSummary: z.object({
      inputAmount: decimal(),
      minOutputAmount: decimal(),
      outputAmount: decimal(),
      slippageBps: z.number(),
      priceImpactPct: opt(decimal()),
    }),
  }),
});

export const quoteSwap = endpoint({
  id: 'swap.quote',
  method: 'GET',
  path: '/api/v2/swap/quote',
  summary: 'What a swap would give, its route and fees',
  source: 'facts',
  scope: 'unknown',
  desk: 'Swap form',
  query: request({ ...swapFields, slippageBps: queryWhole('slippageBps', 0, 10_000).default(100) }),
  response: z.object({
    quoteId: verbatim(),
    chain: chainName(),
    inputMint: verbatim(),
    outputMint: verbatim(),
    inAmount: decimal(),
    outAmount: decimal(),
    slippageBps: opt(z.number()),
    expiresAt: opt(safeText()),
    priceImpactPct: opt(decimal()),
    fees: opt(
      z.object({
        platformFeeAmount: opt(decimal()),
        platformFeeBps: opt(z.number()),
        dexFeeInNative: opt(decimal()),
      }),
    ),
    routes: opt(
      list(
        z.object({
          source: safeText(),
          inAmount: opt(decimal()),
          outAmount: opt(decimal()),
          feeMint: opt(safeText()),
          poolFeeTier: opt(decimal()),
        }),
      ),
    ),
  }),
});

export const submitSwap = endpoint({
  id: 'swap.submit',
  method: 'POST',
  path: '/api/v2/swap/submit',
  summary: 'Send a swap transaction that was signed on this machine',
  source: 'facts',
  scope: 'unknown',
  desk: 'Swap form, from a wallet whose key you hold',
  body: request({
    chain: chain(),
    signedTransaction: text('signedTransaction', 200_000),
    walletAddress: text('walletAddress'),
    quoteId: nullable(text('quoteId')),
  }),
  response: z.object({ taskId: verbatim(), txHash: opt(safeText()), status: swapStatus }),
});

export const swapApproveSpender = endpoint({
  id: 'swap.approveSpender',
  method: 'GET',
  path: '/api/v2/swap/approve/spender',
  summary: 'The router that an EVM token must be approved for',
  source: 'facts',
  scope: 'unknown',
  desk: 'none: the desk reads spender and allowance from the transaction and the chain',
  query: request({ chainId: queryWhole('chainId', 1) }),
  response: z.object({ chainId: z.number(), spenderAddress: safeText() }),
});

export const swapApproveAllowance = endpoint({
  id: 'swap.approveAllowance',
  method: 'GET',
  path: '/api/v2/swap/approve/allowance',
  summary: 'How much of an EVM token the router may move',
  source: 'facts',
  scope: 'unknown',
  desk: 'none: the desk reads spender and allowance from the transaction and the chain',
  query: request({
    chainId: queryWhole('chainId', 1),
    tokenAddress: text('tokenAddress'),
    walletAddress: text('walletAddress'),
  }),
  response: z.object({
    chainId: z.number(),
    tokenAddress: verbatim(),
    walletAddress: verbatim(),
    allowance: decimal(),
  }),
});
