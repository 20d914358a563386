import { cleanText, textLimits } from '../domain/clean-text.ts';
import { formatAge, formatClock, shortAddress } from '../domain/format.ts';
import { cutEnd } from '../domain/text-width.ts';
import { remainingExecutions } from '../stores/key-limits.ts';
import type { ConnectionStatus } from '../stores/session.ts';
import { activeWallets, perpWallet } from '../stores/wallets.ts';
import type { Desk } from './desk.ts';
import { type Line, lineWidth, muted, span, spread, type Tone } from './text/span.ts';

const states: Readonly<Record<ConnectionStatus['state'], { sign: string; word: string; tone: Tone }>> = {
  connected: { sign: '●', word: 'Connected', tone: 'up' },
  connecting: { sign: '◌', word: 'Connecting', tone: 'accent' },
  reconnecting: { sign: '◍', word: 'Reconnecting', tone: 'warn' },
  disconnected: { sign: '○', word: 'Disconnected', tone: 'muted' },
  failed: { sign: '✕', word: 'Failed', tone: 'danger' },
};

interface Part {
  readonly line: Line;
  /** 1 stays longest. */
  readonly priority: number;
}

/** The top row: mode, account, connection, key, clock; what matters least leaves first. */
export function headerLine(desk: Desk, width: number): Line {
  const { mode, profile } = desk.session.getState();
  const band = span(mode === 'live' ? ' LIVE ' : ' PAPER ', mode, { bold: true, inverse: true });
  const left: Part[] = [
    { priority: 1, line: [band] },
    { priority: 4, line: [span(profile === mode ? '' : profile, 'title')] },
    { priority: 7, line: walletPart(desk) },
    { priority: 2, line: connectionPart(desk, Math.max(24, width - 62)) },
  ];
  const right: Part[] = [
    { priority: 5, line: latencyPart(desk) },
    { priority: 6, line: keyPart(desk) },
    { priority: 3, line: [muted(`${formatClock(desk.now())} UTC`)] },
  ];
  for (let leastShown = 7; ; leastShown--) {
    const shown = (parts: readonly Part[]): Line =>
      join(parts.filter(({ priority, line }) => priority <= leastShown && lineWidth(line) > 0));
    const [leftLine, rightLine] = [shown(left), shown(right)];
    // The connection never leaves: where its reason is too long, the reason is cut.
    if (leastShown === 2 || lineWidth(leftLine) + lineWidth(rightLine) + 3 <= width)
      return spread(leftLine, [...rightLine, span(' ')], width);
  }
}

const join = (parts: readonly Part[]): Line =>
  parts.flatMap(({ line }, index) => [...(index > 0 ? [span('  ')] : []), ...line]);

function walletPart(desk: Desk): Line {
  const wallet = perpWallet(activeWallets(desk.data.read('wallets').data), desk.preferredWalletId);
  return wallet
    ? [span(cleanText(wallet.label, textLimits.symbol)), muted(` ${shortAddress(cleanText(wallet.address, 100))}`)]
    : [];
}

/** State, why, which attempt and how long until the next: the connection never goes quiet. */
function connectionPart(desk: Desk, reasonWidth: number): Line {
  const { connection } = desk.session.getState();
  const { sign, word, tone } = states[connection.state];
  const isUp = connection.state === 'connected';
  const waitMs = connection.nextAttemptAtMs === null ? null : Math.max(0, connection.nextAttemptAtMs - desk.now());
  return [
    span(`${sign} ${word}`, tone, { bold: !isUp }),
    ...(isUp || connection.attempt === 0 ? [] : [muted(` #${connection.attempt}`)]),
    ...(waitMs === null ? [] : [span(` in ${Math.ceil(waitMs / 1000)} s`, tone)]),
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
