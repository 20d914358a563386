import Big from 'big.js';
import type { CreateTriggerOrder } from '../../src/actions/orders/create-trigger-order.ts';
import type { ExecuteSwap } from '../../src/actions/orders/execute-swap.ts';
import type { OrderLimits } from '../../src/actions/pipeline/limits.ts';
import type { ExecuteSplit } from '../../src/actions/transfers/execute-split.ts';
import type { RetireWallet } from '../../src/actions/transfers/send-transfer.ts';
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

/** A small transfer to another wallet, without its amount and summary. */
export const moveDraft = (fromWalletId: string, token: string): Omit<RetireWallet, 'summary'> => ({
  fromWalletId,
  toWalletId: 'w-base',
  token: { chain: 'solana', address: token },
  usd: new Big(38),
  correlationId: 'c'.repeat(32),
});

/** A small split as its plan was answered. */
export const splitDraft = (walletId: string): ExecuteSplit => ({
  plan: {
    request: {
      walletId,
      chain: 'solana',
      baseUnits: 160_000_000n,
      to: { shares: [walletId, 'w-base'].map((id) => ({ walletId: id, pctBips: 5_000 })) },
    },
    planId: 'plan-1',
    destinationCount: 2,
    summary: 'Split 0.16 SOL to 2 wallets',
    rates: [],
    warnings: [],
    expiresAtMs: Number.POSITIVE_INFINITY,
  },
  usd: new Big(22),
  summary: '0.16 SOL from main to 2 wallets',
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
