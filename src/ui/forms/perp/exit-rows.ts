import type Big from 'big.js';
import { distanceInR } from '../../../domain/market/exit-levels.ts';
import { stopFillPx } from '../../../domain/market/order-sizing.ts';
import { bpsText, formatPct, formatSignedUsd, formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, type Span, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';
import { feeRates } from './perp-account.ts';
import type { ReadyInputs } from './perp-inputs.ts';
import { entryPx, stopSlippageBps } from './read-size.ts';

/** The exits with their distance, estimated PnL and R, what is risked, and the reward to risk. */
export function exitRows(desk: Desk, inputs: ReadyInputs): FormRow[] {
  const { tp, sl } = inputs;
  const loss = sl && exitPnl(desk, inputs, sl.value, true);
  const gain = tp && exitPnl(desk, inputs, tp.value, false);
  return [
    ...riskRow(inputs, loss),
    ...(sl && loss ? [exitRow('stop loss', inputs, sl.value, loss)] : []),
    ...(tp && gain ? [exitRow('take profit', inputs, tp.value, gain)] : []),
    ...(loss && gain ? [rewardRow(desk, gain, loss)] : []),
  ];
}

/** USD, both fees and the slippage of the stop included; without fees while their rates are unknown. */
function exitPnl(desk: Desk, inputs: ReadyInputs, price: Big, isStop: boolean): Big {
  const { isBuy, isTaker, size, fill, px } = inputs;
  const entry = entryPx(fill, inputs, px);
  const exit = isStop ? stopFillPx({ entryPx: px, stopPx: price, stopSlippageBps }) : price;
  const gross = exit.minus(entry).times(isBuy ? 1 : -1);
  const fees = feeRates(desk);
  const perCoin = fees
    ? gross.minus(entry.times(isTaker ? fees.taker : fees.maker)).minus(exit.times(fees.taker))
    : gross;
  return perCoin.times(size.value);
}

const tone = (pnl: Big): Span['tone'] => (pnl.lt(0) ? 'down' : 'up');

function exitRow(label: string, { px, sl, isBuy }: ReadyInputs, price: Big, pnl: Big): FormRow {
  const away = price.minus(px).times(100).div(px);
  const r = sl && distanceInR(price, px, sl.value, isBuy).round(2);
  return {
    label,
    value: [
      span(`market at ${groupThousands(price.toFixed())}`),
      muted(`  ${formatPct(away, 2, { sign: true })}   `),
      span(`${formatSignedUsd(pnl)} USD`, tone(pnl)),
      muted(r ? `   ${r.gt(0) ? '+' : ''}${groupThousands(r.toFixed())} R` : ''),
    ],
  };
}

const boundWords = { risk: 'risk', margin: 'margin', cap: 'your order cap' } as const;

function riskRow(inputs: ReadyInputs, loss: Big | null): FormRow[] {
  const { risk } = inputs.size;
  if (!risk || !loss) return [];
  const share = risk.pct ? ` (${risk.pct.toFixed()} % of equity)` : '';
  return [
    {
      label: 'risk',
      value: [
        span(`${formatUsd(loss.abs())} of ${formatUsd(risk.usd)} USD${share}`),
        span(`, bound by ${boundWords[risk.bound]}`, risk.bound === 'risk' ? 'muted' : 'warn'),
      ],
      wraps: true,
    },
  ];
}

function rewardRow(desk: Desk, gain: Big, loss: Big): FormRow {
  const counted = feeRates(desk) ? `after fees, ${bpsText(stopSlippageBps)} slippage at the stop` : 'before fees';
  return {
    label: 'reward:risk',
    value: [
      gain.gt(0) && loss.lt(0) ? span(`${gain.div(loss.abs()).toFixed(2)} : 1`) : span('no reward after fees', 'warn'),
      muted(`   ${counted}`),
    ],
  };
}
