import type { ApiClient } from '../../client/http/api-client.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { alphaCallContext } from '../../protocol/endpoints/alpha.ts';
import { readable } from '../../protocol/schema.ts';
import type { SignalList } from '../../stores/signals/signal-list.ts';
import { isSignal, type SignalsStore } from '../../stores/signals/signals.ts';
import { signalOfCall } from './read-signal.ts';
import { tokenOf } from './signal-parts.ts';

interface Deps {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly store: SignalsStore;
  readonly list: SignalList;
  /** Tokens that the desk knows, as `chain:address`. */
  readonly knownTokens: () => readonly string[];
}

const mostTokens = 12;
const askAgainAfterMs = 120_000;
const callsOfToken = 100;

/**
 * Finds the tokens of calls. The lists of calls do not name them, but the service lists the calls of a given token. So, while
 * there are calls without a token, the calls of each known token are read, one token after the other.
 */
export function createSignalNames({ client, clock, store, list, knownTokens }: Deps) {
  const askedAtMs = new Map<string, number>();
  let isLooking = false;

  const isNameless = (): boolean => store.getState().rows.some((row) => isSignal(row) && row.token === null);
  const ask = async (id: string, signal: AbortSignal): Promise<void> => {
    const [network = '', address = ''] = id.split(':');
    askedAtMs.set(id, clock.monotonic());
    const query = { limit: callsOfToken };
    const { data } = await client.call(alphaCallContext, { params: { address }, query }, { signal });
    const token = tokenOf(network, address);
    for (const call of readable(data.signals)) list.learn({ ...signalOfCall(call, clock.now()), token });
  };

  return {
    /** Stops at the first failure: the next read of the calls tries again. */
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
        // The row shows that its token is unknown.
      } finally {
        isLooking = false;
      }
    },
  };
}
