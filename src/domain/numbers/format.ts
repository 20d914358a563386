import Big from 'big.js';
import { clockZone } from '../time/clock-zone.ts';
import { readDecimal } from './decimal.ts';

// Numbers for the screen. A text that is not a number shows as ?, because no cell may crash the screen.

type Numeric = Big | string;

interface SignOption {
  /** Write + before a positive number, for columns where the sign matters. */
  readonly sign?: boolean;
}

const minus = '\u2212';
const unreadable = '?';

/** A decimal text with thousands separators and a real minus; the digits after the point stay unchanged. */
export function groupThousands(plain: string): string {
  const [whole = '', fraction] = plain.split('.');
  const grouped = whole.replace('-', minus).replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** USD to the cent below 10,000, then in K, M and B with two digits: 9,999.99, 16.86K, 1.10B. */
export function formatUsd(value: Numeric): string {
  const usd = read(value);
  return usd ? signed(usd, usdText(usd), false) : unreadable;
}

/** Like `formatUsd` with + or −; a value that shows as 0.00 has no sign. */
export function formatSignedUsd(value: Numeric): string {
  const usd = read(value);
  return usd ? signed(usd, usdText(usd), true) : unreadable;
}

/** USD to the cent, however much: in totals, K and M would hide the effect of a trade. */
export function formatCents(value: Big, { sign = false }: SignOption = {}): string {
  return signed(value, groupThousands(value.abs().toFixed(2, Big.roundHalfUp)), sign);
}

/**
 * A price with 5 significant figures: 97,032, 139.90, 0.95000. Whole digits are never rounded away. Below 0.001
 * trailing zeros are removed, because the leading ones already take the room: 0.00001184.
 */
export function formatPrice(value: Numeric): string {
  const price = read(value);
  if (!price) return unreadable;
  const decimals = Math.max(0, 4 - price.e);
  // 9.99996 carries into one more whole digit, which replaces a decimal.
  const rounded = price.round(decimals, Big.roundHalfUp);
  if (rounded.eq(0)) return '0';
  const text = rounded.abs().toFixed(Math.max(0, 4 - rounded.e));
  return signed(rounded, groupThousands(rounded.abs().lt('0.001') ? text.replace(/0+$/, '') : text), false);
}

/** A size with the market's decimals, truncated: never shows more than there is. */
export function formatSize(value: Numeric, szDecimals: number, { sign = false }: SignOption = {}): string {
  const size = read(value);
  if (!size) return unreadable;
  const text = size.abs().round(szDecimals, Big.roundDown).toFixed(szDecimals);
  return signed(size, groupThousands(text), sign);
}

/** A value that is already in percent: 16.3 %, +3.2 %. */
export function formatPct(value: Numeric, digits: number, { sign = false }: SignOption = {}): string {
  const pct = read(value);
  return pct ? `${signed(pct, groupThousands(pct.abs().toFixed(digits, Big.roundHalfUp)), sign)} %` : unreadable;
}

/** First and last four characters of an address, plus the 0x of an EVM address: 7xKX…9fQ2, 0xEeee…EEeE. */
export function shortAddress(address: string): string {
  const head = address.startsWith('0x') ? 6 : 4;
  const letters = [...address];
  return letters.length <= head + 5 ? address : `${letters.slice(0, head).join('')}…${letters.slice(-4).join('')}`;
}

/** A duration in its largest unit, rounded down: 0.4 s, 12 s, 3 m, 2 h, 5 d. A negative duration is 0.0 s. */
export function formatAge(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  const seconds = Math.floor(tenths / 10);
  if (seconds < 10) return `${seconds}.${tenths % 10} s`;
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/** Time of day, HH:MM:SS, from milliseconds since 1970, in the configured time zone (default UTC). */
export function formatClock(ms: number): string {
  if (!Number.isFinite(ms)) return '--:--:--';
  const secondOfDay = ((Math.floor(shifted(ms) / 1000) % 86_400) + 86_400) % 86_400;
  const parts = [Math.floor(secondOfDay / 3600), Math.floor(secondOfDay / 60) % 60, secondOfDay % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Time of day with its zone: 14:03:22 UTC. */
export const formatClockZone = (ms: number): string =>
  Number.isFinite(ms) ? `${formatClock(ms)} ${clockZone().name(ms)}` : formatClock(ms);

/** Date in the same zone, YYYY-MM-DD. */
export function formatDate(ms: number): string {
  const day = new Date(shifted(ms));
  return Number.isNaN(day.getTime()) ? '????-??-??' : day.toISOString().slice(0, 10);
}

const shifted = (ms: number): number => ms + clockZone().offsetMinutes(ms) * 60_000;

const read = (value: Numeric): Big | null => (typeof value === 'string' ? readDecimal(value) : value);

/** Adds the sign to an unsigned text, unless the text shows only zeros. */
function signed(value: Big, unsigned: string, isPlusShown: boolean): string {
  if (!/[1-9]/.test(unsigned)) return unsigned;
  if (value.lt(0)) return minus + unsigned;
  return isPlusShown ? `+${unsigned}` : unsigned;
}

const usdUnits = [
  { from: '10000', divisor: '1000', suffix: 'K' },
  { from: '999995', divisor: '1000000', suffix: 'M' },
  { from: '999995000', divisor: '1000000000', suffix: 'B' },
];

function usdText(usd: Big): string {
  // Rounded first, so that 9,999.995 becomes 10.00K, not 10,000.00; units start where rounding would reach 1,000.
  const cents = usd.abs().round(2, Big.roundHalfUp);
  const unit = usdUnits.findLast(({ from }) => cents.gte(from));
  if (!unit) return groupThousands(cents.toFixed(2));
  return groupThousands(usd.abs().div(unit.divisor).toFixed(2, Big.roundHalfUp)) + unit.suffix;
}

/** 150 as `1.5 %`. */
export const bpsText = (bps: number): string => `${new Big(bps).div(100).toFixed()} %`;

/** All digits of a number, grouped; `?` if it is unknown. */
export const formatExact = (value: Big | null): string => (value ? groupThousands(value.toFixed()) : '?');
