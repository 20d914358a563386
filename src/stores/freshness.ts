import { formatAge } from '../domain/format.ts';
import type { DeskData, QueryName } from './desk-data.ts';
import type { SessionStore } from './session.ts';

/** Beyond these ages a read is no ground for an order that adds risk, ms. */
const marketMs = 5_000;
const accountMs = 30_000;
/** A clock that was set by less is not worth a word. */
const clockSlackMs = 1_000;

/** Read in what is the future now: the clock of this machine was set back since, and nobody knows how long ago it was. */
export const isOfUnknownAge = (updatedAtMs: number, nowMs: number): boolean => updatedAtMs > nowMs + clockSlackMs;

const words: Readonly<Record<QueryName, string>> = {
  positions: 'the positions',
  markets: 'the market prices',
  orders: 'the trigger orders',
  balances: 'the balances',
  holdings: 'the token holdings',
  wallets: 'the wallets',
  usage: 'the limits of the key',
  perpOrders: 'the open perp orders',
  fills: 'the perp trades',
  fees: 'the fee rates',
  funding: 'the funding payments',
  perpAccount: 'the margin account',
  me: 'the account',
  settings: 'the trade settings',
  groups: 'the wallet groups',
  suggestions: 'the suggestions',
};

/**
 * Why the named reads are no ground for an order that adds risk, as a sentence; null when they are. What was read before the
 * stream came back, or before the machine slept, does not count however young it is: something may have happened that nobody
 * told.
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
