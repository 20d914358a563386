import { perpCoins } from '../../alerts/alert-facts.ts';
import { cleanText } from '../../domain/clean-text.ts';
import { groupThousands } from '../../domain/format.ts';
import { didYouMean } from '../../keys/nearest-words.ts';
import type { Desk } from '../desk.ts';
import { alertForm } from '../forms/alert/alert-form.ts';
import { openForm } from '../forms/open-form.ts';
import { knownLeverage } from '../forms/perp/known-leverage.ts';
import { leverageForm } from '../forms/perp/leverage-form.ts';
import { perpWalletId } from '../forms/perp/perp-account.ts';
import { perpOrderForm, perpOrderStart } from '../forms/perp/perp-order-form.ts';
import type { Intent } from './intent.ts';
import { asksFirst, type Plan } from './plan.ts';

type Of<Kind> = Extract<Intent, { kind: Kind }>;

/** Where another leverage is wanted, its form lies over that of the order, which is there again when it is left. */
export function planPerpOrder(desk: Desk, intent: Of<'perpOrder'>): Plan {
  return onMarket(desk, intent.coin, (coin) => {
    const { side, size, sizeIn, price, tp, sl, leverage } = intent;
    const isOther = leverage !== null && knownLeverage(desk, coin, perpWalletId(desk))?.leverage !== Number(leverage);
    const first = isOther ? `sets the leverage of ${coin} to ${leverage}× first, then ` : '';
    const amount = `${groupThousands(size)} ${sizeIn === 'usd' ? `USD of ${coin}` : coin}`;
    const where = price === null ? 'at the market' : `at ${groupThousands(price)} or better`;
    const exits = [tp && `take profit ${groupThousands(tp)}`, sl && `stop ${groupThousands(sl)}`].filter(Boolean);
    const values = {
      ...perpOrderStart(desk, coin),
      ...{ side, size, sizeIn, tp, sl, type: price === null ? 'market' : 'limit', price: price ?? '' },
    };
    return {
      says: `${first}${side === 'buy' ? 'buys' : 'sells'} ${[`${amount} ${where}`, ...exits].join(', ')}; ${asksFirst}`,
      blocked: desk.actions.whyRefused(null),
      run: () => {
        openForm(desk, perpOrderForm(desk, { values }));
        if (isOther) openForm(desk, leverageForm(desk, coin, leverage));
      },
    };
  });
}

export const planLeverage = (desk: Desk, { coin: name, leverage }: Of<'leverage'>): Plan =>
  onMarket(desk, name, (coin) => ({
    says: `sets the leverage of ${coin} to ${leverage}×; ${asksFirst}`,
    blocked: desk.actions.whyRefused(null),
    run: () => openForm(desk, leverageForm(desk, coin, leverage)),
  }));

/** A perp coin goes by its name; anything else is looked for among the tokens of Solana. */
export function planAlert(desk: Desk, { what, direction, value }: Of<'alert'>): Plan {
  const coin = perpCoins(desk.data).find((name) => name.toLowerCase() === what.toLowerCase());
  const market = coin === undefined ? 'solana' : 'perp';
  const name = coin ?? cleanText(what, 32);
  return {
    says: `calls you when ${name}${coin ? '' : ' on Solana'} is ${direction} ${groupThousands(value)} USD; its form shows it first`,
    run: () => openForm(desk, alertForm(desk, { what: coin ?? what, market, direction, value })),
  };
}

function onMarket(desk: Desk, name: string, plan: (coin: string) => Plan): Plan {
  const coins = perpCoins(desk.data);
  const coin = coins.find((known) => known.toLowerCase() === name.toLowerCase());
  if (coin !== undefined) return plan(coin);
  if (coins.length === 0) return { problem: 'The perp markets are not read yet.' };
  const some = `${coins.slice(0, 8).join(', ')}${coins.length > 8 ? ' …' : ''}`;
  return {
    problem: `There is no perp market ${cleanText(name, 32)}.${didYouMean(name, coins)} Some there are: ${some}.`,
  };
}
