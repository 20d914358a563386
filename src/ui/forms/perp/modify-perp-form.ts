import Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import type { ModifyPerpOrder } from '../../../actions/orders/modify-perp-order.ts';
import type { Problems } from '../../../actions/pipeline/limits.ts';
import { formatPct, formatPrice, formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import { type PerpOrderRow, perpOrderRows } from '../../../stores/orders/perp-order-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { known } from '../../text/cells.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import {
  accountRows,
  keyLimitRows,
  livePosition,
  markAge,
  noMarketRulesText,
  perpWarningRows,
} from '../position-form-parts.ts';
import { orderGoneText, perpOrderWords } from './cancel-perp-form.ts';
import { changedOrderRoom, marginProblem } from './margin-room.ts';
import { feeRates, missingWallet, perpWalletId } from './perp-account.ts';
import { findMarket } from './perp-market.ts';
import { readNumber } from './read-number.ts';
import { gridPrice, gridSize, type Rounded, tooSmall } from './venue-order.ts';

interface ModifyDraft extends ModifyPerpOrder {
  readonly price: Rounded;
  readonly size: Rounded;
}

/** Modifies price and size of a resting perp order. `start`: form values other than the order's own. */
export function modifyPerpForm(desk: Desk, row: PerpOrderRow, start: Values = {}): FormSpec<ModifyDraft> {
  let newCloid = desk.actions.newCloid();
  return {
    id: 'modify-perp',
    title: 'Modify perp order',
    wants: ['perpOrders', 'fees'],
    initial: { price: row.price?.toFixed() ?? '', size: row.size?.toFixed() ?? '', ...start },
    subject: () => [
      span(perpOrderWords(row), 'title'),
      muted('   mark '),
      known(findMarket(desk, row.wireCoin)?.markPx ?? null, formatPrice),
      muted(` ${markAge(desk)}`),
    ],
    fields: () => [
      { id: 'price', label: 'Price', kind: 'text', width: 12, unit: 'USD' },
      { id: 'size', label: 'Size', kind: 'text', width: 12, unit: row.coin },
    ],
    evaluate: (values) => evaluate(desk, row, values, newCloid),
    confirmation: (draft) => [
      ...previewRows(desk, row, draft.price, draft.size),
      ...warnings(desk, draft),
      { label: 'order id', value: [muted(String(draft.oid))] },
      { label: 'new cloid', value: [muted(draft.newCloid)] },
      ...accountRows(desk, draft.walletId),
    ],
    operation: toOperation,
    submit: (draft) => {
      newCloid = desk.actions.newCloid();
      return desk.actions.send(toOperation(draft));
    },
  };
}

const toOperation = ({ price: _price, size: _size, ...draft }: ModifyDraft): Operation => ({
  kind: 'modifyPerpOrder',
  draft,
});

function evaluate(desk: Desk, row: PerpOrderRow, values: Values, newCloid: string): Evaluation<ModifyDraft> {
  const market = findMarket(desk, row.wireCoin);
  const walletId = perpWalletId(desk);
  const live = perpOrderRows(desk.data).find(({ key }) => key === row.key);
  const problems: Problems = {};
  if (!live) problems.form = orderGoneText;
  else if (!market) problems.form = noMarketRulesText(row.coin);
  else if (walletId === null) problems.form = missingWallet;
  const taken = <T>(id: string, read: T | string): T | null => {
    if (typeof read !== 'string') return read;
    problems[id] = read;
    return null;
  };
  const typedPrice = taken('price', readNumber(values.price ?? '', row.price?.toFixed() ?? '100'));
  const typedSize = taken('size', readNumber(values.size ?? '', row.size?.toFixed() ?? '0.5'));
  const price = typedPrice && market && taken('price', gridPrice(typedPrice, market.szDecimals));
  const size = typedSize && market && taken('size', gridSize(typedSize, market.szDecimals, market.coin));
  const low = price && size && market && tooSmall(size.value, price.value, market.szDecimals, market.coin);
  if (low && !mayReduce(desk, row)) problems.size = low;
  const short = price && size && market && !mayReduce(desk, row) ? whyShort(desk, row, market, price, size) : null;
  if (short) problems.size ??= short;
  if (live && price && size && row.price?.eq(price.value) && row.size?.eq(size.value))
    problems.price = 'Nothing has changed yet: enter another price or size.';
  const isReady = Object.keys(problems).length === 0 && row.oid !== null && walletId !== null && price && size;
  return {
    problems,
    preview: price && size ? [...previewRows(desk, row, price, size), ...keyLimitRows(desk)] : keyLimitRows(desk),
    draft: isReady
      ? {
          walletId,
          coin: row.wireCoin,
          oid: row.oid,
          isBuy: row.isBuy,
          newCloid,
          price,
          size,
          limitPx: price.value.toFixed(),
          sz: size.value.toFixed(),
        }
      : null,
    submitLabel: 'Modify order',
    referencePrice: market?.markPx?.toFixed(),
  };
}

/** Why the free margin does not allow the change; null if it does. An order that does not grow needs none. */
function whyShort(desk: Desk, row: PerpOrderRow, market: PerpMarket, price: Rounded, size: Rounded): string | null {
  if (!row.price || !row.size || size.value.times(price.value).lte(row.size.times(row.price))) return null;
  const order = { isBuy: row.isBuy, px: price.value, feeRate: feeRates(desk)?.maker ?? new Big(0) };
  const room = changedOrderRoom(desk, market, { ...order, before: { price: row.price, size: row.size } });
  return room && marginProblem(size.value, room, market);
}

/** Whether the order may be reduce-only, which is exempt from the minimum size. The service does not report it reliably. */
export function mayReduce(desk: Desk, row: PerpOrderRow): boolean {
  const held = livePosition(desk, row.wireCoin)?.position;
  return row.reduceOnly ?? (held !== undefined && (held.side === 'long') !== row.isBuy);
}

const exact = (value: Big | null): string => (value ? groupThousands(value.toFixed()) : '–');

function previewRows(desk: Desk, row: PerpOrderRow, price: Rounded, size: Rounded): FormRow[] {
  const mark = findMarket(desk, row.wireCoin)?.markPx ?? null;
  const away = mark && price.value.minus(mark).times(100).div(mark);
  const crosses = mark && (row.isBuy ? price.value.gte(mark) : price.value.lte(mark));
  const isRounded = !price.typed.eq(price.value) || !size.typed.eq(size.value);
  return [
    {
      label: 'price',
      value: [
        muted(`${exact(row.price)} → `),
        span(exact(price.value), 'title'),
        muted(away ? `   ${formatPct(away, 2, { sign: true })} from mark` : ''),
      ],
    },
    {
      label: 'size',
      value: [
        muted(`${exact(row.size)} → `),
        span(`${exact(size.value)} ${row.coin}`, 'title'),
        muted(`   ≈ ${formatUsd(size.value.times(price.value))} USD`),
      ],
    },
    {
      label: 'rounding',
      value: isRounded
        ? [
            span(
              `price ${exact(price.typed)} → ${exact(price.value)}, size ${exact(size.typed)} → ${exact(size.value)}`,
              'warn',
            ),
          ]
        : [muted('none')],
      wraps: true,
    },
    {
      label: 'effect',
      value: [
        crosses
          ? span('crosses the mark: may fill immediately', 'warn')
          : muted('loses queue priority unless only the size decreases'),
      ],
    },
  ];
}

const warnings = (desk: Desk, { isBuy, price, size }: ModifyDraft): FormRow[] =>
  perpWarningRows(desk, {
    side: isBuy ? 'buy' : 'sell',
    usd: new Big(size.value).times(price.value),
    percentage: 0,
  });
