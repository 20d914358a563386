import { candleIntervals } from '../../../domain/market/candles.ts';
import { parseExit } from '../../../domain/market/exit-levels.ts';
import { usdNumber } from '../../../domain/numbers/usd-amount.ts';
import { readPercentage } from '../../forms/close/close-form.ts';
import { readSlippage } from '../../forms/slippage-field.ts';
import { readValue } from '../../forms/trigger/trigger-condition.ts';
import { paneIds } from '../../panes/pane-ids.ts';

/** One kind of argument. */
export interface ArgKind {
  /** Label in the usage line. */
  readonly label: string;
  /** What is allowed, with an example; used at the end of error messages. */
  readonly allowed: string;
  /** Fixed completions; `complete-command.ts` adds those from the desk's data. */
  readonly words?: readonly string[];
  /** Normalizes the word; null if it is invalid. */
  read(word: string): string | null;
}

const oneOf = (words: Readonly<Record<string, string>>) => ({
  words: Object.keys(words),
  read: (word: string): string | null => {
    const lower = word.toLowerCase();
    return Object.hasOwn(words, lower) ? (words[lower] ?? null) : null;
  },
});

const shares = new Map([
  ['all', '100%'],
  ['half', '50%'],
]);

const shareOf = (word: string): string | null => {
  const text = shares.get(word.toLowerCase()) ?? word;
  const [, whole = '', fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?%$/.exec(text) ?? [];
  const bps = Number(whole + fraction.padEnd(2, '0'));
  return whole !== '' && bps > 0 && bps <= 10_000 ? text : null;
};

export const plainValue = (word: string): string | null => {
  const value = readValue(word);
  return 'text' in value ? value.text : null;
};

/** `50 usd` for `$50`, `50 usd` and `0.05K usd`; null if the word is not a value in USD. */
const inUsd = (word: string): string | null => {
  const value = plainValue(usdNumber(word) ?? '');
  return value === null ? null : `${value} usd`;
};

/** A value that is in USD whether its unit is typed or not. */
const usdValue = (word: string): string | null => plainValue(usdNumber(word) ?? word);

/** A symbol or an address; the form resolves the token. */
const isName = (word: string): boolean => /^[^\s<>%]{1,64}$/.test(word) && !/^\$?[\d.,+-]+[kmb]?$/i.test(word);

const isCoin = (word: string): boolean => /^[\p{L}\p{N}:_@./-]{1,32}$/u.test(word) && /[\p{L}:@]/u.test(word);

const hoursOf = (word: string): string | null => {
  const [, digits = '', unit = ''] = /^(\d{1,7})([hd])$/i.exec(word) ?? [];
  if (digits === '') return null;
  return (BigInt(digits) * (unit.toLowerCase() === 'd' ? 24n : 1n)).toString();
};

const slippageOf = (word: string): string | null => {
  const [, bps] = /^(\d{1,4})bps$/i.exec(word) ?? [];
  if (bps !== undefined) return String(Number(bps) / 100);
  return word.endsWith('%') && typeof readSlippage(word) === 'number' ? word.slice(0, -1) : null;
};

/** `perp-orders` for `perpOrders`. */
export const paneWord = (pane: string): string => pane.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** All argument kinds. */
export const argKinds = {
  coin: {
    label: 'COIN',
    allowed: 'a coin of an open position, such as BTC',
    read: (word) => (isCoin(word) ? word : null),
  },
  percentage: {
    label: 'SHARE',
    allowed: 'a whole percentage from 1% to 100%, half, all, or a value such as $500',
    words: ['25%', 'half', '75%', 'all'],
    read: (word) => {
      const usd = inUsd(word);
      if (usd !== null) return usd;
      const text = shares.get(word.toLowerCase()) ?? word;
      const read = text.endsWith('%') ? readPercentage(text) : null;
      return typeof read === 'number' ? String(read) : null;
    },
  },
  market: {
    label: 'COIN',
    allowed: 'the name of a perp market, such as BTC',
    read: (word) => (isCoin(word) ? word : null),
  },
  size: {
    label: 'SIZE',
    allowed: 'a size above zero, such as 0.05, 1.5K or 500 usd, a share of the free margin such as 25%, or risk',
    words: ['risk', '25%', '50%'],
    read: (word) =>
      word.toLowerCase() === 'risk'
        ? 'risk'
        : (shareOf(word) ?? inUsd(word) ?? plainValue(word.replace(/\s+coin$/i, ''))),
  },
  risk: {
    label: 'RISK',
    allowed: 'what to risk, such as 1% of the equity, or 50 usd',
    words: ['0.5%', '1%', '2%'],
    read: (word) => shareOf(word) ?? usdValue(word),
  },
  exit: {
    label: 'EXIT',
    allowed: 'a price in USD, or a distance from the entry such as 2%, 25t (ticks) or 1.5R',
    read: (word) => usdValue(word) ?? (typeof parseExit(word) === 'string' ? null : word),
  },
  leverage: {
    label: '5x',
    allowed: 'a leverage, such as 5x',
    words: ['3x', '5x', '10x'],
    read: (word) => /^([1-9]\d{0,2})x$/i.exec(word)?.[1] ?? null,
  },
  priced: {
    label: 'WHAT',
    allowed: 'a perp coin or a token, such as SOL',
    read: (word) => (isName(word) ? word : null),
  },
  signedAmount: {
    label: '±AMOUNT',
    allowed: 'an amount in USDC with a sign: +25 adds margin, -25 removes it',
    words: ['+25', '-25'],
    read: (word) => {
      const value = /^[+−-]/.test(word) ? usdValue(word.slice(1)) : null;
      return value === null ? null : `${word.startsWith('+') ? '+' : '-'}${value}`;
    },
  },
  amount: {
    label: 'AMOUNT',
    allowed: 'an amount such as 1.5 or 2K, or in USD such as 50 usd, or part of the balance such as 30%, half or all',
    words: ['25%', 'half', '75%', 'all'],
    read: (word) => shareOf(word) ?? inUsd(word) ?? plainValue(word),
  },
  usd: { label: '50 usd', allowed: 'an amount in USD, such as 50 usd or $50', read: inUsd },
  token: {
    label: 'TOKEN',
    allowed: "a token's symbol or address, such as SOL",
    read: (word) => (isName(word) ? word : null),
  },
  metric: {
    label: 'METRIC',
    allowed: 'price, mcap or liquidity',
    ...oneOf({ price: 'price_usd', mcap: 'market_cap_usd', liquidity: 'liquidity_usd' }),
  },
  comparison: { label: '<', allowed: '< or >', ...oneOf({ '<': 'below', '>': 'above' }) },
  value: { label: 'USD', allowed: 'a value above zero in USD, such as 0.95, 250K or 1.1B', read: usdValue },
  exitPrice: {
    label: 'USD',
    allowed: 'a price above zero in USD, or off to remove the exit',
    words: ['off'],
    read: (word) => (word.toLowerCase() === 'off' ? 'off' : usdValue(word)),
  },
  trail: {
    label: 'PERCENT',
    allowed: 'a distance from 0.01% to 99%, such as 8%',
    words: ['5%', '8%', '10%'],
    read: (word) => {
      const [, digits = ''] = /^(\d{1,2}(?:\.\d{1,2})?)%$/.exec(word) ?? [];
      return Number(digits) > 0 ? digits : null;
    },
  },
  hours: { label: '24h', allowed: 'a time in hours or days, such as 24h or 7d', words: ['24h', '7d'], read: hoursOf },
  slippage: {
    label: '2%',
    allowed: 'a slippage from 0% to 100%, such as 2%, or basis points such as 50bps',
    words: ['1%', '2%', '5%'],
    read: slippageOf,
  },
  order: {
    label: 'ORDER',
    allowed: 'an order id or its beginning, a token symbol, or all',
    words: ['all'],
    read: (word) => (/^[^\s<>]{1,128}$/.test(word) ? word : null),
  },
  wallet: {
    label: 'WALLET',
    allowed: 'a wallet name such as main or main:solana, or a wallet id',
    read: (word) => (/^[^\s<>]{1,128}$/.test(word) ? word : null),
  },
  tapeToken: {
    label: 'TOKEN',
    allowed: 'a token on the tape, or all',
    words: ['all'],
    read: (word) => (isName(word) ? word : null),
  },
  interval: {
    label: 'INTERVAL',
    allowed: candleIntervals.join(', '),
    ...oneOf(Object.fromEntries(candleIntervals.map((interval) => [interval, interval]))),
  },
  pane: {
    label: 'PANE',
    allowed: paneIds.map(paneWord).join(', '),
    ...oneOf(Object.fromEntries(paneIds.map((pane) => [paneWord(pane), pane]))),
  },
  column: {
    label: 'COLUMN',
    allowed: "a column of the pane, or off for the service's order",
    words: ['off'],
    read: (word) => (isName(word) ? word.toLowerCase() : null),
  },
  /** A word of a plan; its slot says what it may be. */
  planWord: {
    label: 'VALUE',
    allowed: 'a value',
    read: (word) => (/^[^<>]{1,64}$/.test(word) ? word : null),
  },
  turn: { label: 'up', allowed: 'up or down', ...oneOf({ up: 'up', down: 'down' }) },
  text: { label: 'TEXT', allowed: 'any text', read: (word) => word.trim() || null },
} as const satisfies Readonly<Record<string, ArgKind>>;

export type ArgKindName = keyof typeof argKinds;

export const argKind = (name: ArgKindName): ArgKind => argKinds[name];
