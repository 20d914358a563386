import type { ApiClient } from '../../client/http/api-client.ts';
import type { Caps } from '../../domain/market/caps.ts';
import type { ModeFile } from '../../platform/files/mode-file.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/random.ts';
import type { Timers } from '../../platform/time/timers.ts';
import type { Stores } from '../../stores/create-stores.ts';
import type { OwnKeys } from '../own-key/own-keys.ts';
import type { PlanBook } from '../plans/plan-book.ts';
import type { Account, OperationLog } from './operation-log.ts';

/** Dependencies of every action; created once, in the composition root. */
export interface ActionContext
  extends Pick<
    Stores,
    'data' | 'session' | 'records' | 'trading' | 'notices' | 'bulk' | 'owners' | 'plans' | 'tape' | 'watchlist'
  > {
  readonly client: ApiClient;
  readonly log: OperationLog;
  readonly book: PlanBook;
  readonly account: Account;
  readonly clock: Clock;
  /** Timers for later reads and polls; they end with the desk. */
  readonly timers: Timers;
  readonly random: Random;
  readonly modeFile: ModeFile;
  readonly caps: Caps;
  /** Wallets whose keys the user holds; null where none can sign, as in a replay. */
  readonly own: OwnKeys | null;
  /** The key bound to a command, as messages name it. */
  readonly keyOf: (commandId: CommandId) => string;
}
