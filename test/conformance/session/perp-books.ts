import type { FundingPayment, PerpFill, PerpPosition, PerpPositionsResponse } from '@shuriken/sdk-ts';
import Big from 'big.js';
import { expect, vi } from 'vitest';
import { type Desk, perpWallet } from './desk.ts';

/** One moment of the perp account, with everything that has happened to it since the session began, oldest first. */
export interface PerpMoment {
  readonly state: PerpPositionsResponse;
  readonly fills: readonly PerpFill[];
  readonly funding: readonly FundingPayment[];
}

/** Reads again when a fill or a payment came between the calls, so that all answers are of one moment. */
export const readPerps = ({ sdk: { perps } }: Desk, startTime: number): Promise<PerpMoment> =>
  vi.waitFor(
    async () => {
      const events = async () => ({
        fills: (await perps.getFills({ ...perpWallet, startTime })).toReversed(),
        funding: (await perps.getFunding({ ...perpWallet, startTime })).toReversed(),
      });
      const before = await events();
      const state = await perps.getPositions(perpWallet);
      expect(await events()).toEqual(before);
      return { state, ...before };
    },
    { timeout: 60_000, interval: 20 },
  );

export const positionOf = ({ state }: PerpMoment, coin: string): PerpPosition | undefined =>
  state.positions.find((position) => position.coin === coin);

export const sum = (values: readonly (string | Big)[]): Big =>
  values.reduce<Big>((total, value) => total.plus(value), new Big(0));

/** USDC of the account, margins included and unrealised PnL not. */
export const cashOf = ({ state }: PerpMoment): Big => sum(state.spotBalances!.map(({ total }) => total));

/** What came after an earlier moment. */
export const since = (before: PerpMoment, after: PerpMoment) => ({
  fills: after.fills.slice(before.fills.length),
  funding: after.funding.slice(before.funding.length),
});

/**
 * Expects that between two moments the money moved by what fills and funding say, and that the account is worth its
 * money and its open positions. All of it is exact: the venue keeps whole micro-USD, and marks times sizes have no more digits.
 */
export function expectBalanced(before: PerpMoment, after: PerpMoment): void {
  const { fills, funding } = since(before, after);
  const realised = sum(fills.map(({ closedPnl }) => closedPnl));
  const fees = sum(fills.map(({ fee }) => fee));
  const paid = sum(funding.map(({ usdc }) => usdc));
  expect(cashOf(after).toFixed()).toBe(cashOf(before).plus(realised).minus(fees).plus(paid).toFixed());
  const unrealised = ({ state }: PerpMoment) => sum(state.positions.map(({ unrealizedPnl }) => unrealizedPnl));
  expect(new Big(after.state.accountValue).toFixed()).toBe(
    new Big(before.state.accountValue)
      .plus(realised)
      .minus(fees)
      .plus(paid)
      .plus(unrealised(after).minus(unrealised(before)))
      .toFixed(),
  );
}

/** A trader's own books of one isolated long, kept from the fills and the funding alone. */
export interface LongBooks {
  readonly szi: Big;
  readonly costUsd: Big;
  readonly marginUsd: Big;
}

/** `marginUsed` of an isolated position counts the unrealised result too. */
export const paidInto = ({ marginUsed, unrealizedPnl }: PerpPosition): Big => new Big(marginUsed).minus(unrealizedPnl);

/** From an answer: cost = value at the mark − what is unrealised, both exact. */
export const booksOf = (position: PerpPosition): LongBooks => ({
  szi: new Big(position.szi),
  costUsd: new Big(position.positionValue).minus(position.unrealizedPnl),
  marginUsd: paidInto(position),
});

/**
 * Books fills and payments, and checks what each fill says about itself on the way. A payment names the size that it was
 * paid on, which tells its place between the fills to less than the market's tick; times do not.
 */
export function keepBooks(
  start: LongBooks,
  coin: string,
  { fills, funding }: ReturnType<typeof since>,
  terms: { takerRate: string; leverage: string },
): LongBooks {
  let due = funding.filter((paid) => paid.coin === coin);
  const settled = (books: LongBooks): LongBooks => {
    const paid = due.filter(({ szi }) => books.szi.eq(szi));
    due = due.filter((payment) => !paid.includes(payment));
    return { ...books, marginUsd: books.marginUsd.plus(sum(paid.map(({ usdc }) => usdc))) };
  };
  let books = settled(start);
  for (const fill of fills.filter((one) => one.coin === coin)) books = settled(bookFill(books, fill, terms));
  expect(due, 'funding paid on a size that the fills do not give').toEqual([]);
  return books;
}

function bookFill(
  books: LongBooks,
  fill: PerpFill,
  { takerRate, leverage }: { takerRate: string; leverage: string },
): LongBooks {
  const usd = new Big(fill.px).times(fill.sz);
  // The fee of a taker, to the micro-USD, rounded up.
  expect(fill.fee).toBe(usd.times(takerRate).round(6, Big.roundUp).toFixed());
  expect(fill.startPosition).toBe(books.szi.toFixed());
  if (fill.side === 'buy') {
    expect([fill.direction, fill.closedPnl]).toEqual(['Open Long', '0']);
    return {
      szi: books.szi.plus(fill.sz),
      costUsd: books.costUsd.plus(usd),
      marginUsd: books.marginUsd.plus(usd.div(leverage).round(6, Big.roundUp)),
    };
  }
  const part = (whole: Big) => whole.times(fill.sz).div(books.szi).round(6);
  const costUsd = part(books.costUsd);
  // What the part that was sold brought, less what that part had cost on average.
  expect([fill.direction, fill.closedPnl]).toEqual(['Close Long', usd.minus(costUsd).toFixed()]);
  return {
    szi: books.szi.minus(fill.sz),
    costUsd: books.costUsd.minus(costUsd),
    marginUsd: books.marginUsd.minus(part(books.marginUsd)),
  };
}

/** Expects that the position shown is the one in the books, to the last digit. */
export function expectBooked(position: PerpPosition, { szi, costUsd, marginUsd }: LongBooks): void {
  expect({
    szi: position.szi,
    // A price is shown to eight decimals.
    entryPx: position.entryPx,
    paidIn: paidInto(position).toFixed(),
    unrealizedPnl: position.unrealizedPnl,
  }).toEqual({
    szi: szi.toFixed(),
    entryPx: costUsd.div(szi).round(8).toFixed(),
    paidIn: marginUsd.toFixed(),
    unrealizedPnl: new Big(position.positionValue).minus(costUsd).toFixed(),
  });
}
