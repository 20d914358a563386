import type { ApiClient } from '../client/api-client.ts';
import type { Clock } from '../platform/clock.ts';
import { alphaCallContext } from '../protocol/endpoints/alpha.ts';
import { readable } from '../protocol/schema.ts';
import type { SignalList } from '../stores/signal-list.ts';
import { isSignal } from '../stores/signals.ts';
import { signalOfCall } from './read-signal.ts';
import { tokenOf } from './signal-parts.ts';

interface Surroundings {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly list: SignalList;
  /** Tokens that the desk knows, as `chain:address`. */
  readonly knownTokens: () => readonly string[];
}

const mostTokens = 12;
const askAgainAfterMs = 120_000;
const callsOfToken = 100;

/**
 * The lists of calls do not say which token a call is about; the service tells it the other way round, for a token that
 * one asks about. So the tokens that the desk knows are asked about, one after the other, while calls are without one.
 */
export function createSignalNames({ client, clock, list, knownTokens }: Surroundings) {
  const askedAtMs = new Map<string, number>();
  let isLooking = false;

  const isNameless = (): boolean => list.rows.some((row) => isSignal(row) && row.token === null);
  const ask = async (id: string, signal: AbortSignal): Promise<void> => {
    const [network = '', address = ''] = id.split(':');
    askedAtMs.set(id, clock.monotonic());
    const query = { limit: callsOfToken };
    const { data } = await client.call(alphaCallContext, { params: { address }, query }, { signal });
    const token = tokenOf(network, address);
    for (const call of readable(data.signals)) list.learn({ ...signalOfCall(call, clock.now()), token });
  };

  return {
    /** Ends at the first failure: names are worth no second try before the next reading. */
    async look(signal: AbortSignal): Promise<void> {
      if (isLooking) return;
      isLooking = true;
      try {
        const nowMs = clock.monotonic();
        const due = knownTokens().filter(
          (id) => nowMs - (askedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) > askAgainAfterMs,
        );
        for (const id of due.slice(0, mostTokens)) {
          if (signal.aborted || !isNameless()) return;
          await ask(id, signal);
        }
      } catch {
        // The row says that its token is not named.
      } finally {
        isLooking = false;
      }
    },
  };
}
