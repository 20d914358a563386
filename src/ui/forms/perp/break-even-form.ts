import type Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import type { PlacePerpOrder } from '../../../actions/orders/place-perp-order.ts';
import { roundPrice } from '../../../domain/market/perp-rules.ts';
import { formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import type { PositionRow } from '../../../stores/portfolio/position-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec } from '../form-spec.ts';
import {
  accountRows,
  keyLimitRows,
  livePosition,
  noPositionText,
  perpWarningRows,
  positionSubject,
} from '../position-form-parts.ts';
import { defaultSlippageBps, fillOnAccount, missingWallet, perpWalletId } from './perp-account.ts';
import { maxOrderUsd } from './perp-inputs.ts';
import { findMarket } from './perp-market.ts';
import { minSize, worstPrice } from './venue-order.ts';

interface BreakEvenDraft extends PlacePerpOrder {
  readonly stopPx: Big;
}

/**
 * Sets a stop for the whole position at its entry. The service accepts a stop only attached to an opening order, so it is
 * attached to the smallest order the venue allows. That order moves the entry slightly; the stop is placed at the new entry.
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
    operation: toOperation,
    submit: (draft) => {
      cloid = desk.actions.newCloid();
      return desk.actions.send(toOperation(draft));
    },
  };
}

const toOperation = ({ stopPx: _stopPx, ...draft }: BreakEvenDraft): Operation => ({ kind: 'placePerpOrder', draft });

function evaluate(desk: Desk, row: PositionRow, cloid: string): Evaluation<BreakEvenDraft> {
  const draft = draftOf(desk, row, cloid);
  const isDraft = typeof draft !== 'string';
  return {
    problems: isDraft ? {} : { form: draft },
    preview: isDraft ? [...rows(draft), ...keyLimitRows(desk)] : [],
    draft: isDraft ? draft : null,
    submitLabel: 'Set stop',
    referencePrice: findMarket(desk, row.key)?.markPx?.toFixed(),
  };
}

/** The draft, or why there can be none now. */
function draftOf(desk: Desk, row: PositionRow, cloid: string): BreakEvenDraft | string {
  const live = livePosition(desk, row.key);
  const market = findMarket(desk, row.key);
  const walletId = perpWalletId(desk);
  if (!live) return noPositionText(row.coin);
  if (walletId === null) return missingWallet;
  if (!market?.markPx || !live.position.entryPx)
    return `The entry or mark price of ${row.coin} is unavailable right now.`;
  const { markPx, szDecimals } = market;
  const isBuy = live.position.side === 'long';
  const slippageBps = defaultSlippageBps(desk);
  const worstPx = worstPrice(markPx, isBuy, slippageBps, szDecimals);
  const sz = minSize(worstPx.lt(markPx) ? worstPx : markPx, szDecimals);
  const { entryPx } = fillOnAccount(desk, market, { isBuy, sz, px: markPx, reduceOnly: false });
  const stopPx = roundPrice(entryPx ?? live.position.entryPx, szDecimals);
  const isBehind = isBuy ? stopPx.lt(markPx) : stopPx.gt(markPx);
  if (!isBehind)
    return `${row.coin} ${live.position.side} is not in profit: a stop at its entry ${groupThousands(stopPx.toFixed())} would trigger immediately.`;
  return {
    walletId,
    coin: market.coin,
    isBuy,
    slippageBps,
    cloid,
    stopPx,
    sz: sz.toFixed(),
    orderType: 'market',
    limitPx: worstPx.toFixed(),
    reduceOnly: false,
    tp: null,
    sl: stopPx.toFixed(),
    grouping: 'positionTpsl',
    usd: maxOrderUsd(sz, markPx, worstPx),
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
    label: 'attached to',
    value: [
      span(`${isBuy ? 'BUY' : 'SELL'} ${sz} ${coin}`, isBuy ? 'up' : 'down'),
      muted(`, ≤ ${formatUsd(usd)} USD, ${isBuy ? 'at most' : 'at least'} ${groupThousands(limitPx)}`),
    ],
    wraps: true,
  },
  {
    label: 'reason',
    value: [muted('the service accepts a stop only with an opening order: this is the smallest one')],
    wraps: true,
  },
  { label: 'rounding', value: [muted('stop rounded to the nearest valid price')] },
];
