import { type PerpTrade, perpWarnings } from '../../actions/pipeline/limits.ts';
import { formatAge, formatPrice, formatSize } from '../../domain/numbers/format.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { remainingExecutions } from '../../stores/account/key-limits.ts';
import { activeWallets } from '../../stores/account/wallets.ts';
import { marksReadAtMs } from '../../stores/market/marks.ts';
import { type PositionRow, positionRows } from '../../stores/portfolio/position-rows.ts';
import { perpWalletNow } from '../desk/active-wallet.ts';
import type { Desk } from '../desk/desk.ts';
import { known } from '../text/cells.ts';
import { type Line, muted, span } from '../text/span.ts';
import type { FormRow } from './form-spec.ts';

/** The current position; null if it is closed or unreadable. */
export function livePosition(desk: Desk, key: string) {
  const row = positionRows(desk.data).find((candidate) => candidate.key === key);
  return row?.position ? { ...row, position: row.position } : null;
}

/** Error shown when the position of an open form has been closed. */
export const noPositionText = (coin: string): string => `You no longer have an open ${coin} position.`;

/** Error shown while the rules of a market have not been read. */
export const noMarketRulesText = (coin: string): string => `The trading rules of ${coin} are unavailable right now.`;

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

/** Age of the marks, in parentheses. They are read together. */
export function markAge(desk: Desk): string {
  const readAtMs = marksReadAtMs(desk.data);
  return readAtMs === 0 ? '(age unknown)' : `(${formatAge(desk.now() - readAtMs)})`;
}

/** Mode, service, wallet and full address. `walletId`: the order's wallet; the perp wallet by default. */
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
          wallet ? `${cleanText(wallet.label)} ${cleanText(wallet.address, 100)}` : cleanText(walletId ?? 'unknown'),
        ),
      ],
      wraps: true,
    },
    ...keyLimitRows(desk),
  ];
}

/** Limits of the API key that the order may hit. Only the service knows whether it applies them to perps. */
export const perpWarningRows = (desk: Desk, trade: PerpTrade | null): FormRow[] =>
  perpWarnings(desk, trade).map((text) => ({
    label: 'warning',
    value: [span(`${text}: the service may reject it`, 'warn')],
    wraps: true,
  }));

/** Executions left on the API key. */
export function keyLimitRows(desk: Desk): FormRow[] {
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

/** Trigger orders left on the API key, and executions, which they use when they fire. */
export function triggerKeyLimitRows(desk: Desk): FormRow[] {
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
