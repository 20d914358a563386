import { kindOf, type PlanKindName, planKinds } from './kinds/kinds.ts';
import type { PlanSpec } from './plan.ts';
import type { PlanInput, PlanKind } from './plan-kind.ts';

/** Every kind of plan, in the order of the table. */
export const allKinds: readonly (PlanKind<PlanSpec> & { readonly kind: string })[] = (
  Object.keys(planKinds) as PlanKindName[]
).map((kind) => kindOf({ kind }));

/** `spot-twap` for `spotTwap`: the word that the command line has for a kind. */
export const kindWord = (kind: string): string => kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** One thing that is told by its place: `2`, `3400..3300`, or the market. */
export type Place =
  | { readonly is: 'input'; readonly input: PlanInput }
  | { readonly is: 'range'; readonly from: PlanInput; readonly to: PlanInput }
  | { readonly is: 'market' };

/** How a kind of plan is typed: what goes by its place, then what follows a word, in any order. */
export interface PlanGrammar {
  readonly places: readonly Place[];
  readonly named: readonly PlanInput[];
}

/** Ids of what a plan trades, beside the ids of its inputs. */
export const marketIds = ['coin', 'walletId', 'sell', 'buy'] as const;

const rangeWord = '..';

/** The grammar that follows from the inputs of a kind: the market comes after the size, else after the side. */
export function grammarOf({ inputs }: Pick<PlanKind<PlanSpec>, 'inputs'>): PlanGrammar {
  const places: Place[] = [];
  for (const input of inputs) {
    const before = places.at(-1);
    if (input.word === '') places.push({ is: 'input', input });
    else if (input.word === rangeWord && before?.is === 'input')
      places.splice(-1, 1, { is: 'range', from: before.input, to: input });
  }
  const idOf = (place: Place) => (place.is === 'input' ? place.input.id : '');
  const size = places.findIndex((place) => idOf(place) === 'size' || idOf(place) === 'amount');
  const at = size >= 0 ? size : places.findIndex((place) => idOf(place) === 'side');
  places.splice(at + 1, 0, { is: 'market' });
  return { places, named: inputs.filter(({ word }) => word !== '' && word !== rangeWord) };
}

/** Whether an input is a yes or a no: its word alone says yes. */
export const isSwitch = ({ choices }: PlanInput): boolean =>
  choices?.length === 2 && choices.includes('yes') && choices.includes('no');

/** Named inputs that are said even where they are the standard: what comes first in a kind matters most. */
const alwaysSaid = 2;

type Kind = Pick<PlanKind<PlanSpec>, 'inputs' | 'trades' | 'title'>;
type Values = Readonly<Record<string, string>>;

/** The plan as the command line has it: `buy 2 ETH over 1h in 30 limit 3450`. Values by input id and `marketIds`. */
export function planWords(kind: Kind, values: Values): string {
  const { places, named } = grammarOf(kind);
  const said = (id: string): string => values[id]?.trim() ?? '';
  const placed = places.map((place) => {
    if (place.is === 'market') return kind.trades === 'perp' ? said('coin') : `${said('sell')} for ${said('buy')}`;
    return place.is === 'range' ? `${said(place.from.id)}..${said(place.to.id)}` : said(place.input.id);
  });
  const words = named.flatMap((input, index) => {
    const value = said(input.id);
    if (value === '') return [];
    if (isSwitch(input))
      return value === input.standard ? [] : [value === 'yes' ? input.word : `${input.word} ${value}`];
    return index < alwaysSaid || value !== input.standard ? [`${input.word} ${value}`] : [];
  });
  return [...(sellsFirst(kind) ? ['sell'] : []), ...placed, ...words].filter((word) => word !== '').join(' ');
}

/** `TWAP: buy 2 ETH over 1h in 30`. */
export const planSummary = (kind: Kind, values: Values): string => `${kind.title}: ${planWords(kind, values)}`;

/** Whether the line begins with `sell`: spot plans sell a token for another. */
export const sellsFirst = ({ trades, inputs }: Pick<Kind, 'trades' | 'inputs'>): boolean =>
  trades === 'spot' && !inputs.some(({ id }) => id === 'side');
