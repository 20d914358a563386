import { chains, isAddress } from '../../domain/chain.ts';
import {
  buildSwapTransaction,
  executeSwap,
  quoteSwap,
  submitSwap,
  swapApproveAllowance,
  swapApproveSpender,
} from '../../protocol/endpoints/swap.ts';
import type { SpotMarket } from '../exchange/spot/spot-market.ts';
import { minAmountOut } from '../exchange/spot/swap-desk.ts';
import { platformFeeBps } from '../exchange/spot/swap-router.ts';
import {
  approvalTransaction,
  blockhashAt,
  chainOfId,
  evmTransaction,
  paperRouter,
  svmTransaction,
} from '../exchange/spot/unsigned-transaction.ts';
import { PaperError, type Route, route } from '../handler.ts';

const quoteLifeMs = 30_000;
const expiry = (nowMs: number) => new Date(nowMs + quoteLifeMs).toISOString();
/** The quote is named after the request: nothing is kept for it, since paper submits no signed transaction. */
const quoteIdOf = (requestId: string) => `quo_${requestId}`;
const percent = (value: number) => value.toFixed(4);

function knownChain(chainId: number) {
  const chain = chainOfId(chainId);
  if (!chain) throw new PaperError(400, 'INVALID_PARAMS', `chainId ${chainId} is none of the service's EVM chains`);
  return chain;
}

/** Quotes, managed swaps, and unsigned transactions. */
export const swapRoutes = (spot: SpotMarket): Route[] => [
  route(quoteSwap, ({ query: request }, { requestId }) => {
    const plan = spot.swaps.plan(request);
    return {
      quoteId: quoteIdOf(requestId),
      chain: plan.chain,
      inputMint: plan.input.address,
      outputMint: plan.output.address,
      inAmount: String(plan.amountIn),
      outAmount: String(plan.amountOut),
      slippageBps: request.slippageBps,
      expiresAt: expiry(spot.nowMs),
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
        // Hundredths of a basis point, as the exchanges name their tiers.
        poolFeeTier: String(market.pool.feeBps * 100),
      })),
    };
  }),
  route(executeSwap, ({ body: request }) => {
    const { status, taskId, errorCode, errorMessage, txHash } = spot.account.execute(request);
    return { status, taskId, errorCode, errorMessage, txHash };
  }),
  route(buildSwapTransaction, ({ body: request }, { requestId }) => {
    const { chain, walletAddress, slippageBps } = request;
    if (!isAddress(chain, walletAddress)) {
      throw new PaperError(400, 'INVALID_PARAMS', `walletAddress is no ${chain} address`);
    }
    const plan = spot.swaps.plan(request);
    const least = minAmountOut(plan, slippageBps);
    const common = {
      quoteId: quoteIdOf(requestId),
      chain,
      expiresAt: expiry(spot.nowMs),
      quoteSummary: {
        inputAmount: String(plan.amountIn),
        outputAmount: String(plan.amountOut),
        minOutputAmount: String(least),
        slippageBps,
        priceImpactPct: percent(plan.priceImpactPct),
      },
    };
    if (chain === 'solana') {
      return { ...common, transaction: svmTransaction(plan, walletAddress, least, blockhashAt(spot.nowMs)) };
    }
    // Nobody has approved the paper router, so every token but the native coin needs it.
    const approvalRequired = plan.input.kind !== 'native';
    return {
      ...common,
      chainId: chains[chain].chainId,
      transaction: evmTransaction(plan, least),
      approvalRequired,
      approvalTransaction: approvalRequired ? approvalTransaction(plan) : null,
    };
  }),
  route(submitSwap, () => {
    throw new PaperError(501, 'NOT_SUPPORTED', 'paper does not verify signatures yet; use swap/execute');
  }),
  route(swapApproveSpender, ({ query: { chainId } }) => {
    knownChain(chainId);
    return { chainId, spenderAddress: paperRouter };
  }),
  route(swapApproveAllowance, ({ query: { chainId, tokenAddress, walletAddress } }) => {
    const chain = knownChain(chainId);
    for (const [field, address] of Object.entries({ tokenAddress, walletAddress })) {
      if (!isAddress(chain, address)) throw new PaperError(400, 'INVALID_PARAMS', `${field} is no ${chain} address`);
    }
    return { chainId, tokenAddress, walletAddress, allowance: '0' };
  }),
];
