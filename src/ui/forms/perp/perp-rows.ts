import Big from 'big.js';
import { formatPct, formatPrice, formatSize, formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyOf } from '../../keys/keymap.ts';
import { muted, type Span, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';
import { knownLeverage } from './known-leverage.ts';
import { feeRates, fillOnAccount, freeUsd, perpWalletId } from './perp-account.ts';
import type { PerpInputs } from './perp-inputs.ts';
import type { Rounded } from './venue-order.ts';

/** Inputs complete enough for an order. */
export type ReadyInputs = PerpInputs & { readonly market: PerpMarket; readonly px: Big; readonly size: Rounded };

export const isReady = (inputs: PerpInputs): inputs is ReadyInputs =>
  inputs.market !== null && inputs.px !== null && inputs.size !== null && inputs.market.markPx !== null;

const exact = (value: Big): string => groupThousands(value.toFixed());

/** Preview of an order: price, rounding, TP/SL, and the resulting position, margin, liquidation and fee. */
export function perpOrderRows(desk: Desk, inputs: ReadyInputs): FormRow[] {
  const { market, size, isBuy, px, reduceOnly } = inputs;
  return [
    {
      label: 'order',
      value: [
        span(`${isBuy ? 'BUY' : 'SELL'} ${exact(size.value)} ${market.coin}`, isBuy ? 'up' : 'down', { bold: true }),
        muted(`   ≈ ${formatUsd(size.value.times(px))} USD${reduceOnly ? '   reduce-only' : ''}`),
      ],
    },
    priceRow(inputs),
    roundingRow(inputs),
    ...exitRow(inputs),
    ...effectRows(desk, inputs),
    feeRow(desk, inputs),
  ];
}

function priceRow({ market, isLimit, px, worstPx, slippageBps, isBuy }: ReadyInputs): FormRow {
  const mark = market.markPx ?? px;
  if (isLimit)
    return {
      label: 'price',
      value: [span(`limit ${exact(px)}`), muted(`   ${awayText(px, mark)}, good till cancelled`)],
    };
  return {
    label: 'price',
    value: [
      span(`market, ${isBuy ? 'at most' : 'at least'} ${worstPx ? exact(worstPx) : '–'}`),
      muted(`   ${new Big(slippageBps ?? 0).div(100).toFixed()} % slippage; remainder is cancelled`),
    ],
  };
}

function awayText(px: Big, mark: Big): string {
  const pct = px.minus(mark).times(100).div(mark);
  return pct.eq(0) ? 'at mark' : `${formatPct(pct.abs(), 2)} ${pct.gt(0) ? 'above' : 'below'} mark`;
}

function roundingRow({ market, limit, size, tp, sl }: ReadyInputs): FormRow {
  const prices = (
    [
      ['price', limit],
      ['take profit', tp],
      ['stop loss', sl],
    ] as const
  ).flatMap(([name, price]) =>
    price && !price.typed.eq(price.value) ? [`${name} ${exact(price.typed)} → ${exact(price.value)}`] : [],
  );
  const isCut = !size.typed.eq(size.value);
  const parts = [...prices, ...(isCut ? [`size down to ${market.szDecimals} decimals`] : [])];
  return {
    label: 'rounding',
    value: [parts.length === 0 ? muted('none') : span(parts.join(', '), prices.length > 0 ? 'warn' : 'muted')],
    wraps: true,
  };
}

function exitRow({ tp, sl, px }: ReadyInputs): FormRow[] {
  const part = (name: string, price: Rounded | null): string[] =>
    price
      ? [`${name} ${exact(price.value)} (${formatPct(price.value.minus(px).times(100).div(px), 1, { sign: true })})`]
      : [];
  const parts = [...part('TP', tp), ...part('SL', sl)];
  return parts.length === 0
    ? []
    : [{ label: 'TP/SL', value: [span(parts.join(', ')), muted(', market orders')], wraps: true }];
}

function effectRows(desk: Desk, { market, isBuy, size, px, reduceOnly }: ReadyInputs): FormRow[] {
  const after = fillOnAccount(desk, market, { isBuy, sz: size.value, px, reduceOnly });
  const known = knownLeverage(desk, market.coin, perpWalletId(desk));
  const free = freeUsd(desk);
  const isShort = after.marginUsd && free?.lt(after.marginUsd);
  const mode = known && `${known.leverage}× ${known.isCross ? 'cross' : 'isolated'}`;
  const isNone = after.szi.eq(0);
  const distance = after.liquidationPx && liquidationPct(after.szi, px, after.liquidationPx);
  return [
    {
      label: 'position',
      value: isNone
        ? [muted('closed')]
        : [
            span(`${formatSize(after.szi, market.szDecimals, { sign: true })} ${market.coin}`),
            muted(after.entryPx ? `   entry ${formatPrice(after.entryPx)}` : ''),
          ],
    },
    {
      label: 'margin',
      value: [
        ...marginCells(after.opened.times(px), after.marginUsd, market, keyOf(desk.keymap, 'perp.leverage')),
        muted(free ? ` of ${formatUsd(free)} free` : ''),
        muted(mode ? `   ${mode}${known?.from === 'desk' ? ' (set here)' : ''}` : ''),
        ...(isShort ? [span('   insufficient margin', 'danger')] : []),
      ],
      wraps: true,
    },
    ...(isNone
      ? []
      : [
          {
            label: 'liquidation',
            value: after.liquidationPx
              ? [
                  span(`≈ ${formatPrice(after.liquidationPx)}`),
                  muted(distance ? `   ${formatPct(distance, 1)} from the price` : ''),
                ]
              : [muted(known ? 'none' : 'unknown: depends on the leverage')],
          },
        ]),
  ];
}

const liquidationPct = (szi: Big, px: Big, liquidation: Big): Big =>
  (szi.lt(0) ? liquidation.minus(px) : px.minus(liquidation)).times(100).div(px);

/** The required margin; if the leverage is unknown, its possible range. */
function marginCells(openedUsd: Big, marginUsd: Big | null, market: PerpMarket, leverageKey: string): Span[] {
  if (openedUsd.eq(0)) return [muted('none required')];
  if (marginUsd) return [span(`${formatUsd(marginUsd)} USDC`)];
  const least = formatUsd(openedUsd.div(market.maxLeverage));
  return [
    span(`${least} at ${market.maxLeverage}× to ${formatUsd(openedUsd)} at 1×`),
    muted(` (leverage unknown, set it with ${leverageKey});`),
  ];
}

/** A limit order that crosses the book pays the taker rate. */
function feeRow(desk: Desk, { market, isBuy, isLimit, px, size }: ReadyInputs): FormRow {
  const rates = feeRates(desk);
  if (!rates) return { label: 'fee', value: [muted('fee rates are still loading')] };
  const usd = size.value.times(px);
  const text = (rate: Big, who: string): string =>
    `≈ ${formatUsd(usd.times(rate))} ${who} (${rate.times(10_000).toFixed()} bps)`;
  const other = isBuy ? (market.ask ?? market.markPx) : (market.bid ?? market.markPx);
  const crosses = !isLimit || (other !== null && (isBuy ? px.gte(other) : px.lte(other)));
  return {
    label: 'fee',
    value: [
      span(crosses ? text(rates.taker, 'taker') : text(rates.maker, 'maker')),
      muted(crosses && isLimit ? '   crosses the book: fills immediately' : ''),
    ],
  };
}
