import type { ActionContext } from '../action-context.ts';
import { type Evidence, type EvidenceOf, type Finding, unclear } from './evidence.ts';
import {
  lookForCancelledPerps,
  lookForCloid,
  lookForCloids,
  lookForClose,
  lookForLeverage,
  lookForMargin,
} from './perp-looks.ts';
import { lookForSettings } from './settings-look.ts';
import { lookForCancelledTrigger, lookForNewTrigger, lookForSwap } from './spot-looks.ts';
import { lookForGroup, lookForNewGroup } from './wallet-group-looks.ts';

type Client = ActionContext['client'];
type Look<K extends Evidence['kind']> = (client: Client, evidence: EvidenceOf<K>, sentAtMs: number) => Promise<Finding>;

const looks: { readonly [K in Evidence['kind']]: Look<K> } = {
  position: lookForClose,
  margin: lookForMargin,
  'new-trigger': lookForNewTrigger,
  'cancelled-trigger': lookForCancelledTrigger,
  swap: lookForSwap,
  cloid: lookForCloid,
  cloids: lookForCloids,
  'cancelled-perp': lookForCancelledPerps,
  leverage: lookForLeverage,
  'new-wallet-group': lookForNewGroup,
  'wallet-group': lookForGroup,
  settings: lookForSettings,
  none: async () => unclear('nothing that can be read proves it'),
};

/** Looks at the account for what became of a request. Reads only; rejects with the client's error when they fail. */
export const lookForOrder = (client: Client, evidence: Evidence, sentAtMs: number): Promise<Finding> =>
  (looks[evidence.kind] as Look<Evidence['kind']>)(client, evidence, sentAtMs);
