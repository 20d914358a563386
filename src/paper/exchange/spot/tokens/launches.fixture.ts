import type { Random } from '../../../../platform/time/random.ts';
import { drawHeld, launchListing } from './launchpad.ts';
import { svmAddress } from './paper-addresses.ts';
import type { Market, TokenBook } from './token-book.ts';

/** Lists graduates, as many as are wanted. */
export function launchInto(book: TokenBook, count: number, random: Random): Market[] {
  return Array.from({ length: count }, () => {
    const market = launchOnCurve(book, random);
    market.pool.swap('native', market.pool.amountFor(market.pool.tokensForSale));
    book.graduate(market, svmAddress(random));
    return market;
  });
}

/** Lists a token on its curve, of which at least 15 % of the supply is sold. */
export function launchOnCurve(book: TokenBook, random: Random): Market {
  const held = drawHeld(random);
  const curve = { tokenAddress: svmAddress(random), creator: svmAddress(random) };
  const listing = launchListing(curve, random, { held, solUsd: book.nativePriceUsd('solana') });
  const soldPart = Math.max(0.15, held) + 0.1 * random.next();
  return book.launch(listing, svmAddress(random), random.int(2 ** 32), soldPart);
}

/** A book in which only these markets trade: the others would take nine tenths of the time. */
export const withMarkets = (book: TokenBook, markets: readonly Market[]): TokenBook =>
  new Proxy(book, {
    get(target, name) {
      if (name === 'markets') return markets;
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
