import { type Chain, chains } from '../../../../domain/market/chain.ts';
import type { Random } from '../../../../platform/time/random.ts';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

// Base58 by division costs 30 µs per signature. Text of a fixed length with a large enough first digit always decodes
// to exactly 32 (43 digits, first at least 4) or 64 bytes (87 digits, first at least 2), so random digits are enough.
function digits(random: Random, length: number, lowestFirst: number): string {
  let text = alphabet[lowestFirst + random.int(58 - lowestFirst)]!;
  while (text.length < length) text += alphabet[random.int(58)];
  return text;
}

/** A Solana address of 32 random bytes. */
export const svmAddress = (random: Random): string => digits(random, 43, 4);
/** A Solana signature of 64 random bytes. */
export const svmSignature = (random: Random): string => digits(random, 87, 2);
export const evmAddress = (random: Random): string => `0x${random.hex(20)}`;
export const evmHash = (random: Random): string => `0x${random.hex(32)}`;

/** A signature on Solana, a hash on the others. */
export const transactionId = (chain: Chain, random: Random): string =>
  chains[chain].family === 'svm' ? svmSignature(random) : evmHash(random);

/** An unowned address in the chain's format. */
export const addressOn = (chain: Chain, random: Random): string =>
  chains[chain].family === 'svm' ? svmAddress(random) : evmAddress(random);
