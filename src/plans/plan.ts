import { z } from 'zod';
import { childOrder } from './child-order.ts';

/* A plan works one order over time by ordinary orders, its children. Everything that it has done follows from its lines. */

const at = z.number();

/** What a person allows a plan to do without being asked again. The risk check enforces it for each child. */
export const planCaps = z.object({
  /** Most orders, changes and cancels that it may send. */
  operations: z.number().int().positive(),
  /** Most value that its children may trade, USD as decimal text; null where the desk has no price. */
  usd: z.string().nullable(),
});

export type PlanCaps = z.output<typeof planCaps>;

const child = { id: z.string(), at, key: z.string() };

/** One line of the plan file. A line is on disk before what it says is done. */
export const planLine = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('created'),
    id: z.string(),
    at,
    walletId: z.string(),
    /** The plan as a person would say it: `TWAP: buy 2 ETH over 1 h`. */
    summary: z.string(),
    /** Of its kind; the table of kinds reads it. */
    spec: z.looseObject({ kind: z.string() }),
    caps: planCaps,
    /** Mid price when it was confirmed, for comparing what it executes; decimal text, null if unknown. */
    arrivalPx: z.string().nullable(),
  }),
  /** A child is about to be sent. */
  z.object({
    ...child,
    event: z.literal('child'),
    order: childOrder,
    /** 1 for the first; a key that was proven not to be done may be sent again. */
    attempt: z.number().int(),
    /** Value that it may trade, USD as decimal text; null if unknown. */
    usd: z.string().nullable(),
  }),
  z.object({
    ...child,
    event: z.literal('outcome'),
    kind: z.enum(['accepted', 'rejected', 'unknown', 'not-sent']),
    /** Id of its record in the journal; null if nothing was journalled. */
    recordId: z.string().nullable(),
    oid: z.number().nullable(),
    orderId: z.string().nullable(),
    message: z.string(),
  }),
  /** What became of a child whose outcome was unknown. */
  z.object({
    ...child,
    event: z.literal('settled'),
    verdict: z.enum(['done', 'not-done']),
    /** Of a trigger order that was created: its id, once it has been found. */
    orderId: z.string().nullish(),
  }),
  /** A child can execute nothing more. Decimal texts. */
  z.object({
    ...child,
    event: z.literal('over'),
    filled: z.string(),
    avgPx: z.string().nullable(),
    feeUsd: z.string().nullable(),
  }),
  z.object({
    event: z.literal('paused'),
    id: z.string(),
    at,
    why: z.string(),
    by: z.enum(['person', 'plan', 'halt']),
  }),
  z.object({ event: z.literal('resumed'), id: z.string(), at }),
  /** A person changed what it may do. */
  z.object({
    event: z.literal('changed'),
    id: z.string(),
    at,
    spec: z.looseObject({ kind: z.string() }),
    caps: planCaps,
  }),
  /** Nothing new is placed; its resting orders are cancelled, or left to the service. */
  z.object({ event: z.literal('cancelling'), id: z.string(), at, leavesOrders: z.boolean() }),
  z.object({ event: z.literal('ended'), id: z.string(), at, as: z.enum(['done', 'cancelled']), why: z.string() }),
]);

export type PlanLine = z.output<typeof planLine>;
export type PlanSpec = Extract<PlanLine, { event: 'created' }>['spec'];

/**
 * `sending`: its line is on disk, and it may have left. `working`: accepted, and may still execute. `over`: can execute
 * nothing more.
 */
export type ChildState = 'sending' | 'unknown' | 'rejected' | 'not-sent' | 'working' | 'over';

export interface Child {
  /** Says what of the plan it is: `level 3`. A key is sent again only if it was proven not to be done. */
  readonly key: string;
  readonly order: z.output<typeof childOrder>;
  readonly state: ChildState;
  readonly attempt: number;
  readonly usd: string | null;
  readonly sentAtMs: number;
  readonly recordId: string | null;
  readonly oid: number | null;
  readonly orderId: string | null;
  readonly message: string;
  /** Decimal text; '0' until it is over. */
  readonly filled: string;
  readonly avgPx: string | null;
  readonly feeUsd: string | null;
  /** Its outcome was unknown at first. */
  readonly wasUnknown?: true;
  /** A person has resumed or cancelled the plan since. */
  readonly isAnswered?: true;
}

export interface Plan<S = PlanSpec> {
  readonly id: string;
  readonly walletId: string;
  readonly summary: string;
  readonly spec: S;
  readonly caps: PlanCaps;
  readonly arrivalPx: string | null;
  readonly createdAtMs: number;
  readonly state: 'active' | 'paused' | 'cancelling' | 'done' | 'cancelled';
  /** Why it is paused or has ended; '' while it is active. */
  readonly why: string;
  readonly pausedBy: 'person' | 'plan' | 'halt' | null;
  /** Whether its resting orders stay at the service after it is cancelled. */
  readonly leavesOrders: boolean;
  /** When it last became active, ms since the epoch. */
  readonly activeSinceMs: number;
  readonly endedAtMs: number | null;
  /** In order of sending; one for each key. */
  readonly children: readonly Child[];
  /** Orders, changes and cancels that may have reached the service. */
  readonly operations: number;
}

export const isEnded = ({ state }: Pick<Plan, 'state'>): boolean => state === 'done' || state === 'cancelled';

/** Whether it may send something, if only cancels. */
export const isWorked = ({ state }: Pick<Plan, 'state'>): boolean => state === 'active' || state === 'cancelling';

export const childOf = (plan: Pick<Plan<unknown>, 'children'>, key: string): Child | undefined =>
  plan.children.find((one) => one.key === key);
