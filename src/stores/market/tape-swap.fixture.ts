import { sol } from '../desk-data.fixture.ts';
import type { TapeSwap } from './tape.ts';

/** A swap as the tape takes it. */
export const tapeSwap = (over: Partial<TapeSwap> = {}): Omit<TapeSwap, 'seq'> => ({
  kind: 'swap',
  atMs: 0,
  tokenId: `solana:${sol}`,
  isBuy: true,
  sizeNative: '1',
  sizeUsd: '10',
  usd: 10,
  priceUsd: '1',
  maker: null,
  ...over,
});
