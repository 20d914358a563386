import { perpCoins } from '../../../alerts/alert-facts.ts';
import { groupThousands } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import type { Desk } from '../../desk/desk.ts';
import { alertForm } from '../../forms/alert/alert-form.ts';
import { openForm } from '../../forms/open-form.ts';
import { knownLeverage } from '../../forms/perp/known-leverage.ts';
import { leverageForm } from '../../forms/perp/leverage-form.ts';
import { perpWalletId } from '../../forms/perp/perp-account.ts';
import { perpOrderForm, perpOrderStart } from '../../forms/perp/perp-order-form.ts';
import { readSizeText } from '../../forms/perp/size-text.ts';
import { didYouMean } from '../../keys/nearest-words.ts';
import type { Intent } from './intent.ts';
import { asksFirst, type Plan } from './plan.ts';

type Of<Kind> = Extract<Intent, { kind: Kind }>;

/** Fills in the order form; another leverage is set right before the order. */
export function planPerpOrder(desk: Desk, intent: Of<'perpOrder'>): Plan {
  return onMarket(desk, intent.coin, (coin) => {
    const { side, size, price, tp, sl, leverage } = intent;
    const isOther = leverage !== null && knownLeverage(desk, coin, perpWalletId(desk))?.leverage !== Number(leverage);
    const first = isOther ? `sets the leverage of ${coin} to ${leverage}× first, then ` : '';
    const where = price === null ? 'at the market' : `at ${groupThousands(price)} or better`;
    const exits = [tp && `take profit ${exitWords(tp)}`, sl && `stop loss ${exitWords(sl)}`].filter(Boolean);
    const values = {
      ...perpOrderStart(desk, coin),
      side,
      size,
      leverage: isOther ? leverage : '',
      tp,
      sl,
      type: price === null ? 'market' : 'limit',
      price: price ?? '',
    };
    return {
      effect: `${first}${side === 'buy' ? 'buys' : 'sells'} ${[`${amountWords(size, coin)} ${where}`, ...exits].join(', ')}; ${asksFirst}`,
      blocked: desk.actions.whyRefused(null),
      run: () => openForm(desk, perpOrderForm(desk, { values })),
    };
  });
}

/** `500 USD of BTC`, `BTC for 25 % of the free margin`. */
function amountWords(size: string, coin: string): string {
  const read = readSizeText(size, coin);
  if (typeof read === 'string') return `${size} ${coin}`;
  const { unit, value } = read;
  const plain = groupThousands(value.toFixed());
  return {
    coin: `${plain} ${coin}`,
    usd: `${plain} USD of ${coin}`,
    share: `${coin} for ${plain} % of the free margin`,
    'risk-usd': `${coin} risking ${plain} USD`,
    'risk-pct': `${coin} risking ${plain} % of the equity`,
  }[unit];
}

const exitWords = (text: string): string => (/^[\d.]+$/.test(text) ? groupThousands(text) : text);

export const planLeverage = (desk: Desk, { coin: name, leverage }: Of<'leverage'>): Plan =>
  onMarket(desk, name, (coin) => ({
    effect: `sets the leverage of ${coin} to ${leverage}×; ${asksFirst}`,
    blocked: desk.actions.whyRefused(null),
    run: () => openForm(desk, leverageForm(desk, coin, leverage)),
  }));

/** Perp coins are matched by name; anything else is treated as a token on Solana. */
export function planAlert(desk: Desk, { what, direction, value }: Of<'alert'>): Plan {
  const coin = perpCoins(desk.data).find((name) => name.toLowerCase() === what.toLowerCase());
  const market = coin === undefined ? 'solana' : 'perp';
  const name = coin ?? cleanText(what, 32);
  return {
    effect: `alerts you when ${name}${coin ? '' : ' on Solana'} is ${direction} ${groupThousands(value)} USD; opens the alert form`,
    run: () => openForm(desk, alertForm(desk, { what: coin ?? what, market, direction, value })),
  };
}

function onMarket(desk: Desk, name: string, plan: (coin: string) => Plan): Plan {
  const coins = perpCoins(desk.data);
  const coin = coins.find((known) => known.toLowerCase() === name.toLowerCase());
  if (coin !== undefined) return plan(coin);
  if (coins.length === 0) return { problem: 'Perp markets are still loading.' };
  const some = `${coins.slice(0, 8).join(', ')}${coins.length > 8 ? ' …' : ''}`;
  return {
    problem: `Unknown perp market ${cleanText(name, 32)}.${didYouMean(name, coins)} Markets: ${some}.`,
  };
}
