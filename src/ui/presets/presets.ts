import type Big from 'big.js';
import { parseAmount, percentOf } from '../../domain/amount.ts';
import { type Chain, chains } from '../../domain/chain.ts';
import { cleanText, textLimits } from '../../domain/clean-text.ts';
import { formatUsd, groupThousands } from '../../domain/format.ts';
import { quoteToken, sameToken, type TokenRef, tokenId } from '../../domain/token.ts';
import { type PresetAmount, type TradePresets, tradePresets } from '../../stores/trade-presets.ts';
import type { Desk } from '../desk.ts';
import type { PresetView } from '../desk-ui.ts';
import type { Values } from '../forms/form-spec.ts';
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
export function knownToken(desk: Desk, ref: TokenRef): Omit<Token, 'decimals'> & { readonly decimals: number | null } {
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
  };
  const all = whyNone(desk, base);
  return {
    ...base,
    buy: amounts.buy.map((amount, index) => buyPreset(desk, base, { amount, index, all })),
    sell: amounts.sell.map((amount, index) => sellPreset(desk, base, { amount, index, all })),
  };
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
  { token, native, wallet, nativeHeld, isWaiting }: Base,
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
    values: { walletId: wallet.walletId, sell: native.symbol, amount: amount.text, buy: token.address },
  };
}

function sellPreset(desk: Desk, menu: Base, { amount, index, all }: Place): Preset {
  const { token, native, wallet, held } = menu;
  const bps = amount.problem === null ? Math.round(Number(amount.text) * 100) : null;
  const baseUnits = bps !== null && held !== null ? percentOf(held, bps) : null;
  return {
    commandId: `preset.sell${index + 1}`,
    title: menu.isWaiting ? '…' : `${amount.text} %`,
    about:
      baseUnits === null ? '' : `${shown(baseUnits, token, '')} ${aboutUsd(usdValue(desk, token, baseUnits))}`.trim(),
    why: amount.problem ?? all ?? whyNotSold(desk, menu, baseUnits),
    isLast: false,
    values: { walletId: wallet.walletId, sell: token.address, amount: `${amount.text}%`, buy: native.symbol },
  };
}

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
