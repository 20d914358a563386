import type { PositionRow } from '../../stores/portfolio/position-rows.ts';
import type { Desk } from '../desk/desk.ts';
import type { QuickView } from '../desk/desk-ui.ts';
import { closeForm } from '../forms/close/close-form.ts';
import { breakEvenForm } from '../forms/exits/break-even-form.ts';
import type { FormSpec, Values } from '../forms/form-spec.ts';
import { marginForm } from '../forms/margin/margin-form.ts';
import { missingWallet, perpWalletId } from '../forms/perp/perp-account.ts';
import { perpOrderForm, perpOrderStart } from '../forms/perp/perp-order-form.ts';
import { livePosition, noPositionText } from '../forms/position-form-parts.ts';
import { carriedExits } from './carried-exits.ts';

export interface QuickTrade {
  /** Id in the command table. */
  readonly commandId: string;
  readonly title: string;
  /** What it does, on one line. */
  readonly effect: string;
  /** The filled-in form; null if the position is closed. */
  form(): FormSpec<unknown> | null;
  /** The form is complete and opens its confirmation directly. */
  readonly isComplete: boolean;
}

/** The current position of the menu; null if it is closed. */
export const quickPosition = (desk: Desk, { positionKey }: QuickView): PositionRow | null =>
  livePosition(desk, positionKey);

/** Quick trades of a position: each is a regular form, filled in. */
export function quickTrades(desk: Desk, row: PositionRow): readonly QuickTrade[] {
  const walletId = perpWalletId(desk) ?? '';
  const close = (percentage: number): QuickTrade => ({
    commandId: `quick.close${percentage}`,
    title: `close ${percentage} %`,
    effect: 'of the position at market',
    form: () => closeForm(desk, row, walletId, { percentage: String(percentage) }) as FormSpec<unknown>,
    isComplete: true,
  });
  return [
    ...[25, 50, 75, 100].map(close),
    {
      commandId: 'quick.breakEven',
      title: 'break-even',
      effect: 'stop at entry for the whole position, attached to a minimum-size order',
      form: () => breakEvenForm(desk, row) as FormSpec<unknown> | null,
      isComplete: true,
    },
    {
      commandId: 'quick.reverse',
      title: 'reverse',
      effect: 'market order of twice the size on the opposite side, with stop and take profit carried over',
      form: () => marketForm(desk, row, 'Reverse position', 2),
      isComplete: true,
    },
    {
      commandId: 'quick.double',
      title: 'double',
      effect: 'market order of the same size on the same side',
      form: () => marketForm(desk, row, 'Double position', 1),
      isComplete: true,
    },
    {
      commandId: 'quick.margin',
      title: 'add margin',
      effect: 'opens the margin form',
      form: () => marginForm(desk, row, walletId) as FormSpec<unknown>,
      isComplete: false,
    },
  ];
}

/** A market order for a multiple of the position: 1 doubles it, 2 on the opposite side reverses it. */
function marketForm(desk: Desk, row: PositionRow, title: string, times: 1 | 2): FormSpec<unknown> | null {
  const position = livePosition(desk, row.key)?.position;
  if (!position) return null;
  const isBuy = (position.side === 'long') === (times === 1);
  const carried = times === 2 ? carriedExits(desk, row.key) : null;
  const values: Values = {
    ...perpOrderStart(desk, row.key),
    side: isBuy ? 'buy' : 'sell',
    type: 'market',
    size: position.szi.abs().times(times).toFixed(),
    ...carried?.values,
  };
  return perpOrderForm(desk, { title, values, notes: carried?.rows }) as FormSpec<unknown>;
}

/** Why a quick trade is unavailable; null if it is available. */
export function quickBlockReason(desk: Desk, row: PositionRow, trade: QuickTrade): string | null {
  if (perpWalletId(desk) === null) return missingWallet;
  if (trade.commandId === 'quick.margin' && row.position?.leverageType !== 'isolated')
    return `${row.coin} uses cross margin: only isolated margin can be adjusted.`;
  const form = trade.form();
  if (!form) return noPositionText(row.coin);
  if (!trade.isComplete) return desk.actions.whyRefused(null);
  const { problems, draft } = form.evaluate(form.initial);
  const [problem] = Object.values(problems);
  return problem ?? desk.actions.whyRefused(draft !== null && form.operation ? form.operation(draft) : null);
}
