import type Big from 'big.js';
import { bpsText, formatExact, formatPct, formatPrice, formatSize, formatUsd } from '../../../domain/numbers/format.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, type Span, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';
import { livePosition } from '../position-form-parts.ts';
import { exitRows } from './exit-rows.ts';
import { marginAddedBy, settingWords } from './leverage-setting.ts';
import { bookSide } from './market-fill.ts';
import { feeRates, fillOnAccount, freeUsd } from './perp-account.ts';
import type { ReadyInputs } from './perp-inputs.ts';
import type { FillPreview } from './preview-fill.ts';

/** Preview of an order, most important rows first: what is sent and risked, its price, then what it does to the account. */
export function perpOrderRows(desk: Desk, inputs: ReadyInputs): FormRow[] {
  const { market, size, isBuy, px, reduceOnly, setting } = inputs;
  return [
    ...leverageStep(desk, inputs),
    {
      label: setting.change ? '2 order' : 'order',
      value: [
        span(`${isBuy ? 'BUY' : 'SELL'} ${formatExact(size.value)} ${market.coin}`, isBuy ? 'up' : 'down', {
          bold: true,
        }),
        muted(`   ≈ ${formatUsd(size.value.times(px))} USD${reduceOnly ? '   reduce-only' : ''}`),
      ],
    },
    ...exitRows(desk, inputs),
    priceRow(inputs),
    ...fillRow(desk, inputs),
    ...effectRows(desk, inputs),
    feeRow(desk, inputs),
    ...roundingRow(inputs),
  ];
}

/** The first of two operations, if the leverage or the margin mode changes. */
function leverageStep(desk: Desk, { market, setting: { change } }: ReadyInputs): FormRow[] {
  if (!change) return [];
  const position = livePosition(desk, market.coin)?.position;
  const added = position && marginAddedBy(change.leverage, position);
  const taken = added?.gt(0) ? ` (takes ${formatUsd(added)} USDC)` : '';
  const effect = change.hasPosition ? `, open position too${taken}` : '';
  return [
    {
      label: '1 leverage',
      value: [span(`set ${settingWords(change)}`, 'title'), muted(`${effect}; if accepted, then:`)],
      wraps: true,
    },
  ];
}

function priceRow({ market, isLimit, isTaker, px, worstPx, slippageBps, isBuy }: ReadyInputs): FormRow {
  if (isLimit)
    return {
      label: 'price',
      value: [
        span(`limit ${formatExact(px)}`),
        muted(`   ${awayText(px, market.markPx ?? px)}, good till cancelled`),
        ...(isTaker ? [span('; crosses the book: fills at once, the API has no post-only', 'warn')] : []),
      ],
      wraps: true,
    };
  return {
    label: 'price',
    value: [
      span(`market ${isBuy ? '≤' : '≥'} ${worstPx ? formatExact(worstPx) : '–'}`),
      muted(` (${bpsText(slippageBps ?? 0)}), remainder is cancelled (IOC)`),
    ],
  };
}

function awayText(px: Big, mark: Big): string {
  const pct = px.minus(mark).times(100).div(mark);
  return pct.eq(0) ? 'at mark' : `${formatPct(pct.abs(), 2)} ${pct.gt(0) ? 'above' : 'below'} mark`;
}

/** The expected average of a market order from the visible book. */
function fillRow(desk: Desk, inputs: ReadyInputs): FormRow[] {
  const { market, isLimit, isBuy, fill } = inputs;
  if (isLimit || !inputs.worstPx) return [];
  if (!fill) {
    const hasBook = bookSide(desk, market.coin, isBuy) !== null;
    const why = hasBook ? 'nothing: the book is beyond the worst price' : 'unknown: the book has not been read';
    return [{ label: 'fill', value: [hasBook ? span(why, 'warn') : muted(why)] }];
  }
  const { avgPx, worstPx, filled, unfilled, endedBy } = fill;
  const part = `${formatSize(filled, market.szDecimals)} ${market.coin}`;
  const rest =
    endedBy === 'book'
      ? `; the visible book has only ${part}`
      : `; only ${part} within the worst price, rest cancelled`;
  return [
    {
      label: 'fill',
      value: [
        span(`≈ ${formatPrice(avgPx)} on average`),
        muted(worstPx.eq(avgPx) ? ', the best price' : `, last level ${formatExact(worstPx)}`),
        ...(unfilled.gt(0) ? [span(rest, 'warn')] : []),
      ],
      wraps: true,
    },
  ];
}

function roundingRow({ market, limit, size, tp, sl }: ReadyInputs): FormRow[] {
  const prices = (
    [
      ['price', limit],
      ['stop loss', sl],
      ['take profit', tp],
    ] as const
  ).flatMap(([name, price]) =>
    price && !price.typed.eq(price.value)
      ? [`${name} ${formatExact(price.typed.round(10))} → ${formatExact(price.value)}`]
      : [],
  );
  const isCut = !size.typed.eq(size.value);
  const parts = [...prices, ...(isCut ? [`size down to ${market.szDecimals} decimals`] : [])];
  if (parts.length === 0) return [];
  return [{ label: 'rounding', value: [span(parts.join(', '), prices.length > 0 ? 'warn' : 'muted')], wraps: true }];
}

function effectRows(desk: Desk, inputs: ReadyInputs): FormRow[] {
  const { market, isBuy, size, px, reduceOnly, setting } = inputs;
  const after = fillOnAccount(desk, market, { isBuy, sz: size.value, px, reduceOnly }, setting);
  const free = freeUsd(desk);
  const mode = setting.leverage !== null && settingWords({ leverage: setting.leverage, isCross: setting.isCross });
  const isNone = after.szi.eq(0);
  return [
    {
      label: 'margin',
      value: [
        ...marginCells(after.opened.times(px), after.marginUsd, market),
        muted(free ? ` of ${formatUsd(free)} free` : ''),
        muted(mode ? `   ${mode}${setting.isFromDesk ? ' (set here)' : ''}` : ''),
      ],
      wraps: true,
    },
    { label: 'position', value: isNone ? [muted('closed')] : positionCells(inputs, after), wraps: true },
  ];
}

/** The position afterwards and where it would be liquidated. */
function positionCells({ market, setting, sl, px, isBuy }: ReadyInputs, after: FillPreview): Span[] {
  const { szi, entryPx, liquidationPx } = after;
  const size = span(`${formatSize(szi, market.szDecimals, { sign: true })} ${market.coin}`);
  const entry = muted(entryPx ? ` @ ${formatPrice(entryPx)}` : '');
  if (!liquidationPx)
    return [size, entry, muted(`, liquidation ${setting.leverage === null ? 'unknown: depends on leverage' : 'none'}`)];
  const isBeforeStop = sl !== null && (isBuy ? liquidationPx.gte(sl.value) : liquidationPx.lte(sl.value));
  return [
    size,
    entry,
    muted(', liq ≈ '),
    span(formatPrice(liquidationPx)),
    muted(` (${formatPct(liquidationPct(szi, px, liquidationPx), 1)} away)`),
    ...(isBeforeStop ? [span(', before the stop', 'danger')] : []),
  ];
}

const liquidationPct = (szi: Big, px: Big, liquidation: Big): Big =>
  (szi.lt(0) ? liquidation.minus(px) : px.minus(liquidation)).times(100).div(px);

/** The required margin; if the leverage is unknown, its possible range. */
function marginCells(openedUsd: Big, marginUsd: Big | null, { maxLeverage }: PerpMarket): Span[] {
  if (openedUsd.eq(0)) return [muted('none required')];
  if (marginUsd) return [span(`${formatUsd(marginUsd)} USDC`)];
  const least = formatUsd(openedUsd.div(maxLeverage));
  return [span('unknown: depends on leverage'), muted(`; ${least} at ${maxLeverage}×, ${formatUsd(openedUsd)} at 1×;`)];
}

/** A limit order that crosses the book pays the taker rate. */
function feeRow(desk: Desk, { isTaker, px, size }: ReadyInputs): FormRow {
  const rates = feeRates(desk);
  if (!rates) return { label: 'fee', value: [muted('fee rates are still loading')] };
  const rate = isTaker ? rates.taker : rates.maker;
  const usd = formatUsd(size.value.times(px).times(rate));
  return {
    label: 'fee',
    value: [span(`≈ ${usd} ${isTaker ? 'taker' : 'maker'} (${rate.times(10_000).toFixed()} bps)`)],
  };
}
