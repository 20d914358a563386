import { expect, test } from 'vitest';
import type { Operation } from '../operations.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { sendInOrder } from './send-in-order.ts';

const cancel = (orderId: string): Operation => ({
  kind: 'cancelTriggerOrder',
  draft: { orderId, summary: orderId },
});
const accepted = (message: string): Outcome => ({ kind: 'accepted', message, requestId: `r-${message}`, taskId: null });
const refused = (kind: 'rejected' | 'unknown'): Outcome => ({ kind, code: 'NO', message: 'no', requestId: 'r-no' });

const operations = [cancel('a'), cancel('b'), cancel('c')] as const;

/** Answers in turn; what was sent is in `sent`. */
function sender(...outcomes: Outcome[]) {
  const sent: string[] = [];
  const send = async ({ draft }: Operation): Promise<Outcome> => {
    sent.push((draft as { orderId: string }).orderId);
    return outcomes[sent.length - 1] ?? refused('unknown');
  };
  return { sent, send };
}

test('each is sent once, in order, and the outcome tells all of them', async () => {
  const { sent, send } = sender(accepted('a'), accepted('b'), accepted('c'));
  expect(await sendInOrder(send, operations)).toEqual({ ...accepted('c'), message: 'a. Then: b. Then: c' });
  expect(sent).toEqual(['a', 'b', 'c']);
});

test.each(['rejected', 'unknown'] as const)('nothing is sent after one that is %s', async (kind) => {
  const { sent, send } = sender(accepted('a'), refused(kind));
  expect(await sendInOrder(send, operations)).toEqual({
    ...refused(kind),
    message: 'a. Then: no. Nothing was sent after it.',
  });
  expect(sent).toEqual(['a', 'b']);
});

test('a first one that fails leaves the others unsent', async () => {
  const { sent, send } = sender(refused('rejected'));
  expect(await sendInOrder(send, operations)).toEqual({
    ...refused('rejected'),
    message: 'no. Nothing was sent after it.',
  });
  expect(sent).toEqual(['a']);
});
