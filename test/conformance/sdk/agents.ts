import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { expectEach, isoTime, jup, number, orNull, text, until } from '../shapes.ts';

/** As the service's documentation has a suggestion; what may be absent is checked on its own. */
const suggestion = {
  id: text,
  state: expect.toBeOneOf(['OPEN', 'ACTED', 'DISMISSED', 'EXPIRED']),
  createdAt: isoTime,
  expiresAt: isoTime,
  side: expect.toBeOneOf(['BUY', 'SELL']),
  networkId: expect.toBeOneOf(['SOL', 'BASE', 'BSC', 'MONAD']),
  asset: { address: text, symbol: text, name: text, priceUsd: number },
  rationale: text,
  agentKey: { id: text, name: orNull(text) },
};

interface Page {
  readonly suggestions: readonly { readonly id: string; readonly state: string; readonly createdAt: string }[];
  readonly nextCursor?: string | null;
}

/** Suggestions and agents, which the published client of this version has no method for: by plain HTTP. */
export function agentOperations({ call }: Peer): void {
  const path = '/api/v2/agents/suggestions';
  const list = async (query = ''): Promise<Page> => {
    const { status, body } = await call('GET', `${path}${query}`);
    expect(status, query).toBe(200);
    return body.data as Page;
  };
  const terms = { side: 'BUY', networkId: 'SOL', asset: jup, rationale: 'It fell to where it was bought before.' };

  test('suggestions are made, with and without what may be left out', async () => {
    const { asset: _, ...rest } = terms;
    const expected = { ...suggestion, ...rest, state: 'OPEN', asset: { ...suggestion.asset, address: jup } };
    const whole = await call('POST', path, { json: { ...terms, amountInUsd: 12.5, confidence: 'HIGH' } });
    expect(whole.status).toBe(201);
    expect(whole.body.data).toEqual({ ...expected, amountInUsd: 12.5, confidence: 'HIGH', linkedTaskId: null });
    for (const empty of [{}, { amountInUsd: null, confidence: null }]) {
      const { status, body } = await call('POST', path, { json: { ...terms, ...empty } });
      expect(status).toBe(201);
      expect(body.data).toEqual({ ...expected, amountInUsd: null, confidence: null, linkedTaskId: null });
    }
    const { createdAt, expiresAt } = whole.body.data as Record<'createdAt' | 'expiresAt', string>;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(6 * 3_600_000);
    expect((await list()).suggestions).toContainEqual(whole.body.data);
  });

  test.each(['side', 'networkId', 'asset', 'rationale'] as const)('a suggestion needs its %s', async (field) => {
    const missing = { status: 400, body: { error: { code: 'MISSING_REQUIRED_FIELDS' } } };
    const { [field]: _, ...without } = terms;
    expect(await call('POST', path, { json: without })).toMatchObject(missing);
    expect(await call('POST', path, { json: { ...terms, [field]: '' } })).toMatchObject(missing);
  });

  test('a suggestion with values that nobody knows is refused as any other call', async () => {
    for (const wrong of [
      { side: 'buy' },
      { networkId: 'solana' },
      { rationale: 'x'.repeat(501) },
      { confidence: 'SURE' },
    ])
      expect(await call('POST', path, { json: { ...terms, ...wrong } })).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_PARAMS' } },
      });
  });

  // Prices of their tokens move from one read to the next.
  const ids = (suggestions: Page['suggestions']) => suggestions.map(({ id }) => id);

  test('suggestions are listed by state, open ones by default, latest first and page by page', async () => {
    const { suggestions } = await list('?state=ALL&limit=200');
    expectEach(suggestions, expect.objectContaining(suggestion));
    const times = suggestions.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
    for (const state of ['OPEN', 'ACTED', 'DISMISSED', 'EXPIRED'])
      expect(ids((await list(`?state=${state}`)).suggestions)).toEqual(
        ids(suggestions.filter((one) => one.state === state)),
      );
    expect(ids((await list()).suggestions)).toEqual(ids(suggestions.filter(({ state }) => state === 'OPEN')));
    const pages: Page[] = [await list('?state=ALL&limit=3')];
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
      pages.push(await list(`?state=ALL&limit=3&cursor=${encodeURIComponent(cursor)}`));
    expect(ids(pages.flatMap((page) => page.suggestions))).toEqual(ids(suggestions));
    for (const limit of [0, 201]) expect((await call('GET', `${path}?limit=${limit}`)).status).toBe(400);
  });

  test('an agent is invoked, awaited or followed until it has answered', async () => {
    const invoke = async (awaitResult?: boolean | null) => {
      const json = { prompt: 'What did the market do today?', awaitResult };
      const { status, body } = await call('POST', '/api/v2/agents/scout/invoke', { json });
      expect(status).toBe(200);
      return body.data as { sessionId: string; status: string };
    };
    const session = { sessionId: text, triggerFireId: text, error: null };
    const completed = { ...session, status: 'completed', finalResponse: text };
    expect(await invoke(true)).toEqual(completed);
    for (const awaitResult of [undefined, null, false]) {
      const begun = await invoke(awaitResult);
      expect(begun).toEqual({ ...session, status: 'pending', finalResponse: null });
      const ended = await until(
        async () => (await call('GET', `/api/v2/agents/sessions/${begun.sessionId}`)).body.data,
        (answer) => expect(answer).toMatchObject({ status: 'completed' }),
      );
      expect(ended).toEqual({ ...completed, sessionId: begun.sessionId });
    }
  });
}
