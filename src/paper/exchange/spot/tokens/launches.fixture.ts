import type { Random } from '../../../../platform/time/random.ts';
import { launchListing } from './launchpad.ts';
import { svmAddress } from './paper-addresses.ts';
import type { Market, TokenBook } from './token-book.ts';

/** Lists graduates, as many as are wanted. */
export function launchInto(book: TokenBook, count: number, random: Random): Market[] {
  return Array.from({ length: count }, () => {
    const curve = { tokenAddress: svmAddress(random), creator: svmAddress(random) };
    return book.add(launchListing(curve, random), svmAddress(random), random.int(2 ** 32));
  });
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
