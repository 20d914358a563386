import { chains } from '../../domain/market/chain.ts';
import { quoteToken } from '../../domain/market/token.ts';
import { bpsText, formatAge, formatPrice, shortAddress } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { displayWidth, padStart } from '../../domain/text/text-width.ts';
import { balanceAgeMs, usdPrice } from '../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../desk/desk.ts';
import type { PresetView } from '../desk/desk-ui.ts';
import { agentText, balanceIsOldMs, lookalikeText } from '../forms/spot-rows.ts';
import { tokenName } from '../forms/token-field.ts';
import { keyLabel } from '../keys/keymap.ts';
import { blank, fitTo, type Line, muted, span, wrap } from '../text/span.ts';
import { ownersLine } from '../token/owners-lines.ts';
import type { Size } from '../workspaces/layout.ts';
import { menuFrame } from './menu-frame.ts';
import { type Preset, type PresetMenu, presetMenu, shown } from './presets.ts';

const widest = 84;
/** Below this width the two columns are stacked. */
const minColumnsWidth = 70;
const keyWidth = 4;

/** Buy and sell presets of a token, one number key each, with their values or why they are unavailable. */
export function presetLines(desk: Desk, view: PresetView, screen: Size): Line[] {
  const width = Math.min(widest, screen.columns - 4);
  const room = width - 4;
  const menu = presetMenu(desk, view);
  const whole = menu
    ? menuLines(desk, menu, room)
    : [blank, [muted('The wallet of this token is no longer available.')], blank];
  return menuFrame(desk, { title: 'Buy and sell', width, lines: whole }, screen);
}

function menuLines(desk: Desk, menu: PresetMenu, room: number): Line[] {
  const { token, name, wallet, native, buy, sell } = menu;
  const price = usdPrice(desk, token);
  const head: Line = [
    span(tokenName(token), 'title', { bold: true }),
    muted(name === '' || name === tokenName(token) ? '' : ` ${name}`),
    muted(` on ${chains[token.chain].name} `),
    span(shortAddress(token.address)),
    muted(price ? `   ${formatPrice(price)} USD` : '   price unknown'),
  ];
  const where = `${cleanText(wallet.label, textLimits.symbol)} ${shortAddress(cleanText(wallet.address, 100))}`;
  return [
    blank,
    fitTo(head, room),
    fitTo([muted('wallet  '), span(where), muted(`   holds ${heldWords(menu)}${ageWords(desk)}`)], room),
    ...(quoteToken(token) ? [] : [[muted('owners  '), ...ownersLine(desk, token, room - 8)]]),
    ...(menu.isDisguised ? wrap(lookalikeText(token.symbol), room, 'warn') : []),
    blank,
    ...columns(desk, [`Buy for ${native.symbol}`, buy], [`Sell for ${native.symbol}`, sell], room),
    blank,
    ...wrap(footText(desk, menu), room, 'muted'),
    blank,
  ];
}

function heldWords({ token, native, held, nativeHeld }: PresetMenu): string {
  const own = held === null ? `${tokenName(token)} unknown` : shown(held, token);
  const isNative = token.address === native.address;
  const money = nativeHeld === null ? `${native.symbol} unknown` : shown(nativeHeld, native);
  return isNative ? money : `${own}, ${money}`;
}

function ageWords(desk: Desk): string {
  const ageMs = balanceAgeMs(desk);
  return ageMs !== null && ageMs > balanceIsOldMs ? `, ${formatAge(ageMs)} old` : '';
}

type Side = readonly [string, readonly Preset[]];

function columns(desk: Desk, buy: Side, sell: Side, room: number): Line[] {
  if (room < minColumnsWidth - 4) return [...sideLines(desk, buy, room), blank, ...sideLines(desk, sell, room)];
  const left = Math.floor(room * 0.46);
  const [a, b] = [sideLines(desk, buy, left - 2), sideLines(desk, sell, room - left)];
  return Array.from(
    { length: Math.max(a.length, b.length) },
    (_, at): Line => [...fitTo(a[at] ?? [], left), ...(b[at] ?? [])],
  );
}

const sideLines = (desk: Desk, [title, presets]: Side, width: number): Line[] => [
  [span(title, 'title', { bold: true })],
  ...presets.map((preset): Line => fitTo(presetLine(desk, preset, titleWidth(presets)), width)),
];

const titleWidth = (presets: readonly Preset[]): number =>
  Math.max(5, ...presets.map(({ title }) => displayWidth(title)));

/** An unavailable preset shows the reason instead of its value. */
function presetLine(desk: Desk, { commandId, title, about, why, spendsAll }: Preset, width: number): Line {
  const key = keyLabel(desk.keymap.keysOf(commandId)[0] ?? '–');
  const isOff = why !== null;
  return [
    span(key.padEnd(keyWidth), isOff ? 'muted' : 'accent'),
    span(`${padStart(title, width)}  `, isOff ? 'muted' : 'plain'),
    isOff ? muted(why) : spendsAll ? span('leaves no fee', 'warn') : muted(about),
  ];
}

/** What a swap can start, as a sentence; '' if nothing. */
function agentWords(desk: Desk): string {
  const text = agentText(desk);
  return text === null ? '' : ` Note: ${text}.`;
}

function footText(desk: Desk, { isOwn, isWaiting, slippage }: PresetMenu): string {
  const { data, problem } = desk.data.read('settings');
  const amounts = isWaiting
    ? 'Loading the amounts of the trade settings …'
    : !data && problem
      ? `Trade settings failed to load (${cleanText(problem.code, textLimits.symbol)}): using configured amounts.`
      : isOwn.buy && isOwn.sell
        ? 'Amounts from the trade settings.'
        : isOwn.buy || isOwn.sell
          ? `${isOwn.buy ? 'Buy' : 'Sell'} amounts from the trade settings, ${isOwn.buy ? 'sell' : 'buy'} amounts from the configuration.`
          : 'The trade settings have no amounts for this chain: using configured amounts.';
  const ask = desk.trading.getState().isOneClick
    ? `One-click is armed: a key swaps up to ${desk.caps.oneClickUsd ?? '0'} USD as soon as the quote arrives.`
    : 'A key opens the confirmation; nothing is sent without it.';
  const [buy, sell] = [bpsText(slippage.buy.bps), bpsText(slippage.sell.bps)];
  const limits = buy === sell ? buy : `${buy} for buys, ${sell} for sells`;
  return `${amounts} ${isWaiting ? '' : `Slippage ${limits}. `}${ask}${agentWords(desk)}`;
}
