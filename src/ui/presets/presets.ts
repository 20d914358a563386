import type Big from 'big.js';
import { parseAmount } from '../../domain/amount.ts';
import { type Chain, chains } from '../../domain/chain.ts';
import { cleanText, textLimits } from '../../domain/clean-text.ts';
import { bpsText, formatUsd, groupThousands } from '../../domain/format.ts';
import { isLookalike } from '../../domain/lookalike.ts';
import { quoteToken, sameToken, type TokenRef, tokenId } from '../../domain/token.ts';
import { type PresetAmount, settingsSlippageBps, type TradePresets, tradePresets } from '../../stores/trade-presets.ts';
import type { Desk } from '../desk.ts';
import type { PresetView } from '../desk-ui.ts';
import { readAmount } from '../forms/amount-field.ts';
import type { Values } from '../forms/form-spec.ts';
import { defaultSlippageBps } from '../forms/perp/perp-account.ts';
import { slippageInput } from '../forms/slippage-field.ts';
import { amountText, balanceOf, usdValue } from '../forms/spot-balance.ts';
import { type Token, tokenName } from '../forms/token-field.ts';
import { type SpotWallet, spotWallets } from '../forms/wallet-choice.ts';
import type { TokenInHand } from '../token/token-in-hand.ts';

/** One key of the menu. */
export interface Preset {
  /** Of the key table. */
  readonly commandId: string;
  /** `0.5 SOL`, `25 %`. */
  readonly title: string;
  /** What it comes to; '' where that is not known. */
  readonly about: string;
  /** Why it can't be used now; '' while its amount is not known, null when it can. */
  readonly why: string | null;
  /** It leaves nothing for the network's fee: it must be read, whatever is armed. */
  readonly isLast: boolean;
  /** What the swap form begins with. */
  readonly values: Values;
}

/** How far the price may be away from the quote. */
interface PresetSlippage {
  readonly bps: number;
  /** Where it comes from; '' where it is the form's own. */
  readonly words: string;
}

export interface PresetMenu {
  readonly token: Token;
  /** Its decimals are known, and so is what an amount of it means. */
  readonly isKnown: boolean;
  readonly name: string;
  readonly wallet: SpotWallet;
  readonly native: Token;
  /** Base units; null where it is not known. */
  readonly held: bigint | null;
  readonly nativeHeld: bigint | null;
  readonly buy: readonly Preset[];
  readonly sell: readonly Preset[];
  readonly isOwn: TradePresets['isOwn'];
  readonly slippage: Readonly<Record<'buy' | 'sell', PresetSlippage>>;
  /** Its symbol is written like another token's: it must be read, whatever is armed. */
  readonly isDisguised: boolean;
  /** The account's amounts are still being read: until then no key has a meaning. */
  readonly isWaiting: boolean;
}

/** The wallet that trades it: the one of the row, else the one in hand, else the first on the chain. */
export function walletFor(desk: Desk, { chain, walletAddress }: TokenInHand): SpotWallet | null {
  const wallets = spotWallets(desk, [chain]);
  const at = walletAddress?.toLowerCase();
  const { spotId } = desk.walletInHand.getState();
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

/** What the desk knows of a token without asking; its decimals are null where nothing says them. */
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

/** The menu as it stands now; null where the wallet that it was opened for is gone. */
export function presetMenu(desk: Desk, view: PresetView): PresetMenu | null {
  const { chain } = view.token;
  const wallet = spotWallets(desk, [chain]).find(({ walletId }) => walletId === view.walletId);
  if (!wallet) return null;
  const known = knownToken(desk, view.token);
  const token: Token = { ...known, decimals: known.decimals ?? 0 };
  const native = nativeOf(chain);
  const settings = desk.data.read('settings');
  const amounts = tradePresets(settings.data?.tradeSettings, chain, desk.presets);
  const base = {
    ...{ token, wallet, native, isOwn: amounts.isOwn, isKnown: known.decimals !== null },
    name: cleanText(desk.data.token(tokenId(view.token))?.name ?? '', textLimits.name),
    held: known.decimals === null ? null : balanceOf(desk, wallet, token),
    nativeHeld: balanceOf(desk, wallet, native),
    isWaiting: !settings.data && !settings.problem,
    isDisguised: !quoteToken(token) && isLookalike(token.symbol, symbolsOf(desk)),
    slippage: { buy: slippageFor(desk, chain, 'buy'), sell: slippageFor(desk, chain, 'sell') },
  };
  const all = whyNone(desk, base);
  return {
    ...base,
    buy: amounts.buy.map((amount, index) => buyPreset(desk, base, { amount, index, all })),
    sell: amounts.sell.map((amount, index) => sellPreset(desk, base, { amount, index, all })),
  };
}

const symbolsOf = (desk: Desk): string[] => desk.data.tokens().map(({ symbol }) => symbol);

/** That of the account's settings, within the own cap and the key's; the form's own where the settings have none. */
function slippageFor(desk: Desk, chain: Chain, side: 'buy' | 'sell'): PresetSlippage {
  const own = settingsSlippageBps(desk.data.read('settings').data?.tradeSettings, chain, side);
  const usual = defaultSlippageBps(desk);
  if (own === null) return { bps: usual, words: '' };
  const most = Math.min(desk.caps.maxSlippageBps, desk.data.read('usage').data?.constraints?.maxSlippageBps ?? own);
  return own <= most
    ? { bps: own, words: 'of the trade settings' }
    : { bps: most, words: `the most that is allowed: the trade settings have ${bpsText(own)}` };
}

type Base = Omit<PresetMenu, 'buy' | 'sell'>;
interface Place {
  readonly amount: PresetAmount;
  readonly index: number;
  readonly all: string | null;
}

function whyNone(desk: Desk, { token, native, isWaiting }: Base): string | null {
  if (isWaiting) return '';
  if (sameToken(token, native)) return 'cannot buy itself';
  return desk.actions.whyRefused(null) === null ? null : 'nothing may be sent now';
}

function buyPreset(
  desk: Desk,
  { token, native, wallet, nativeHeld, isWaiting, slippage }: Base,
  { amount, index, all }: Place,
): Preset {
  const baseUnits = amount.problem === null ? parseAmount(amount.text, native.decimals) : null;
  const isShort = baseUnits !== null && nativeHeld !== null && baseUnits > nativeHeld;
  const short = nativeHeld === 0n ? `no ${native.symbol} there` : `only ${shown(nativeHeld ?? 0n, native)} there`;
  return {
    commandId: `preset.buy${index + 1}`,
    title: isWaiting ? '…' : `${groupThousands(amount.text)} ${native.symbol}`,
    about: baseUnits === null ? '' : aboutUsd(usdValue(desk, native, baseUnits)),
    why: amount.problem ?? all ?? (isShort ? short : null),
    isLast: baseUnits !== null && baseUnits === nativeHeld,
    values: {
      ...{ walletId: wallet.walletId, sell: native.symbol, amount: amount.text, buy: token.address },
      slippage: slippageInput(slippage.buy.bps),
    },
  };
}

function sellPreset(desk: Desk, menu: Base, { amount, index, all }: Place): Preset {
  const { token, native, wallet, held } = menu;
  const share = amount.problem === null && held !== null ? readAmount(`${amount.text}%`, token, held) : null;
  const baseUnits = shareBaseUnits(share);
  return {
    commandId: `preset.sell${index + 1}`,
    title: menu.isWaiting ? '…' : `${amount.text} %`,
    about:
      baseUnits === null ? '' : `${shown(baseUnits, token, '')} ${aboutUsd(usdValue(desk, token, baseUnits))}`.trim(),
    why: amount.problem ?? all ?? whyNotSold(desk, menu, baseUnits),
    isLast: false,
    values: {
      ...{ walletId: wallet.walletId, sell: token.address, amount: `${amount.text}%`, buy: native.symbol },
      slippage: slippageInput(menu.slippage.sell.bps),
    },
  };
}

/** 0 where the share is less than there is of it. */
const shareBaseUnits = (read: ReturnType<typeof readAmount>): bigint | null =>
  typeof read === 'string' ? 0n : (read?.baseUnits ?? null);

function whyNotSold(desk: Desk, { held, isKnown }: Base, baseUnits: bigint | null): string | null {
  if (!desk.data.read('holdings').data) return 'the balance is not read yet';
  if (held === null) return isKnown ? 'no balance is shown' : 'its decimals are not known';
  if (held === 0n) return 'nothing is held';
  return baseUnits === 0n ? 'less than its smallest unit' : null;
}

const aboutUsd = (usd: Big | null): string => (usd ? `≈ ${formatUsd(usd)} USD` : '');

const mostDigits = 8;

/** An amount that fits beside others: what is longer is cut to fewer decimals, never rounded up. */
export function shown(baseUnits: bigint, token: Token, name = tokenName(token)): string {
  const whole = amountText(baseUnits, token, '').trim();
  const [units = '', decimals = ''] = whole.split('.');
  const kept = decimals.slice(0, Math.max(0, mostDigits - units.length));
  const isCut = kept !== decimals;
  return `${groupThousands(kept === '' ? units : `${units}.${kept}`)}${isCut ? '…' : ''} ${name}`.trim();
}
