import { afterAll, describe, expect, test } from 'vitest';
import { answerForms } from '../../src/paper/names.ts';
import { allEndpoints } from '../../src/protocol/endpoint-list.ts';
import { accountCalls } from './client/account.ts';
import { marketCalls } from './client/market.ts';
import { perpCalls } from './client/perps.ts';
import { spotCalls } from './client/spot.ts';
import { streamCalls } from './client/streams.ts';
import { startOwnClient } from './own-client.ts';

/*
 * The desk's own client and paper share the protocol, each from its side: every operation is called with valid input, and
 * of its answer nothing may be unreadable and nothing that paper sends may be dropped, in each form that paper can answer in.
 */

for (const form of answerForms) {
  const own = await startOwnClient(form);
  describe(`with ${form} answers`, () => {
    afterAll(() => own.stop());

    describe('account', () => accountCalls(own));
    describe('spot', () => spotCalls(own));
    describe('market data', () => marketCalls(own));
    describe('perpetuals', () => perpCalls(own));
    describe('streams', () => streamCalls(own));

    test('every operation of the protocol was called', () => {
      expect(allEndpoints.filter((endpoint) => !own.called.has(endpoint)).map(({ id }) => id)).toEqual([]);
    });
  });
}
