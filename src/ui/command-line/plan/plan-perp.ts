import Big from 'big.js';
import { previewClose, previewMargin } from '../../../domain/market/position.ts';
import { formatPrice, formatSize, formatUsd } from '../../../domain/numbers/format.ts';
import { usdNumber } from '../../../domain/numbers/usd-amount.ts';
import { type PositionRow, positionRows } from '../../../stores/portfolio/position-rows.ts';
import { perpWalletNow } from '../../desk/active-wallet.ts';
import type { Desk } from '../../desk/desk.ts';
import { closeForm } from '../../forms/close/close-form.ts';
import { exitsForm } from '../../forms/exits/exits-form.ts';
import type { FormSpec } from '../../forms/form-spec.ts';
import { marginForm } from '../../forms/margin/margin-form.ts';
import { openForm } from '../../forms/open-form.ts';
import { missingWallet } from '../../forms/perp/perp-account.ts';
import { didYouMean } from '../../keys/nearest-words.ts';
import type { Intent } from './intent.ts';
import { asksFirst, type Plan } from './plan.ts';

type Of<Kind> = Extract<Intent, { kind: Kind }>;
type OpenRow = PositionRow & { readonly position: NonNullable<PositionRow['position']> };

export function planClose(desk: Desk, { coin, share }: Of<'close'>): Plan {
  return onPosition(desk, coin, ({ row, walletId }) => {
    const { position, szDecimals } = row;
    const read = percentageOf(row, share);
    if ('problem' in read) return read;
    const { percentage } = read;
    const { closeSize, notionalUsd } = previewClose(position, Number(percentage), szDecimals);
    if (closeSize.eq(0)) return { problem: `${percentage} % is below the minimum size of ${row.coin}: enter more.` };
    const usd = notionalUsd ? `, about ${formatUsd(notionalUsd)} USD` : '';
    const size = `${formatSize(closeSize, szDecimals)} ${row.coin}`;
    return {
      effect: `closes ${percentage} % of ${row.coin} ${position.side}, ${size}${usd}; ${asksFirst}`,
      blocked: desk.actions.whyRefused({
        kind: 'closePosition',
        draft: { walletId, coin: row.key, percentage: Number(percentage), side: position.side },
      }),
      run: () => open(desk, row, closeForm(desk, row, walletId, { percentage })),
    };
  });
}

/** The service closes whole percentages: of a value in USD, the largest one worth at most that. */
function percentageOf(
  { coin, position }: OpenRow,
  share: string,
): { readonly percentage: string } | { problem: string } {
  const usd = usdNumber(share);
  if (usd === null) return { percentage: share };
  const { notionalUsd } = position;
  if (!notionalUsd?.gt(0)) return { problem: `The value of the ${coin} position is unknown: enter a percentage.` };
  const percentage = new Big(usd).times(100).div(notionalUsd).round(0, Big.roundDown);
  if (percentage.gt(100))
    return { problem: `The ${coin} position is worth ${formatUsd(notionalUsd)} USD: enter less, or all.` };
  return percentage.gte(1)
    ? { percentage: percentage.toFixed() }
    : { problem: `1 % of ${coin} is worth ${formatUsd(notionalUsd.div(100))} USD: enter at least that.` };
}

export function planMargin(desk: Desk, { coin, direction, amount }: Of<'margin'>): Plan {
  return onPosition(desk, coin, ({ row, walletId }) => {
    const { position, maxLeverage } = row;
    const isRemoval = direction === 'remove';
    const change =
      maxLeverage === null ? null : previewMargin(position, new Big(amount).times(isRemoval ? -1 : 1), maxLeverage);
    if (typeof change === 'string') return { problem: change };
    const px = change?.liquidationPx ? `, new liquidation price ${formatPrice(change.liquidationPx)}` : '';
    const words = isRemoval ? `removes ${amount} USDC of margin from` : `adds ${amount} USDC of margin to`;
    return {
      effect: `${words} ${row.coin} ${position.side}${px}; ${asksFirst}`,
      blocked: desk.actions.whyRefused({
        kind: 'adjustMargin',
        draft: { walletId, coin: row.key, amount: isRemoval ? `-${amount}` : amount },
      }),
      run: () => open(desk, row, marginForm(desk, row, walletId, { direction, amount })),
    };
  });
}

export function planExits(desk: Desk, { coin, sl, tp }: Of<'exits'>): Plan {
  return onPosition(desk, coin, ({ row }) => {
    if (!desk.data.read('perpOrders').data) return { problem: `The open orders of ${row.coin} are still loading.` };
    const prices = { ...typedPrice('sl', sl), ...typedPrice('tp', tp) };
    const form = exitsForm(desk, row, { prices });
    if (sl === null && tp === null)
      return {
        effect: `opens stop and take profit of ${row.coin} ${row.position.side}`,
        run: () => open(desk, row, form),
      };
    const { problems, draft, submitLabel } = form.evaluate(form.initial);
    const [problem] = Object.values(problems);
    if (problem !== undefined) return { problem };
    return {
      effect: `${submitLabel.toLowerCase()} of ${row.coin} ${row.position.side}; ${asksFirst}`,
      blocked: draft ? desk.actions.whyRefused(draft.operations[0]) : null,
      run: () => open(desk, row, form),
    };
  });
}

const typedPrice = (id: 'sl' | 'tp', price: string | null) =>
  price === null ? {} : { [id]: price === 'off' ? '' : price };

function onPosition(
  desk: Desk,
  coin: string,
  plan: (found: { readonly row: OpenRow; readonly walletId: string }) => Plan,
): Plan {
  const rows = positionRows(desk.data);
  const row = rows.find((candidate) => candidate.coin.toLowerCase() === coin.toLowerCase());
  if (!row) return { problem: noPosition(coin, rows) };
  if (!row.position) return { problem: `The position in ${row.coin} cannot be read: ${row.problem ?? ''}` };
  const wallet = perpWalletNow(desk);
  if (!wallet) return { problem: missingWallet };
  return plan({ row: { ...row, position: row.position }, walletId: wallet.walletId });
}

function noPosition(coin: string, rows: readonly PositionRow[]): string {
  const coins = rows.map((row) => row.coin);
  const open = coins.length === 0 ? 'There are no open positions.' : `Open: ${coins.slice(0, 12).join(', ')}.`;
  return `No open position in ${coin}.${didYouMean(coin, coins)} ${open}`;
}

/** Also selects the row, so the position is visible behind the form. */
function open<Draft>(desk: Desk, row: PositionRow, form: FormSpec<Draft>): void {
  desk.ui.setState(({ selected }) => ({ selected: { ...selected, positions: row.key } }));
  openForm(desk, form);
}
