import { type PerpTrade, perpWarnings } from '../../actions/limits.ts';
import { cleanText } from '../../domain/clean-text.ts';
import { formatAge, formatPrice, formatSize } from '../../domain/format.ts';
import { remainingExecutions } from '../../stores/key-limits.ts';
import { type PositionRow, positionRows } from '../../stores/position-rows.ts';
import { activeWallets } from '../../stores/wallets.ts';
import type { Desk } from '../desk.ts';
import { known } from '../text/cells.ts';
import { type Line, muted, span } from '../text/span.ts';
import { perpWalletNow } from '../wallet-in-hand.ts';
import type { FormRow } from './form-spec.ts';

/** The position as it stands now; null when it is gone or unreadable. */
export function livePosition(desk: Desk, key: string) {
  const row = positionRows(desk.data).find((candidate) => candidate.key === key);
  return row?.position ? { ...row, position: row.position } : null;
}

/** `BTC long 0.1500 @ 96,412   mark 97,031 (0.4 s)`. */
export function positionSubject(desk: Desk, row: PositionRow): Line {
  const live = livePosition(desk, row.key);
  if (!live) return [span(row.coin, 'title'), muted('   position closed')];
  const { position, szDecimals } = live;
  return [
    span(`${row.coin} ${position.side} `, position.side === 'long' ? 'up' : 'down', { bold: true }),
    span(formatSize(position.szi.abs(), szDecimals)),
    muted(' @ '),
    known(position.entryPx, formatPrice),
    muted('   mark '),
    known(position.markPx, formatPrice),
    muted(` ${markAge(desk)}`),
  ];
}

/** How old the mark is, in brackets. */
export function markAge(desk: Desk): string {
  const { updatedAtMs } = desk.data.read('markets');
  return updatedAtMs === 0 ? '(age not known)' : `(${formatAge(desk.now() - updatedAtMs)})`;
}

/**
 * Mode, wallet and full address: what an order acts on must never be guessed. `walletId`: of the order; without one, the
 * wallet of the positions.
 */
export function accountRows(desk: Desk, walletId?: string): FormRow[] {
  const { mode, baseUrl } = desk.session.getState();
  const own = activeWallets(desk.data.read('wallets').data).find((one) => one.walletId === walletId);
  const wallet = walletId === undefined ? perpWalletNow(desk) : own;
  return [
    { label: 'mode', value: [span(mode.toUpperCase(), mode, { bold: true }), muted(` ${baseUrl}`)] },
    {
      label: 'wallet',
      value: [
        span(
          wallet ? `${cleanText(wallet.label)} ${cleanText(wallet.address, 100)}` : cleanText(walletId ?? 'not known'),
        ),
      ],
      wraps: true,
    },
    ...keyRow(desk),
  ];
}

/** What the key may forbid, before it is tried; whether it does for perps, only the service knows. */
export const perpWarningRows = (desk: Desk, trade: PerpTrade | null): FormRow[] =>
  perpWarnings(desk, trade).map((text) => ({
    label: 'mind',
    value: [span(`${text}: the service may refuse it`, 'warn')],
    wraps: true,
  }));

/** What the key has left. */
export function keyRow(desk: Desk): FormRow[] {
  const usage = desk.data.read('usage').data;
  const left = usage && remainingExecutions(usage, desk.session.getState().executionsSinceUsage);
  if (!left) return [];
  const tone = left.hour.left === 0 || left.day.left === 0 ? 'danger' : 'muted';
  return [
    {
      label: 'key limit',
      value: [span(`${left.hour.left} of ${left.hour.of} executions left this hour, ${left.day.left} today`, tone)],
    },
  ];
}

/** What the key has left of trigger orders, and of the executions that they take when they fire. */
export function orderKeyRow(desk: Desk): FormRow[] {
  const usage = desk.data.read('usage').data;
  const left = usage && remainingExecutions(usage, desk.session.getState().executionsSinceUsage);
  if (!usage?.constraints || !left) return [];
  const of = usage.constraints.maxLimitOrdersPerDay;
  const used = usage.usage?.limitOrdersLastDay;
  const isUsedUp = used != null && used >= of;
  return [
    {
      label: 'key limit',
      value: [
        span(
          used == null ? `orders ≤ ${of} d` : `orders ${Math.max(0, of - used)}/${of} d`,
          isUsedUp ? 'danger' : 'muted',
        ),
        muted(`, executions ${left.hour.left}/${left.hour.of} h, ${left.day.left}/${left.day.of} d`),
      ],
    },
  ];
}
