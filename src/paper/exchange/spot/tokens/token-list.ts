import { type Chain, chains } from '../../../../domain/market/chain.ts';

export interface PaperToken {
  readonly chain: Chain;
  /** EVM addresses in lower case, except the native coin's. */
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** `hub`: the stablecoin that prices the native coin of its chain. */
  readonly kind: 'native' | 'hub' | 'stable' | 'token';
  /** Whole tokens, for the market cap. */
  readonly supply: number;
}

/** Who is behind a launch besides its buyers. */
export type InsiderRole = 'developer' | 'insider' | 'bundler';

/** Who launched a token, and the parts of its supply that those behind it hold when it is listed. */
export interface Launch extends Readonly<Record<InsiderRole, number>> {
  readonly creator: string;
}

/** A listed token with its initial market. */
export interface TokenListing {
  readonly token: PaperToken;
  readonly startUsd: number;
  /** Follows this reference asset times the factor; without one, an own random walk. */
  readonly reference: readonly [symbol: string, factor: number] | null;
  /** Annual standard deviation of the log price; that of its reference asset where it has one. */
  readonly volatility: number;
  /** Both sides of its pool. */
  readonly liquidityUsd: number;
  readonly feeBps: number;
  readonly dexName: string;
  /** Mean swaps a second in its pool. */
  readonly swapsPerSecond: number;
  /** Only of a token that graduated from a bonding curve. */
  readonly launch?: Launch;
}

type Row = readonly [
  symbol: string,
  name: string,
  address: string,
  decimals: number,
  supply: number,
  /** A number is an initial price; text names the reference asset, with a factor if it is not 1. */
  price: number | string | readonly [string, number],
  volatility: number,
  liquidityUsd: number,
  swapsPerSecond: number,
  dexName?: string,
];

// On each chain the first row is the hub: its pool against the native coin is the chain's busiest, and its swaps are the
// native coin's tape.
// biome-ignore format: a table, one token a line
const rows: Readonly<Record<Chain, readonly Row[]>> = {
  solana: [
    ['USDC', 'USD Coin', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6, 9.1e9, 1, 0, 18e6, 1.9, 'Orca'],
    ['USDT', 'Tether USD', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6, 2.4e9, 1, 0, 4.2e6, 0.15, 'Raydium'],
    ['JUP', 'Jupiter', 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', 6, 6.85e9, 'JUP', 0, 2.9e6, 0.45, 'Meteora'],
    ['BONK', 'Bonk', 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 5, 8.8e13, 'BONK', 0, 1.9e6, 0.5, 'Raydium'],
    ['WIF', 'dogwifhat', 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm', 6, 9.98e8, 'WIF', 0, 2.2e6, 0.5, 'Raydium'],
    ['FARTCOIN', 'Fartcoin', '9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump', 6, 1e9, 0.3127, 1.9, 1.4e6, 0.4, 'Raydium'],
    ['TRUMP', 'OFFICIAL TRUMP', '6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN', 6, 1e9, 6.842, 1.3, 3.4e6, 0.25, 'Meteora'],
    ['PENGU', 'Pudgy Penguins', '2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv', 6, 8.88e10, 0.01186, 1.5, 1.1e6, 0.2, 'Meteora'],
    ['POPCAT', 'Popcat', '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr', 9, 9.8e8, 0.1294, 1.7, 6.4e5, 0.2, 'Raydium'],
    ['RAY', 'Raydium', '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R', 6, 5.55e8, 1.283, 1.15, 2.6e6, 0.2, 'Raydium'],
    ['JTO', 'Jito', 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL', 9, 1e9, 0.5217, 1.15, 7.8e5, 0.15, 'Orca'],
    ['PYTH', 'Pyth Network', 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3', 6, 1e10, 0.0934, 1.15, 6.9e5, 0.15, 'Orca'],
    ['ORCA', 'Orca', 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE', 6, 7.5e7, 1.316, 1.15, 5.2e5, 0.1, 'Orca'],
    ['MEW', 'cat in a dogs world', 'MEW1gQWJ3nEXg2qgERiKu7FAFj79PHvQVREQUzScPP5', 5, 8.89e10, 0.001472, 1.6, 4.4e5, 0.1, 'Raydium'],
    ['mSOL', 'Marinade staked SOL', 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', 9, 3.9e6, ['SOL', 1.334], 0, 3.1e6, 0.05, 'Orca'],
  ],
  base: [
    ['USDC', 'USD Coin', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 6, 3.9e9, 1, 0, 14e6, 1.1, 'Aerodrome'],
    ['USDT', 'Tether USD', '0xfde4c96c8593536e31f229ea8f37b2ada2699bb2', 6, 6.4e7, 1, 0, 1.9e6, 0.08, 'Uniswap V3'],
    ['AERO', 'Aerodrome', '0x940181a94a35a4569e4529a3cdfb74e38fd98631', 18, 1.72e9, 0.7412, 1.2, 2.8e6, 0.25, 'Aerodrome'],
    ['BRETT', 'Brett', '0x532f27101965dd16442e59d40670faf5ebb142e4', 18, 9.91e9, 0.0187, 1.5, 9.5e5, 0.25, 'Uniswap V3'],
    ['DEGEN', 'Degen', '0x4ed4e862860bed51a9570b96d89af5e1b0efefed', 18, 3.7e10, 0.00163, 1.7, 5.1e5, 0.2, 'Uniswap V3'],
    ['VIRTUAL', 'Virtual Protocol', '0x0b3e328455c4059eeb9e3f84b5543f74e24e7e1b', 18, 1e9, 1.214, 1.5, 2.1e6, 0.2, 'Uniswap V3'],
    ['TOSHI', 'Toshi', '0xac1bd2486aaf3b5c0fc3fd868558b082a531b2b4', 18, 4.2e11, 0.000418, 1.7, 3.8e5, 0.15, 'Uniswap V3'],
    ['cbBTC', 'Coinbase Wrapped BTC', '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf', 8, 71_000, 'BTC', 4.5, 5.6e6, 0.1, 'Aerodrome'],
  ],
  bsc: [
    ['USDT', 'Tether USD', '0x55d398326f99059ff775485246999027b3197955', 18, 8.9e9, 1, 0, 16e6, 1.0, 'PancakeSwap V3'],
    ['USDC', 'USD Coin', '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', 18, 1.2e9, 1, 0, 3.4e6, 0.1, 'PancakeSwap V3'],
    ['CAKE', 'PancakeSwap', '0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82', 18, 3.4e8, 2.417, 0.9, 2.4e6, 0.25, 'PancakeSwap V3'],
    ['BTCB', 'BTCB Token', '0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c', 18, 65_000, 'BTC', 4.5, 4.8e6, 0.1, 'PancakeSwap V3'],
    ['ETH', 'Ethereum Token', '0x2170ed0880ac9a755fd29b2688956bd959f933f8', 18, 6.1e5, 'ETH', 0, 3.9e6, 0.1, 'PancakeSwap V3'],
    ['FLOKI', 'FLOKI', '0xfb5b838b6cfeedc2873ab27866079ac55363d37e', 9, 9.6e12, 0.0000512, 1.2, 7.2e5, 0.25, 'PancakeSwap V2'],
    ['TWT', 'Trust Wallet', '0x4b0f1812e5df2a09796481ff14017e6005508003', 18, 4.17e8, 1.092, 0.9, 5.4e5, 0.1, 'PancakeSwap V2'],
  ],
  monad: [
    ['USDC', 'USD Coin', '0x754704bc059f8c67012fed69bc8a327a5aafb603', 6, 2.1e8, 1, 0, 4.5e6, 0.8, 'Kuru'],
    ['WETH', 'Wrapped Ether', '0xee8c0e9f1bffb4eb878d8f15f368a02a35481242', 18, 21_000, 'ETH', 5.6, 1.6e6, 0.15, 'Uniswap V3'],
    ['aprMON', 'aPriori staked MON', '0x0c65a0bc65a5d819235b71f554d210d3f80e0852', 18, 3.1e8, ['MON', 1.027], 0, 9.2e5, 0.1, 'Kuru'],
    ['CHOG', 'Chog', '0x350035555e10d9afaf1566aaebfced5ba6c27777', 18, 1e9, 0.00184, 2, 2.6e5, 0.2, 'Kuru'],
  ],
};

const natives: Readonly<Record<Chain, readonly [name: string, reference: string, supply: number]>> = {
  solana: ['Solana', 'SOL', 5.58e8],
  base: ['Ether', 'ETH', 1.207e8],
  bsc: ['BNB', 'BNB', 1.378e8],
  monad: ['Monad', 'MON', 1.08e10],
};

/** The native coin of a chain as a token, with its reference asset. */
export function nativeToken(chain: Chain): { token: PaperToken; reference: string } {
  const [name, reference, supply] = natives[chain];
  const { nativeSymbol, nativeAddress, nativeDecimals } = chains[chain];
  const token = {
    chain,
    address: nativeAddress,
    symbol: nativeSymbol,
    name,
    decimals: nativeDecimals,
    supply,
  } as const;
  return { token: { ...token, kind: 'native' }, reference };
}

/** Which reference asset a token without one of its own follows: its chain's coin. */
export const follows = (token: PaperToken): readonly [symbol: string, correlation: number] => [
  natives[token.chain][1],
  0.55,
];

/** Every initial token except the native coins. */
export function tokenListings(chain: Chain): TokenListing[] {
  return rows[chain].map((row, index) => {
    const [symbol, name, address, decimals, supply, price, volatility, liquidityUsd, swapsPerSecond, dexName] = row;
    const isDollar = price === 1 && volatility === 0;
    const kind = index === 0 ? 'hub' : isDollar ? 'stable' : 'token';
    return {
      token: { chain, address, symbol, name, decimals, kind, supply },
      startUsd: typeof price === 'number' ? price : 0,
      reference:
        kind === 'stable'
          ? ['USDT', 1]
          : typeof price === 'number'
            ? null
            : typeof price === 'string'
              ? [price, 1]
              : price,
      volatility,
      liquidityUsd,
      feeBps: kind === 'hub' ? 4 : kind === 'stable' ? 5 : 25,
      dexName: dexName ?? 'Uniswap V3',
      swapsPerSecond,
    };
  });
}
