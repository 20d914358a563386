import type { Operation } from '../../actions/operations.ts';
import type { QuoteRequest } from '../../actions/orders/quote-swap.ts';
import { type OrderLimits, type SizedOrder, shareOf } from '../../actions/pipeline/limits.ts';
import { type Chain, chains, readChain } from '../../domain/market/chain.ts';
import { quoteToken, sameToken, type TokenRef } from '../../domain/market/token.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { executeSwap } from '../../protocol/endpoints/swap.ts';
import { retireWallet, sendTransfer } from '../../protocol/endpoints/transfers.ts';
import { createTriggerOrder } from '../../protocol/endpoints/trigger.ts';
import { readable } from '../../protocol/schema.ts';
import { activeWallets } from '../../stores/account/wallets.ts';
import type { DeskData } from '../../stores/desk-data.ts';
import { balanceOf, usdValue } from '../../stores/portfolio/spot-balance.ts';
import type { SortedInput } from './call-input.ts';

/** The summary is for the journal, and a dry run writes none. */
const summary = '';

export function swapOperation({ body }: SortedInput, data: DeskData, priceImpactPct: string | null): Operation {
  const { walletId, chain, inputMint, outputMint, amount, slippageBps } = executeSwap.body.parse(body);
  const baseUnits = BigInt(amount);
  const sold = { kind: 'swap', chain, walletId, inputMint, outputMint, baseUnits, slippageBps } as const;
  const limits = limitsOf(data, { ...sold, priceImpactPct });
  return {
    kind: 'executeSwap',
    draft: { walletId, chain, inputMint, outputMint, baseUnits, slippageBps, limits, summary },
  };
}

/** The swap's quote, which says how far it moves the price. */
export function quoteOf({ body }: SortedInput): QuoteRequest {
  const { amount, ...order } = executeSwap.body.parse(body);
  return { ...order, baseUnits: BigInt(amount) };
}

export function triggerOperation({ body }: SortedInput, data: DeskData): Operation {
  const order = createTriggerOrder.body.parse(body);
  const { walletId, chain, inputToken, outputToken, amount, slippageBps } = order;
  const sold = { kind: 'trigger', chain, walletId, inputMint: inputToken, outputMint: outputToken } as const;
  const limits = limitsOf(data, { ...sold, baseUnits: BigInt(amount), slippageBps, priceImpactPct: null });
  return { kind: 'createTriggerOrder', draft: { body: order, limits, summary } };
}

/** Null if the chain is unknown. */
export function transferOperation({ body }: SortedInput): Operation | null {
  const order = sendTransfer.body.parse(body);
  const token = tokenOf(order);
  if (!token) return null;
  const { fromWalletId, toWalletId, amount, correlationId = '' } = order;
  const draft = { fromWalletId, toWalletId, token, usd: null, correlationId, summary };
  return { kind: 'sendTransfer', draft: { ...draft, baseUnits: BigInt(amount) } };
}

/** Null if the chain is unknown. */
export function retireOperation({ body }: SortedInput): Operation | null {
  const order = retireWallet.body.parse(body);
  const token = tokenOf(order);
  if (!token) return null;
  const { fromWalletId, toWalletId, correlationId = '' } = order;
  return { kind: 'retireWallet', draft: { fromWalletId, toWalletId, token, usd: null, correlationId, summary } };
}

/** A transfer names chains by family, and native tokens by word. */
function tokenOf({ chain, chainId, token }: { chain: string; chainId?: number | undefined; token: string }) {
  const found = Object.entries(chains).find(([, one]) =>
    chain === 'SVM' ? one.family === 'svm' : one.chainId !== null && one.chainId === chainId,
  );
  if (!found) return null;
  const [name, { nativeAddress, nativeSymbol }] = found as [Chain, (typeof chains)[Chain]];
  const isNative = token === 'native' || token.toUpperCase() === nativeSymbol;
  return { chain: name, address: isNative ? nativeAddress : token };
}

interface Sold {
  readonly kind: SizedOrder['kind'];
  readonly chain: Chain;
  readonly walletId: string;
  readonly inputMint: string;
  readonly outputMint: string;
  readonly baseUnits: bigint;
  readonly slippageBps: number;
  readonly priceImpactPct: string | null;
}

function limitsOf(data: DeskData, order: Sold): OrderLimits {
  const { kind, chain, walletId, inputMint, outputMint, baseUnits, slippageBps, priceImpactPct } = order;
  const input = { chain, address: inputMint };
  const decimals = decimalsOf(data, input);
  const token = decimals === null ? null : { ...input, decimals };
  const wallet = activeWallets(data.read('wallets').data).find((one) => one.walletId === walletId);
  const balance = wallet && token ? balanceOf({ data }, { chain, address: wallet.address }, token) : null;
  return {
    wallet: { chain, walletId },
    slippageBps,
    order: {
      kind,
      input,
      output: { chain, address: outputMint },
      usd: token && usdValue({ data }, token, baseUnits),
      sharePct: shareOf(baseUnits, balance),
      priceImpactPct: readDecimal(priceImpactPct),
    },
  };
}

/** What can be sold is held, or is a token that every wallet knows; null for another. */
function decimalsOf(data: DeskData, token: TokenRef): number | null {
  const held = readable(data.read('holdings').data?.positions ?? []).find(
    ({ network, tokenAddress }) =>
      readChain(network) === token.chain && sameToken(token, { chain: token.chain, address: tokenAddress }),
  );
  return quoteToken(token)?.decimals ?? held?.tokenDecimal ?? null;
}
