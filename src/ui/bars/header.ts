import { cleanText, textLimits } from '../../domain/clean-text.ts';
import { formatAge, formatClockZone, groupThousands, shortAddress } from '../../domain/format.ts';
import { cutEnd } from '../../domain/text-width.ts';
import { keyLabel, keyOf } from '../../keys/keymap.ts';
import { remainingExecutions } from '../../stores/key-limits.ts';
import { isInDoubt } from '../../stores/order-records.ts';
import type { Desk } from '../desk.ts';
import { type Line, lineWidth, muted, span, spread } from '../text/span.ts';
import { perpWalletNow, walletInHand } from '../wallet-in-hand.ts';
import { workspaces } from '../workspaces/workspaces.ts';
import { connectionWords, secondsToNextAttempt } from './connection-words.ts';

interface Part {
  /** 1 is always there; the others come in this order while there is room, one that does not fit is passed over. */
  readonly rank: number;
  /** Given the ranks that are there, where it is not the same whatever else is. */
  readonly line: Line | ((ranks: readonly number[]) => Line);
}

/** What has its place first. `keys`, `names` and `both` are the ways in which the other workspaces are shown. */
const ranked = {
  ...{ clock: 2, quiet: 3, profile: 3, workspace: 4, keys: 5, left: 6, names: 7, both: 8 },
  ...{ latency: 9, wallet: 10, keyId: 11, perps: 12 },
} as const;

/** The top row: mode, what may be sent, workspaces, account, connection, key, clock; what matters most has its place first. */
export function headerLine(desk: Desk, width: number): Line {
  const reasonWidth = Math.max(24, width - 41);
  const [left, right] = [leftParts(desk), rightParts(desk)];
  const withReason = (room: number): Part[] => [...left, { rank: 1, line: connectionPart(desk, room) }];
  const cut = withReason(reasonWidth);
  const roomWith = (ranks: readonly number[]): number =>
    width - lineWidth(shown(cut, ranks)) - lineWidth(shown(right, ranks)) - 3;
  let ranks: readonly number[] = [1];
  for (let rank = 2; rank <= ranked.perps; rank++) if (roomWith([...ranks, rank]) >= 0) ranks = [...ranks, rank];
  // The connection never leaves: where its reason is too long, the reason is cut, and takes all that is left over.
  const whole = withReason(reasonWidth + Math.max(0, roomWith(ranks)));
  return spread(shown(whole, ranks), [...shown(right, ranks), span(' ')], width);
}

function leftParts(desk: Desk): Part[] {
  const { mode, profile } = desk.session.getState();
  return [
    { rank: 1, line: [span(` ${mode.toUpperCase()} `, mode, { bold: true, inverse: true })] },
    { rank: 1, line: tradingPart(desk) },
    { rank: 1, line: doubtPart(desk) },
    { rank: ranked.workspace, line: (ranks) => workspacesPart(desk, ranks) },
    { rank: ranked.profile, line: [span(profile === mode ? '' : profile, 'title')] },
    // Who has taken a wallet in hand must see which.
    { rank: walletInHand(desk) ? ranked.workspace : ranked.wallet, line: walletPart(desk) },
    { rank: ranked.perps, line: perpsPart(desk) },
  ];
}

const rightParts = (desk: Desk): Part[] => [
  { rank: ranked.latency, line: latencyPart(desk) },
  { rank: ranked.quiet, line: quietPart(desk) },
  { rank: ranked.keyId, line: (ranks) => (ranks.includes(ranked.left) ? keyIdPart(desk) : []) },
  { rank: ranked.left, line: keyLeftPart(desk) },
  { rank: ranked.clock, line: [muted(formatClockZone(desk.now()))] },
];

const shown = (parts: readonly Part[], ranks: readonly number[]): Line =>
  parts
    .filter(({ rank }) => ranks.includes(rank))
    .map(({ line }) => (typeof line === 'function' ? line(ranks) : line))
    .filter((line) => lineWidth(line) > 0)
    .flatMap((line, index) => [...(index > 0 ? [span('  ')] : []), ...line]);

/** Outcomes that nobody knows are seen on every screen, with the key that leads to them. */
function doubtPart(desk: Desk): Line {
  const doubts = desk.records.getState().records.filter(isInDoubt).length;
  return doubts === 0
    ? []
    : [
        span(` ! ${doubts} unknown (${keyOf(desk.keymap, 'focus.activity')}) `, 'danger', {
          bold: true,
          inverse: true,
        }),
      ];
}

/** What keeps orders back, or lets them go without a question; nothing where all is as usual. Never leaves. */
function tradingPart({ trading, session, caps }: Desk): Line {
  const { mode, readOnly, wrongAccount, lock, isOneClick } = trading.getState();
  if (session.getState().mode === 'replay') return [];
  if (mode === 'halted') return [span(' HALTED ', 'danger', { bold: true, inverse: true })];
  if (wrongAccount) return [span(' WRONG ACCOUNT ', 'danger', { bold: true, inverse: true })];
  const marks = [
    ...(mode === 'reducing' ? ['REDUCING'] : []),
    ...(readOnly ? ['READ-ONLY'] : lock ? ['LOOKS ONLY'] : []),
    ...(isOneClick ? [`1-CLICK ≤ ${groupThousands(caps.oneClickUsd ?? '0')}`] : []),
  ];
  return marks.length === 0 ? [] : [span(marks.join('  '), 'warn', { bold: true })];
}

/** The one that is shown with its key and name; the others by name, by key, or both, as there is room. */
function workspacesPart(desk: Desk, ranks: readonly number[]): Line {
  const current = desk.ui.getState().workspace;
  const hasNames = ranks.includes(ranked.names);
  const hasKeys = ranks.includes(ranked.both) || !hasNames;
  const listed = workspaces.filter(({ id }) => id === current || ranks.includes(ranked.keys));
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

function walletPart(desk: Desk): Line {
  const wallet = walletInHand(desk) ?? perpWalletNow(desk);
  return wallet
    ? [
        muted('wallet '),
        span(cleanText(wallet.label, textLimits.symbol)),
        muted(` ${shortAddress(cleanText(wallet.address, 100))}`),
      ]
    : [];
}

/** The wallet of the positions, where another one is in hand. */
function perpsPart(desk: Desk): Line {
  const perps = perpWalletNow(desk);
  const inHand = walletInHand(desk);
  return perps && inHand && inHand.walletId !== perps.walletId
    ? [muted(`positions of ${cleanText(perps.label, textLimits.symbol)}`)]
    : [];
}

/** State, why, which attempt and how long until the next: the connection never goes quiet. */
function connectionPart(desk: Desk, reasonWidth: number): Line {
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

function latencyPart(desk: Desk): Line {
  const { latencyMs } = desk.session.getState();
  return latencyMs === null ? [] : [muted(`${Math.round(latencyMs)} ms`)];
}

function quietPart(desk: Desk): Line {
  const { connection } = desk.session.getState();
  const quietMs = connection.lastMessageAtMs === null ? null : desk.now() - connection.lastMessageAtMs;
  return connection.state === 'connected' && quietMs !== null && quietMs > 15_000
    ? [span(`quiet ${formatAge(quietMs)}`, 'warn')]
    : [];
}

function keyIdPart(desk: Desk): Line {
  const usage = desk.data.read('usage').data;
  return usage ? [muted(`key ${cleanText(usage.keyId, 12)}`)] : [];
}

/** What is left of the executions of an hour and of a day. */
function keyLeftPart(desk: Desk): Line {
  const usage = desk.data.read('usage').data;
  const left = usage && remainingExecutions(usage, desk.session.getState().executionsSinceUsage);
  if (!left) return [];
  return [
    span(`${left.hour.left}/${left.hour.of} h`, left.hour.left === 0 ? 'danger' : 'plain'),
    muted('  '),
    span(`${left.day.left}/${left.day.of} d`, left.day.left === 0 ? 'danger' : 'plain'),
  ];
}
