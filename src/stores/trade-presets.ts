import { AmountError, parseAmount } from '../domain/amount.ts';
import { type Chain, chains } from '../domain/chain.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { networkChain, type TradeSettings } from './setting-rows.ts';

/** One amount that a key stands for, as the settings or the configuration have it. */
export interface PresetAmount {
  /** Clean, and without its unit. */
  readonly text: string;
  /** Why it can't be used; null when it can. */
  readonly problem: string | null;
}

export interface TradePresets {
  /** Of the chain's native coin. */
  readonly buy: readonly PresetAmount[];
  /** Per cent of what is held. */
  readonly sell: readonly PresetAmount[];
  /** Whether any of them is the account's own; where not, the configuration's stand there. */
  readonly isOwn: { readonly buy: boolean; readonly sell: boolean };
}

/** Amounts for an account whose settings have none: decimal texts. */
export interface PresetDefaults {
  readonly buy: readonly string[];
  readonly sellPct: readonly string[];
}

/** There are five keys for each side. */
const mostPresets = 5;

/** The amounts for a chain: those of the account's trade settings, and the configuration's where it has none. */
export function tradePresets(
  settings: TradeSettings | undefined,
  chain: Chain,
  defaults: PresetDefaults,
): TradePresets {
  const own = Object.entries(settings?.oneClickMode ?? {}).find(([network]) => networkChain(network) === chain)?.[1];
  const [ownBuy, ownSell] = [own?.buyPresets ?? [], own?.sellPresets ?? []];
  const [isBuyOwn, isSellOwn] = [ownBuy.length > 0, ownSell.length > 0];
  return {
    buy: (isBuyOwn ? ownBuy : defaults.buy).slice(0, mostPresets).map((text) => buyAmount(text, chain)),
    sell: (isSellOwn ? ownSell : defaults.sellPct).slice(0, mostPresets).map(sellShare),
    isOwn: { buy: isBuyOwn, sell: isSellOwn },
  };
}

/**
 * Slippage of the account's own preset for this side of a chain, the one called `auto`, as whole basis points; null where the
 * settings have none that can be read.
 */
export function settingsSlippageBps(
  settings: TradeSettings | undefined,
  chain: Chain,
  side: 'buy' | 'sell',
): number | null {
  const slots = side === 'buy' ? settings?.chainPresetsBuy : settings?.chainPresetsSell;
  const own = Object.entries(slots ?? {}).find(([network]) => networkChain(network) === chain)?.[1];
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
