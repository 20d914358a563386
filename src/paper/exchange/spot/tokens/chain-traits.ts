import { type Chain, chains } from '../../../../domain/market/chain.ts';

/** Parameters of the paper chains beyond the public chain data. */
export interface ChainTraits {
  readonly blockMs: number;
  /** Block height at the start of 2026. */
  readonly firstBlock: number;
  /** Shortest and longest time from submission to confirmation. */
  readonly confirmationMs: readonly [shortest: number, longest: number];
  /** The sender's cost of a swap, in native base units. */
  readonly networkFee: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export const chainTraits: Readonly<Record<Chain, ChainTraits>> = {
  solana: traits(400, 398_214_700, [600, 1100], 105_000n, 0n, 0n),
  base: traits(2000, 41_870_300, [1800, 2300], 4_200_000_000_000n, 24_000_000n, 1_000_000n),
  bsc: traits(750, 83_402_100, [2700, 3300], 18_000_000_000_000n, 120_000_000n, 50_000_000n),
  monad: traits(400, 52_610_900, [800, 1200], 18_000_000_000_000_000n, 102_000_000_000n, 2_000_000_000n),
};

function traits(
  blockMs: number,
  firstBlock: number,
  confirmationMs: readonly [number, number],
  networkFee: bigint,
  maxFeePerGas: bigint,
  maxPriorityFeePerGas: bigint,
): ChainTraits {
  return { blockMs, firstBlock, confirmationMs, networkFee, maxFeePerGas, maxPriorityFeePerGas };
}

/** Gas of a transfer: of the native coin, of a token. */
const transferGas = { native: 21_000n, token: 65_000n } as const;
/** Base units for one signature. */
const solanaSignatureFee = 5_000n;
/** What an empty Solana account has to hold. */
const solanaRent = 890_880n;

/** The sender's cost of a transfer, in native base units. */
export const transferFee = (chain: Chain, isNative: boolean): bigint =>
  chains[chain].family === 'svm'
    ? solanaSignatureFee
    : transferGas[isNative ? 'native' : 'token'] * chainTraits[chain].maxFeePerGas;

/** What stays of the native coin when a whole balance is moved: rent, or the gas of one more transfer. */
export const walletReserve = (chain: Chain): bigint =>
  chains[chain].family === 'svm' ? solanaRent : transferFee(chain, true);

const heightEpochMs = Date.UTC(2026, 0, 1);

/** Slot or block number at `nowMs`, computed from the clock, so that it continues after a restart. */
export const blockAt = (chain: Chain, nowMs: number): number =>
  chainTraits[chain].firstBlock + Math.max(0, Math.floor((nowMs - heightEpochMs) / chainTraits[chain].blockMs));
