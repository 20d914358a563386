import { expect } from 'vitest';
import { type ApiClient, createApiClient } from '../../src/client/http/api-client.ts';
import type { AnswerForm } from '../../src/paper/names.ts';
import { type PaperService, startPaperService } from '../../src/paper/service/service.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import type { AnyEndpoint, CallInput, ResponseData } from '../../src/protocol/endpoint.ts';
import { unwrap } from '../../src/protocol/envelope.ts';
import { isUnreadable } from '../../src/protocol/schema.ts';
import { lostFields, unreadableItems } from './lost-fields.ts';

/** The desk's own client on a paper service. */
export interface OwnClient {
  readonly service: PaperService;
  readonly client: ApiClient;
  /** Calls, and expects that nothing of the answer was unreadable or dropped. */
  call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseData<E>>;
  readonly called: ReadonlySet<AnyEndpoint>;
  /** Expects that the service had no fault of its own. */
  stop(): Promise<void>;
}

export async function startOwnClient(answers: AnswerForm = 'contract'): Promise<OwnClient> {
  const faults: unknown[] = [];
  const service = await startPaperService({
    port: 0,
    seed: 11,
    speed: 1,
    stateDir: null,
    answers,
    clock: systemClock,
    onFault: (error) => faults.push(error),
  });
  let last: { readonly body: unknown; readonly requestId: string | null };
  const client = createApiClient({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    clock: systemClock,
    random: seededRandom(1),
    fetch: async (...request) => {
      const response = await fetch(...request);
      last = { body: await response.clone().json(), requestId: response.headers.get('x-request-id') };
      return response;
    },
  });
  const called = new Set<AnyEndpoint>();
  return {
    service,
    client,
    called,
    async call(endpoint, input) {
      called.add(endpoint);
      const { data, requestId } = await client.call(endpoint, input);
      expect(requestId).toBe(last.requestId);
      const sent = unwrap(endpoint.response, last.body);
      expect(unreadableItems(data), endpoint.id).toEqual([]);
      expect(lostFields(sent?.data, data), endpoint.id).toEqual([]);
      return data;
    },
    stop: async () => {
      await service.close();
      expect(faults).toEqual([]);
    },
  };
}

/** The first item of a list that has one. */
export function first<T>(items: readonly T[]) {
  const [item] = items;
  if (item === undefined || isUnreadable(item)) throw new Error('the list is empty, or its first item unreadable');
  return item as Exclude<T, { unreadable: string }>;
}
