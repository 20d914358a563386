import Big from 'big.js';
import type { PlacePerpOrder } from '../../actions/orders/place-perp-order.ts';
import { type Consequences, consequencesOf, effectOf, type Trade } from '../../domain/market/consequences.ts';
import type { Exit } from '../../domain/market/exits.ts';
import { formatSignedUsd } from '../../domain/numbers/format.ts';
import { whyNotFresh } from '../../stores/freshness.ts';
import { exitsOf, type PerpOrderRow, perpOrderRows } from '../../stores/orders/perp-order-rows.ts';
import { openOrderWords } from '../../stores/orders/perp-order-words.ts';
import type { Desk } from '../desk/desk.ts';
import { signTone } from '../text/cells.ts';
import { protectionLine } from '../text/protection.ts';
import { muted, span } from '../text/span.ts';
import type { FormRow } from './form-spec.ts';
import { findMarket } from './perp/perp-market.ts';
import { reduceOnlyAsSent } from './perp/sent-orders.ts';
import { livePosition } from './position-form-parts.ts';

const zero = new Big(0);

/** What an order changes besides its own fill: realised PnL, other orders, and what protects the position afterwards. */
export function orderConsequences(desk: Desk, draft: PlacePerpOrder): FormRow[] {
  const { isBuy, coin } = draft;
  const worstPx = new Big(draft.limitPx);
  const markPx = findMarket(desk, coin)?.markPx ?? null;
  const rests = draft.orderType === 'limit' && markPx !== null && (isBuy ? worstPx.lt(markPx) : worstPx.gt(markPx));
  const size = new Big(draft.sz);
  const isWholePosition = draft.grouping === 'positionTpsl';
  const exit = (kind: Exit['exit'], price: string | null): Exit[] =>
    price === null ? [] : [{ exit: kind, price: new Big(price), size: isWholePosition ? null : size, isWholePosition }];
  const trade: Trade = {
    isBuy,
    size,
    worstPx,
    px: rests ? worstPx : markPx,
    reduceOnly: draft.reduceOnly,
    exits: [...exit('stop', draft.sl), ...exit('takeProfit', draft.tp)],
  };
  const consequences = foresee(desk, coin, trade);
  const when = rests ? 'once filled' : null;
  return [...realisedRow(consequences, coin, when), ...tradeRows(desk, coin, consequences, when)];
}

/** The same for a trade that shows its realised PnL itself. */
export const tradeConsequences = (desk: Desk, coin: string, trade: Trade): FormRow[] =>
  tradeRows(desk, coin, foresee(desk, coin, trade), null);

/** What protects a position whose size does not change; `cancelledKey` is the row key of an order that goes. */
export function protectionRows(desk: Desk, coin: string, cancelledKey?: string): FormRow[] {
  const szi = livePosition(desk, coin)?.position.szi ?? zero;
  const exits = exitsOf(desk.data, coin, szi).filter(({ key }) => key !== cancelledKey);
  const row = isRead(desk) ? protectionRow(desk, coin, szi, exits) : [];
  return [...row, ...doubtRows(desk)];
}

const needed = ['positions', 'perpOrders'] as const;

const isRead = (desk: Desk): boolean => needed.every((name) => desk.data.read(name).data !== undefined);

/** The readable open orders of a market. Whether one is reduce-only is known of those sent from here. */
const ordersOf = (desk: Desk, coin: string): PerpOrderRow[] =>
  perpOrderRows(desk.data)
    .filter(({ wireCoin, problem }) => wireCoin === coin && problem === null)
    .map((row) => ({ ...row, reduceOnly: row.reduceOnly ?? reduceOnlyAsSent(desk, row) }));

function foresee(desk: Desk, coin: string, trade: Trade): Consequences<PerpOrderRow> {
  const { szi = zero, entryPx = null } = livePosition(desk, coin)?.position ?? {};
  return consequencesOf({ szi, entryPx }, ordersOf(desk, coin), trade);
}

/** `when`: what has to happen first; null for at once. */
type When = string | null;

function realisedRow({ closed, realisedUsd }: Consequences<PerpOrderRow>, coin: string, when: When): FormRow[] {
  if (closed.eq(0)) return [];
  const usd = realisedUsd
    ? span(`≈ ${formatSignedUsd(realisedUsd)} USD`, signTone(realisedUsd))
    : span('unknown', 'warn');
  return [
    {
      label: 'realised PnL',
      value: [usd, muted(`   ${when ? `${when}, ` : ''}before the fee, closes ${closed.toFixed()} ${coin}`)],
    },
  ];
}

function tradeRows(desk: Desk, coin: string, after: Consequences<PerpOrderRow>, when: When): FormRow[] {
  if (!isRead(desk)) return doubtRows(desk);
  const list = (label: string, words: readonly string[], first: When = null): FormRow[] =>
    words.length === 0
      ? []
      : [{ label, value: [span(`${first ? `${first}: ` : ''}${words.join('; ')}`)], wraps: true }];
  const { szi: before = zero } = livePosition(desk, coin)?.position ?? {};
  // The others do what they did before.
  const staying = after.staying.filter((order) => effectOf(order, before) !== effectOf(order, after.szi));
  return [
    ...list('cancels', after.cancelled.map(openOrderWords), when),
    ...list(
      'may cancel',
      after.mayCancel.map(([order, why]) => `${openOrderWords(order)}, ${why}`),
      when,
    ),
    ...list(
      'stays open',
      staying.map((order) => `${openOrderWords(order)}, now ${effectWords(order, after.szi)}`),
    ),
    ...protectionRow(desk, coin, after.szi, after.exits),
    ...doubtRows(desk),
  ];
}

function effectWords(order: PerpOrderRow, szi: Big): string {
  const [held, own] = [szi.gt(0) ? 'long' : 'short', order.isBuy ? 'long' : 'short'];
  return {
    opens: `opens a ${own}`,
    adds: `adds to the ${held}`,
    reduces: `reduces the ${held}`,
    flips: `closes the ${held} and opens a ${own}${order.reduceOnly === null ? ' unless reduce-only' : ''}`,
  }[effectOf(order, szi)];
}

function protectionRow(desk: Desk, coin: string, szi: Big, exits: readonly Exit[]): FormRow[] {
  if (szi.eq(0)) return [];
  const { markPx = null, szDecimals = 0 } = findMarket(desk, coin) ?? {};
  return [{ label: 'protection', value: protectionLine(exits, { szi, markPx, szDecimals }), wraps: true }];
}

/** Why the rows may be incomplete. */
function doubtRows(desk: Desk): FormRow[] {
  const stale = whyNotFresh(desk.data, desk.session, needed, desk.now());
  const unreadable = perpOrderRows(desk.data).filter(({ problem }) => problem !== null).length;
  const texts = [
    ...(isRead(desk) ? [] : ['Unknown: what is cancelled, and what protects the position.']),
    ...(stale ? [stale] : []),
    ...(unreadable > 0 ? [`${unreadable} cannot be read and may be affected.`] : []),
  ];
  return texts.length === 0 ? [] : [{ label: 'open orders', value: [span(texts.join(' '), 'warn')], wraps: true }];
}
