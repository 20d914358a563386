/** First bytes of calls to an ERC-20 token. */
export const selectors = {
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
  decimals: '0x313ce567',
  symbol: '0x95d89b41',
} as const;

/** An address as an argument: 32 bytes of hex without 0x. */
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');

/** The first word of an answer; null if there is none, as where no contract is. */
export const readWord = (answer: string | null): bigint | null =>
  answer !== null && answer.length >= 66 ? BigInt(answer.slice(0, 66)) : null;

/** A text, as ERC-20 has it, or bytes32, as older tokens have it; at most 64 characters, null if it is neither. */
export function readSymbol(answer: string | null): string | null {
  if (answer === null) return null;
  const data = Buffer.from(answer.slice(2), 'hex');
  if (data.length === 32) return toText(data);
  if (data.length < 64 || readWord(answer) !== 32n) return null;
  const length = BigInt(`0x${data.subarray(32, 64).toString('hex')}`);
  return length > BigInt(data.length - 64) ? null : toText(data.subarray(64, 64 + Number(length)));
}

const toText = (data: Buffer): string | null => data.toString('utf8').replace(/\0+$/, '').slice(0, 64) || null;
