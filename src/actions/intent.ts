import type Big from 'big.js';
import type { AnyEndpoint, CallInput, ResponseData } from '../protocol/endpoint.ts';
import type { QueryName } from '../stores/desk-data.ts';
import type { ActionContext } from './action-context.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { OrderLimits, PerpLimits } from './limits.ts';

/** What an intent is made with: what the desk has read. */
export type IntentContext = Pick<ActionContext, 'data' | 'session'>;

/** What a request does to the risk of the account. `neutral`: settings, names, groups. */
export type Risk = 'adds' | 'reduces' | 'neutral';

/** A request that changes something, before it is sent. */
export interface Intent<E extends AnyEndpoint> {
  readonly endpoint: E;
  readonly input: CallInput<E>;
  /** For the journal and the notices, in the words of the person: "close 50 % of BTC long". */
  readonly summary: string;
  readonly walletId: string;
  /** What it acts on, such as `perp:BTC`: with wallet and side it is what an unknown outcome blocks. */
  readonly instrument: string;
  /** `buy`, `sell`, or another word for the direction; two intents of the same wallet, instrument and side exclude each other. */
  readonly side: string;
  readonly risk: Risk;
  /** What it moves, USD; null where nothing on the desk prices it. 0 where nothing is traded. */
  readonly usd: Big | null;
  /** Reads that must be fresh where it adds risk. */
  readonly needs: readonly QueryName[];
  /** What the user's caps and the key are held against; none where no limit speaks of it. */
  readonly limits?: OrderLimits | PerpLimits;
  /** Reads that the request makes old. */
  readonly touches: readonly QueryName[];
  /** Why this operation is off at this service, as a sentence; null or absent where it is not. */
  readonly whyOff?: string | null;
  /** The contract says that the service's own 501 means that nothing was done; without this any 5xx leaves doubt. */
  readonly isRefusedBy501?: boolean;
  /** How to find out what became of it when no answer tells. */
  readonly evidence: Evidence;
  /** Reads the answer's body: HTTP 200 alone is no success. */
  judge(data: ResponseData<E>): Verdict;
}

export type Verdict =
  | {
      readonly accepted: true;
      readonly message: string;
      readonly taskId?: string;
      /** Session of an agent, to be followed. */
      readonly sessionId?: string;
    }
  | {
      readonly accepted: false;
      readonly code: string;
      readonly message: string;
      /** False when the answer leaves open what was done: the outcome is then unknown, not rejected. */
      readonly isProven: boolean;
    };

/** Instrument of a request that changes several open perp orders at once. */
export const anyPerpOrder = 'perp-order:*';

/** Whether two block keys exclude each other: the same one, or a change of one perp order and a change of several. */
export function excludes(one: string, other: string): boolean {
  if (one === other) return true;
  const [any, single] = one.includes(` ${anyPerpOrder} `) ? [one, other] : [other, one];
  const [wallet, rest] = any.split(` ${anyPerpOrder} `);
  return rest !== undefined && single.startsWith(`${wallet} perp-order:`) && single.endsWith(` ${rest}`);
}

/** Wallet, instrument and side as one text. An EVM address is the same in whatever case it is written. */
export const blockKey = ({
  walletId,
  instrument,
  side,
}: Pick<Intent<AnyEndpoint>, 'walletId' | 'instrument' | 'side'>) =>
  [walletId, instrument, side].join(' ').replace(/0x[0-9a-f]{40}/gi, (address) => address.toLowerCase());
