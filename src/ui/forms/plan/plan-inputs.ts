import type { Problems } from '../../../actions/pipeline/limits.ts';
import type { PlanSpec } from '../../../plans/plan.ts';
import { marketIds, planSummary } from '../../../plans/plan-grammar.ts';
import type { PlanFacts, PlannedChild, SpotFacts } from '../../../plans/plan-kind.ts';
import { limitOf, type PlanWorth, planWorth, usualOperations } from '../../../plans/plan-worth.ts';
import { type PlanRoom, planRoom } from '../../../stores/account/plan-room.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';
import type { Values } from '../form-spec.ts';
import { missingWallet, perpWalletId } from '../perp/perp-account.ts';
import { coinProblem, findMarket } from '../perp/perp-market.ts';
import type { SpotFields, SpotInputs } from '../spot-inputs.ts';
import { createQuoteCache, type QuoteReading } from '../swap/swap-quote.ts';
import { countProblem } from './count-problem.ts';
import { perpFacts, spotFacts } from './plan-facts.ts';
import { swapToQuote } from './plan-quote.ts';
import { chosenKind, fieldId, inputValues, type Kind } from './plan-values.ts';
import { readWhole } from './read-caps.ts';

/** A plan that was built from what was typed. */
export interface BuiltPlan extends PlanRoom {
  readonly spec: PlanSpec;
  readonly facts: PlanFacts;
  readonly walletId: string;
  readonly planned: readonly PlannedChild[];
  readonly worth: PlanWorth;
  readonly operations: number;
  readonly summary: string;
}

/** A plan of swaps, with what it is built from. */
export interface SpotPlan extends BuiltPlan {
  readonly facts: SpotFacts;
}

/** What was typed, as far as it is valid. Problems by field. */
export interface PlanInputs {
  readonly kind: Kind;
  readonly market: PerpMarket | null;
  readonly spot: SpotInputs | null;
  readonly values: Values;
  readonly plan: BuiltPlan | null;
  /** The quote of one of its swaps, as far as it has been read; null where the plan sends none. */
  readonly reading: QuoteReading | null;
  readonly problems: Problems;
}

/** Parts that outlive one look: the quote, the jitter of this form, and the last plan that was built. */
export interface PlanReader {
  read(values: Values): PlanInputs;
  /** No quote is requested any more. */
  close(): void;
}

/** `random`: the same numbers each time, so that a plan stays as it was shown. */
export function createPlanReader(desk: Desk, spotFields: SpotFields, random: () => () => number): PlanReader {
  const quotes = createQuoteCache(desk);
  let last: { readonly key: string; readonly plan: ReturnType<typeof build> } | null = null;
  return {
    close: quotes.close,
    read: (typed) => {
      const kind = chosenKind(typed);
      const values = inputValues(kind, typed);
      const place = kind.trades === 'perp' ? perpPlace(desk, values) : spotPlace(desk, spotFields, values);
      const { facts, walletId, market, spot, problems: wrong } = place;
      const read = { kind, market, spot, values };
      const operations = readWhole(typed['operations'] ?? '');
      if (!facts) return { ...read, plan: null, reading: null, problems: wrong };
      const key = JSON.stringify([kind.kind, values, facts], bigintText);
      if (last?.key !== key) last = { key, plan: build(kind, values, { facts, random: random() }) };
      const made = last.plan;
      const problems = {
        ...wrong,
        ...(typeof operations === 'string' ? { operations } : {}),
        ...('problem' in made ? { [fieldOf(kind, made.field)]: made.problem } : {}),
      };
      if ('problem' in made || walletId === null) return { ...read, plan: null, reading: null, problems };
      const usual = usualOperations(made.planned.length, kind.operations?.(made.spec));
      const plan = {
        ...made,
        facts,
        walletId,
        ...planRoom(desk.data.read('usage').data, desk.session.getState().executionsSinceUsage, made.planned),
        operations: typeof operations === 'number' ? operations : usual,
      };
      const swap = swapToQuote(kind, plan.spec, plan.planned);
      const reading = swap && quotes.read(swap);
      return { ...read, plan, reading, problems: { ...problems, ...countProblem(kind, plan) } };
    },
  };
}

const bigintText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);

interface Place {
  readonly facts: PlanFacts | null;
  readonly walletId: string | null;
  readonly market: PerpMarket | null;
  readonly spot: SpotInputs | null;
  readonly problems: Problems;
}

function perpPlace(desk: Desk, { coin = '' }: Values): Place {
  const market = findMarket(desk, coin);
  const walletId = perpWalletId(desk);
  const problems: Problems = {
    ...(market ? {} : { coin: coinProblem(desk, coin) }),
    ...(walletId === null ? { form: missingWallet } : {}),
  };
  if (market && !market.markPx) problems['coin'] = `The price of ${market.coin} is unavailable right now.`;
  return { market, spot: null, walletId, problems, facts: market?.markPx ? perpFacts(desk, market) : null };
}

/** Amount and slippage are the plan's own inputs. */
function spotPlace(desk: Desk, fields: SpotFields, values: Values): Place {
  const spot = fields.read({ ...values, amount: '1', slippage: '0' });
  const { amount: _amount, slippage: _slippage, ...problems } = spot.problems;
  const { wallet, sell, buy } = spot;
  const facts = wallet && sell && buy && !problems['buy'] ? spotFacts(desk, wallet, sell, buy) : null;
  return { market: null, spot, walletId: wallet?.walletId ?? null, problems, facts };
}

function build(
  kind: Kind,
  values: Values,
  { facts, random }: { readonly facts: PlanFacts; readonly random: () => number },
) {
  const made = kind.build(values, facts, random);
  if ('problem' in made) return made;
  const planned = kind.planned(made.spec);
  const worth = planWorth(planned, facts, limitOf(kind, values), kind.alternatives?.(made.spec));
  return { spec: made.spec, planned, worth, summary: planSummary(kind, values) };
}

/** The field that a problem of the kind belongs to; of the form where there is no such input. */
export function fieldOf(kind: Kind, id: string): string {
  const input = kind.inputs.find((one) => one.id === id);
  if (input) return fieldId(kind, input);
  if (marketIds.some((one) => one === id)) return id;
  return id === 'market' ? (kind.trades === 'perp' ? 'coin' : 'sell') : 'form';
}
