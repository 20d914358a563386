/** The Solana program of paper swaps; it exists on no real chain. */
export const paperProgram = 'PaperSwap'.padEnd(43, '1');

/** The seed of the program's address that holds its pools' tokens. */
export const paperPoolSeed = 'pool';

/** The EVM router of paper swaps, in lower case; it exists on no real chain. */
export const paperRouter = '0x00000000000000000000000000000070a9e25a4b';
