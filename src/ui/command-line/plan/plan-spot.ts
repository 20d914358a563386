import { allChains, type Chain, chains, contractChains } from '../../../domain/market/chain.ts';
import { quoteToken, quoteTokens, tokenId } from '../../../domain/market/token.ts';
import { formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { Desk } from '../../desk/desk.ts';
import { readAmount } from '../../forms/amount-field.ts';
import { openForm } from '../../forms/open-form.ts';
import { balanceOf, heldTokens, usdValue } from '../../forms/spot-balance.ts';
import { swapForm } from '../../forms/swap/swap-form.ts';
import { heldAddress, type Token } from '../../forms/token-field.ts';
import { triggerForm } from '../../forms/trigger/trigger-form.ts';
import { defaultWallet, type SpotWallet, spotWallets } from '../../forms/wallet-choice.ts';
import type { Intent } from './intent.ts';
import { asksFirst, type Plan } from './plan.ts';

type SpotIntent = Extract<Intent, { kind: 'swap' | 'trigger' }>;

/** Opens the swap or trigger order form with the typed values, from a wallet that holds the token. */
export function planSpot(desk: Desk, intent: SpotIntent): Plan {
  const { kind, sell, amount, prefill } = intent;
  const wallet = walletFor(desk, kind === 'swap' ? allChains : contractChains, sell);
  if (!wallet) return { problem: 'No active wallet for this.' };
  const buy = intent.buy || boughtByDefault(wallet.chain, sell);
  if (buy.toLowerCase() === sell.toLowerCase())
    return { problem: 'The sold and the bought token are the same: enter another one.' };
  const token = knownToken(desk, wallet, sell);
  const balance = token && balanceOf(desk, wallet, token);
  const read = token ? readAmount(amount, token, balance) : null;
  if (typeof read === 'string') return { problem: read };
  const usd = token && read && usdValue(desk, token, read.baseUnits);
  const values = { ...prefill, walletId: wallet.choice, sell, amount, buy };
  const size = amount.endsWith('%') ? `${amount.replace('%', ' %')} of ${sell}` : `${groupThousands(amount)} ${sell}`;
  const about = usd ? `, about ${formatUsd(usd)} USD,` : '';
  const where = `from ${cleanText(wallet.label, textLimits.symbol)} on ${chains[wallet.chain].name}`;
  // A share of what nobody is known to hold is no amount.
  const isEmptyShare = token === null && amount.endsWith('%');
  return {
    effect: isEmptyShare
      ? `no wallet of yours is known to hold ${cleanText(sell, 32)}; the form searches for it`
      : `sells ${size}${about} for ${buy} ${where}${conditionWords(intent)}; ${asksFirst}`,
    blocked: desk.actions.whyRefused(null),
    run: () => (kind === 'swap' ? openForm(desk, swapForm(desk, values)) : openForm(desk, triggerForm(desk, values))),
  };
}

/** The default wallet, unless only another wallet holds the sold token. */
function walletFor(desk: Desk, allowed: readonly Chain[], sell: string): SpotWallet | null {
  const wallets = spotWallets(desk, allowed);
  const usual = defaultWallet(desk, wallets);
  const isAt = (wallet: SpotWallet): boolean => knownToken(desk, wallet, sell) !== null;
  return usual && isAt(usual) ? usual : (wallets.find(isAt) ?? usual);
}

/** A token the desk already knows: native, stablecoin or held by the wallet. */
function knownToken(desk: Desk, wallet: SpotWallet, text: string): Token | null {
  const { chain } = wallet;
  const money =
    quoteTokens.find((token) => token.chain === chain && token.symbol.toLowerCase() === text.toLowerCase()) ??
    quoteToken({ chain, address: text });
  if (money) return { ...money, namesakes: 0 };
  const held = heldTokens(desk, wallet);
  const address = heldAddress(desk, chain, held, text) ?? held.find((candidate) => candidate === text) ?? null;
  const info = address === null ? undefined : desk.data.token(tokenId({ chain, address }));
  return address !== null && info
    ? { chain, address, symbol: info.symbol, decimals: info.decimals, namesakes: 0 }
    : null;
}

/** Default token to receive: the native token, or USDC when that is sold. */
const boughtByDefault = (chain: Chain, sell: string): string => {
  const { nativeSymbol } = chains[chain];
  return sell.toLowerCase() === nativeSymbol.toLowerCase() ? 'USDC' : nativeSymbol;
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
