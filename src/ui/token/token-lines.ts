import Big from 'big.js';
import { chains } from '../../domain/market/chain.ts';
import { parseTokenId, quoteToken, type TokenRef } from '../../domain/market/token.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { formatAge, formatPrice, formatUsd, shortAddress } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isLookalike } from '../../domain/text/lookalike.ts';
import type { Reading } from '../../stores/desk-data.ts';
import { deepestFirst, type SheetParts } from '../../stores/market/token-sheet.ts';
import { plainTable } from '../components/plain-table.ts';
import type { DeskView } from '../desk/desk.ts';
import { lookalikeText, namesakesText } from '../forms/spot-rows.ts';
import { known } from '../text/cells.ts';
import { blank, fitTo, type Line, lineWidth, muted, type Span, span, wrap } from '../text/span.ts';
import { holderRecords } from './holder-record.ts';
import { ownersLine, ownersTable } from './owners-lines.ts';
import { tradingTable } from './token-trading.ts';

const labelWidth = 12;
const maxPools = 10;

/** Token details: identity, warnings, price, trading statistics and pools. */
export function tokenLines(desk: DeskView, tokenId: string, width: number): Line[] {
  const ref = parseTokenId(tokenId);
  if (!ref) return [[muted('This token is on an unsupported chain.')]];
  const lines = [
    ...nameLines(desk, tokenId, ref, width),
    ...warningLines(desk, tokenId, ref, width),
    blank,
    ...priceLines(desk, tokenId, width),
    blank,
    ...ownerLines(desk, ref, width),
    blank,
    ...statsLines(desk.data.sheet(tokenId, 'stats'), width),
    blank,
    ...poolLines(desk.data.sheet(tokenId, 'pools'), width),
  ];
  return lines.map((line) => (lineWidth(line) > width ? fitTo(line, width) : line));
}

const row = (label: string, ...value: Span[]): Line => [muted(label.padEnd(labelWidth)), ...value];

/** Placeholder of a part that is loading or failed to load. */
function missing<T>(reading: Reading<T>, label: string, width: number): Line[] | null {
  if (reading.data !== undefined) return null;
  const { problem } = reading;
  const text = problem
    ? `failed to load: ${cleanText(problem.code, textLimits.symbol)} ${cleanText(problem.message, 200)}`
    : 'loading …';
  return wrap(text, width - labelWidth, problem ? 'danger' : 'muted').map((line, index) =>
    row(index === 0 ? label : '', ...line),
  );
}

function nameLines(desk: DeskView, tokenId: string, { chain, address }: TokenRef, width: number): Line[] {
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

function warningLines(desk: DeskView, tokenId: string, ref: TokenRef, width: number): Line[] {
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
    ...(isDisguised ? [lookalikeText(symbol)] : []),
    ...(namesakes ? [namesakesText(namesakes, symbol)] : []),
  ];
  if (texts.length > 0)
    return texts.flatMap((text) =>
      wrap(text, width - labelWidth, 'warn').map((line, index) => row(index === 0 ? 'warning' : '', ...line)),
    );
  const words =
    namesakes === 0
      ? `no other token on ${chains[ref.chain].name} uses ${symbol || 'this symbol'}`
      : problem
        ? 'check for tokens with the same symbol failed'
        : 'checking for tokens with the same symbol …';
  return [row('same symbol', muted(words))];
}

const usdOr = (text: string | null | undefined): Span => {
  const usd = readDecimal(text);
  return usd ? span(`${formatUsd(usd)} USD`) : muted('unknown');
};

const none = new Big(0);

function priceLines(desk: DeskView, tokenId: string, width: number): Line[] {
  const price = desk.data.sheet(tokenId, 'price');
  const { data: pools } = desk.data.sheet(tokenId, 'pools');
  const all = pools ? deepestFirst(pools.pools) : [];
  const usd = readDecimal(String(price.data?.priceUsd ?? ''));
  const age = price.updatedAtMs === 0 ? '' : `   ${formatAge(desk.now() - price.updatedAtMs)} old`;
  const depth = all.reduce((sum, pool) => sum.plus(readDecimal(pool.liquidityUsd) ?? none), none);
  return [
    ...(missing(price, 'price', width) ?? [
      row('price', usd ? span(`${formatPrice(usd)} USD`, 'title') : muted('unknown'), muted(age)),
    ]),
    ...(pools
      ? [
          row('market cap', usdOr(all[0]?.marketCapUsd)),
          row(
            'liquidity',
            depth.gt(0) ? span(`${formatUsd(depth)} USD`) : muted('unknown'),
            muted(poolWords(all.length)),
          ),
        ]
      : []),
  ];
}

const poolWords = (count: number): string => `   in ${count} ${count === 1 ? 'pool' : 'pools'}`;

/** From this width on, each group of owners has a row. */
const ownersWidth = 84;

function ownerLines(desk: DeskView, ref: TokenRef, width: number): Line[] {
  if (width < ownersWidth) return [row('owners', ...ownersLine(desk, ref, width - labelWidth))];
  const records = holderRecords(desk, ref).flatMap(([label, text]) =>
    wrap(text, width - labelWidth, 'muted').map((line, index) => row(index === 0 ? label : '', ...line)),
  );
  return [[span('Who owns this', 'title')], ...ownersTable(desk, ref, width), ...records];
}

function statsLines(reading: Reading<SheetParts['stats']>, width: number): Line[] {
  if (reading.data === undefined) return missing(reading, 'trading', width) ?? [];
  return tradingTable(reading.data, width) ?? [row('trading', muted('no statistics'))];
}

function poolLines(reading: Reading<SheetParts['pools']>, width: number): Line[] {
  if (reading.data === undefined) return missing(reading, 'pools', width) ?? [];
  const pools = deepestFirst(reading.data.pools);
  const unreadable = reading.data.pools.length - pools.length;
  const notes = [
    ...(pools.length > maxPools ? [`${pools.length - maxPools} smaller ones`] : []),
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
  ];
  if (reading.data.pools.length === 0) return [row('pools', muted('none'))];
  const cells = pools
    .slice(0, maxPools)
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
