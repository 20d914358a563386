import type Big from 'big.js';
import { ownerNames, shortOwnerNames } from '../../domain/market/owner-groups.ts';
import type { TokenRef } from '../../domain/market/token.ts';
import { formatPct, groupThousands } from '../../domain/numbers/format.ts';
import type { OwnerShare } from '../../stores/market/owner-shares.ts';
import { gauge } from '../components/gauge.ts';
import { sparkline } from '../components/sparkline.ts';
import type { DeskView } from '../desk/desk.ts';
import { known, signTone } from '../text/cells.ts';
import { fitTo, type Line, lineWidth, muted, type Span, span, wrap } from '../text/span.ts';
import { ageCell, ageText, isOver, type OwnersView, ownersView, shareCell } from './owners-view.ts';

/** From this width on, rows have room for a sparkline and a wide gauge. */
const wide = 74;

/** Who owns the token on one line: as many groups as fit, those over a limit first. */
export function ownersLine(desk: DeskView, token: TokenRef, width: number): Line {
  const { shares, lacking, isEmpty } = ownersView(desk, token);
  if (isEmpty) return fitTo([muted(lacking ?? '')], width);
  const shown = shares.filter(({ balance }) => balance !== null);
  const age = oldestAge(shown);
  const room = width - lineWidth(age);
  let line: Line = [];
  for (const share of [...shown.filter(isOver), ...shown.filter((one) => !isOver(one))]) {
    const part: Line = [...(line.length > 0 ? [span('  ')] : []), ...shortPart(share)];
    if (lineWidth(line) + lineWidth(part) > room) break;
    line = [...line, ...part];
  }
  return [...line, ...age];
}

function shortPart(share: OwnerShare): Line {
  const share1 = shareCell(share, share.pct?.gte(10) ? 0 : 1);
  return [muted(`${shortOwnerNames[share.group]} `), share1, ...arrow(share), span(isOver(share) ? '!' : '', 'warn')];
}

/** Only changes that the rounded share can show. */
function arrow({ changePct }: OwnerShare): Span[] {
  if (!changePct?.abs().gte('0.05')) return [];
  return [span(changePct.gt(0) ? '↑' : '↓', signTone(changePct))];
}

function oldestAge(shares: readonly OwnerShare[]): Line {
  const oldest = Math.max(...shares.map(({ ageMs }) => ageMs ?? Number.POSITIVE_INFINITY));
  const isStale = shares.some((share) => share.isStale);
  const words = oldest === Number.POSITIVE_INFINITY ? 'age unknown' : ageText(oldest);
  return [span(`  ${words}`, isStale ? 'warn' : 'muted')];
}

/** Who owns the token: a row per group, then what the shares relate to. */
export function ownersTable(desk: DeskView, token: TokenRef, width: number): Line[] {
  const view = ownersView(desk, token);
  if (view.isEmpty) return wrap(sentence(view.lacking ?? ''), width, 'muted');
  const isWide = width >= wide;
  return [
    headLine(isWide),
    ...view.shares.map((share) => shareLine(share, isWide)),
    ...noteTexts(view).flatMap(([text, tone]) => wrap(text, width, tone)),
  ];
}

/** One row of the table; columns without room are left out. */
interface Cells {
  readonly name: string;
  readonly share: Span;
  /** Marks a share over a limit, so that colour is not the only sign. */
  readonly mark: string;
  readonly bar: Span;
  readonly trend: Span;
  readonly change: Span;
  readonly wallets: Span;
  readonly age: Span;
}

const headLine = (isWide: boolean): Line =>
  rowLine(isWide, {
    name: 'GROUP',
    share: muted('SHARE'),
    mark: ' ',
    bar: muted(''),
    trend: muted('TREND'),
    change: muted('CHANGE'),
    wallets: muted(isWide ? 'WALLETS' : '#'),
    age: muted('AGE'),
  });

function shareLine(share: OwnerShare, isWide: boolean): Line {
  const { group, pct, changePct, wallets, trend } = share;
  const over = isOver(share);
  return rowLine(isWide, {
    name: isWide || group === 'developer' ? ownerNames[group] : shortOwnerNames[group],
    share: shareCell(share, 2),
    mark: over ? '!' : ' ',
    bar: span(gauge(pct ? pct.toNumber() / 100 : Number.NaN, barWidth(isWide)), over ? 'warn' : 'accent'),
    trend: muted(trend.length > 1 ? sparkline(trend, trendWidth) : ''),
    change: known(changePct, pointsText, signTone(changePct)),
    wallets: known(wallets, (count) => groupThousands(String(count))),
    age: ageCell(share),
  });
}

const trendWidth = 8;
const barWidth = (isWide: boolean): number => (isWide ? 14 : 5);

/** Percentage points, signed: +0.30. */
const pointsText = (change: Big): string => formatPct(change, 2, { sign: true }).replace(' %', '');

function rowLine(isWide: boolean, { name, share, mark, bar, trend, change, wallets, age }: Cells): Line {
  const right = (cell: Span, width: number): Span => ({ ...cell, text: cell.text.padStart(width) });
  const left = (cell: Span, width: number): Span => ({ ...cell, text: cell.text.padEnd(width) });
  const gap = span(isWide ? '  ' : ' ');
  return [
    muted(name.padEnd(isWide ? 13 : 9)),
    gap,
    right(share, isWide ? 9 : 7),
    span(mark, 'warn'),
    left(bar, barWidth(isWide)),
    gap,
    ...(isWide ? [left(trend, trendWidth), gap] : []),
    right(change, 6),
    gap,
    right(wallets, isWide ? 7 : 4),
    gap,
    right(age, isWide ? 5 : 4),
  ];
}

type Note = readonly [text: string, tone: 'muted' | 'warn'];

function noteTexts(view: OwnersView): Note[] {
  const { shares, lacking, holders } = view;
  const over = shares
    .filter(isOver)
    .map(({ group, maxPct }) => `${ownerNames[group]} over your limit of ${maxPct?.toFixed()} %`);
  return [
    ...(over.length > 0 ? [[`! ${over.join(', ')}`, 'warn'] as const] : []),
    ...(lacking ? [[`${sentence(lacking)}${lackingUnit(view)}`, 'warn'] as const] : []),
    [
      [
        ...(holders === null ? [] : [`${groupThousands(String(holders))} holders.`]),
        'Groups overlap.',
        ...(shares.some(({ changePct }) => changePct) ? ['Change in points.'] : []),
        ...(shares.some(({ pct }) => pct) ? ['Supply = market cap ÷ price.'] : []),
      ].join(' '),
      'muted',
    ],
  ];
}

/** In what the balances are shown where there are no shares: in tokens, or one of them as it was sent. */
function lackingUnit({ shares }: OwnersView): string {
  if (shares.some(({ pct }) => pct)) return '';
  if (shares.some(({ tokens }) => tokens)) return ' Balances in tokens.';
  const sent = shares.find(({ balance }) => balance !== null && balance !== '0');
  return sent ? ` Sent for ${ownerNames[sent.group]}: ${sent.balance}.` : '';
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.…]$/.test(text) ? '' : '.'}`;

/** The same for a screen reader: a sentence per group. */
export function spokenOwners(desk: DeskView, token: TokenRef): string[] {
  const view = ownersView(desk, token);
  const told = view.shares.filter(({ balance }) => balance !== null);
  return [
    ...told.map((share) => {
      const { group, changePct, wallets, pct } = share;
      const change = changePct?.abs().gte('0.005')
        ? `, ${changePct.gt(0) ? 'up' : 'down'} ${changePct.abs().toFixed(2)} points`
        : '';
      const count = wallets === null ? '' : `, ${wallets} ${wallets === 1 ? 'wallet' : 'wallets'}`;
      const limit = isOver(share) ? `, over your limit of ${share.maxPct?.toFixed()} %` : '';
      const of = pct ? ' of the supply' : ' tokens';
      return `${sentence(ownerNames[group]).slice(0, -1)}: ${shareCell(share, 2).text}${of}${change}${count}${limit}, ${ageCell(share).text} old.`;
    }),
    ...(view.lacking ? [sentence(view.lacking)] : []),
  ];
}
