import { allChains, type Chain, chains, contractChains } from '../../../domain/market/chain.ts';
import { groupThousands } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { markedLabel } from '../../../stores/account/wallets.ts';
import { balanceOf } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { readAmount } from '../../forms/amount-field.ts';
import { openForm } from '../../forms/open-form.ts';
import { swapForm } from '../../forms/swap/swap-form.ts';
import { triggerForm } from '../../forms/trigger/trigger-form.ts';
import { spotWallets, swapWallets } from '../../forms/wallet-choice.ts';
import type { Intent } from './intent.ts';
import { asksFirst, type Plan } from './plan.ts';
import { amountWords, knownToken, payerOf, walletFor } from './spot-parts.ts';

type SpotIntent = Extract<Intent, { kind: 'swap' | 'trigger' }>;

/** Opens the swap or trigger order form with the typed values, from a wallet that holds the token. */
export function planSpot(desk: Desk, intent: SpotIntent): Plan {
  const { kind, amount, prefill } = intent;
  const wallets = kind === 'swap' ? swapWallets(desk, allChains) : spotWallets(desk, contractChains);
  const wallet = intent.sell === '' ? payerOf(desk, wallets, intent.buy) : walletFor(desk, wallets, intent.sell);
  if (!wallet) return { problem: 'No active wallet for this.' };
  const sell = intent.sell || againstByDefault(wallet.chain, intent.buy);
  const buy = intent.buy || againstByDefault(wallet.chain, sell);
  if (buy.toLowerCase() === sell.toLowerCase())
    return { problem: 'The sold and the bought token are the same: enter another one.' };
  const token = knownToken(desk, wallet, sell);
  const balance = token && balanceOf(desk, wallet, token);
  const read = token ? readAmount(desk, amount, token, balance) : null;
  if (typeof read === 'string') return { problem: read };
  const values = { ...prefill, walletId: wallet.choice, sell, amount, buy };
  const where = `from ${cleanText(markedLabel(wallet), textLimits.symbol)} on ${chains[wallet.chain].name}`;
  // A share of what nobody is known to hold is no amount.
  const isEmptyShare = token === null && amount.endsWith('%');
  return {
    effect: isEmptyShare
      ? `no wallet of yours is known to hold ${cleanText(sell, 32)}; the form searches for it`
      : `sells ${amountWords(desk, amount, sell, token, read)} for ${buy} ${where}${conditionWords(intent)}; ${asksFirst}`,
    blocked: desk.actions.whyRefused(null),
    run: () => (kind === 'swap' ? openForm(desk, swapForm(desk, values)) : openForm(desk, triggerForm(desk, values))),
  };
}

/** The token on the other side, if none is typed: the native one, or USDC against that. */
const againstByDefault = (chain: Chain, token: string): string => {
  const { nativeSymbol } = chains[chain];
  return token.toLowerCase() === nativeSymbol.toLowerCase() ? 'USDC' : nativeSymbol;
};

const metricWords: Readonly<Record<string, string>> = {
  price_usd: 'price',
  market_cap_usd: 'market cap',
  liquidity_usd: 'liquidity',
};

/** ` when its market cap < 400,000,000 USD, within 24 h, slippage 2 %`. */
function conditionWords({ kind, prefill }: SpotIntent): string {
  const { metric = 'price_usd', direction, value, trailing, expiry, slippage } = prefill;
  const isBelow = direction === 'below';
  const slip = slippage === undefined ? '' : `, slippage ${slippage} %`;
  if (kind === 'swap') return `, now${slip}`;
  const when = trailing
    ? `price ${isBelow ? 'falls' : 'rises'} ${trailing} % from its ${isBelow ? 'highest' : 'lowest'}`
    : `${metricWords[metric]} ${isBelow ? '<' : '>'} ${groupThousands(value ?? '')} USD`;
  return ` when ${when}, within ${expiry ?? '24'} h${slip}`;
}
