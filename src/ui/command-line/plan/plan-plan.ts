import { contractChains } from '../../../domain/market/chain.ts';
import { formatUsd } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { planSummary } from '../../../plans/plan-grammar.ts';
import type { Desk } from '../../desk/desk.ts';
import type { Values } from '../../forms/form-spec.ts';
import { openForm } from '../../forms/open-form.ts';
import { spotFacts } from '../../forms/plan/plan-facts.ts';
import { planForm } from '../../forms/plan/plan-form.ts';
import { chosenKind, formValues, inputValues, type Kind, standardValues } from '../../forms/plan/plan-values.ts';
import { spotWallets } from '../../forms/wallet-choice.ts';
import type { Intent } from './intent.ts';
import { asksFirst, type Plan } from './plan.ts';
import { knownToken, walletFor } from './spot-parts.ts';

/** Opens the form of a plan, filled in; what cannot be carried out is refused here already, with what would be possible. */
export function planPlan(desk: Desk, { plan: name, values: typed }: Extract<Intent, { kind: 'plan' }>): Plan {
  const kind = chosenKind({ kind: name });
  const blocked = desk.actions.whyRefused(null);
  if (Object.keys(typed).length === 0)
    return {
      effect: `opens the form of a new plan: ${kind.title}`,
      blocked,
      run: () => openForm(desk, planForm(desk, name)),
    };
  return kind.trades === 'spot' ? planSpotPlan(desk, kind, typed) : planPerpPlan(desk, kind, typed);
}

function planPerpPlan(desk: Desk, kind: Kind, typed: Values): Plan {
  const form = planForm(desk, kind.kind, typed);
  const { problems, draft, blocked = null } = form.evaluate(form.initial);
  form.onClose?.();
  // Of the form as a whole: what the risk check says now, which the form shows in place.
  const { form: later = null, ...wrong } = problems;
  const [problem] = Object.values(wrong);
  if (problem !== undefined) return { problem };
  const usd = draft?.caps.usd ? `, at most ${formatUsd(draft.caps.usd)} USD` : '';
  const count = draft ? `: ${ordersText(draft.plan.planned.length)}${usd}` : '';
  return {
    effect: `${words(kind, form.initial)}${count}; ${asksFirst}`,
    blocked: blocked ?? later,
    run: () => openForm(desk, planForm(desk, kind.kind, typed)),
  };
}

/** Tokens that the desk does not know yet are searched for by the form, not at each key of a line. */
function planSpotPlan(desk: Desk, kind: Kind, typed: Values): Plan {
  const wallets = spotWallets(desk, contractChains);
  const wallet = walletFor(desk, wallets, typed['sell'] ?? '');
  if (!wallet) return { problem: 'No active wallet for this.' };
  const [sell, buy] = ['sell', 'buy'].map((id) => knownToken(desk, wallet, typed[id] ?? ''));
  const values = { ...typed, walletId: wallet.choice };
  const all = { ...standardValues(), ...formValues(kind, values) };
  const facts = sell && buy ? spotFacts(desk, wallet, sell, buy) : null;
  const made = facts && kind.build(inputValues(kind, all), facts, () => 0.5);
  if (made && 'problem' in made) return { problem: made.problem };
  const count = made ? `: ${ordersText(kind.planned(made.spec).length)}` : '';
  return {
    effect: `${words(kind, all)}${count}, from ${cleanText(wallet.label, 24)}; ${asksFirst}`,
    blocked: desk.actions.whyRefused(null),
    run: () => openForm(desk, planForm(desk, kind.kind, values)),
  };
}

const words = (kind: Kind, values: Values): string =>
  `starts ${cleanText(planSummary(kind, inputValues(kind, values)), 160)}`;

const ordersText = (count: number): string => `${count} order${count === 1 ? '' : 's'}`;
