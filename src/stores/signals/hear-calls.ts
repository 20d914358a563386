import { readPositive } from '../../domain/numbers/decimal.ts';
import { callerKey } from './heard-calls.ts';
import { type SignalToken, tokenKey } from './signal-token.ts';
import type { Signal, SignalsStore } from './signals.ts';

const keptCalls = 3_000;

/** A price of a token at a moment. */
export interface TokenPrice {
  readonly token: SignalToken;
  readonly usd: string | null;
  readonly atMs: number;
}

/** Adds calls of one read, or from a stream if `read` is null; those without a caller only tell their token's price. */
export function hearCalls(store: SignalsStore, signals: readonly Signal[], read: string | null): void {
  const said = signals.filter(({ kind }) => kind === 'call');
  const { heard } = store.getState();
  const calls = new Map(heard.calls);
  const before = calls.size;
  for (const signal of said) {
    const { caller, userName, platform, token, atMs } = signal;
    if (caller === null) continue;
    const id = `${tokenKey(token)} ${callerKey({ platform, userName, caller })} ${Math.floor(atMs / 1_000)}`;
    const known = calls.get(id);
    calls.set(id, {
      caller: known?.caller ?? caller,
      userName,
      platform,
      token: known?.token.symbol ? known.token : token,
      atMs,
      isBot: known?.isBot || signal.isBot === true,
      isVerified: known?.isVerified || signal.isVerified === true,
      priceUsd: known?.priceUsd ?? signal.priceUsd,
    });
  }
  const live = heard.live + (read === null ? calls.size - before : 0);
  for (const id of [...calls.keys()].slice(0, Math.max(0, calls.size - keptCalls))) calls.delete(id);
  const reads = read === null ? heard.reads : new Set([...heard.reads, read]);
  store.setState({ heard: { ...heard, calls, reads, live } });
  hearPrices(
    store,
    signals.map(({ token, priceUsd, atMs }) => ({ token, usd: priceUsd, atMs })),
  );
}

/** Remembers the newest price of each token. */
export function hearPrices(store: SignalsStore, prices: readonly TokenPrice[]): void {
  const { heard } = store.getState();
  const known = new Map(heard.prices);
  for (const { token, usd, atMs } of prices) {
    const key = tokenKey(token);
    const before = known.get(key);
    if (usd !== null && readPositive(usd) && (!before || atMs >= before.atMs)) known.set(key, { usd, atMs });
  }
  store.setState({ heard: { ...heard, prices: known } });
}
