/** Uniswap's contract that holds allowances for others, at the same address on every chain. */
export const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';
