import type Big from 'big.js';
import { formatPct, formatPrice, groupThousands } from '../../../domain/numbers/format.ts';
import type { HoldingRow, TradedAmount, TradeRow } from '../../../stores/portfolio/portfolio-rows.ts';

interface Detail {
  readonly label: string;
  readonly value: string;
}

const notKnown = 'unknown';
const usd = (value: Big | null): string => (value ? `${groupThousands(value.toFixed())} USD` : notKnown);
const pct = (value: Big | null): string => (value ? formatPct(value, 2, { sign: true }) : notKnown);
const times = (count: number | null): string => (count === null ? notKnown : String(count));
const native = (value: Big | null): string => (value ? `, ${groupThousands(value.toFixed())} native` : '');

/** Details of a holding, in full. */
export const holdingDetails = (row: HoldingRow): readonly Detail[] => [
  { label: 'token', value: row.token.symbol },
  { label: 'address', value: row.token.address },
  { label: 'chain', value: row.chain },
  { label: 'wallet', value: row.wallet },
  { label: 'wallet address', value: row.walletAddress },
  { label: 'balance', value: whole({ ...row.token, ...row.balance }) },
  { label: 'price', value: row.priceUsd ? `${formatPrice(row.priceUsd)} USD` : notKnown },
  { label: 'value', value: usd(row.valueUsd) },
  { label: 'bought', value: `${usd(row.boughtUsd)}${native(row.boughtNative)}` },
  { label: 'sold', value: `${usd(row.soldUsd)}${native(row.soldNative)}` },
  { label: 'realised', value: pct(row.realisedPct) },
  { label: 'total', value: pct(row.totalPct) },
  { label: 'buys', value: times(row.buys) },
  { label: 'sells', value: times(row.sells) },
];

/** Details of a trade, in full. */
export const tradeDetails = (row: TradeRow): readonly Detail[] => [
  { label: 'time', value: row.atMs === null ? notKnown : whenText(row.atMs) },
  { label: 'side', value: row.side ?? notKnown },
  { label: 'paid', value: whole(row.paid) },
  { label: 'paid token', value: row.paid.address },
  { label: 'received', value: whole(row.received) },
  { label: 'received token', value: row.received.address },
  { label: 'value', value: usd(row.usd) },
  { label: 'price', value: row.priceUsd ? `${groupThousands(row.priceUsd.toFixed())} USD` : notKnown },
  { label: 'chain', value: row.chain },
  { label: 'wallet', value: row.wallet },
  { label: 'wallet address', value: row.walletAddress },
  { label: 'transaction', value: row.txHash },
];

const whenText = (ms: number): string => `${new Date(ms).toISOString().replace('T', ' ').slice(0, 19)} UTC`;

function whole({ text, isBaseUnits, symbol }: TradedAmount): string {
  if (text === '') return notKnown;
  const amount = /^\d+(\.\d+)?$/.test(text) ? groupThousands(text) : text;
  return isBaseUnits ? `${amount} base units of ${symbol}` : `${amount} ${symbol}`;
}
