import { describe, expect, test } from 'vitest';
import { accountWire } from '../../stores/account/account.fixture.ts';
import { jup } from '../../stores/desk-data.fixture.ts';
import { intentOf, sendOperation } from '../operations.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import type { Evidence } from '../reconcile/evidence.ts';
import { freshEvidence } from '../reconcile/fresh.ts';
import { reconcileOperation } from '../reconcile/reconcile-operation.ts';
import type { SuggestTrade } from './suggestions.ts';

const draft: SuggestTrade = {
  chain: 'solana',
  side: 'buy',
  tokenAddress: jup,
  token: 'JUP',
  rationale: 'It is low.',
  usd: null,
  confidence: null,
};
const [open] = accountWire.suggestions.suggestions;
const made = { ...open, id: 's9', side: 'BUY', rationale: 'It is low.', createdAt: '2026-01-01T14:00:00Z' };
const terms = { side: 'BUY', networkId: 'SOL', asset: jup, rationale: 'It is low.' };

test.each<readonly [Partial<SuggestTrade>, object]>([
  [{}, terms],
  [
    { usd: '150.25', confidence: 'HIGH' },
    { ...terms, amountInUsd: 150.25, confidence: 'HIGH' },
  ],
  [
    { side: 'sell', chain: 'monad' },
    { ...terms, side: 'SELL', networkId: 'MONAD' },
  ],
])('%j is sent once with exactly this body', async (change, body) => {
  const fake = fakeContext(() => made);
  const outcome = await sendOperation(fake.context, { kind: 'suggestTrade', draft: { ...draft, ...change } });
  expect(outcome).toMatchObject({ kind: 'accepted', taskId: null });
  expect(fake.requests()).toEqual([{ what: 'request', id: 'agents.createSuggestion', input: { body } }]);
});

test('an answer without optional fields is read; one without an id leaves the outcome open', async () => {
  const { id, state, side, networkId, asset } = made;
  const send = (answer: object) => sendOperation(fakeContext(() => answer).context, { kind: 'suggestTrade', draft });
  expect(await send({ id, state, side, networkId, asset: { address: asset.address } })).toMatchObject({
    kind: 'accepted',
    message: 'Suggestion to buy JUP is OPEN',
  });
  expect(await send({ state, side, networkId, asset })).toMatchObject({ kind: 'unknown' });
});

describe('an unknown outcome', () => {
  const sentAtMs = Date.parse('2026-01-01T14:00:05Z');
  const evidence = { kind: 'new-suggestion' as const, ...terms, knownIds: ['s1'] } satisfies Evidence;
  const find = (suggestions: readonly object[]) => {
    const fake = fakeContext(() => ({ suggestions }));
    return reconcileOperation(fake.context.client, evidence, sentAtMs).then((finding) => ({ finding, fake }));
  };

  test('is done if the list has the suggestion, whatever became of it', async () => {
    for (const state of ['OPEN', 'ACTED', 'DISMISSED']) {
      const { finding, fake } = await find([{ ...made, state }, open]);
      expect(finding).toEqual({ verdict: 'done', why: 'the list has a new suggestion with these terms: s9' });
      expect(fake.requests()).toMatchObject([{ input: { query: { state: 'ALL', limit: 200 } } }]);
    }
  });

  test.each([
    ['another side', { side: 'SELL' }],
    ['another network', { networkId: 'BASE' }],
    ['another token', { asset: { address: 'So11111111111111111111111111111111111111112' } }],
    ['another rationale', { rationale: 'It is high.' }],
    ['one from before', { createdAt: '2026-01-01T13:58:00Z' }],
    ['one without a time', { createdAt: undefined }],
    ['a known one', { id: 's1' }],
  ])('stays open with %s', async (_, change) => {
    const { finding } = await find([{ ...made, ...change }]);
    expect(finding).toEqual({ verdict: 'unclear', why: 'the list has no new suggestion with these terms' });
  });

  test('stays open if two fit, or none is listed', async () => {
    expect((await find([made, { ...made, id: 's8' }])).finding).toMatchObject({ verdict: 'unclear' });
    expect((await find([])).finding).toMatchObject({ verdict: 'unclear' });
  });

  test('is proved by what is unknown yet, and by nothing if the list was not read', () => {
    const fake = fakeContext(() => ({}));
    const intent = () => intentOf(fake.context, { kind: 'suggestTrade', draft });
    expect(freshEvidence(fake.context, intent())).toEqual({ kind: 'none' });
    fake.reads.answer('suggestions', accountWire.suggestions, 1);
    expect(freshEvidence(fake.context, intent())).toEqual({ ...evidence, knownIds: ['s1', 's2'] });
  });
});
