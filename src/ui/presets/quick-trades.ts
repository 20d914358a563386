import { type PositionRow, positionRows } from '../../stores/position-rows.ts';
import type { Desk } from '../desk.ts';
import type { QuickView } from '../desk-ui.ts';
import { closeForm } from '../forms/close/close-form.ts';
import type { FormSpec, Values } from '../forms/form-spec.ts';
import { marginForm } from '../forms/margin/margin-form.ts';
import { breakEvenForm } from '../forms/perp/break-even-form.ts';
import { missingWallet, perpWalletId } from '../forms/perp/perp-account.ts';
import { perpOrderForm, perpOrderStart } from '../forms/perp/perp-order-form.ts';
import { livePosition } from '../forms/position-form-parts.ts';

export interface QuickTrade {
  /** Of the key table. */
  readonly commandId: string;
  readonly title: string;
  /** What it does, in a line. */
  readonly words: string;
  /** Its form, with everything filled in; null where there is no position any more. */
  form(): FormSpec<unknown> | null;
  /** Whether the form goes straight to its confirmation. */
  readonly isWhole: boolean;
}

/** The position that the menu is about, as it stands now; null when it is gone. */
export const quickPosition = (desk: Desk, { positionKey }: QuickView): PositionRow | null =>
  positionRows(desk.data).find(({ key, position }) => key === positionKey && position !== null) ?? null;

/** The quick trades of one position: each is an ordinary form, filled in. */
export function quickTrades(desk: Desk, row: PositionRow): readonly QuickTrade[] {
  const walletId = perpWalletId(desk) ?? '';
  const close = (percentage: number): QuickTrade => ({
    commandId: `quick.close${percentage}`,
    title: `close ${percentage} %`,
    words: percentage === 100 ? 'the whole position, at the market' : 'of the position, at the market',
    form: () => closeForm(desk, row, walletId, { percentage: String(percentage) }) as FormSpec<unknown>,
    isWhole: true,
  });
  return [
    ...[25, 50, 75, 100].map(close),
    {
      commandId: 'quick.breakEven',
      title: 'break-even',
      words: 'a stop for the whole position at its entry, carried by the smallest order',
      form: () => breakEvenForm(desk, row) as FormSpec<unknown>,
      isWhole: true,
    },
    {
      commandId: 'quick.reverse',
      title: 'reverse',
      words: 'a market order of twice the size, the other way',
      form: () => marketForm(desk, row, 'Reverse position', 2),
      isWhole: true,
    },
    {
      commandId: 'quick.double',
      title: 'double',
      words: 'a market order of the same size, the same way',
      form: () => marketForm(desk, row, 'Double position', 1),
      isWhole: true,
    },
    {
      commandId: 'quick.margin',
      title: 'add margin',
      words: 'opens the margin form',
      form: () => marginForm(desk, row, walletId) as FormSpec<unknown>,
      isWhole: false,
    },
  ];
}

/** A market order of so many times the position: the same way once, the other way twice. */
function marketForm(desk: Desk, row: PositionRow, title: string, times: 1 | 2): FormSpec<unknown> | null {
  const position = livePosition(desk, row.key)?.position;
  if (!position) return null;
  const isBuy = (position.side === 'long') === (times === 1);
  const values: Values = {
    ...perpOrderStart(desk, row.key),
    side: isBuy ? 'buy' : 'sell',
    type: 'market',
    size: position.szi.abs().times(times).toFixed(),
  };
  return perpOrderForm(desk, { title, values }) as FormSpec<unknown>;
}

/** Why a quick trade is not possible now, as a sentence; null when it is. */
export function whyNotQuick(desk: Desk, row: PositionRow, trade: QuickTrade): string | null {
  if (perpWalletId(desk) === null) return missingWallet;
  if (trade.commandId === 'quick.margin' && row.position?.leverageType !== 'isolated')
    return `${row.coin} is on cross margin: only isolated margin can be adjusted.`;
  const form = trade.form();
  if (!form) return `There is no open ${row.coin} position any more.`;
  if (!trade.isWhole) return desk.actions.whyRefused(null);
  const { problems, draft } = form.evaluate(form.initial);
  const [problem] = Object.values(problems);
  return problem ?? desk.actions.whyRefused(draft !== null && form.order ? form.order(draft) : null);
}
