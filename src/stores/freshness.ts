import { formatAge } from '../domain/numbers/format.ts';
import type { SessionStore } from './account/session.ts';
import type { DeskData, QueryName } from './desk-data.ts';

/** Reads older than this are too old to base an order that adds risk on, ms. */
const marketMs = 5_000;
const accountMs = 30_000;
/** Smaller clock adjustments are ignored, ms. */
const clockSlackMs = 1_000;

/** Whether the read's time lies in the future: this machine's clock was set back since, so the age is unknown. */
export const isOfUnknownAge = (updatedAtMs: number, nowMs: number): boolean => updatedAtMs > nowMs + clockSlackMs;

const words: Readonly<Record<QueryName, string>> = {
  positions: 'the positions',
  markets: 'the market prices',
  orders: 'the trigger orders',
  balances: 'the balances',
  holdings: 'the token holdings',
  wallets: 'the wallets',
  usage: 'the limits of the key',
  own: 'the balances of your own wallets',
  perpOrders: 'the open perp orders',
  fills: 'the perp trades',
  fees: 'the fee rates',
  funding: 'the funding payments',
  perpAccount: 'the margin account',
  me: 'the account',
  settings: 'the trade settings',
  groups: 'the wallet groups',
  suggestions: 'the open suggestions',
  allSuggestions: 'the suggestions',
};

/**
 * Why the named reads are too stale to base an order that adds risk on, as a sentence; null if they are fresh. Reads from
 * before a reconnect, or before the machine slept, never count, however recent: the desk may have missed events since.
 */
export function whyNotFresh(
  data: DeskData,
  session: SessionStore,
  names: readonly QueryName[],
  nowMs: number,
): string | null {
  const { reconcileSinceMs } = session.getState();
  for (const name of names) {
    const { updatedAtMs, problem } = data.read(name);
    const ageMs = nowMs - updatedAtMs;
    const trouble = problem ? ` (${problem.code})` : '';
    if (updatedAtMs === 0) return `Waiting for ${words[name]}${trouble}: they have not been read yet.`;
    if (isOfUnknownAge(updatedAtMs, nowMs))
      return `Waiting for ${words[name]}${trouble}: they were last read before the clock was set back.`;
    if (updatedAtMs < reconcileSinceMs)
      return `Waiting for ${words[name]}${trouble}: they were last read before the connection was interrupted.`;
    if (ageMs > (name === 'markets' ? marketMs : accountMs))
      return `Waiting for ${words[name]}${trouble}: they were last read ${formatAge(ageMs)} ago.`;
  }
  return null;
}
