import { type Chain, chains, readChain } from '../../domain/market/chain.ts';
import { AmountError, parseAmount } from '../../domain/numbers/amount.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { TradeSettings } from '../account/setting-rows.ts';

/** The amount bound to a preset key, from the settings or the configuration. */
export interface PresetAmount {
  /** Cleaned, without its unit. */
  readonly text: string;
  /** Why it cannot be used; null if it can. */
  readonly problem: string | null;
}

export interface TradePresets {
  /** Amounts of the chain's native token. */
  readonly buy: readonly PresetAmount[];
  /** Percentages of the holding. */
  readonly sell: readonly PresetAmount[];
  /** Whether a side's presets are the account's own; otherwise they are the configuration's. */
  readonly isOwn: { readonly buy: boolean; readonly sell: boolean };
}

/** Presets for an account whose settings have none, as decimal texts. */
export interface PresetDefaults {
  readonly buy: readonly string[];
  readonly sellPct: readonly string[];
}

/** There are five keys for each side. */
const mostPresets = 5;

/** The presets of a chain: the account's trade settings, or the configuration's if it has none. */
export function tradePresets(
  settings: TradeSettings | undefined,
  chain: Chain,
  defaults: PresetDefaults,
): TradePresets {
  const own = Object.entries(settings?.oneClickMode ?? {}).find(([network]) => readChain(network) === chain)?.[1];
  const [ownBuy, ownSell] = [own?.buyPresets ?? [], own?.sellPresets ?? []];
  const [isBuyOwn, isSellOwn] = [ownBuy.length > 0, ownSell.length > 0];
  return {
    buy: (isBuyOwn ? ownBuy : defaults.buy).slice(0, mostPresets).map((text) => buyAmount(text, chain)),
    sell: (isSellOwn ? ownSell : defaults.sellPct).slice(0, mostPresets).map(sellShare),
    isOwn: { buy: isBuyOwn, sell: isSellOwn },
  };
}

/** Slippage of the account's `auto` preset for one side of a chain, in whole basis points; null if missing or unreadable. */
export function settingsSlippageBps(
  settings: TradeSettings | undefined,
  chain: Chain,
  side: 'buy' | 'sell',
): number | null {
  const slots = side === 'buy' ? settings?.chainPresetsBuy : settings?.chainPresetsSell;
  const own = Object.entries(slots ?? {}).find(([network]) => readChain(network) === chain)?.[1];
  const bps = own?.auto?.slippageBps;
  return typeof bps === 'number' && Number.isInteger(bps) && bps >= 0 && bps <= 10_000 ? bps : null;
}

const clean = (text: string): string => cleanText(String(text), textLimits.symbol).trim();

function buyAmount(raw: string, chain: Chain): PresetAmount {
  const text = clean(raw);
  const { nativeDecimals, nativeSymbol } = chains[chain];
  try {
    const isAbove = parseAmount(text, nativeDecimals, nativeSymbol) > 0n;
    return { text, problem: isAbove ? null : 'not above zero' };
  } catch (error) {
    if (error instanceof AmountError) return { text, problem: 'not an amount' };
    throw error;
  }
}

function sellShare(raw: string): PresetAmount {
  const text = clean(raw).replace(/\s*%$/, '');
  const isShare = /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= 100;
  return { text, problem: isShare ? null : 'not a share up to 100 %' };
}
