import type Big from 'big.js';
import type { AnyEndpoint, CallInput, ResponseData } from '../../protocol/endpoint.ts';
import type { QueryName } from '../../stores/desk-data.ts';
import type { FillQuery } from '../fills/fill-query.ts';
import type { Evidence } from '../reconcile/evidence.ts';
import type { Opens } from './account-limits.ts';
import type { ActionContext } from './action-context.ts';
import type { MoveLimits, OrderLimits, PerpLimits } from './limits.ts';

/** The desk's data that an intent is built from. */
export type IntentContext = Pick<ActionContext, 'data' | 'session'>;

/** What a request does to the account's risk. `neutral`: settings, names, groups. */
export type Risk = 'adds' | 'reduces' | 'neutral';

/** Names one child of a plan, in the plan's file and in the journal. */
export interface PlanChild {
  readonly id: string;
  readonly key: string;
  readonly attempt: number;
}

/** A mutating request before it is sent. */
export interface Intent<E extends AnyEndpoint> {
  readonly endpoint: E;
  readonly input: CallInput<E>;
  /** For the journal and the notices, as the user would say it: "close 50 % of BTC long". */
  readonly summary: string;
  readonly walletId: string;
  /** What it acts on, such as `perp:BTC`. Wallet, instrument and side form the key that an unknown outcome blocks. */
  readonly instrument: string;
  /** `buy`, `sell`, or another direction. Two intents with the same wallet, instrument and side exclude each other. */
  readonly side: string;
  readonly risk: Risk;
  /** Value traded, USD; null if the desk has no price for it, 0 if nothing is traded. */
  readonly usd: Big | null;
  /** Reads that must be fresh if it adds risk. */
  readonly needs: readonly QueryName[];
  /** What to check against the user's caps and the key limits; absent if no limit applies. */
  readonly limits?: OrderLimits | PerpLimits | MoveLimits;
  /** What it brings to the account if it adds risk; absent if the limits of the account do not count it. */
  readonly opens?: Opens;
  /** Reads to refresh after the request. */
  readonly touches: readonly QueryName[];
  /** Why this service does not offer the operation, as a sentence; null or absent if it does. */
  readonly whyOff?: string | null;
  /**
   * 5xx answers of the service itself that are documented to mean that nothing was done; any code if it names none.
   * Without this, every 5xx leaves the outcome unknown.
   */
  readonly isRefusedBy?: readonly { readonly status: number; readonly code?: string }[];
  /** Another request takes its place if the service does not offer it: that is journalled, and not reported as a failure. */
  readonly hasSubstitute?: boolean;
  /** What the journal keeps in place of `input`; absent: the input itself. */
  readonly journalInput?: unknown;
  /** Why a typed word has to confirm it, as a sentence; null or absent: for no reason of its own. */
  readonly whyWord?: string | null;
  /** A person confirms each one: neither one-click nor a plan sends it. */
  readonly isByHand?: true;
  /** Sends it by another way than the service. Whatever it rejects with leaves the outcome unknown. */
  readonly send?: () => Promise<{ readonly data: ResponseData<E>; readonly requestId: string }>;
  /** The plan that sends it, and which of its children it is; absent for what a person sends. */
  readonly plan?: PlanChild;
  /** How long the response may take, ms; absent for the client's own limit. */
  readonly timeoutMs?: number;
  /** How to reconcile it if no response proves the outcome. */
  readonly evidence: Evidence;
  /** How to find what it executed once it is accepted; absent if it executes nothing. */
  readonly fillQuery?: FillQuery;
  /** Reads the response body: HTTP 200 alone is no success. */
  readResult(data: ResponseData<E>): Verdict;
}

/** What the body of a 2xx answer says was done. */
export type Verdict =
  | {
      readonly accepted: true;
      readonly message: string;
      readonly taskId?: string;
      /** Session of an agent's task. */
      readonly sessionId?: string;
      /** Order id of a perp order. */
      readonly oid?: number;
      /** Id of a trigger order. */
      readonly orderId?: string;
    }
  | {
      readonly accepted: false;
      readonly code: string;
      readonly message: string;
      /** False if the response leaves open what was done: the outcome is then unknown, not rejected. */
      readonly isProven: boolean;
    };

/** Instrument of a request that changes several open perp orders. */
export const anyPerpOrder = 'perp-order:*';

/** Whether two block keys exclude each other: equal keys, or a change of one perp order and a change of several. */
export function excludes(one: string, other: string): boolean {
  if (one === other) return true;
  const [any, single] = one.includes(` ${anyPerpOrder} `) ? [one, other] : [other, one];
  const [wallet, rest] = any.split(` ${anyPerpOrder} `);
  return rest !== undefined && single.startsWith(`${wallet} perp-order:`) && single.endsWith(` ${rest}`);
}

/** Wallet, instrument and side as one text. EVM addresses are compared without case. */
export const blockKey = ({
  walletId,
  instrument,
  side,
}: Pick<Intent<AnyEndpoint>, 'walletId' | 'instrument' | 'side'>) =>
  [walletId, instrument, side].join(' ').replace(/0x[0-9a-f]{40}/gi, (address) => address.toLowerCase());
