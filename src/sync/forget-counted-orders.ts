import type { QueryClient } from '@tanstack/query-core';
import type { DeskQueries } from '../stores/desk-data.ts';
import type { SessionStore } from '../stores/session.ts';

/**
 * A fresh usage counts the orders that were counted here meanwhile. Where the service gives no count, the one of this
 * session is all there is, and stays.
 */
export function forgetCountedOrders(cache: QueryClient, session: SessionStore): () => void {
  return cache.getQueryCache().subscribe(({ type, query }) => {
    if (
      type === 'updated' &&
      query.queryKey[1] === 'usage' &&
      query.state.fetchStatus === 'idle' &&
      query.state.status === 'success' &&
      (query.state.data as DeskQueries['usage']).usage?.executionsLastHour != null
    )
      if (session.getState().executionsSinceUsage > 0) session.setState({ executionsSinceUsage: 0 });
  });
}
