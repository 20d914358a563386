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
  return data.length === 32 ? toText(data, 64) : readText(data, 64);
}

/** What a contract gave as its reason, by Solidity's `Error(string)`; at most 200 characters, null if it gave none so. */
export const readReason = (answer: string): string | null =>
  answer.startsWith('0x08c379a0') ? readText(Buffer.from(answer.slice(10), 'hex'), 200) : null;

/** The only value of an answer, of a length of its own; null if that is not what it is. */
function readText(data: Buffer, most: number): string | null {
  if (data.length < 64 || wordAt(data, 0) !== 32n) return null;
  const length = wordAt(data, 32);
  return length > BigInt(data.length - 64) ? null : toText(data.subarray(64, 64 + Number(length)), most);
}

const wordAt = (data: Buffer, start: number): bigint => BigInt(`0x${data.subarray(start, start + 32).toString('hex')}`);

const toText = (data: Buffer, most: number): string | null =>
  data.toString('utf8').replace(/\0+$/, '').slice(0, most) || null;
