import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { type PerpMarket, perpMarkets } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyOf, withKeys } from '../../keys/keymap.ts';
import type { Choice, Field } from '../form-spec.ts';

/** The market by exact name, or the only one that matches ignoring case. */
export function findMarket(desk: Desk, typed: string): PerpMarket | null {
  const markets = perpMarkets(desk.data);
  const name = typed.trim();
  const alike = markets.filter(({ coin }) => coin.toLowerCase() === name.toLowerCase());
  return markets.find(({ coin }) => coin === name) ?? (alike.length === 1 ? (alike[0] ?? null) : null);
}

/** Number of names beside the field; more would not fit the line. */
const shown = 4;

/** Market names matching the text, prefix matches first. For a complete name: its neighbours in the list. */
export function coinChoices(desk: Desk, typed: string): Choice[] {
  const names = perpMarkets(desk.data).map(({ coin }) => coin);
  const chosen = findMarket(desk, typed)?.coin;
  const wanted = typed.trim().toLowerCase();
  const begins = names.filter((name) => name.toLowerCase().startsWith(wanted));
  const contains = names.filter((name) => !begins.includes(name) && name.toLowerCase().includes(wanted));
  const list = chosen === undefined ? [...begins, ...contains] : around(names, chosen);
  return list.slice(0, shown).map((value) => ({ value, label: value }));
}

/** Names around the chosen one, wrapping at the ends, so stepping reaches every market. */
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

/** Why no market is selected, and what to do. */
export function coinProblem(desk: Desk, typed: string): string {
  const { data, problem } = desk.data.read('markets');
  if (!data)
    return problem
      ? `Markets failed to load: ${cleanText(problem.code, textLimits.symbol)} ${cleanText(problem.message, 200)}`
      : 'Markets are still loading.';
  const [first] = coinChoices(desk, typed);
  const name = cleanText(typed.trim(), textLimits.symbol);
  if (name === '') return `Enter a market, such as ${first?.value ?? 'BTC'}.`;
  return first
    ? `No market ${name}: press ${keyOf(desk.keymap, 'form.choiceDown')} for ${first.value}, or keep typing.`
    : `No market matches ${name}: enter another, such as ${coinChoices(desk, '')[0]?.value ?? 'BTC'}.`;
}
