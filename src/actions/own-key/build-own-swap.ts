import { UnreadableResponseError } from '../../client/http/errors.ts';
import { chains } from '../../domain/market/chain.ts';
import { tokenId } from '../../domain/market/token.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { buildSwapTransaction as endpoint } from '../../protocol/endpoints/swap.ts';
import { PrepareError } from '../../signing/prepare/built-swap.ts';
import { prepareSwap } from '../../signing/prepare/prepare-swap.ts';
import type { ClaimedToken } from '../../signing/prepare/token-check.ts';
import type { QuoteRequest, SwapQuote } from '../orders/quote-swap.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { wasSigned } from './journal-of-signed.ts';
import { ownWalletOf } from './own-keys.ts';
import type { OwnSwap } from './own-swap.ts';

/**
 * Has the service build a swap from an own wallet, and prepares it for a decision. Nothing is signed. Rejects with the
 * client's error, PrepareError or ChainError.
 */
export async function buildOwnSwap(
  context: Pick<ActionContext, 'client' | 'clock' | 'data' | 'own' | 'records'>,
  request: QuoteRequest,
): Promise<SwapQuote> {
  const { chain, inputMint, outputMint, slippageBps, baseUnits } = request;
  const wallet = ownWalletOf(context.own, request.ownWalletId ?? '');
  if (!context.own || !wallet) throw new PrepareError('NO_WALLET', 'There is no such own wallet.');
  const body = { chain, inputMint, outputMint, slippageBps, amount: `${baseUnits}`, walletAddress: wallet.address };
  const { data, receivedAtMs, requestId } = await context.client.call(endpoint, { body });
  const { outputAmount, priceImpactPct } = data.quoteSummary;
  if (!/^\d{1,80}$/.test(outputAmount))
    throw new UnreadableResponseError(endpoint.id, 'the quoted amount is not in base units', 200, requestId);
  const prepared = await prepareSwap({
    order: {
      chain,
      owner: wallet.address,
      inputToken: inputMint,
      outputToken: outputMint,
      amountIn: baseUnits,
      minAmountOut: (BigInt(outputAmount) * BigInt(10_000 - slippageBps)) / 10_000n,
    },
    built: {
      transaction: data.transaction,
      approvalTransaction: data.approvalTransaction ?? null,
      builtAtMs: receivedAtMs,
    },
    claimed: claimedTokens(context, request),
    rpcs: context.own.rpcs(chain),
    policy: context.own.policy,
    nowMs: context.clock.now(),
    wasSigned: (hash) => wasSigned(context.records, hash),
  });
  const own: OwnSwap = { prepared, quoteId: data.quoteId, expiresAtMs: expiryOf(data, receivedAtMs) };
  return {
    request,
    outBaseUnits: BigInt(outputAmount),
    priceImpactPct: priceImpactPct ?? null,
    platformFeeBps: null,
    route: [],
    receivedAtMs,
    own,
  };
}

/** Where the service names no time, a Solana blockhash's minute. */
const standardLifeMs = 60_000;

function expiryOf({ expiresAt }: ResponseData<typeof endpoint>, receivedAtMs: number): number {
  const named = Date.parse(expiresAt);
  return Number.isFinite(named) ? named : receivedAtMs + standardLifeMs;
}

/** The tokens as the service describes them; the native coin is the chain's own. */
const claimedTokens = (
  { data }: Pick<ActionContext, 'data'>,
  { chain, inputMint, outputMint }: QuoteRequest,
): ClaimedToken[] =>
  [inputMint, outputMint].flatMap((address) => {
    const token = address === chains[chain].nativeAddress ? null : data.token(tokenId({ chain, address }));
    return token ? [{ address, decimals: token.decimals, symbol: token.symbol }] : [];
  });
