import { expect } from 'vitest';
import { isUnreadable } from '../../protocol/schema.ts';
import { spotFixture } from '../exchange/spot/spot.fixture.ts';
import { Paged } from '../service/handler.ts';
import { alphaRoutes } from './alpha.ts';
import { portfolioRoutes } from './portfolio.ts';
import { swapRoutes } from './swap.ts';
import { taskRoutes } from './tasks.ts';
import { tokenRoutes } from './tokens.ts';
import { triggerRoutes } from './trigger.ts';

/** A spot market with its routes; every answer must be readable as a whole. */
export function spotService() {
  const fixture = spotFixture();
  const { spot } = fixture;
  const routes = [swapRoutes, triggerRoutes, taskRoutes, tokenRoutes, portfolioRoutes, alphaRoutes].flatMap((of) =>
    of(spot),
  );
  /** Calls as the HTTP layer does: input through the request schemas, the answer through the response's. */
  const call = async (id: string, input: { params?: object; query?: object; body?: object } = {}) => {
    const found = routes.find(({ endpoint }) => endpoint.id === id);
    if (!found) throw new Error(`no route ${id}`);
    const { endpoint } = found;
    const parts = (['params', 'query', 'body'] as const).map((part) => [
      part,
      endpoint[part]?.parse(input[part] ?? {}),
    ]);
    const context = { key: { keyId: 'k', scopes: [] }, userId: 'usr_1', nowMs: spot.nowMs, requestId: 'req_1' };
    const answer = await found.handle(Object.fromEntries(parts), context);
    const sent = JSON.parse(JSON.stringify(answer instanceof Paged ? answer.data : answer));
    const read = endpoint.response.parse(sent) as never;
    expect(unreadable(read), id).toEqual([]);
    return { read: read as Record<string, never>, sent, paged: answer instanceof Paged ? answer.pagination : null };
  };
  return { ...fixture, routes, call };
}

function unreadable(value: unknown): unknown[] {
  if (isUnreadable(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(unreadable) : [];
}
