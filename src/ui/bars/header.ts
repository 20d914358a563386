import { formatAge, formatClockZone, groupThousands, shortAddress } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { cutEnd } from '../../domain/text/text-width.ts';
import { remainingExecutions } from '../../stores/account/key-limits.ts';
import { isUnresolved } from '../../stores/orders/operation-records.ts';
import { asFresh, equityNow, equityPart, signedCents, todayPart } from '../components/equity-parts.ts';
import { heatPart } from '../components/heat-parts.ts';
import { activeWallet, perpWalletNow } from '../desk/active-wallet.ts';
import type { DeskView } from '../desk/desk.ts';
import { keyLabel, keyOf } from '../keys/keymap.ts';
import { type Line, lineWidth, muted, span, spread } from '../text/span.ts';
import { workspaces } from '../workspaces/workspaces.ts';
import { connectionWords, secondsToNextAttempt } from './connection-words.ts';

/**
 * By rank: they are added in this order while there is room, and one that does not fit is skipped. `keys`, `names` and `both`
 * are the ways of showing the other workspaces; `gain` is the PnL beside the equity, and `today` names it.
 */
const ranked = [
  'clock',
  'quiet',
  'workspace',
  'equity',
  'gain',
  'heat',
  'profile',
  'keys',
  'left',
  'today',
  'names',
  'both',
  'latency',
  'leftLabel',
  'wallet',
  'keyId',
  'perps',
] as const;

type Rank = (typeof ranked)[number];

type Ranks = readonly (Rank | 'always')[];

/** With a limit of the heat it is beside the equity also where there is little room: the PnL and the clock go first. */
const firstWithLimit: readonly Rank[] = ['quiet', 'workspace', 'equity', 'heat', 'gain'];
const rankedWithLimit = [...firstWithLimit, ...ranked.filter((rank) => !firstWithLimit.includes(rank))];

interface Part {
  readonly rank: Rank | 'always';
  /** A function if the part depends on which ranks are shown. */
  readonly line: Line | ((ranks: Ranks) => Line);
}

/** From this width on the heat is in USD too. */
const heatInUsdFrom = 120;

/** The top row: mode, trading state, workspaces, account, connection, API key and clock, by rank. */
export function headerLine(desk: DeskView, width: number): Line {
  const reasonWidth = Math.max(24, width - 41);
  const [left, right] = [leftParts(desk), rightParts(desk, width)];
  const withReason = (room: number): Part[] => [...left, { rank: 'always', line: connectionPart(desk, room) }];
  const cut = withReason(reasonWidth);
  const roomWith = (ranks: Ranks): number => width - lineWidth(shown(cut, ranks)) - lineWidth(shown(right, ranks)) - 3;
  let ranks: Ranks = ['always'];
  for (const rank of desk.caps.risk.maxHeatPct === null ? ranked : rankedWithLimit)
    if (roomWith([...ranks, rank]) >= 0) ranks = [...ranks, rank];
  // The connection is always shown; its reason is truncated to the space left over.
  const whole = withReason(reasonWidth + Math.max(0, roomWith(ranks)));
  return spread(shown(whole, ranks), [...shown(right, ranks), span(' ')], width);
}

function leftParts(desk: DeskView): Part[] {
  const { mode, profile } = desk.session.getState();
  return [
    { rank: 'always', line: [span(` ${mode.toUpperCase()} `, mode, { bold: true, inverse: true })] },
    { rank: 'always', line: tradingPart(desk) },
    { rank: 'always', line: unresolvedPart(desk) },
    { rank: 'workspace', line: (ranks) => workspacesPart(desk, ranks) },
    { rank: 'profile', line: [span(profile === mode ? '' : profile, 'title')] },
    // A manually chosen active wallet ranks higher.
    { rank: activeWallet(desk) ? 'workspace' : 'wallet', line: walletPart(desk) },
    { rank: 'perps', line: perpsPart(desk) },
  ];
}

const rightParts = (desk: DeskView, width: number): Part[] => [
  { rank: 'equity', line: (ranks) => equityLine(desk, ranks) },
  { rank: 'heat', line: heatLine(desk, width < heatInUsdFrom) },
  { rank: 'latency', line: latencyPart(desk) },
  { rank: 'quiet', line: quietPart(desk) },
  { rank: 'keyId', line: (ranks) => (ranks.includes('left') ? keyIdPart(desk) : []) },
  { rank: 'left', line: (ranks) => keyLeftPart(desk, ranks.includes('leftLabel')) },
  { rank: 'clock', line: [muted(formatClockZone(desk.now()))] },
];

const shown = (parts: readonly Part[], ranks: Ranks): Line =>
  parts
    .filter(({ rank }) => ranks.includes(rank))
    .map(({ line }) => (typeof line === 'function' ? line(ranks) : line))
    .filter((line) => lineWidth(line) > 0)
    .flatMap((line, index) => [...(index > 0 ? [span('  ')] : []), ...line]);

/** Number of unknown outcomes, on every screen, with the key of the activity pane. */
function unresolvedPart(desk: DeskView): Line {
  const count = desk.records.getState().records.filter(isUnresolved).length;
  return count === 0
    ? []
    : [
        span(` ! ${count} unknown (${keyOf(desk.keymap, 'focus.activity')}) `, 'danger', {
          bold: true,
          inverse: true,
        }),
      ];
}

/** Whatever blocks orders or skips their confirmation; empty in normal trading. Always shown. */
function tradingPart({ trading, session, caps }: DeskView): Line {
  const { mode, readOnly, wrongAccount, lock, isOneClick } = trading.getState();
  if (session.getState().mode === 'replay') return [];
  if (mode === 'halted') return [span(' HALTED ', 'danger', { bold: true, inverse: true })];
  if (wrongAccount) return [span(' WRONG ACCOUNT ', 'danger', { bold: true, inverse: true })];
  const marks = [
    ...(mode === 'reducing' ? ['REDUCING'] : []),
    ...(readOnly ? ['READ-ONLY'] : lock ? ['VIEW ONLY'] : []),
    ...(isOneClick ? [`1-CLICK ≤ ${groupThousands(caps.oneClickUsd ?? '0')}`] : []),
  ];
  return marks.length === 0 ? [] : [span(marks.join('  '), 'warn', { bold: true })];
}

/** The current workspace with key and name; the others by name, key or both, depending on room. */
function workspacesPart(desk: DeskView, ranks: Ranks): Line {
  const current = desk.ui.getState().workspace;
  const hasNames = ranks.includes('names');
  const hasKeys = ranks.includes('both') || !hasNames;
  const listed = workspaces.filter(({ id }) => id === current || ranks.includes('keys'));
  return listed.flatMap(({ id, title }, index) => {
    const isCurrent = id === current;
    const [key] = desk.keymap.keysOf(`workspace.${id}`);
    const label = hasKeys && key !== undefined ? keyLabel(key) : '';
    const name = hasNames || isCurrent || label === '' ? title : '';
    return [
      span(index === 0 ? '' : hasKeys ? ' ' : '  '),
      { ...span(label, 'accent'), target: id },
      { ...muted(label !== '' && name !== '' ? ' ' : ''), target: id },
      { ...(isCurrent ? span(name, 'title', { bold: true }) : muted(name)), target: id },
    ].filter(({ text }) => text !== '');
  });
}

function walletPart(desk: DeskView): Line {
  const wallet = activeWallet(desk) ?? perpWalletNow(desk);
  return wallet
    ? [
        muted('wallet '),
        span(cleanText(wallet.label, textLimits.symbol)),
        muted(` ${shortAddress(cleanText(wallet.address, 100))}`),
      ]
    : [];
}

/** The perp wallet, if another wallet is active. */
function perpsPart(desk: DeskView): Line {
  const perps = perpWalletNow(desk);
  const active = activeWallet(desk);
  return perps && active && active.walletId !== perps.walletId
    ? [muted(`positions of ${cleanText(perps.label, textLimits.symbol)}`)]
    : [];
}

/** Connection state, attempt, time to the next attempt, and the reason. */
function connectionPart(desk: DeskView, reasonWidth: number): Line {
  const { connection } = desk.session.getState();
  const { sign, word, tone } = connectionWords[connection.state];
  const isUp = connection.state === 'connected';
  const waitS = secondsToNextAttempt(connection, desk.now());
  return [
    span(`${sign} ${word}`, tone, { bold: !isUp }),
    ...(isUp || connection.attempt === 0 ? [] : [muted(` #${connection.attempt}`)]),
    ...(waitS === null ? [] : [span(` in ${waitS} s`, tone)]),
    ...(isUp || !connection.reason ? [] : [muted(` ${cutEnd(cleanText(connection.reason), reasonWidth)}`)]),
  ];
}

/** The equity and today's PnL, where the positions pane does not show them. */
function equityLine(desk: DeskView, ranks: Ranks): Line {
  if (desk.ui.getState().visible.includes('positions')) return [];
  const equity = equityNow(desk);
  if (!equity.totalUsd) return [muted('equity –')];
  const today = ranks.includes('today')
    ? [span('  '), ...todayPart(equity)]
    : [span(' '), signedCents(equity.todayUsd)];
  return asFresh(desk, [...equityPart(equity), ...(ranks.includes('gain') ? today : [])]);
}

/** The heat, where the equity is. */
const heatLine = (desk: DeskView, isShort: boolean): Line =>
  desk.ui.getState().visible.includes('positions') ? [] : asFresh(desk, heatPart(desk, equityNow(desk), isShort));

function latencyPart(desk: DeskView): Line {
  const { latencyMs } = desk.session.getState();
  return latencyMs === null ? [] : [muted(`${Math.round(latencyMs)} ms`)];
}

function quietPart(desk: DeskView): Line {
  const { connection } = desk.session.getState();
  const quietMs = connection.lastMessageAtMs === null ? null : desk.now() - connection.lastMessageAtMs;
  return connection.state === 'connected' && quietMs !== null && quietMs > 15_000
    ? [span(`quiet ${formatAge(quietMs)}`, 'warn')]
    : [];
}

function keyIdPart(desk: DeskView): Line {
  const usage = desk.data.read('usage').data;
  return usage ? [muted(`key ${cleanText(usage.keyId, 12)}`)] : [];
}

/** Executions left this hour and today; labelled where there is room. */
function keyLeftPart(desk: DeskView, isLabelled: boolean): Line {
  const usage = desk.data.read('usage').data;
  const left = usage && remainingExecutions(usage, desk.session.getState().executionsSinceUsage);
  if (!left) return [];
  return [
    muted(isLabelled ? 'orders left ' : ''),
    span(`${left.hour.left}/${left.hour.of}/h`, left.hour.left === 0 ? 'danger' : 'plain'),
    muted('  '),
    span(`${left.day.left}/${left.day.of}/d`, left.day.left === 0 ? 'danger' : 'plain'),
  ];
}
