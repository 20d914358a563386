import { chains } from '../../domain/chain.ts';
import { cleanText, textLimits } from '../../domain/clean-text.ts';
import { bpsText, formatAge, formatPrice, shortAddress } from '../../domain/format.ts';
import { displayWidth, padStart } from '../../domain/text-width.ts';
import { keyLabel } from '../../keys/keymap.ts';
import type { Desk } from '../desk.ts';
import type { PresetView } from '../desk-ui.ts';
import { balanceAgeMs, usdPrice } from '../forms/spot-balance.ts';
import { tokenName } from '../forms/token-field.ts';
import { blank, fitTo, type Line, muted, span, wrap } from '../text/span.ts';
import type { Size } from '../workspaces/layout.ts';
import { menuFrame } from './menu-frame.ts';
import { type Preset, type PresetMenu, presetMenu, shown } from './presets.ts';

const widest = 84;
/** Below this the two columns stand below each other. */
const besideFrom = 70;
const keyWidth = 4;
/** Balances are read every few seconds: older than this, their age is worth a word. */
const oldMs = 30_000;

/** Buys and sells of one token, a number key each, with what each comes to and why it can't be done where it can't. */
export function presetLines(desk: Desk, view: PresetView, screen: Size): Line[] {
  const width = Math.min(widest, screen.columns - 4);
  const room = width - 4;
  const menu = presetMenu(desk, view);
  const whole = menu ? menuLines(desk, menu, room) : [blank, [muted('The wallet of this token is gone.')], blank];
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
    muted(price ? `   ${formatPrice(price)} USD` : '   no price known'),
  ];
  const where = `${cleanText(wallet.label, textLimits.symbol)} ${shortAddress(cleanText(wallet.address, 100))}`;
  return [
    blank,
    fitTo(head, room),
    fitTo([muted('wallet  '), span(where), muted(`   holds ${heldWords(menu)}${ageWords(desk)}`)], room),
    ...(menu.isDisguised
      ? wrap(`LOOKALIKE: ${token.symbol} is written like another token's symbol`, room, 'warn')
      : []),
    blank,
    ...columns(desk, [`Buy for ${native.symbol}`, buy], [`Sell for ${native.symbol}`, sell], room),
    blank,
    ...wrap(footWords(desk, menu), room, 'muted'),
    blank,
  ];
}

function heldWords({ token, native, held, nativeHeld }: PresetMenu): string {
  const own = held === null ? `${tokenName(token)} not known` : shown(held, token);
  const isNative = token.address === native.address;
  const money = nativeHeld === null ? `${native.symbol} not known` : shown(nativeHeld, native);
  return isNative ? money : `${own}, ${money}`;
}

function ageWords(desk: Desk): string {
  const ageMs = balanceAgeMs(desk);
  return ageMs !== null && ageMs > oldMs ? `, ${formatAge(ageMs)} old` : '';
}

type Side = readonly [string, readonly Preset[]];

function columns(desk: Desk, buy: Side, sell: Side, room: number): Line[] {
  if (room < besideFrom - 4) return [...sideLines(desk, buy, room), blank, ...sideLines(desk, sell, room)];
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

/** The reason stands in the place of what it would come to. */
function presetLine(desk: Desk, { commandId, title, about, why, isLast }: Preset, width: number): Line {
  const key = keyLabel(desk.keymap.keysOf(commandId)[0] ?? '–');
  const isOff = why !== null;
  return [
    span(key.padEnd(keyWidth), isOff ? 'muted' : 'accent'),
    span(`${padStart(title, width)}  `, isOff ? 'muted' : 'plain'),
    isOff ? muted(why) : isLast ? span('leaves no fee', 'warn') : muted(about),
  ];
}

function footWords(desk: Desk, { isOwn, isWaiting, slippage }: PresetMenu): string {
  const { data, problem } = desk.data.read('settings');
  const amounts = isWaiting
    ? 'Reading the amounts of the trade settings …'
    : !data && problem
      ? `The trade settings cannot be read (${cleanText(problem.code, textLimits.symbol)}): amounts of the configuration.`
      : isOwn.buy && isOwn.sell
        ? 'Amounts of the trade settings.'
        : isOwn.buy || isOwn.sell
          ? `${isOwn.buy ? 'Buys' : 'Sells'} by the trade settings, ${isOwn.buy ? 'sells' : 'buys'} by the configuration.`
          : 'The trade settings name no amounts for this chain: those of the configuration.';
  const ask = desk.trading.getState().isOneClick
    ? `One-click is armed: up to ${desk.caps.oneClickUsd ?? '0'} USD a key swaps as soon as its quote is there.`
    : 'A key leads to the confirmation of its swap; nothing is sent without it.';
  const [buy, sell] = [bpsText(slippage.buy.bps), bpsText(slippage.sell.bps)];
  const most = buy === sell ? buy : `${buy} buying, ${sell} selling`;
  return `${amounts} ${isWaiting ? '' : `Slippage ${most}. `}${ask}`;
}
