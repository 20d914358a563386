import type { Operation } from '../../../actions/operations.ts';
import type { PlacePerpOrder } from '../../../actions/orders/place-perp-order.ts';
import type { SetLeverage } from '../../../actions/orders/set-leverage.ts';
import { formatPrice, formatSize } from '../../../domain/numbers/format.ts';
import type { Desk } from '../../desk/desk.ts';
import { known } from '../../text/cells.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { orderConsequences } from '../consequence-rows.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import { accountRows, keyLimitRows, livePosition, markAge, perpWarningRows } from '../position-form-parts.ts';
import { heatRows } from './heat-rows.ts';
import { expectedFill } from './market-fill.ts';
import { defaultSlippageBps, missingWallet, perpWalletId } from './perp-account.ts';
import { isReady, maxOrderUsd, type ReadyInputs, readPerpInputs } from './perp-inputs.ts';
import { findMarket } from './perp-market.ts';
import { perpOrderFields } from './perp-order-fields.ts';
import { perpOrderRows } from './perp-rows.ts';

interface PerpDraft extends PlacePerpOrder {
  /** Set before the order; null if it stays. */
  readonly leverage: SetLeverage | null;
  readonly inputs: ReadyInputs;
}

interface Start {
  readonly title?: string;
  /** Beside the fields: `grouping` of `positionTpsl` makes the exits close the whole position. */
  readonly values: Values;
  /** What the order's confirmation says about its initial values. */
  readonly notes?: ((draft: PlacePerpOrder) => readonly FormRow[]) | undefined;
}

/** Default values of the form. */
export const perpOrderStart = (desk: Desk, coin: string): Values => ({
  coin,
  side: 'buy',
  type: 'limit',
  price: '',
  slippage: String(defaultSlippageBps(desk) / 100),
  size: '',
  sl: '',
  tp: '',
  leverage: '',
  margin: 'unchanged',
  reduceOnly: 'no',
});

/**
 * Places a limit or market perp order with optional TP/SL, after a change of leverage or margin mode if one is typed. Sizes and
 * prices are rounded to the market's increments.
 */
export function perpOrderForm(desk: Desk, { title, values, notes = () => [] }: Start): FormSpec<PerpDraft> {
  // One cloid per attempt: a venue may remember the cloid of a rejected order.
  let cloid = desk.actions.newCloid();
  return {
    id: 'perp-order',
    title: title ?? 'New perp order',
    initial: values,
    wants: ['fees', 'perpOrders'],
    subject: (typed) => subject(desk, typed),
    bookCoin: ({ coin }) => findMarket(desk, coin ?? '')?.coin ?? null,
    fields: (typed) => perpOrderFields(desk, typed),
    evaluate: (typed) => evaluate(desk, typed, cloid),
    confirmation: (draft) => [
      ...reviewRows(desk, atPresent(desk, draft.inputs)),
      ...orderConsequences(desk, draft),
      ...heatRows(desk, draft),
      ...notes(draft),
      { label: 'cloid', value: [muted(draft.cloid)] },
      ...accountRows(desk, draft.walletId),
    ],
    operation: toOperation,
    firstOperation: ({ leverage }) => (leverage ? { kind: 'setLeverage', draft: leverage } : null),
    submit: async (draft) => {
      cloid = desk.actions.newCloid();
      desk.ui.setState({ lastOrder: { kind: 'perp', values: valuesOf(draft.inputs, values) } });
      const order = toOperation(draft);
      return desk.actions.sendInOrder(
        draft.leverage ? [{ kind: 'setLeverage', draft: draft.leverage }, order] : [order],
      );
    },
  };
}

/** The confirmed inputs at the mark and the book of this frame; price, size and worst price stay as they are sent. */
function atPresent(desk: Desk, inputs: ReadyInputs): ReadyInputs {
  const { isBuy, isLimit, size, worstPx, px } = inputs;
  const market = findMarket(desk, inputs.market.coin);
  if (!market?.markPx) return inputs;
  const fill = worstPx && expectedFill(desk, market, { isBuy, sz: size.value, limitPx: worstPx });
  return { ...inputs, market, fill, px: isLimit ? px : market.markPx };
}

/** The sent order as form values, for repeating it. */
const valuesOf = (inputs: ReadyInputs, start: Values): Values => ({
  ...start,
  coin: inputs.market.coin,
  side: inputs.isBuy ? 'buy' : 'sell',
  type: inputs.isLimit ? 'limit' : 'market',
  price: inputs.limit?.value.toFixed() ?? '',
  ...(inputs.slippageBps === null ? {} : { slippage: String(inputs.slippageBps / 100) }),
  size: inputs.size.value.toFixed(),
  leverage: '',
  margin: 'unchanged',
  reduceOnly: inputs.reduceOnly ? 'yes' : 'no',
  tp: inputs.tp?.value.toFixed() ?? '',
  sl: inputs.sl?.value.toFixed() ?? '',
});

const toOperation = ({ inputs: _inputs, leverage: _leverage, ...draft }: PerpDraft): Operation => ({
  kind: 'placePerpOrder',
  draft,
});

/** What will happen, for the preview and the confirmation alike. */
const reviewRows = (desk: Desk, inputs: ReadyInputs): FormRow[] => [
  ...perpOrderRows(desk, inputs),
  ...warnings(desk, inputs),
];

function subject(desk: Desk, values: Values): Line {
  const market = findMarket(desk, values.coin ?? '');
  if (!market) return [muted('choose a market')];
  const live = livePosition(desk, market.coin);
  return [
    span(market.coin, 'title', { bold: true }),
    muted('  mark '),
    known(market.markPx, formatPrice),
    muted(` ${markAge(desk)}`),
    ...(live
      ? [
          muted('   open '),
          span(
            formatSize(live.position.szi, live.szDecimals, { sign: true }),
            live.position.side === 'long' ? 'up' : 'down',
          ),
          muted(' @ '),
          known(live.position.entryPx, formatPrice),
        ]
      : [muted('   no position')]),
  ];
}

function evaluate(desk: Desk, values: Values, cloid: string): Evaluation<PerpDraft> {
  const inputs = readPerpInputs(desk, values);
  const walletId = perpWalletId(desk);
  const problems = { ...inputs.problems, ...(walletId === null ? { form: missingWallet } : {}) };
  const { change } = inputs.setting;
  const submitLabel = `${change ? `Set ${change.leverage}×, place` : 'Place'} ${inputs.isBuy ? 'buy' : 'sell'}`;
  const referencePrice = inputs.market?.markPx?.toFixed();
  if (!isReady(inputs)) return { problems, preview: [], draft: null, submitLabel, referencePrice };
  const sendPx = inputs.isLimit ? inputs.px : inputs.worstPx;
  const isFine = Object.keys(problems).length === 0 && walletId !== null && sendPx !== null;
  const grouping = values.grouping === 'positionTpsl' ? 'positionTpsl' : 'normalTpsl';
  const draft = isFine
    ? {
        ...bodyOf(inputs, sendPx.toFixed(), { walletId, cloid, grouping }),
        inputs,
        leverage: change && { ...change, walletId },
      }
    : null;
  return {
    problems,
    preview: [
      ...reviewRows(desk, inputs),
      ...(draft ? [...orderConsequences(desk, draft), ...heatRows(desk, draft)] : []),
      ...keyLimitRows(desk),
    ],
    draft,
    submitLabel,
    referencePrice,
  };
}

type Named = Pick<PlacePerpOrder, 'walletId' | 'cloid' | 'grouping'>;

function bodyOf(inputs: ReadyInputs, limitPx: string, { walletId, cloid, grouping }: Named): PlacePerpOrder {
  const { market, isBuy, isLimit, reduceOnly, size, px, worstPx, tp, sl, slippageBps } = inputs;
  return {
    walletId,
    coin: market.coin,
    isBuy,
    limitPx,
    reduceOnly,
    cloid,
    slippageBps,
    sz: size.value.toFixed(),
    orderType: isLimit ? 'limit' : 'market',
    tp: tp?.value.toFixed() ?? null,
    sl: sl?.value.toFixed() ?? null,
    grouping: tp || sl ? grouping : 'na',
    usd: maxOrderUsd(size.value, px, worstPx),
  };
}

/** Key limit warnings. Includes the closed share of the position, which an API key may limit. */
function warnings(desk: Desk, inputs: ReadyInputs): FormRow[] {
  const { market, isBuy, px, size } = inputs;
  const held = market && livePosition(desk, market.coin)?.position;
  const isAgainst = held && (held.side === 'long') !== isBuy;
  const share = isAgainst && !held.szi.eq(0) ? Number(size.value.times(100).div(held.szi.abs()).toFixed(0)) : 0;
  return perpWarningRows(desk, {
    side: isBuy ? 'buy' : 'sell',
    usd: px && size.value.times(px),
    percentage: Math.min(100, share),
  });
}
