import type Big from 'big.js';
import type { Order } from '../../../actions/orders.ts';
import type { PlacePerpOrder } from '../../../actions/place-perp-order.ts';
import { formatUsd, groupThousands } from '../../../domain/format.ts';
import { roundPrice } from '../../../domain/perp-rules.ts';
import type { PositionRow } from '../../../stores/position-rows.ts';
import type { Desk } from '../../desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec } from '../form-spec.ts';
import { accountRows, keyRow, livePosition, perpWarningRows, positionSubject } from '../position-form-parts.ts';
import { defaultSlippageBps, fillOnAccount, missingWallet, perpWalletId } from './perp-account.ts';
import { mostUsd } from './perp-inputs.ts';
import { findMarket } from './perp-market.ts';
import { marketBound, smallestSize } from './venue-order.ts';

interface BreakEvenDraft extends PlacePerpOrder {
  readonly stopPx: Big;
}

/**
 * A stop for the whole position at its entry. The service takes a stop only together with an order that opens, so the
 * smallest order that the venue takes carries it; with it the entry moves a little, and the stop is put at the new one.
 */
export function breakEvenForm(desk: Desk, row: PositionRow): FormSpec<BreakEvenDraft> {
  let cloid = desk.actions.newCloid();
  return {
    id: 'break-even',
    title: 'Break-even stop',
    initial: {},
    subject: () => positionSubject(desk, row),
    fields: () => [],
    evaluate: () => evaluate(desk, row, cloid),
    confirmation: (draft) => [
      ...rows(draft),
      ...perpWarningRows(desk, { side: draft.isBuy ? 'buy' : 'sell', usd: draft.usd, percentage: 0 }),
      { label: 'cloid', value: [muted(draft.cloid)] },
      ...accountRows(desk, draft.walletId),
    ],
    order,
    submit: (draft) => {
      cloid = desk.actions.newCloid();
      return desk.actions.send(order(draft));
    },
  };
}

const order = ({ stopPx: _stopPx, ...draft }: BreakEvenDraft): Order => ({ kind: 'placePerpOrder', draft });

function evaluate(desk: Desk, row: PositionRow, cloid: string): Evaluation<BreakEvenDraft> {
  const draft = draftOf(desk, row, cloid);
  const isDraft = typeof draft !== 'string';
  return {
    problems: isDraft ? {} : { form: draft },
    preview: isDraft ? [...rows(draft), ...keyRow(desk)] : [],
    draft: isDraft ? draft : null,
    submitLabel: 'Set the stop',
    referencePrice: findMarket(desk, row.key)?.markPx?.toFixed(),
  };
}

/** The order, or the sentence that says why there can be none now. */
function draftOf(desk: Desk, row: PositionRow, cloid: string): BreakEvenDraft | string {
  const live = livePosition(desk, row.key);
  const market = findMarket(desk, row.key);
  const walletId = perpWalletId(desk);
  if (!live) return `There is no open ${row.coin} position any more.`;
  if (walletId === null) return missingWallet;
  if (!market?.markPx || !live.position.entryPx) return `The entry or the price of ${row.coin} is not known right now.`;
  const { markPx, szDecimals } = market;
  const isBuy = live.position.side === 'long';
  const slippageBps = defaultSlippageBps(desk);
  const bound = marketBound(markPx, isBuy, slippageBps, szDecimals);
  const sz = smallestSize(bound.lt(markPx) ? bound : markPx, szDecimals);
  const { entryPx } = fillOnAccount(desk, market, { isBuy, sz, px: markPx, reduceOnly: false });
  const stopPx = roundPrice(entryPx ?? live.position.entryPx, szDecimals);
  const isBehind = isBuy ? stopPx.lt(markPx) : stopPx.gt(markPx);
  if (!isBehind)
    return `${row.coin} ${live.position.side} is not in profit: a stop at its entry ${groupThousands(stopPx.toFixed())} would close it at once.`;
  return {
    ...{ walletId, coin: market.coin, isBuy, slippageBps, cloid, stopPx },
    sz: sz.toFixed(),
    orderType: 'market',
    limitPx: bound.toFixed(),
    reduceOnly: false,
    tp: null,
    sl: stopPx.toFixed(),
    grouping: 'positionTpsl',
    usd: mostUsd(sz, markPx, bound),
  };
}

const rows = ({ stopPx, sz, coin, isBuy, limitPx, usd }: BreakEvenDraft): FormRow[] => [
  {
    label: 'stop',
    value: [
      span(groupThousands(stopPx.toFixed()), 'title', { bold: true }),
      muted('   for the whole position, reduce-only'),
    ],
  },
  {
    label: 'carried by',
    value: [
      span(`${isBuy ? 'BUY' : 'SELL'} ${sz} ${coin}`, isBuy ? 'up' : 'down'),
      muted(`, ≤ ${formatUsd(usd)} USD, ${isBuy ? 'at most' : 'at least'} ${groupThousands(limitPx)}`),
    ],
    wraps: true,
  },
  {
    label: 'because',
    value: [muted('the service takes a stop only with an order that opens: this is the smallest one')],
    wraps: true,
  },
  { label: 'rounding', value: [muted('the new entry, to the nearest price of the market')] },
];
