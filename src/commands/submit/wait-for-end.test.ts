import { expect, test } from 'vitest';
import { fakeContext } from '../../actions/pipeline/fake-context.fixture.ts';
import { waitForEnd } from './wait-for-end.ts';

const id = 'aa';

/** A desk whose journal has a signed transaction, and what is journalled after it. */
function submitted(...events: readonly { readonly event: string; readonly [field: string]: unknown }[]) {
  const desk = fakeContext(() => ({}));
  const { log, account } = desk.context;
  const evidence = { kind: 'signed', chain: 'base', txHash: '0x', owner: '0x', nonce: 1, blockhash: null };
  const line = { operation: 'swap.submit', summary: 'submit', walletId: 'own:a', input: null, evidence };
  log.write({ event: 'sent', id, ...account, ...line });
  for (const event of events) log.write({ id, ...event });
  return desk;
}
const accepted = { event: 'accepted', taskId: 't' };
const task = (status: string, code: string | null = null) => ({
  event: 'task',
  status,
  isOver: true,
  code,
  message: 'm',
});

test.each([
  ['confirmed', [accepted, task('success')]],
  ['failed', [accepted, task('failed', 'FAILED_ON_CHAIN')]],
  ['expired', [accepted, task('failed', 'EXPIRED')]],
  ['failed', [accepted, task('refunded')]],
  ['rejected', [{ event: 'rejected', code: 'X', message: 'm' }]],
  [
    'confirmed',
    [
      { event: 'unknown', code: 'X' },
      { event: 'resolved', verdict: 'done', by: 'evidence', why: 'w' },
    ],
  ],
  [
    'failed',
    [
      { event: 'unknown', code: 'X' },
      { event: 'resolved', verdict: 'not-done', by: 'person', why: 'w' },
    ],
  ],
] as const)('it is %s where the journal says so (%#)', async (status, events) => {
  const { context } = submitted(...events);
  expect(await waitForEnd(context, id, new AbortController().signal)).toMatchObject({ status });
});

test('it ends when the journal says so', async () => {
  const { context } = submitted(accepted);
  const ended = waitForEnd(context, id, new AbortController().signal);
  context.log.write({ id, ...task('success') });
  expect(await ended).toMatchObject({ status: 'confirmed' });
});

test.each([
  ['submitted', accepted],
  ['unknown', { event: 'unknown', code: 'X' }],
] as const)('it is still %s after 15 minutes, or once it is interrupted', async (status, event) => {
  const { context, clock } = submitted(event);
  const late = waitForEnd(context, id, new AbortController().signal);
  await clock.advance(900_000);
  expect(await late).toMatchObject({ status });
  const interrupt = new AbortController();
  const stopped = waitForEnd(context, id, interrupt.signal);
  interrupt.abort();
  expect(await stopped).toMatchObject({ status });
});
