/** The program that paper swaps on Solana are addressed to; it exists on no real chain. */
export const paperProgram = 'PaperSwap'.padEnd(43, '1');

/** The router that paper swaps on EVM chains are addressed to, in lower case; it exists on no real chain. */
export const paperRouter = '0x00000000000000000000000000000070a9e25a4b';
