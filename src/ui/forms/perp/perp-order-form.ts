import type { Operation } from '../../../actions/operations.ts';
import type { PlacePerpOrder } from '../../../actions/orders/place-perp-order.ts';
import { formatPrice, formatSize } from '../../../domain/numbers/format.ts';
import type { Desk } from '../../desk/desk.ts';
import { known } from '../../text/cells.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import { accountRows, keyLimitRows, livePosition, markAge, perpWarningRows } from '../position-form-parts.ts';
import { defaultSlippageBps, missingWallet, perpWalletId } from './perp-account.ts';
import { maxOrderUsd, readPerpInputs } from './perp-inputs.ts';
import { findMarket } from './perp-market.ts';
import { perpOrderFields } from './perp-order-fields.ts';
import { isReady, perpOrderRows, type ReadyInputs } from './perp-rows.ts';

interface PerpDraft extends PlacePerpOrder {
  readonly inputs: ReadyInputs;
}

interface Start {
  readonly title?: string;
  readonly values: Values;
}

/** Default values of the form. */
export const perpOrderStart = (desk: Desk, coin: string): Values => ({
  coin,
  side: 'buy',
  type: 'limit',
  price: '',
  slippage: String(defaultSlippageBps(desk) / 100),
  size: '',
  sizeIn: 'coin',
  reduceOnly: 'no',
  tp: '',
  sl: '',
});

/** Places a limit or market perp order with optional TP/SL. Sizes and prices are rounded to the market's increments. */
export function perpOrderForm(desk: Desk, { title, values }: Start): FormSpec<PerpDraft> {
  // One cloid per attempt: a venue may remember the cloid of a rejected order.
  let cloid = desk.actions.newCloid();
  return {
    id: 'perp-order',
    title: title ?? 'New perp order',
    initial: values,
    wants: ['fees'],
    subject: (typed) => subject(desk, typed),
    fields: (typed) => perpOrderFields(desk, typed),
    evaluate: (typed) => evaluate(desk, typed, cloid),
    confirmation: ({ inputs, cloid: name, walletId }) => [
      ...perpOrderRows(desk, inputs),
      ...warnings(desk, inputs),
      { label: 'cloid', value: [muted(name)] },
      ...accountRows(desk, walletId),
    ],
    operation: toOperation,
    submit: async (draft) => {
      cloid = desk.actions.newCloid();
      desk.ui.setState({ lastOrder: { kind: 'perp', values: valuesOf(draft.inputs, values) } });
      return desk.actions.send(toOperation(draft));
    },
  };
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
  sizeIn: 'coin',
  reduceOnly: inputs.reduceOnly ? 'yes' : 'no',
  tp: inputs.tp?.value.toFixed() ?? '',
  sl: inputs.sl?.value.toFixed() ?? '',
});

const toOperation = ({ inputs: _inputs, ...draft }: PerpDraft): Operation => ({ kind: 'placePerpOrder', draft });

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
  const submitLabel = inputs.isBuy ? 'Place buy' : 'Place sell';
  const referencePrice = inputs.market?.markPx?.toFixed();
  if (!isReady(inputs)) return { problems, preview: [], draft: null, submitLabel, referencePrice };
  const sendPx = inputs.isLimit ? inputs.px : inputs.worstPx;
  const isFine = Object.keys(problems).length === 0 && walletId !== null && sendPx !== null;
  return {
    problems,
    preview: [...perpOrderRows(desk, inputs), ...warnings(desk, inputs), ...keyLimitRows(desk)],
    draft: isFine ? { ...bodyOf(inputs, sendPx.toFixed(), walletId, cloid), inputs } : null,
    submitLabel,
    referencePrice,
  };
}

function bodyOf(inputs: ReadyInputs, limitPx: string, walletId: string, cloid: string): PlacePerpOrder {
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
    grouping: tp || sl ? 'normalTpsl' : 'na',
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
