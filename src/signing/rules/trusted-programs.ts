import { paperProgram, paperRouter } from '../../domain/market/paper-contracts.ts';

/** Swap programs and routers whose methods are explained here, by what their makers publish. */
const published = [
  // Jupiter, version 6
  'solana:JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
  // Uniswap: V2Router02 and SwapRouter02
  'base:0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
  'base:0x2626664c2603336e57b271c5c0b26f421741e481',
  // PancakeSwap: version 2 and the smart router
  'bsc:0x10ed43c718714eb63d5aa57b78b54704e256024e',
  'bsc:0x13f4ea83d0bd40e75c8222255bc855a974568dd4',
] as const;

/** Paper's own, which exist on no real chain. */
const paper = [`solana:${paperProgram}`, ...['base', 'bsc', 'monad'].map((chain) => `${chain}:${paperRouter}`)];

/** What a swap may call: the published ones and the user's, or paper's alone. */
export const trustedPrograms = (mode: 'paper' | 'live', configured: readonly string[]): ReadonlySet<string> =>
  new Set(mode === 'paper' ? paper : [...published, ...configured]);
