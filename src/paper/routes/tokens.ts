import { allChains } from '../../domain/market/chain.ts';
import { parseTokenId } from '../../domain/market/token.ts';
import {
  batchTokens,
  getToken,
  searchTokens,
  tokenChart,
  tokenPools,
  tokenPrice,
  tokenStats,
} from '../../protocol/endpoints/tokens.ts';
import { floatText } from '../exchange/spot/tokens/market-events.ts';
import { idOf } from '../exchange/spot/tokens/token-book.ts';
import type { PaperToken } from '../exchange/spot/tokens/token-list.ts';
import type { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import { Paged, PaperError, type Route, route } from '../service/handler.ts';
import { requireName } from './refuse-field.ts';

const info = (token: PaperToken) => {
  const { chain, address, name, symbol, decimals } = token;
  return { tokenId: idOf(token), chain, address, name, symbol, decimals };
};

/** Best match first: exact symbol, symbol prefixes, then names; ties by pool liquidity. */
function search(spot: SpotMarket, text: string, chain: string | undefined): PaperToken[] {
  const wanted = text.trim().toLowerCase();
  const rank = ({ symbol, name, address }: PaperToken) => {
    if (symbol.toLowerCase() === wanted || address.toLowerCase() === wanted) return 0;
    if (symbol.toLowerCase().startsWith(wanted)) return 1;
    return symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return spot.book.tokens
    .filter((token) => rank(token) < 3 && (chain === undefined || token.chain === chain))
    .sort((a, b) => rank(a) - rank(b) || spot.book.liquidityUsd(b) - spot.book.liquidityUsd(a));
}

/** Token metadata, prices, candles and statistics. */
export const tokenRoutes = (spot: SpotMarket): Route[] => {
  const lookUp = (tokenId: string): PaperToken | null => {
    const ref = parseTokenId(tokenId);
    return ref && spot.book.find(ref.chain, ref.address);
  };
  const tokenOf = (tokenId: string): PaperToken => {
    if (!parseTokenId(tokenId)) {
      throw new PaperError(400, 'INVALID_PARAMS', `${tokenId} is not a token id; the format is chain:address`);
    }
    const token = lookUp(tokenId);
    if (!token) throw new PaperError(404, 'NOT_FOUND', `there is no token ${tokenId}`);
    return token;
  };
  return [
    route(searchTokens, ({ query: { q, chain, page, limit } }) => {
      requireName('chain', chain, allChains);
      const found = search(spot, q, chain);
      const tokens = found.slice((page - 1) * limit, page * limit).map(info);
      return new Paged({ tokens }, { hasMore: page * limit < found.length, limit, page, total: found.length });
    }),
    route(batchTokens, ({ body: { tokens: ids } }) => {
      const valid = ids.filter((id) => parseTokenId(id));
      return {
        tokens: valid
          .map(lookUp)
          .filter((token) => token !== null)
          .map(info),
        notFound: valid.filter((id) => !lookUp(id)),
        invalid: ids.filter((id) => !parseTokenId(id)),
        errors: [],
      };
    }),
    route(getToken, ({ params: { tokenId } }) => info(tokenOf(tokenId))),
    route(tokenPrice, ({ params: { tokenId } }) => {
      const token = tokenOf(tokenId);
      return { tokenId: idOf(token), decimals: token.decimals, priceUsd: spot.book.priceUsd(token) };
    }),
    route(tokenChart, ({ params: { tokenId }, query: { resolution, count } }) => {
      const token = tokenOf(tokenId);
      const candles = spot.histories.of(token, spot.nowMs).candles(resolution, count, spot.nowMs);
      return { tokenId: idOf(token), resolution, candles };
    }),
    route(tokenStats, ({ params: { tokenId } }) => {
      const token = tokenOf(tokenId);
      return { tokenId: idOf(token), ...spot.histories.stats(token, spot.nowMs) };
    }),
    route(tokenPools, ({ params: { tokenId } }) => {
      const token = tokenOf(tokenId);
      const pool = {
        address: spot.book.marketOf(token).pool.address,
        liquidityUsd: floatText(spot.book.liquidityUsd(token)),
        marketCapUsd: floatText(spot.book.marketCapUsd(token)),
        priceUsd: floatText(spot.book.priceUsd(token)),
      };
      return { tokenId: idOf(token), pools: [pool] };
    }),
  ];
};
