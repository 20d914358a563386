import type { Chain } from '../../domain/market/chain.ts';
import { paperProgram, paperRouter } from '../../domain/market/paper-contracts.ts';
import { permit2 } from '../decode/permit2.ts';
import { programKey } from './review.ts';

/** Swap programs and routers whose methods are explained here, by what their makers publish. */
const published: Readonly<Record<string, string>> = {
  'solana:JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4': 'Jupiter',
  'base:0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24': 'Uniswap V2Router02',
  'base:0x2626664c2603336e57b271c5c0b26f421741e481': 'Uniswap SwapRouter02',
  'bsc:0x10ed43c718714eb63d5aa57b78b54704e256024e': 'PancakeSwap Router v2',
  'bsc:0x13f4ea83d0bd40e75c8222255bc855a974568dd4': 'PancakeSwap Smart Router',
};

/** Paper's own, which exist on no real chain. */
const paper: Readonly<Record<string, string>> = {
  [`solana:${paperProgram}`]: 'Paper swap',
  ...Object.fromEntries(['base', 'bsc', 'monad'].map((chain) => [`${chain}:${paperRouter}`, 'Paper router'])),
};

/** What a swap may call: the published ones and the user's, or paper's alone. */
export const trustedPrograms = (mode: 'paper' | 'live', configured: readonly string[]): ReadonlySet<string> =>
  new Set(mode === 'paper' ? Object.keys(paper) : [...Object.keys(published), ...configured]);

/** What an address is known as; null for others. */
export const programName = (chain: Chain, address: string): string | null => {
  const key = programKey(chain, address);
  return published[key] ?? paper[key] ?? (key.endsWith(`:${permit2}`) ? 'Permit2' : null);
};
