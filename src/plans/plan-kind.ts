import type Big from 'big.js';
import type { z } from 'zod';
import type { Chain } from '../domain/market/chain.ts';
import type { ChildOrder } from './child-order.ts';
import type { Plan, PlanSpec } from './plan.ts';

/** What a child has executed so far, and whether it can execute more. Sizes in coins, or whole tokens of what a swap sells. */
export interface Execution {
  readonly filled: Big;
  readonly avgPx: Big | null;
  readonly feeUsd: Big | null;
  readonly isOpen: boolean;
}

/** The market and the plan's own orders at one moment. Null: unknown, or too old to act on. */
export interface PlanView {
  readonly nowMs: number;
  readonly bid: Big | null;
  readonly ask: Big | null;
  readonly mark: Big | null;
  /** Signed size of the position in the plan's market; null if unknown. */
  readonly szi: Big | null;
  /** By child key; a child that was accepted and is not here has not been read yet. */
  readonly executions: ReadonlyMap<string, Execution>;
  /** What the market traded since then, in coins or whole tokens; null if unknown. */
  volumeSince(ms: number): Big | null;
  /** A new client order id, 0x and 32 hex digits. */
  newCloid(): string;
}

export type Decision =
  | { readonly do: 'send'; readonly key: string; readonly order: ChildOrder }
  /** `untilMs`: when it looks again at the latest; null: when something changes. */
  | { readonly do: 'wait'; readonly untilMs: number | null; readonly what: string }
  /** A person has to decide. */
  | { readonly do: 'pause'; readonly why: string }
  | { readonly do: 'end'; readonly why: string };

/** One thing that a person says about a plan, as forms and the command line ask for it. */
export interface PlanInput {
  readonly id: string;
  readonly label: string;
  /** What may be entered: `20m, 1h or 2h30m`. */
  readonly help: string;
  /** The words after which the command line expects it, such as `in` or `limit`; '' where its place says what it is. */
  readonly word: string;
  /** Absent: it has to be entered. */
  readonly standard?: string;
  readonly choices?: readonly string[];
}

/** What is known of the perp market a plan is built for. Prices in USD; null: unknown. */
export interface PerpFacts {
  readonly kind: 'perp';
  readonly coin: string;
  readonly szDecimals: number;
  readonly maxLeverage: number;
  readonly mark: Big | null;
  readonly bid: Big | null;
  readonly ask: Big | null;
}

/** What is known of the tokens a plan swaps. Balance in base units of the token that is sold. */
export interface SpotFacts {
  readonly kind: 'spot';
  readonly chain: Chain;
  readonly input: { readonly address: string; readonly symbol: string; readonly decimals: number };
  readonly output: { readonly address: string; readonly symbol: string; readonly decimals: number };
  /** USD for one whole token. */
  readonly inputUsd: Big | null;
  readonly outputUsd: Big | null;
  readonly balance: bigint | null;
}

export type PlanFacts = PerpFacts | SpotFacts;

/** `field`: the input that is not valid; `problem` says what would be, as a sentence. */
export type Built<S> = { readonly spec: S } | { readonly field: string; readonly problem: string };

/** One order that a plan intends, for the preview. */
export interface PlannedChild {
  readonly key: string;
  /** `limit`, `market`, `stop`, `swap`, `trigger`. */
  readonly type: string;
  readonly isBuy: boolean;
  /** Decimal text; null for the price at its time. */
  readonly px: string | null;
  /** In coins, or whole tokens of what is sold; decimal text. */
  readonly size: string;
  /** Since the start, ms; null: at once, or when something before it has happened. */
  readonly afterMs: number | null;
}

/** How one kind of plan works. A kind decides one thing at a time, from the plan and the moment alone. */
export interface PlanKind<S extends PlanSpec> {
  readonly kind: S['kind'];
  /** `TWAP`, `Scale`. */
  readonly title: string;
  readonly schema: z.ZodType<S>;
  /** `buy 2 ETH 3400..3300 in 8`: how the command line says it. */
  readonly usage: string;
  readonly trades: 'perp' | 'spot';
  readonly inputs: readonly PlanInput[];
  /** The plan of what a person entered, by input id. `random`: 0 ≤ x < 1, for jitter. */
  build(values: Readonly<Record<string, string>>, facts: PlanFacts, random: () => number): Built<S>;
  /** Every order that it intends, in order of time. */
  planned(spec: S): readonly PlannedChild[];
  /** The market it trades: a perp coin, or what a swap sells and buys. */
  market(spec: S): PlanMarket;
  /** What it should execute in all, as decimal text, and its unit; null where only its budget is known. */
  target(spec: S): { readonly size: string; readonly unit: string };
  decide(plan: Plan<S>, view: PlanView): Decision;
  /** Most orders, changes and cancels that it sends; absent: as many as `planned` lists. */
  operations?(spec: S): number;
  /** What happens to what was missed while nothing worked the plan, as one sentence. */
  readonly gapRule: string;
  /** What its resting orders do without the desk, as one sentence. */
  withoutDesk(spec: S): string;
}

export type PlanMarket =
  | { readonly kind: 'perp'; readonly coin: string; readonly isBuy: boolean }
  | { readonly kind: 'spot'; readonly chain: string; readonly inputToken: string; readonly outputToken: string };

export const wait = (what: string, untilMs: number | null = null): Decision => ({ do: 'wait', untilMs, what });
export const send = (key: string, order: ChildOrder): Decision => ({ do: 'send', key, order });
