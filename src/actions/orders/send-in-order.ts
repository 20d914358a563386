import type { Operation } from '../operations.ts';
import type { Outcome } from '../pipeline/outcome.ts';

/**
 * Sends operations one after the other, each once, and stops at the first that is not accepted: its outcome, with what was
 * done before it and that nothing was sent after it. If all are accepted, the last outcome with all messages.
 */
export async function sendInOrder(
  send: (operation: Operation) => Promise<Outcome>,
  [first, ...others]: readonly [Operation, ...Operation[]],
): Promise<Outcome> {
  let outcome = await send(first);
  for (const operation of others) {
    if (outcome.kind !== 'accepted') return { ...outcome, message: `${outcome.message}. Nothing was sent after it.` };
    const next = await send(operation);
    outcome = followedBy(outcome, next);
  }
  return outcome;
}

/** The outcome of an operation with what was done right before it. */
export const followedBy = (before: Outcome, next: Outcome): Outcome => ({
  ...next,
  message: `${before.message}. Then: ${next.message}`,
});
