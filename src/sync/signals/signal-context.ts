import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { alphaMentions } from '../../protocol/endpoints/alpha.ts';
import { readable } from '../../protocol/schema.ts';
import { toProblem } from '../../stores/problem.ts';
import { type Asked, type ContextCall, keepContext, type OlderCalls } from '../../stores/signals/signals.ts';
import { type ContextDeps, readCallContext } from './call-context.ts';
import { mentionOf } from './read-calls.ts';
import { cleanProblem } from './signal-reads.ts';

const askedCount = 20;

export interface SignalContexts {
  ask(address: string): void;
  older(address: string): void;
  close(): void;
}

/** Reads the context of a token (its calls, mentions) each time it is opened, and older calls page by page. */
export function createSignalContexts(deps: ContextDeps): SignalContexts {
  const { client, clock, store } = deps;
  const abort = new AbortController();
  const { signal } = abort;

  const page = async (address: string, cursor: number | null) => {
    const query = { limit: askedCount, includeMessageContext: true, ...(cursor !== null && { cursor }) };
    const { data, sent, signals } = await readCallContext(deps, address, query, signal);
    const items = signals.map(
      (call, at): ContextCall => ({
        signal: call,
        around: readable(sent[at]?.contextMessages ?? []).map(({ author, text, timestampMs }) => ({
          atMs: timestampMs ?? null,
          author: cleanText(author, textLimits.name),
          text,
        })),
      }),
    );
    const isMore = data.hasMore !== false && typeof data.nextCursor === 'number' && data.nextCursor !== cursor;
    const older: OlderCalls = {
      total: data.totalSignals ?? null,
      cursor: isMore ? (data.nextCursor ?? null) : null,
      isFetching: false,
      problem: null,
    };
    return { items, older };
  };
  const mentions = async (address: string) => {
    const input = { params: { tokenAddress: address }, query: { limit: askedCount } };
    const { data } = await client.call(alphaMentions, input, { signal });
    return readable(data.mentions ?? []).map((mention) => mentionOf(mention, clock.now()));
  };
  const failed = (error: unknown) => cleanProblem(toProblem(error));
  const lost = (error: unknown): Asked<never> => ({ state: 'failed', problem: failed(error) });
  const keep = (address: string, more: Parameters<typeof keepContext>[2]): void => {
    if (!signal.aborted) keepContext(store, address, more);
  };

  return {
    ask: (address) => {
      keep(address, {});
      page(address, null).then(
        ({ items, older }) => keep(address, { calls: { state: 'there', items }, older }),
        (error: unknown) => keep(address, { calls: lost(error) }),
      );
      mentions(address).then(
        (items) => keep(address, { mentions: { state: 'there', items } }),
        (error: unknown) => keep(address, { mentions: lost(error) }),
      );
    },
    older: (address) => {
      const context = store.getState().contexts.get(address);
      if (context?.calls.state !== 'there' || context.older.isFetching || context.older.cursor === null) return;
      const { calls, older } = context;
      keep(address, { older: { ...older, isFetching: true, problem: null } });
      page(address, older.cursor).then(
        (next) => {
          const known = new Set(calls.items.flatMap((item) => item.signal.ids.filter(isOwnId)));
          const fresh = next.items.filter((item) => !item.signal.ids.some((id) => known.has(id)));
          keep(address, { calls: { state: 'there', items: [...calls.items, ...fresh] }, older: next.older });
        },
        (error: unknown) => keep(address, { older: { ...older, isFetching: false, problem: failed(error) } }),
      );
    },
    close: () => abort.abort(),
  };
}

/** Every call of a token shares the token's id; its signal id is its own. */
const isOwnId = (id: string): boolean => id.startsWith('signal ');
