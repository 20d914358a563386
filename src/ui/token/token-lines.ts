import Big from 'big.js';
import { chains } from '../../domain/chain.ts';
import { cleanText, textLimits } from '../../domain/clean-text.ts';
import { readDecimal } from '../../domain/decimal.ts';
import { formatAge, formatPrice, formatUsd, shortAddress } from '../../domain/format.ts';
import { isLookalike } from '../../domain/lookalike.ts';
import { parseTokenId, quoteToken, type TokenRef } from '../../domain/token.ts';
import type { Reading } from '../../stores/desk-data.ts';
import { deepestFirst, type SheetParts } from '../../stores/token-sheet.ts';
import { plainTable } from '../components/plain-table.ts';
import type { Desk } from '../desk.ts';
import { known } from '../text/cells.ts';
import { blank, fitTo, type Line, lineWidth, muted, type Span, span, wrap } from '../text/span.ts';
import { tradingTable } from './token-trading.ts';

const labelWidth = 12;
const mostPools = 10;

/** Everything that the service tells of a token: what it is, what it is worth, who trades it, and what to be careful of. */
export function tokenLines(desk: Desk, tokenId: string, width: number): Line[] {
  const ref = parseTokenId(tokenId);
  if (!ref) return [[muted('This is no token of a chain that the desk knows.')]];
  const lines = [
    ...nameLines(desk, tokenId, ref, width),
    ...warningLines(desk, tokenId, ref, width),
    blank,
    ...priceLines(desk, tokenId, width),
    blank,
    ...statsLines(desk.data.sheet(tokenId, 'stats'), width),
    blank,
    ...poolLines(desk.data.sheet(tokenId, 'pools'), width),
  ];
  return lines.map((line) => (lineWidth(line) > width ? fitTo(line, width) : line));
}

const row = (label: string, ...value: Span[]): Line => [muted(label.padEnd(labelWidth)), ...value];

/** What stands in the place of a part that is not there. */
function missing<T>(reading: Reading<T>, label: string, width: number): Line[] | null {
  if (reading.data !== undefined) return null;
  const { problem } = reading;
  const text = problem
    ? `cannot be read: ${cleanText(problem.code, textLimits.symbol)} ${cleanText(problem.message, 200)}`
    : 'reading …';
  return wrap(text, width - labelWidth, problem ? 'danger' : 'muted').map((line, index) =>
    row(index === 0 ? label : '', ...line),
  );
}

function nameLines(desk: Desk, tokenId: string, { chain, address }: TokenRef, width: number): Line[] {
  const reading = desk.data.sheet(tokenId, 'info');
  const known = desk.data.token(tokenId);
  const symbol = cleanText(reading.data?.symbol ?? known?.symbol ?? '', textLimits.symbol);
  const name = cleanText(reading.data?.name ?? known?.name ?? '', textLimits.name);
  const about = reading.data ? null : missing(reading, 'metadata', width);
  const decimals = reading.data?.decimals ?? known?.decimals;
  return [
    row('symbol', span(symbol || 'none', 'title', { bold: true }), muted(name === '' ? '' : `   ${name}`)),
    row('chain', span(chains[chain].name), muted(decimals === undefined ? '' : `   ${decimals} decimals`)),
    ...wrap(address, width - labelWidth).map((line, index) => row(index === 0 ? 'address' : '', ...line)),
    ...(about ?? []),
  ];
}

function warningLines(desk: Desk, tokenId: string, ref: TokenRef, width: number): Line[] {
  const symbol = cleanText(
    desk.data.sheet(tokenId, 'info').data?.symbol ?? desk.data.token(tokenId)?.symbol ?? '',
    textLimits.symbol,
  );
  const { data: namesakes, problem } = desk.data.sheet(tokenId, 'namesakes');
  const others = desk.data.tokens().filter((other) => other.tokenId !== tokenId);
  const isDisguised =
    !quoteToken(ref) &&
    isLookalike(
      symbol,
      others.map((other) => other.symbol),
    );
  const texts = [
    ...(isDisguised ? [`LOOKALIKE: ${symbol} is written like another token's symbol`] : []),
    ...(namesakes
      ? [`${namesakes === 1 ? '1 other token is' : `${namesakes} other tokens are`} called ${symbol}`]
      : []),
  ];
  if (texts.length > 0)
    return texts.flatMap((text) =>
      wrap(`${text}: check the address`, width - labelWidth, 'warn').map((line, index) =>
        row(index === 0 ? 'mind' : '', ...line),
      ),
    );
  const words =
    namesakes === 0
      ? `no other token of ${chains[ref.chain].name} is called ${symbol || 'so'}`
      : problem
        ? 'whether others are called so could not be asked'
        : 'asking for others of this name …';
  return [row('namesakes', muted(words))];
}

const usdOr = (text: string | null | undefined): Span => {
  const usd = readDecimal(text);
  return usd ? span(`${formatUsd(usd)} USD`) : muted('not told');
};

const none = new Big(0);

function priceLines(desk: Desk, tokenId: string, width: number): Line[] {
  const price = desk.data.sheet(tokenId, 'price');
  const { data: pools } = desk.data.sheet(tokenId, 'pools');
  const all = pools ? deepestFirst(pools.pools) : [];
  const usd = readDecimal(String(price.data?.priceUsd ?? ''));
  const age = price.updatedAtMs === 0 ? '' : `   ${formatAge(desk.now() - price.updatedAtMs)} old`;
  const depth = all.reduce((sum, pool) => sum.plus(readDecimal(pool.liquidityUsd) ?? none), none);
  return [
    ...(missing(price, 'price', width) ?? [
      row('price', usd ? span(`${formatPrice(usd)} USD`, 'title') : muted('not told'), muted(age)),
    ]),
    ...(pools
      ? [
          row('market cap', usdOr(all[0]?.marketCapUsd)),
          row(
            'liquidity',
            depth.gt(0) ? span(`${formatUsd(depth)} USD`) : muted('not told'),
            muted(poolWords(all.length)),
          ),
        ]
      : []),
  ];
}

const poolWords = (count: number): string => `   in ${count} ${count === 1 ? 'pool' : 'pools'}`;

function statsLines(reading: Reading<SheetParts['stats']>, width: number): Line[] {
  if (reading.data === undefined) return missing(reading, 'trading', width) ?? [];
  return tradingTable(reading.data, width) ?? [row('trading', muted('nothing is told of its trading'))];
}

function poolLines(reading: Reading<SheetParts['pools']>, width: number): Line[] {
  if (reading.data === undefined) return missing(reading, 'pools', width) ?? [];
  const pools = deepestFirst(reading.data.pools);
  const unreadable = reading.data.pools.length - pools.length;
  const notes = [
    ...(pools.length > mostPools ? [`${pools.length - mostPools} smaller ones`] : []),
    ...(unreadable > 0 ? [`${unreadable} that cannot be read`] : []),
  ];
  if (reading.data.pools.length === 0) return [row('pools', muted('none are told of'))];
  const cells = pools
    .slice(0, mostPools)
    .map((pool) => [
      span(shortAddress(cleanText(pool.address ?? '', 100)) || '–'),
      known(readDecimal(pool.priceUsd), formatPrice),
      known(readDecimal(pool.liquidityUsd), formatUsd),
      known(readDecimal(pool.marketCapUsd), formatUsd),
    ]);
  return [
    ...plainTable(['POOL', 'PRICE USD', 'LIQUIDITY', 'MARKET CAP'], cells, width),
    ...(notes.length > 0 ? [[muted(`and ${notes.join(', ')}`)]] : []),
  ];
}
