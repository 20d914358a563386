import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import { keyOf, withKeys } from '../../../keys/keymap.ts';
import { type PerpMarket, perpMarkets } from '../../../stores/perp-markets.ts';
import type { Desk } from '../../desk.ts';
import type { Choice, Field } from '../form-spec.ts';

/** The market that was typed: its name, or the only one that differs in nothing but case. */
export function findMarket(desk: Desk, typed: string): PerpMarket | null {
  const markets = perpMarkets(desk.data);
  const name = typed.trim();
  const alike = markets.filter(({ coin }) => coin.toLowerCase() === name.toLowerCase());
  return markets.find(({ coin }) => coin === name) ?? (alike.length === 1 ? (alike[0] ?? null) : null);
}

/** Names beside the field; more would not fit on its line. */
const shown = 4;

/** Market names that the text may mean, those that begin with it first; around a whole name, its neighbours in the list. */
export function coinChoices(desk: Desk, typed: string): Choice[] {
  const names = perpMarkets(desk.data).map(({ coin }) => coin);
  const chosen = findMarket(desk, typed)?.coin;
  const wanted = typed.trim().toLowerCase();
  const begins = names.filter((name) => name.toLowerCase().startsWith(wanted));
  const contains = names.filter((name) => !begins.includes(name) && name.toLowerCase().includes(wanted));
  const list = chosen === undefined ? [...begins, ...contains] : around(names, chosen);
  return list.slice(0, shown).map((value) => ({ value, label: value }));
}

/** So many names around one, going round at the ends: stepping through them reaches every market. */
function around(names: readonly string[], chosen: string): string[] {
  if (names.length <= shown) return [...names];
  const from = names.indexOf(chosen) - 1 + names.length;
  return Array.from({ length: shown }, (_, index) => names[(from + index) % names.length] ?? '');
}

export const coinField = (desk: Desk, typed: string): Field => ({
  id: 'coin',
  label: 'Coin',
  kind: 'text',
  width: 10,
  unit: withKeys('{form.choiceUp}{form.choiceDown}', desk.keymap),
  choices: coinChoices(desk, typed),
});

/** Why no market is chosen, in words that say what to do. */
export function coinProblem(desk: Desk, typed: string): string {
  const { data, problem } = desk.data.read('markets');
  if (!data)
    return problem
      ? `The markets cannot be read: ${cleanText(problem.code, textLimits.symbol)} ${cleanText(problem.message, 200)}`
      : 'The markets are still being read.';
  const [first] = coinChoices(desk, typed);
  const name = cleanText(typed.trim(), textLimits.symbol);
  if (name === '') return `Type a market's name, such as ${first?.value ?? 'BTC'}.`;
  return first
    ? `No market is called ${name}: ${keyOf(desk.keymap, 'form.choiceDown')} takes ${first.value}, or type more.`
    : `No market's name contains ${name}: type another, such as ${coinChoices(desk, '')[0]?.value ?? 'BTC'}.`;
}
