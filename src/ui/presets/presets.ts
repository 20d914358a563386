import type Big from 'big.js';
import { type Chain, chains } from '../../domain/market/chain.ts';
import { quoteToken, sameToken, type TokenRef, tokenId } from '../../domain/market/token.ts';
import { parseAmount } from '../../domain/numbers/amount.ts';
import { bpsText, formatUsd, groupThousands } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isLookalike } from '../../domain/text/lookalike.ts';
import {
  type PresetAmount,
  settingsSlippageBps,
  type TradePresets,
  tradePresets,
} from '../../stores/orders/trade-presets.ts';
import { amountText, balanceOf, usdValue } from '../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../desk/desk.ts';
import type { PresetView } from '../desk/desk-ui.ts';
import { readAmount } from '../forms/amount-field.ts';
import type { Values } from '../forms/form-spec.ts';
import { defaultSlippageBps } from '../forms/perp/perp-account.ts';
import { slippageInput } from '../forms/slippage-field.ts';
import { type Token, tokenName } from '../forms/token-field.ts';
import { type SpotWallet, swapWallets } from '../forms/wallet-choice.ts';
import type { ActiveToken } from '../token/active-token.ts';

/** One menu entry. */
export interface Preset {
  /** Id in the command table. */
  readonly commandId: string;
  /** `0.5 SOL`, `25 %`. */
  readonly title: string;
  /** Its value; '' if unknown. */
  readonly about: string;
  /** Why it is unavailable: '' while its amount is loading, null if it is available. */
  readonly why: string | null;
  /** Leaves nothing for the network fee, so it is confirmed even if one-click is armed. */
  readonly spendsAll: boolean;
  /** Initial values of the swap form. */
  readonly values: Values;
}

interface PresetSlippage {
  readonly bps: number;
  /** Where it comes from; '' for the form's default. */
  readonly source: string;
}

export interface PresetMenu {
  readonly token: Token;
  /** Its decimals are known, so amounts can be computed. */
  readonly isKnown: boolean;
  readonly name: string;
  readonly wallet: SpotWallet;
  readonly native: Token;
  /** Base units; null if unknown. */
  readonly held: bigint | null;
  readonly nativeHeld: bigint | null;
  readonly buy: readonly Preset[];
  readonly sell: readonly Preset[];
  readonly isOwn: TradePresets['isOwn'];
  readonly slippage: Readonly<Record<'buy' | 'sell', PresetSlippage>>;
  /** Its symbol looks like another token's, so it is confirmed even if one-click is armed. */
  readonly isDisguised: boolean;
  /** The account's amounts are still loading; no key works until then. */
  readonly isWaiting: boolean;
}

/** The wallet to trade with: the row's, else the active one, else the first on the chain. */
export function walletFor(desk: Desk, { chain, walletAddress }: ActiveToken): SpotWallet | null {
  const wallets = swapWallets(desk, [chain]);
  const at = walletAddress?.toLowerCase();
  const { spotId } = desk.activeWallet.getState();
  return (
    wallets.find(({ address }) => address.toLowerCase() === at) ??
    wallets.find(({ walletId }) => walletId === spotId) ??
    wallets[0] ??
    null
  );
}

const nativeOf = (chain: Chain): Token => {
  const { nativeAddress: address, nativeSymbol: symbol, nativeDecimals: decimals } = chains[chain];
  return { chain, address, symbol, decimals, namesakes: 0 };
};

/** What the desk already knows about a token; decimals are null if unknown. */
function knownToken(desk: Desk, ref: TokenRef): Omit<Token, 'decimals'> & { readonly decimals: number | null } {
  const money = quoteToken(ref);
  const info = desk.data.token(tokenId(ref));
  const held = (desk.data.read('holdings').data?.positions ?? []).find(
    (one) => !('unreadable' in one) && sameToken(ref, { chain: ref.chain, address: one.tokenAddress }),
  );
  const heldDecimals = held && !('unreadable' in held) ? held.tokenDecimal : null;
  const symbol = money?.symbol ?? cleanText(info?.symbol ?? '', textLimits.symbol);
  const decimals = money?.decimals ?? info?.decimals ?? heldDecimals ?? null;
  return { chain: ref.chain, address: ref.address, symbol, decimals, namesakes: 0 };
}

/** The current menu; null if the wallet it was opened for is gone. */
export function presetMenu(desk: Desk, view: PresetView): PresetMenu | null {
  const { chain } = view.token;
  const wallet = swapWallets(desk, [chain]).find(({ walletId }) => walletId === view.walletId);
  if (!wallet) return null;
  const known = knownToken(desk, view.token);
  const token: Token = { ...known, decimals: known.decimals ?? 0 };
  const native = nativeOf(chain);
  const settings = desk.data.read('settings');
  const amounts = tradePresets(settings.data?.tradeSettings, chain, desk.presets);
  const base = {
    token,
    wallet,
    native,
    isOwn: amounts.isOwn,
    isKnown: known.decimals !== null,
    name: cleanText(desk.data.token(tokenId(view.token))?.name ?? '', textLimits.name),
    held: known.decimals === null ? null : balanceOf(desk, wallet, token),
    nativeHeld: balanceOf(desk, wallet, native),
    isWaiting: !settings.data && !settings.problem,
    isDisguised: !quoteToken(token) && isLookalike(token.symbol, symbolsOf(desk)),
    slippage: { buy: slippageFor(desk, chain, 'buy'), sell: slippageFor(desk, chain, 'sell') },
  };
  const all = unavailableReason(desk, base);
  return {
    ...base,
    buy: amounts.buy.map((amount, index) => buyPreset(desk, base, { amount, index, all })),
    sell: amounts.sell.map((amount, index) => sellPreset(desk, base, { amount, index, all })),
  };
}

const symbolsOf = (desk: Desk): string[] => desk.data.tokens().map(({ symbol }) => symbol);

/** Slippage from the account's settings, capped by the user's and the key's limits; else the form's default. */
function slippageFor(desk: Desk, chain: Chain, side: 'buy' | 'sell'): PresetSlippage {
  const own = settingsSlippageBps(desk.data.read('settings').data?.tradeSettings, chain, side);
  const usual = defaultSlippageBps(desk);
  if (own === null) return { bps: usual, source: '' };
  const limit = Math.min(desk.caps.maxSlippageBps, desk.data.read('usage').data?.constraints?.maxSlippageBps ?? own);
  return own <= limit
    ? { bps: own, source: 'per trade settings' }
    : { bps: limit, source: `the maximum allowed; trade settings: ${bpsText(own)}` };
}

type Base = Omit<PresetMenu, 'buy' | 'sell'>;
interface Place {
  readonly amount: PresetAmount;
  readonly index: number;
  readonly all: string | null;
}

function unavailableReason(desk: Desk, { token, native, isWaiting }: Base): string | null {
  if (isWaiting) return '';
  if (sameToken(token, native)) return 'cannot buy itself';
  return desk.actions.whyRefused(null) === null ? null : 'sending is blocked';
}

function buyPreset(
  desk: Desk,
  { token, native, wallet, nativeHeld, isWaiting, slippage }: Base,
  { amount, index, all }: Place,
): Preset {
  const baseUnits = amount.problem === null ? parseAmount(amount.text, native.decimals) : null;
  const isShort = baseUnits !== null && nativeHeld !== null && baseUnits > nativeHeld;
  const short = nativeHeld === 0n ? `no ${native.symbol}` : `only ${shown(nativeHeld ?? 0n, native)}`;
  return {
    commandId: `preset.buy${index + 1}`,
    title: isWaiting ? '…' : `${groupThousands(amount.text)} ${native.symbol}`,
    about: baseUnits === null ? '' : aboutUsd(usdValue(desk, native, baseUnits)),
    why: amount.problem ?? all ?? (isShort ? short : null),
    spendsAll: baseUnits !== null && baseUnits === nativeHeld,
    values: {
      walletId: wallet.choice,
      sell: native.symbol,
      amount: amount.text,
      buy: token.address,
      slippage: slippageInput(slippage.buy.bps),
    },
  };
}

function sellPreset(desk: Desk, menu: Base, { amount, index, all }: Place): Preset {
  const { token, native, wallet, held } = menu;
  const share = amount.problem === null && held !== null ? readAmount(desk, `${amount.text}%`, token, held) : null;
  const baseUnits = shareBaseUnits(share);
  return {
    commandId: `preset.sell${index + 1}`,
    title: menu.isWaiting ? '…' : `${amount.text} %`,
    about:
      baseUnits === null ? '' : `${shown(baseUnits, token, '')} ${aboutUsd(usdValue(desk, token, baseUnits))}`.trim(),
    why: amount.problem ?? all ?? sellBlockReason(desk, menu, baseUnits),
    spendsAll: false,
    values: {
      walletId: wallet.choice,
      sell: token.address,
      amount: `${amount.text}%`,
      buy: native.symbol,
      slippage: slippageInput(menu.slippage.sell.bps),
    },
  };
}

/** 0 if the share is below one base unit. */
const shareBaseUnits = (read: ReturnType<typeof readAmount>): bigint | null =>
  typeof read === 'string' ? 0n : (read?.baseUnits ?? null);

function sellBlockReason(desk: Desk, { held, isKnown }: Base, baseUnits: bigint | null): string | null {
  if (!desk.data.read('holdings').data) return 'balance is loading';
  if (held === null) return isKnown ? 'balance unknown' : 'decimals unknown';
  if (held === 0n) return 'none held';
  return baseUnits === 0n ? 'below one base unit' : null;
}

const aboutUsd = (usd: Big | null): string => (usd ? `≈ ${formatUsd(usd)} USD` : '');

const maxDigits = 8;

/** A compact amount: decimals beyond the limit are truncated, never rounded up. */
export function shown(baseUnits: bigint, token: Token, name = tokenName(token)): string {
  const whole = amountText(baseUnits, token, '').trim();
  const [units = '', decimals = ''] = whole.split('.');
  const kept = decimals.slice(0, Math.max(0, maxDigits - units.length));
  const isCut = kept !== decimals;
  return `${groupThousands(kept === '' ? units : `${units}.${kept}`)}${isCut ? '…' : ''} ${name}`.trim();
}
