import { cleanText, textLimits } from '../../domain/clean-text.ts';
import { formatAge, formatClockZone, groupThousands, shortAddress } from '../../domain/format.ts';
import { cutEnd } from '../../domain/text-width.ts';
import { keyLabel, keyOf } from '../../keys/keymap.ts';
import { remainingExecutions } from '../../stores/key-limits.ts';
import { isInDoubt } from '../../stores/order-records.ts';
import type { Desk } from '../desk.ts';
import { type Line, lineWidth, muted, span, spread } from '../text/span.ts';
import { perpWalletNow, walletInHand } from '../wallet-in-hand.ts';
import { workspaceOf, workspaces } from '../workspaces/workspaces.ts';
import { connectionWords, secondsToNextAttempt } from './connection-words.ts';

interface Part {
  readonly line: Line;
  /** 1 stays longest. */
  readonly priority: number;
}

/** Everything, the names of all workspaces too. */
const all = 9;

/** The top row: mode, what may be sent, account, connection, key, clock; what matters least leaves first. */
export function headerLine(desk: Desk, width: number): Line {
  const { mode, profile } = desk.session.getState();
  const band = span(` ${mode.toUpperCase()} `, mode, { bold: true, inverse: true });
  const reasonWidth = Math.max(24, width - 41);
  const leftWith = (connection: Line, isWide: boolean): Part[] => [
    { priority: 1, line: [band] },
    { priority: 1, line: tradingPart(desk) },
    { priority: 1, line: doubtPart(desk) },
    { priority: 5, line: isWide ? workspacesPart(desk) : workspacePart(desk) },
    { priority: 4, line: [span(profile === mode ? '' : profile, 'title')] },
    // Who has taken a wallet in hand must see which.
    { priority: walletInHand(desk) ? 5 : 8, line: walletPart(desk) },
    { priority: all, line: perpsPart(desk) },
    { priority: 2, line: connection },
  ];
  const right: Part[] = [
    { priority: 7, line: latencyPart(desk) },
    { priority: 6, line: keyPart(desk) },
    { priority: 3, line: [muted(formatClockZone(desk.now()))] },
  ];
  for (let leastShown = all; ; leastShown--) {
    const isWide = leastShown === all;
    const shown = (parts: readonly Part[]): Line =>
      join(parts.filter(({ priority, line }) => priority <= leastShown && lineWidth(line) > 0));
    const [leftLine, rightLine] = [shown(leftWith(connectionPart(desk, reasonWidth), isWide)), shown(right)];
    const room = width - lineWidth(leftLine) - lineWidth(rightLine) - 3;
    // The connection never leaves: where its reason is too long, the reason is cut, and takes all that is left over.
    if (leastShown === 2 || room >= 0)
      return spread(
        shown(leftWith(connectionPart(desk, reasonWidth + Math.max(0, room)), isWide)),
        [...rightLine, span(' ')],
        width,
      );
  }
}

const join = (parts: readonly Part[]): Line =>
  parts.flatMap(({ line }, index) => [...(index > 0 ? [span('  ')] : []), ...line]);

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

function workspacePart(desk: Desk): Line {
  const { id, title } = workspaceOf(desk.ui.getState().workspace);
  const [key] = desk.keymap.keysOf(`workspace.${id}`);
  return [...(key === undefined ? [] : [muted(`${keyLabel(key)} `)]), span(title, 'title', { bold: true })];
}

const workspacesPart = (desk: Desk): Line =>
  workspaces.flatMap(({ id, title }, index) => [
    span(index > 0 ? '  ' : ''),
    { ...(id === desk.ui.getState().workspace ? span(title, 'title', { bold: true }) : muted(title)), target: id },
  ]);

function walletPart(desk: Desk): Line {
  const wallet = walletInHand(desk) ?? perpWalletNow(desk);
  return wallet
    ? [span(cleanText(wallet.label, textLimits.symbol)), muted(` ${shortAddress(cleanText(wallet.address, 100))}`)]
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
  const { latencyMs, connection } = desk.session.getState();
  const quietMs = connection.lastMessageAtMs === null ? null : desk.now() - connection.lastMessageAtMs;
  return [
    ...(latencyMs === null ? [] : [muted(`${Math.round(latencyMs)} ms`)]),
    ...(connection.state === 'connected' && quietMs !== null && quietMs > 15_000
      ? [span(` quiet ${formatAge(quietMs)}`, 'warn')]
      : []),
  ];
}

function keyPart(desk: Desk): Line {
  const usage = desk.data.read('usage').data;
  if (!usage) return [];
  const left = remainingExecutions(usage, desk.session.getState().executionsSinceUsage);
  return [
    muted(`key ${cleanText(usage.keyId, 12)}`),
    ...(left
      ? [
          muted('  '),
          span(`${left.hour.left}/${left.hour.of} h`, left.hour.left === 0 ? 'danger' : 'plain'),
          muted('  '),
          span(`${left.day.left}/${left.day.of} d`, left.day.left === 0 ? 'danger' : 'plain'),
        ]
      : []),
  ];
}
