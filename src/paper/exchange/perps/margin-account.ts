import Big from 'big.js';

/** Money is kept in whole micro-USD. */
const usdDecimals = 6;
/** Newest entries kept; older ones are forgotten, their sums are not. */
const historyLimit = 2000;

export interface Position {
  readonly coin: string;
  /** Signed size: negative is short. */
  readonly szi: Big;
  /** szi × average entry price. Kept instead of the price, so that a partial close cannot lose a fraction of a cent. */
  readonly costUsd: Big;
  readonly leverage: number;
  readonly isCross: boolean;
  /** Money set aside for an isolated position, without its unrealised PnL; 0 for cross. */
  readonly marginUsd: Big;
}

export interface PerpTrigger {
  readonly kind: 'tp' | 'sl';
  readonly px: Big;
  readonly isMarket: boolean;
}

export interface PerpOrder {
  readonly oid: number;
  readonly coin: string;
  readonly isBuy: boolean;
  readonly limitPx: Big;
  readonly sz: Big;
  readonly reduceOnly: boolean;
  readonly cloid: string | null;
  readonly timestampMs: number;
  readonly trigger: PerpTrigger | null;
  /** The entry that a take-profit or stop-loss belongs to: it sleeps while that rests. */
  readonly parentOid: number | null;
}

/** One execution, as the wire shows it. */
export interface PerpFill {
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  readonly px: string;
  readonly sz: string;
  readonly fee: string;
  readonly closedPnl: string;
  readonly time: number;
  readonly oid: number;
  readonly startPosition: string;
  readonly direction: string;
  readonly cloid?: string;
}

/** One hourly payment, as the wire shows it; negative `usdc` was paid. */
export interface FundingPayment {
  readonly coin: string;
  readonly usdc: string;
  readonly fundingRate: string;
  readonly szi: string;
  readonly time: number;
}

/** Everything that ever moved the account's money, apart from unrealised PnL. */
export interface Totals {
  deposits: Big;
  realised: Big;
  fees: Big;
  funding: Big;
  /** Losses beyond the margin that a liquidation left to the venue's insurance. */
  insurance: Big;
}

export interface FillInput {
  readonly coin: string;
  readonly isBuy: boolean;
  readonly sz: Big;
  readonly px: Big;
  readonly feeRate: string;
  readonly timeMs: number;
  readonly oid: number;
  readonly cloid: string | null;
  /** Replaces `Close Long` and the like, for liquidations. */
  readonly direction?: string;
}

export interface LeverageSetting {
  readonly leverage: number;
  readonly isCross: boolean;
}

const zero = new Big(0);
const roundUsd = (usd: Big): Big => usd.round(usdDecimals, Big.roundHalfUp);
const roundUsdUp = (usd: Big): Big => usd.round(usdDecimals, Big.roundUp);

/** The average entry price, to the precision a price can have. */
export const entryPx = (position: Position): Big => position.costUsd.div(position.szi).round(8);

/**
 * One wallet's money at the perp venue. `cashUsd` is what is not set aside for isolated positions; every change goes
 * through a method here, and at any moment
 * `cash + isolated margins = deposits + realised − fees + funding + insurance`.
 */
export class MarginAccount {
  cashUsd = zero;
  readonly totals: Totals = { deposits: zero, realised: zero, fees: zero, funding: zero, insurance: zero };
  readonly positions = new Map<string, Position>();
  readonly leverages = new Map<string, LeverageSetting>();
  readonly orders = new Map<number, PerpOrder>();
  fills: PerpFill[] = [];
  fundings: FundingPayment[] = [];

  deposit(usd: Big): void {
    this.cashUsd = this.cashUsd.plus(usd);
    this.totals.deposits = this.totals.deposits.plus(usd);
  }

  /** Executes a trade: closes first, then opens with the coin's leverage setting. Returns the size that was closed. */
  applyFill(fill: FillInput, setting: LeverageSetting): Big {
    const before = this.positions.get(fill.coin);
    const startSzi = before?.szi ?? zero;
    const isClosing = before !== undefined && startSzi.gt(0) !== fill.isBuy;
    const closed = isClosing ? smaller(fill.sz, startSzi.abs()) : zero;
    const opened = fill.sz.minus(closed);
    const closedPnl = before && closed.gt(0) ? this.#reduce(before, closed, fill.px) : zero;
    if (opened.gt(0)) this.#increase(fill, opened, setting);
    const fee = roundUsdUp(fill.sz.times(fill.px).times(fill.feeRate));
    this.cashUsd = this.cashUsd.minus(fee);
    this.totals.fees = this.totals.fees.plus(fee);
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
    return closed;
  }

  /** Pays or receives one hour of funding: longs pay `rate` of the notional at the oracle price when it is positive. */
  applyFunding(position: Position, oraclePx: Big, rate: Big, timeMs: number): void {
    const usdc = roundUsd(position.szi.times(oraclePx).times(rate)).times(-1);
    if (position.isCross) this.cashUsd = this.cashUsd.plus(usdc);
    else this.positions.set(position.coin, { ...position, marginUsd: position.marginUsd.plus(usdc) });
    this.totals.funding = this.totals.funding.plus(usdc);
    this.fundings.push({
      coin: position.coin,
      usdc: usdc.toFixed(),
      fundingRate: rate.toFixed(),
      szi: position.szi.toFixed(),
      time: timeMs,
    });
    if (this.fundings.length > historyLimit) this.fundings = this.fundings.slice(-historyLimit);
  }

  /** Moves money between cash and an isolated position; negative `usd` takes it back. */
  moveMargin(position: Position, usd: Big): void {
    this.cashUsd = this.cashUsd.minus(usd);
    this.positions.set(position.coin, { ...position, marginUsd: position.marginUsd.plus(usd) });
  }

  /** The venue's insurance takes a loss that the account cannot pay. */
  insure(usd: Big): void {
    this.cashUsd = this.cashUsd.plus(usd);
    this.totals.insurance = this.totals.insurance.plus(usd);
  }

  /** Returns the realised PnL. */
  #reduce(before: Position, closed: Big, px: Big): Big {
    const isAll = closed.eq(before.szi.abs());
    const part = (usd: Big): Big => (isAll ? usd : roundUsd(usd.times(closed).div(before.szi.abs())));
    const costUsd = part(before.costUsd);
    const marginUsd = part(before.marginUsd);
    const signedClosed = before.szi.gt(0) ? closed : closed.times(-1);
    const pnl = signedClosed.times(px).minus(costUsd);
    this.cashUsd = this.cashUsd.plus(pnl).plus(marginUsd);
    this.totals.realised = this.totals.realised.plus(pnl);
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

export const smaller = (a: Big, b: Big): Big => (a.lt(b) ? a : b);
