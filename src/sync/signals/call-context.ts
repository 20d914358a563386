import type { ApiClient } from '../../client/http/api-client.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { CallInput } from '../../protocol/endpoint.ts';
import { alphaCallContext } from '../../protocol/endpoints/alpha.ts';
import { readable } from '../../protocol/schema.ts';
import { hearCalls } from '../../stores/signals/hear-calls.ts';
import type { SignalList } from '../../stores/signals/signal-list.ts';
import { isSignal, type Signal, type SignalsStore } from '../../stores/signals/signals.ts';
import { signalOfCall } from './read-calls.ts';
import { tokenAt } from './signal-parts.ts';

export interface ContextDeps {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly store: SignalsStore;
  readonly list: SignalList;
}

type Query = NonNullable<CallInput<typeof alphaCallContext>['query']>;

/** Reads a page of a token's calls, those of bots too. The calls complete signals known from elsewhere. */
export async function readCallContext(
  { client, clock, store, list }: ContextDeps,
  address: string,
  query: Query,
  signal: AbortSignal,
) {
  const input = { params: { tokenAddress: address }, query: { includeBotSignals: true, ...query } };
  const { data } = await client.call(alphaCallContext, input, { signal });
  const nowMs = clock.now();
  const { rows } = store.getState();
  const token = rows.filter(isSignal).find((row) => row.token.address === address)?.token ?? tokenAt(address);
  const sent = readable(data.signals ?? []);
  const signals: Signal[] = sent.map((call) => signalOfCall(call, token, nowMs));
  for (const call of signals) list.learn(call, nowMs);
  hearCalls(store, signals, `call context of ${address} from ${query.cursor ?? 'the latest'}`);
  return { data, sent, signals };
}
