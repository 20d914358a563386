import type { QueryClient } from '@tanstack/query-core';
import type { SessionStore } from '../../stores/account/session.ts';
import type { DeskQueries } from '../../stores/desk-data.ts';

/**
 * Resets the session's own count of orders after each usage read, which includes them. If the service reports no count, the
 * session's count is kept.
 */
export function forgetCountedOrders(cache: QueryClient, session: SessionStore): () => void {
  return cache.getQueryCache().subscribe(({ type, query }) => {
    if (
      type === 'updated' &&
      query.queryKey[1] === 'usage' &&
      query.state.fetchStatus === 'idle' &&
      query.state.status === 'success' &&
      cache.getQueryData<DeskQueries['usage']>(query.queryKey)?.usage?.executionsLastHour != null
    )
      if (session.getState().executionsSinceUsage > 0) session.setState({ executionsSinceUsage: 0 });
  });
}
