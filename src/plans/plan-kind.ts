import type Big from 'big.js';
import type { z } from 'zod';
import type { Chain } from '../domain/market/chain.ts';
import type { FeeRates } from '../domain/market/fee-rates.ts';
import type { ChildOrder } from './child-order.ts';
import type { Plan, PlanSpec } from './plan.ts';

/** What a child has executed so far, and whether it can execute more. Sizes in coins, or base units of what a swap sells. */
export interface Execution {
  readonly filled: Big;
  readonly avgPx: Big | null;
  readonly feeUsd: Big | null;
  readonly isOpen: boolean;
  /** What of it rests at the service; null or absent: unknown. */
  readonly resting?: Big | null;
}

/** A stop that is open at the venue, for the whole position. */
export interface OpenStop {
  readonly oid: number;
  /** Trigger price, USD. */
  readonly px: Big;
}

/** The market and the plan's own orders at one moment. Null: unknown, or too old to act on. */
export interface PlanView {
  readonly nowMs: number;
  /** Of a spot market: whole tokens bought for one that is sold, by a quote of the swap that the kind asked for. */
  readonly bid: Big | null;
  readonly ask: Big | null;
  /** Of a spot market: USD for one whole token of what is sold. */
  readonly mark: Big | null;
  /** Signed size of the position in the plan's market; null if unknown. */
  readonly szi: Big | null;
  /** By child key; a child that was accepted and is not here has not been read yet. */
  readonly executions: ReadonlyMap<string, Execution>;
  /** Stops of the plan's market on the side that closes what it opens; null or absent: unknown. */
  readonly stops?: readonly OpenStop[] | null;
  /** Since something of the plan was sent, ms of a clock that never jumps; absent: by the wall clock. */
  readonly sinceSentMs?: number;
  /** What the market traded since then, in coins or whole tokens; of a perp, by the average of the last day. Null if unknown. */
  volumeSince(ms: number): Big | null;
  /** A new client order id, 0x and 32 hex digits. */
  newCloid(): string;
}

export type Decision =
  | { readonly do: 'send'; readonly key: string; readonly order: ChildOrder }
  /** `untilMs`: when it looks again at the latest; null: when something changes. */
  /** `isDue`: what comes then; otherwise it only looks again. */
  | { readonly do: 'wait'; readonly untilMs: number | null; readonly what: string; readonly isDue?: true }
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
  readonly fees: FeeRates;
}

export interface SpotToken {
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** What is known of the tokens a plan swaps. Balance in base units of the token that is sold. */
export interface SpotFacts {
  readonly kind: 'spot';
  readonly chain: Chain;
  readonly input: SpotToken;
  readonly output: SpotToken;
  /** USD for one whole token. */
  readonly inputUsd: Big | null;
  readonly outputUsd: Big | null;
  readonly balance: bigint | null;
  /** The user holds the wallet's key: it signs only by hand. */
  readonly isOwn?: true;
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

/** Groups of keys of children of which at most one is meant to execute. */
export type Alternatives = readonly (readonly string[])[];

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
  /** Base units of the swap that it is about to decide on, which is quoted before; null for none. */
  quoted?(plan: Plan<S>, nowMs: number): string | null;
  /** Keys of children of which at most one is meant to execute: together they count as the largest of them. */
  alternatives?(spec: S): Alternatives;
  decide(plan: Plan<S>, view: PlanView): Decision;
  /** Whether this child executes a part of the target; absent: every order on the plan's side. */
  countsToTarget?(key: string): boolean;
  /** Most that it may execute in all, as decimal text, where that is more than its target. */
  most?(spec: S): string;
  /** Most orders, changes and cancels that it sends; absent: as many as `planned` lists. */
  operations?(spec: S): number;
  /** Its decisions need no prices: no book is read for it. */
  readonly ignoresPrices?: true;
  /** Its decisions need the position and the open stops of its market: they are read with its orders. */
  holdsPosition?(spec: S): boolean;
  /** Its orders need a position on its own side: it is not started against one on the other. */
  readonly opensPosition?: true;
  /** Whether `decide` deals with the refusal of this child; any other refusal pauses the plan. */
  goesOnAfter?(key: string): boolean;
  /** What has to be sent before its orders may be cancelled, so that nothing is left unprotected; null: nothing. */
  beforeCancel?(plan: Plan<S>, view: PlanView): Decision | null;
  /** What a cancel leaves behind, as a sentence; absent: nothing but what it has executed. */
  leaves?(plan: Plan<S>, view: PlanView): string | null;
  /** What happens to what was missed while nothing worked the plan, as one sentence. */
  readonly gapRule: string;
  /** What its resting orders do without the desk, as one sentence. */
  withoutDesk(spec: S): string;
}

export type PlanMarket =
  | { readonly kind: 'perp'; readonly coin: string; readonly isBuy: boolean }
  | {
      readonly kind: 'spot';
      readonly chain: Chain;
      readonly inputToken: string;
      readonly outputToken: string;
      readonly input: SpotToken;
      readonly output: SpotToken;
      readonly slippageBps: number;
    };

export const wait = (what: string, untilMs: number | null = null): Decision => ({ do: 'wait', untilMs, what });
/** Waits for the time at which this comes. */
export const waitUntil = (untilMs: number, what: string): Decision => ({ do: 'wait', untilMs, what, isDue: true });
export const send = (key: string, order: ChildOrder): Decision => ({ do: 'send', key, order });

/** How long the plan has sent nothing, ms. */
export function sinceSent({ children }: Pick<Plan<unknown>, 'children'>, { sinceSentMs, nowMs }: PlanView): number {
  const lastMs = children.reduce((last, { sentAtMs }) => Math.max(last, sentAtMs), -Infinity);
  return sinceSentMs ?? nowMs - lastMs;
}
