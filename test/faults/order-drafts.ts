import Big from 'big.js';
import type { CreateTriggerOrder } from '../../src/actions/orders/create-trigger-order.ts';
import type { ExecuteSwap } from '../../src/actions/orders/execute-swap.ts';
import type { OrderLimits } from '../../src/actions/pipeline/limits.ts';
import { jup, sol, usdc } from '../../src/stores/desk-data.fixture.ts';

const slippageBps = 50;

function smallOrder(kind: 'swap' | 'trigger', walletId: string, inputMint: string): OrderLimits {
  const [input, output] = [inputMint, jup].map((address) => ({ chain: 'solana', address }) as const);
  const order = { kind, input: input!, output: output!, usd: new Big(70), sharePct: null, priceImpactPct: null };
  return { wallet: { chain: 'solana', walletId }, slippageBps, order };
}

/** A small swap as the form drafts it. */
export const swapDraft = (walletId: string, inputMint: string, summary: string): ExecuteSwap => ({
  walletId,
  chain: 'solana',
  inputMint,
  outputMint: usdc,
  baseUnits: 40_000_000n,
  slippageBps,
  limits: smallOrder('swap', walletId, inputMint),
  summary,
});

/** A small trigger order as the form drafts it. */
export const triggerDraft = (walletId: string, inputToken: string, summary: string): CreateTriggerOrder => ({
  body: {
    amount: '500000000',
    chain: 'solana',
    inputToken,
    outputToken: inputToken === jup ? sol : jup,
    triggerDirection: 'below',
    triggerMetric: 'price_usd',
    triggerValue: '1.6',
    triggerBehavior: 'immediate',
    walletId,
    expiryHours: 24,
    slippageBps,
  },
  limits: smallOrder('trigger', walletId, inputToken),
  summary,
});
