import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { oneOf, queryWhole, request, text } from '../request.ts';
import { chainName, decimal, decimalNumber, list, openEnum, opt, safeText, time, verbatim } from '../schema.ts';

/** `tokenId` is `chain:address`. */
export const tokenInfo = z.object({
  tokenId: verbatim(),
  chain: chainName(),
  address: verbatim(),
  name: opt(safeText()),
  symbol: opt(safeText()),
  decimals: z.number().int().min(0).max(255),
});

const tokenParams = request({ tokenId: text('tokenId') });
const resolutions = ['1m', '5m', '15m', '30m', '1h', '6h', '1d'] as const;

export const searchTokens = endpoint({
  id: 'tokens.search',
  method: 'GET',
  path: '/api/v2/tokens/search',
  summary: 'Find tokens by symbol, name or address',
  source: 'facts',
  scope: 'unknown',
  desk: 'Swap and trigger forms',
  query: request({
    q: text('q'),
    chain: text('chain').optional(),
    page: queryWhole('page', 1).default(1),
    limit: queryWhole('limit', 0, 100).default(20),
  }),
  response: z.object({ tokens: list(tokenInfo) }),
});

export const batchTokens = endpoint({
  id: 'tokens.batch',
  method: 'POST',
  path: '/api/v2/tokens/batch',
  summary: 'Metadata of up to 100 tokens at once',
  source: 'facts',
  mutates: false,
  scope: 'unknown',
  desk: 'Tables and tape (token names)',
  body: request({
    tokens: z.array(text('token id'), { error: 'tokens must be a list of token ids' }).max(100, 'at most 100 tokens'),
  }),
  response: z.object({
    tokens: list(tokenInfo),
    notFound: opt(list(safeText())),
    invalid: opt(list(safeText())),
    errors: opt(list(safeText())),
  }),
});

export const getToken = endpoint({
  id: 'tokens.get',
  method: 'GET',
  path: '/api/v2/tokens/{tokenId}',
  summary: 'Metadata of one token',
  source: 'facts',
  scope: 'unknown',
  desk: 'Swap and trigger forms, token view',
  params: tokenParams,
  response: tokenInfo,
});

export const tokenPrice = endpoint({
  id: 'tokens.price',
  method: 'GET',
  path: '/api/v2/tokens/{tokenId}/price',
  summary: 'Price of a token in USD',
  source: 'facts',
  scope: 'unknown',
  desk: 'Token view',
  params: tokenParams,
  response: z.object({ tokenId: verbatim(), decimals: opt(z.number()), priceUsd: opt(decimalNumber()) }),
});

export const tokenChart = endpoint({
  id: 'tokens.chart',
  method: 'GET',
  path: '/api/v2/tokens/{tokenId}/price/chart',
  summary: 'Candles of a token; times are seconds',
  source: 'facts',
  scope: 'unknown',
  desk: 'Chart',
  params: tokenParams,
  query: request({
    resolution: oneOf('resolution', resolutions).default('1h'),
    count: queryWhole('count', 1, 500).default(100),
  }),
  response: z.object({
    tokenId: verbatim(),
    resolution: openEnum(...resolutions),
    candles: list(
      z.object({
        timestamp: time(),
        open: decimalNumber(),
        high: decimalNumber(),
        low: decimalNumber(),
        close: decimalNumber(),
        volume: decimalNumber(),
      }),
    ),
  }),
});

/** Numbers by window, such as `buy5m` or `24h`; null for a window without trades, and for what is no number. */
const windows = z.record(safeText(), decimalNumber().nullable().catch(null));

export const tokenStats = endpoint({
  id: 'tokens.stats',
  method: 'GET',
  path: '/api/v2/tokens/{tokenId}/stats',
  summary: 'Volume, trades, traders and price change of a token, by window',
  source: 'facts',
  scope: 'unknown',
  desk: 'Token view',
  params: tokenParams,
  response: z.object({
    tokenId: opt(verbatim()),
    volume: opt(windows),
    txns: opt(windows),
    uniqueTraders: opt(windows),
    priceChange: opt(windows),
  }),
});

export const tokenPools = endpoint({
  id: 'tokens.pools',
  method: 'GET',
  path: '/api/v2/tokens/{tokenId}/pools',
  summary: 'Pools that trade a token',
  source: 'facts',
  scope: 'unknown',
  desk: 'Trigger orders pane, token view',
  params: tokenParams,
  response: z.object({
    tokenId: opt(verbatim()),
    pools: list(
      z.object({
        address: opt(verbatim()),
        liquidityUsd: opt(decimal()),
        marketCapUsd: opt(decimal()),
        priceUsd: opt(decimal()),
      }),
    ),
  }),
});
