import Big from 'big.js';
import {
  type FillInput,
  type FundingPayment,
  type LeverageSetting,
  type PerpFill,
  type PerpOrder,
  type Position,
  smaller,
  zero,
} from '../perp-records.ts';
import type { PerpLedger, VenueAccount } from './perp-ledger.ts';

/** Money is stored in whole micro-USD. */
const usdDecimals = 6;
/** Number of entries kept in memory; sums include dropped ones. */
const historyLimit = 2000;

const roundUsd = (usd: Big): Big => usd.round(usdDecimals, Big.roundHalfUp);
const roundUsdUp = (usd: Big): Big => usd.round(usdDecimals, Big.roundUp);

/**
 * One wallet's money at the perp venue. `cashUsd` excludes margin of isolated positions. Money moves only through the
 * ledger, so `cash + isolated margins` always equals the wallet's balance there.
 */
export class MarginAccount {
  readonly walletId: string;
  readonly #ledger: PerpLedger;
  cashUsd = zero;
  readonly positions = new Map<string, Position>();
  readonly leverages = new Map<string, LeverageSetting>();
  /** By oid. */
  readonly orders = new Map<number, PerpOrder>();
  /** Every cloid ever used, in lower case: a cloid can be used only once. */
  readonly cloids = new Set<string>();
  fills: PerpFill[] = [];
  fundings: FundingPayment[] = [];

  constructor(walletId: string, ledger: PerpLedger) {
    this.walletId = walletId;
    this.#ledger = ledger;
  }

  deposit(usd: Big): void {
    this.#receive('outside', usd);
  }

  /**
   * The insurance fund pays the account's deficit as far as it lasts; the counterparties, which are the crowd, are
   * deleveraged at a price that carries the rest. Negative `usd`: the fund takes the rest of a liquidation.
   */
  insure(usd: Big): void {
    const fundUsd = this.#ledger.usd('insurance');
    const insured = smaller(usd, fundUsd.gt(0) ? fundUsd : zero);
    this.#receive('insurance', insured);
    this.#receive('deleveraged', usd.minus(insured));
  }

  /** Applies a trade: first closes, then opens with the coin's leverage setting. */
  applyFill(fill: FillInput, setting: LeverageSetting): void {
    const before = this.positions.get(fill.coin);
    const startSzi = before?.szi ?? zero;
    const isClosing = before !== undefined && startSzi.gt(0) !== fill.isBuy;
    const closed = isClosing ? smaller(fill.sz, startSzi.abs()) : zero;
    const opened = fill.sz.minus(closed);
    const closedPnl = before && closed.gt(0) ? this.#reduce(before, closed, fill.px) : zero;
    if (opened.gt(0)) this.#increase(fill, opened, setting);
    const fee = roundUsdUp(fill.sz.times(fill.px).times(fill.feeRate));
    this.#receive('fees', fee.times(-1));
    this.fills.push({
      coin: fill.coin,
      side: fill.isBuy ? 'buy' : 'sell',
      px: fill.px.toFixed(),
      sz: fill.sz.toFixed(),
      fee: fee.toFixed(),
      closedPnl: closedPnl.toFixed(),
      time: fill.timeMs,
      oid: fill.oid,
      startPosition: startSzi.toFixed(),
      direction: fill.direction ?? directionOf(fill.isBuy, closed, opened),
      ...(fill.cloid === null ? {} : { cloid: fill.cloid }),
    });
    if (this.fills.length > historyLimit) this.fills = this.fills.slice(-historyLimit);
  }

  /** Pays or receives one hour of funding: with a positive rate, longs pay `rate` × notional at the oracle price. */
  applyFunding(position: Position, oraclePx: Big, rate: Big, timeMs: number): void {
    const usdc = roundUsd(position.szi.times(oraclePx).times(rate)).times(-1);
    this.#receive('funding', usdc);
    if (!position.isCross) this.moveMargin(position, usdc);
    this.fundings.push({
      coin: position.coin,
      usdc: usdc.toFixed(),
      fundingRate: rate.toFixed(),
      szi: position.szi.toFixed(),
      time: timeMs,
    });
    if (this.fundings.length > historyLimit) this.fundings = this.fundings.slice(-historyLimit);
  }

  /** Moves money from cash to an isolated position; negative `usd` moves it back. */
  moveMargin(position: Position, usd: Big): void {
    this.cashUsd = this.cashUsd.minus(usd);
    this.positions.set(position.coin, { ...position, marginUsd: position.marginUsd.plus(usd) });
  }

  #receive(from: VenueAccount, usd: Big): void {
    this.cashUsd = this.cashUsd.plus(usd);
    this.#ledger.pay(from, this.walletId, usd);
  }

  /** Returns the realised PnL. */
  #reduce(before: Position, closed: Big, px: Big): Big {
    const isAll = closed.eq(before.szi.abs());
    const part = (usd: Big): Big => (isAll ? usd : roundUsd(usd.times(closed).div(before.szi.abs())));
    const costUsd = part(before.costUsd);
    const marginUsd = part(before.marginUsd);
    const signedClosed = before.szi.gt(0) ? closed : closed.times(-1);
    const pnl = signedClosed.times(px).minus(costUsd);
    this.cashUsd = this.cashUsd.plus(marginUsd);
    this.#receive('crowd', pnl);
    if (isAll) this.positions.delete(before.coin);
    else
      this.positions.set(before.coin, {
        ...before,
        szi: before.szi.minus(signedClosed),
        costUsd: before.costUsd.minus(costUsd),
        marginUsd: before.marginUsd.minus(marginUsd),
      });
    return pnl;
  }

  #increase(fill: FillInput, opened: Big, setting: LeverageSetting): void {
    const before = this.positions.get(fill.coin);
    const signed = fill.isBuy ? opened : opened.times(-1);
    const marginUsd = setting.isCross ? zero : roundUsdUp(opened.times(fill.px).div(setting.leverage));
    this.cashUsd = this.cashUsd.minus(marginUsd);
    this.positions.set(fill.coin, {
      coin: fill.coin,
      szi: (before?.szi ?? zero).plus(signed),
      costUsd: (before?.costUsd ?? zero).plus(signed.times(fill.px)),
      leverage: setting.leverage,
      isCross: setting.isCross,
      marginUsd: (before?.marginUsd ?? zero).plus(marginUsd),
    });
  }
}

function directionOf(isBuy: boolean, closed: Big, opened: Big): string {
  if (closed.gt(0) && opened.gt(0)) return isBuy ? 'Short > Long' : 'Long > Short';
  if (closed.gt(0)) return isBuy ? 'Close Short' : 'Close Long';
  return isBuy ? 'Open Long' : 'Open Short';
}
