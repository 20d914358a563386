import type { ApiClient } from '../client/api-client.ts';
import type { Caps } from '../domain/caps.ts';
import type { Clock } from '../platform/clock.ts';
import type { ModeFile } from '../platform/mode-file.ts';
import type { Random } from '../platform/random.ts';
import type { Timers } from '../platform/timers.ts';
import type { BulkStore } from '../stores/bulk.ts';
import type { DeskData } from '../stores/desk-data.ts';
import type { NoticesStore } from '../stores/notices.ts';
import type { OrderRecordsStore } from '../stores/order-records.ts';
import type { SessionStore } from '../stores/session.ts';
import type { TradingStore } from '../stores/trading.ts';
import type { Account, OrderLog } from './order-log.ts';

/** What every action works with; made once, in the composition root. */
export interface ActionContext {
  readonly client: ApiClient;
  readonly log: OrderLog;
  readonly account: Account;
  readonly clock: Clock;
  /** Looks and questions of later; they end with the desk. */
  readonly timers: Timers;
  readonly random: Random;
  readonly data: DeskData;
  readonly notices: NoticesStore;
  readonly session: SessionStore;
  readonly records: OrderRecordsStore;
  readonly trading: TradingStore;
  readonly bulk: BulkStore;
  readonly modeFile: ModeFile;
  readonly caps: Caps;
  /** The key in force of a command, as sentences name it. */
  readonly keyOf: (commandId: string) => string;
}
