import { type Chain, isAddress } from '../../domain/market/chain.ts';
import { paperRouter } from '../../domain/market/paper-contracts.ts';
import {
  buildSwapTransaction,
  executeSwap,
  quoteSwap,
  submitSwap,
  swapApproveAllowance,
  swapApproveSpender,
} from '../../protocol/endpoints/swap.ts';
import type { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import { platformFeeBps } from '../exchange/spot/trading/swap-router.ts';
import { minAmountOut } from '../exchange/spot/trading/swap-service.ts';
import { chainOfId } from '../exchange/spot/trading/unsigned-transaction.ts';
import { PaperError, type Route, route } from '../service/handler.ts';

const quoteLifeMs = 30_000;

const isoTime = (ms: number) => new Date(ms).toISOString();
/** The quote id derives from the request id, which is unique. */
const quoteIdOf = (requestId: string) => `quo_${requestId}`;
const percent = (value: number) => value.toFixed(4);

function knownChain(chainId: number) {
  const chain = chainOfId(chainId);
  if (!chain) throw new PaperError(400, 'INVALID_PARAMS', `chainId ${chainId} is not one of the service's EVM chains`);
  return chain;
}

function requireAddress(chain: Chain, field: string, address: string): void {
  if (!isAddress(chain, address))
    throw new PaperError(400, 'INVALID_PARAMS', `${field} is not a valid ${chain} address`);
}

type Plan = ReturnType<SpotMarket['swaps']['plan']>;

/** How a quote words what would be done. */
const quoteAnswer = (spot: SpotMarket, plan: Plan) => ({
  chain: plan.chain,
  inputMint: plan.input.address,
  outputMint: plan.output.address,
  inAmount: String(plan.amountIn),
  outAmount: String(plan.amountOut),
  expiresAt: isoTime(spot.nowMs + quoteLifeMs),
  priceImpactPct: percent(plan.priceImpactPct),
  fees: {
    platformFeeAmount: String(plan.platformFee),
    platformFeeBps,
    dexFeeInNative: String(plan.dexFeeNative),
  },
  routes: plan.legs.map(({ market, side, amountIn, amountOut }) => ({
    source: market.pool.dexName,
    inAmount: String(amountIn),
    outAmount: String(amountOut),
    feeMint: side === 'native' ? spot.book.native(plan.chain).address : market.listing.token.address,
    // Hundredths of a basis point, as exchanges name their tiers.
    poolFeeTier: String(market.pool.feeBps * 100),
  })),
});

/** The same of a transaction that the caller signs. */
const summaryAnswer = (plan: Plan, slippageBps: number) => ({
  inputAmount: String(plan.amountIn),
  outputAmount: String(plan.amountOut),
  minOutputAmount: String(minAmountOut(plan, slippageBps)),
  slippageBps,
  priceImpactPct: percent(plan.priceImpactPct),
});

/** Quotes, managed swaps, and transactions that the caller signs. */
export const swapRoutes = (spot: SpotMarket): Route[] => [
  route(quoteSwap, ({ query: request }, { requestId }) => ({
    quoteId: quoteIdOf(requestId),
    slippageBps: request.slippageBps,
    ...quoteAnswer(spot, spot.swaps.plan(request)),
  })),
  route(executeSwap, ({ body: request }) => {
    const { status, taskId, errorCode, errorMessage, txHash } = spot.account.execute(request);
    return { status, taskId, errorCode, errorMessage, txHash };
  }),
  route(buildSwapTransaction, async ({ body: request }, { requestId }) => {
    const { chain, walletAddress, slippageBps } = request;
    requireAddress(chain, 'walletAddress', walletAddress);
    const plan = spot.swaps.plan(request);
    const quoteId = quoteIdOf(requestId);
    const { expiresAtMs, ...unsigned } = await spot.account.signing.build(request, plan, quoteId);
    const quoteSummary = summaryAnswer(plan, slippageBps);
    return { quoteId, chain, expiresAt: isoTime(expiresAtMs), ...unsigned, quoteSummary };
  }),
  route(submitSwap, async ({ body: submission }) => {
    requireAddress(submission.chain, 'walletAddress', submission.walletAddress);
    const { taskId, txHash, status } = await spot.account.signing.submit(submission);
    return { taskId, txHash, status };
  }),
  route(swapApproveSpender, ({ query: { chainId } }) => {
    knownChain(chainId);
    return { chainId, spenderAddress: paperRouter };
  }),
  route(swapApproveAllowance, ({ query: { chainId, tokenAddress, walletAddress } }) => {
    const chain = knownChain(chainId);
    requireAddress(chain, 'tokenAddress', tokenAddress);
    requireAddress(chain, 'walletAddress', walletAddress);
    const token = spot.book.find(chain, tokenAddress);
    const allowance = token ? spot.account.signing.accounts.allowance(token, walletAddress) : 0n;
    return { chainId, tokenAddress, walletAddress, allowance: String(allowance) };
  }),
];
