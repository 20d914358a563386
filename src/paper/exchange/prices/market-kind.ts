/** How wild a market is: by what the volatility of every coin is multiplied. */
export const marketKinds = { calm: 0.4, real: 1, wild: 3 } as const;

export type MarketKind = keyof typeof marketKinds;
