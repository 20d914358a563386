import { readChain } from '../../domain/market/chain.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { epochMs } from '../../domain/time/epoch.ts';

/** Reads one field; undefined for a value that only the schema can judge. */
type ReadField = (value: unknown) => unknown;

const verbatim: ReadField = (value) => (typeof value === 'string' ? value : undefined);
const text: ReadField = (value) => (typeof value === 'string' ? cleanText(value) : undefined);
const number: ReadField = (value) => (Number.isFinite(value) ? value : undefined);
const boolean: ReadField = (value) => (typeof value === 'boolean' ? value : undefined);
const time: ReadField = (value) => epochMs(value) ?? undefined;
const chain: ReadField = (value) => (typeof value === 'string' ? (readChain(value) ?? undefined) : undefined);
const longestDecimal = 200;
const decimal: ReadField = (value) => {
  if (typeof value === 'string') return value.length <= longestDecimal ? cleanText(value) : undefined;
  const digits = Number.isFinite(value) ? String(value) : 'e';
  return digits.includes('e') ? undefined : digits;
};

interface Fields {
  readonly required: readonly (readonly [string, ReadField])[];
  readonly optional: readonly (readonly [string, ReadField])[];
}

const fees: Fields = {
  required: [],
  optional: Object.entries({
    gasLamports: decimal,
    computeUnitsConsumed: decimal,
    platform: text,
    platformFeeLamports: decimal,
    mevFeeLamports: decimal,
  }),
};

const swap: Fields = {
  required: Object.entries({
    tokenMint: verbatim,
    signature: text,
    slot: number,
    blockTime: time,
    isBuy: boolean,
    sizeSol: decimal,
    sizeUsd: decimal,
    priceUsd: decimal,
    priceSol: decimal,
  }),
  optional: Object.entries({
    maker: text,
    inputMint: verbatim,
    outputMint: verbatim,
    inputDecimals: number,
    outputDecimals: number,
    amountIn: decimal,
    amountOut: decimal,
    tradeSource: text,
    poolAddress: text,
    location: text,
    fees: (value: unknown) => readFields(fees, value) ?? undefined,
    blockHeight: number,
    blockHash: text,
    transactionIndex: number,
    network: chain,
  }),
};

/**
 * A swap of parsed JSON exactly as its schema reads it, several times faster: a busy token has thousands a second. Null if a
 * field is missing, wrong or unusual; the schema then reads the swap or says what is wrong.
 */
export const readPlainSwap = (data: unknown): Record<string, unknown> | null => readFields(swap, data);

function readFields({ required, optional }: Fields, data: unknown): Record<string, unknown> | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const sent = data as Readonly<Record<string, unknown>>;
  const read: Record<string, unknown> = {};
  for (const [name, readField] of required) {
    const value = readField(sent[name]);
    if (value === undefined) return null;
    read[name] = value;
  }
  for (const [name, readField] of optional) {
    const given = sent[name];
    if (given === undefined) continue;
    const value = given === null ? null : readField(given);
    if (value === undefined) return null;
    read[name] = value;
  }
  return read;
}
