import { type TokenRef, tokenId } from '../../domain/market/token.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { formatPrice, formatUsd } from '../../domain/numbers/format.ts';
import { decimalsOf, wholeTokens } from '../../stores/market/owner-shares.ts';
import type { HolderRecord } from '../../stores/market/owners.ts';
import type { DeskView } from '../desk/desk.ts';
import { ageText } from './owners-view.ts';

/** What single holders of the token traded, as label and text: the developer, and whoever the service told of last. */
export function holderRecords(desk: DeskView, token: TokenRef): (readonly [label: string, text: string])[] {
  const id = tokenId(token);
  const { developer, other } = desk.owners.of(id);
  const decimals = decimalsOf(desk.data, id);
  const words = (record: HolderRecord, atMs: number): string => {
    const balance = readDecimal(record.tokenBalance)?.toFixed();
    const held = balance === undefined ? null : wholeTokens(balance, desk.caps.owners.unit, decimals);
    return [
      ...tradeWords('bought', record.boughtUsd, record.buysCount, record.avgBuyPriceUsd),
      ...tradeWords('sold', record.soldUsd, record.sellsCount, record.avgSellPriceUsd),
      ...(held ? [`holds ${formatUsd(held)}`] : []),
      `${ageText(desk.now() - atMs)} old`,
    ].join(', ');
  };
  return [
    ...(developer ? [['developer', words(developer.data, developer.atMs)] as const] : []),
    ...(other ? [['a holder', `not named by the service: ${words(other.data, other.atMs)}`] as const] : []),
  ];
}

type Text = string | null | undefined;

function tradeWords(verb: string, usdText: Text, countText: Text, priceText: Text): string[] {
  const [usd, count, price] = [readDecimal(usdText), readDecimal(countText), readDecimal(priceText)];
  if (!usd || count?.eq(0)) return [];
  const times = count ? ` in ${count.toFixed()}` : '';
  return [`${verb} ${formatUsd(usd)} USD${times}${price?.gt(0) ? ` at ${formatPrice(price)}` : ''}`];
}
