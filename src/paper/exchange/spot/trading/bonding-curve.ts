import type { VirtualReserves } from './pool.ts';

// The launchpad's curve, by the terms that pump.fun has published: a constant product that begins with 30 virtual SOL
// and 1,073 million tokens, of which 793.1 million are for sale. Sold out, it has taken 85 SOL, which open the pool with
// the 206.9 million tokens that are left: at the price at which the curve has ended.

/** Whole tokens of every launch. */
export const launchSupply = 1e9;
const virtualSol = 30;
const virtualTokens = 73e6;
const keptTokens = 206.9e6;
const product = virtualSol * (launchSupply + virtualTokens);

/** SOL that a sold-out curve has taken. */
export const graduationSol = product / (keptTokens + virtualTokens) - virtualSol;
/** SOL per token at the end of the curve, and with nothing sold. */
export const graduationPriceSol = graduationSol / keptTokens;
export const floorPriceSol = virtualSol / (launchSupply + virtualTokens);

export const curveDexName = 'Pump.fun';
export const curveFeeBps = 100;
/** In base units of SOL and of tokens with 6 decimals. */
export const curveReserves: VirtualReserves = {
  native: BigInt(virtualSol) * 10n ** 9n,
  token: BigInt(virtualTokens) * 10n ** 6n,
  keptToken: BigInt(keptTokens) * 10n ** 6n,
};

/** SOL that the curve has taken once a part of the supply is sold; fees not counted. */
export const solTaken = (soldPart: number): number =>
  product / (launchSupply * (1 - soldPart) + virtualTokens) - virtualSol;
