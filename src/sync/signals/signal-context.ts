import type { ApiClient } from '../../client/http/api-client.ts';
import { isFields } from '../../domain/fields.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { alphaCallContext, alphaMentions } from '../../protocol/endpoints/alpha.ts';
import { readable } from '../../protocol/schema.ts';
import { toProblem } from '../../stores/problem.ts';
import {
  type Asked,
  type ContextMessage,
  keepContext,
  type Signal,
  type SignalsStore,
} from '../../stores/signals/signals.ts';
import { signalOfCall } from './read-signal.ts';
import { cleanProblem } from './signal-reads.ts';

const asked = 20;

export interface SignalContexts {
  ask(address: string): void;
  close(): void;
}

/**
 * Reads the context of a token (other calls, mentions) each time it is opened. `onCalls` receives the calls, which may
 * complete signals known from elsewhere.
 */
export function createSignalContexts(
  client: ApiClient,
  clock: Clock,
  store: SignalsStore,
  onCalls: (address: string, calls: readonly Signal[]) => void,
): SignalContexts {
  const abort = new AbortController();
  const { signal } = abort;

  const settle = async <T>(answer: Promise<readonly T[]>): Promise<Asked<T>> => {
    try {
      return { state: 'there', items: await answer };
    } catch (error) {
      return { state: 'failed', problem: cleanProblem(toProblem(error)) };
    }
  };
  const calls = async (address: string) => {
    const query = { limit: asked, includeMessageContext: true };
    const { data } = await client.call(alphaCallContext, { params: { address }, query }, { signal });
    const found = readable(data.signals).map((call) => ({
      signal: signalOfCall(call, clock.now()),
      around: readable(call.contextMessages ?? []).map((message) => messageOf(message)),
    }));
    onCalls(
      address,
      found.map((each) => each.signal),
    );
    return found;
  };
  const mentions = async (address: string) => {
    const { data } = await client.call(alphaMentions, { params: { address }, query: { limit: asked } }, { signal });
    return readable(data.mentions ?? []).map((mention) => messageOf(mention));
  };

  return {
    ask: (address) => {
      keepContext(store, address, {});
      void settle(calls(address)).then((answer) => signal.aborted || keepContext(store, address, { calls: answer }));
      void settle(mentions(address)).then(
        (answer) => signal.aborted || keepContext(store, address, { mentions: answer }),
      );
    },
    close: () => abort.abort(),
  };
}

/** A message in any of the known formats. No published client documents the format of a mention. */
function messageOf(fields: Readonly<Record<string, unknown>>): ContextMessage {
  const { author } = fields;
  const by = isFields(author) ? (author.displayName ?? author.username) : author;
  const atMs = fields.timestampMs ?? fields.timestamp;
  return {
    atMs: typeof atMs === 'number' && Number.isFinite(atMs) ? atMs : null,
    author: cleanText(by, textLimits.name),
    text: cleanText(fields.text ?? fields.content ?? fields.messagePreview),
  };
}
