import type { ApiClient } from '../client/api-client.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import type { Clock } from '../platform/clock.ts';
import { alphaCallContext, alphaMentions } from '../protocol/endpoints/alpha.ts';
import { readable } from '../protocol/schema.ts';
import { toProblem } from '../stores/problem.ts';
import type { Asked, ContextMessage, Signal, SignalContext } from '../stores/signals.ts';
import { signalOfCall } from './read-signal.ts';

const keptTokens = 20;
const asked = 20;

export interface SignalContexts {
  ask(address: string): void;
  get(address: string): SignalContext | null;
  close(): void;
}

/**
 * Who else called a token, asked for when somebody looks at it, and again each time. `onCalls` hears the calls: they may
 * say more of signals that are known from elsewhere.
 */
export function createSignalContexts(
  client: ApiClient,
  clock: Clock,
  onChange: () => void,
  onCalls: (address: string, calls: readonly Signal[]) => void,
): SignalContexts {
  const contexts = new Map<string, SignalContext>();
  const abort = new AbortController();
  const { signal } = abort;

  const put = (address: string, more: Partial<SignalContext>): void => {
    const before = contexts.get(address) ?? { calls: { state: 'asking' }, mentions: { state: 'asking' } };
    contexts.delete(address);
    contexts.set(address, { ...before, ...more });
    for (const old of [...contexts.keys()].slice(0, -keptTokens)) contexts.delete(old);
    onChange();
  };
  const settle = async <T>(answer: Promise<readonly T[]>): Promise<Asked<T>> => {
    try {
      return { state: 'there', items: await answer };
    } catch (error) {
      const { message, code, ...rest } = toProblem(error);
      const clean = { message: cleanText(message, 200), code: cleanText(code, textLimits.symbol) };
      return { state: 'failed', problem: { ...rest, ...clean } };
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
    get: (address) => contexts.get(address) ?? null,
    ask: (address) => {
      put(address, {});
      void settle(calls(address)).then((answer) => signal.aborted || put(address, { calls: answer }));
      void settle(mentions(address)).then((answer) => signal.aborted || put(address, { mentions: answer }));
    },
    close: () => abort.abort(),
  };
}

/** A message in whichever of the known shapes; no client shows the one of a mention. */
function messageOf(fields: Readonly<Record<string, unknown>>): ContextMessage {
  const author = fields.author as Readonly<Record<string, unknown>> | string | null | undefined;
  const by = typeof author === 'object' && author !== null ? (author.displayName ?? author.username) : author;
  const atMs = fields.timestampMs ?? fields.timestamp;
  return {
    atMs: typeof atMs === 'number' && Number.isFinite(atMs) ? atMs : null,
    author: cleanText(by, textLimits.name),
    text: cleanText(fields.text ?? fields.content ?? fields.messagePreview),
  };
}
