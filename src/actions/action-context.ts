import type { ApiClient } from '../client/api-client.ts';
import type { Clock } from '../platform/clock.ts';
import type { Journal } from '../platform/journal.ts';
import type { Random } from '../platform/random.ts';
import type { DeskData } from '../stores/desk-data.ts';
import type { NoticesStore } from '../stores/notices.ts';
import type { SessionStore } from '../stores/session.ts';

/** What every action works with; made once, in the composition root. */
export interface ActionContext {
  readonly client: ApiClient;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly data: DeskData;
  readonly notices: NoticesStore;
  readonly session: SessionStore;
}
