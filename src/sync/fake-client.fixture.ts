import type { ApiClient } from '../client/http/api-client.ts';
import type { AnyEndpoint } from '../protocol/endpoint.ts';

export interface Call {
  readonly id: string;
  readonly input: { readonly query?: unknown; readonly params?: unknown; readonly body?: unknown };
  readonly signal: AbortSignal | undefined;
}

/** A client without network: `answer` returns the envelope's data of an operation, or throws the client's errors. */
export function fakeClient(answer: (call: Call) => unknown) {
  const calls: Call[] = [];
  const client: ApiClient = {
    baseUrl: 'https://api.example.com',
    onAnswer: () => () => {},
    async call<E extends AnyEndpoint>(endpoint: E, input: unknown, options?: { signal?: AbortSignal }) {
      const call: Call = { id: endpoint.id, input: input as Call['input'], signal: options?.signal };
      calls.push(call);
      const wire = await answer(call);
      const data = endpoint.response.parse(wire) as never;
      return { data, requestId: `req-${calls.length}`, pagination: null, latencyMs: 1, receivedAtMs: Date.now() };
    },
  };
  return { client, calls, idsOf: (id: string) => calls.filter((call) => call.id === id) };
}
