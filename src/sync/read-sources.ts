import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../client/http/api-client.ts';
import type { StreamManager } from '../client/streams/stream-model.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Stores } from '../stores/create-stores.ts';
import type { QueryName } from '../stores/desk-data.ts';
import type { PerpWalletId } from './account/perp-wallet-id.ts';

/** The dependencies of all reads. */
export interface ReadSources {
  readonly client: ApiClient;
  readonly streamManager: StreamManager;
  readonly cache: QueryClient;
  readonly clock: Clock;
  readonly stores: Stores;
  readonly perpWalletId: PerpWalletId;
  /** Interval of each read, ms. */
  readonly intervals: Readonly<Record<QueryName | 'book' | 'portfolio', number>>;
}
