import { expect, test } from 'vitest';
import { readRows, settle } from '../../desk/fake-desk.fixture.ts';
import { addresses, spotDesk } from '../spot-desk.fixture.ts';
import { tapeTokenForm } from './tape-token-form.ts';

const bonk = { chain: 'solana', token: 'BONK' };

test('a token found by its symbol is put on the tape by its address, and shown', async () => {
  const { desk } = spotDesk();
  const form = tapeTokenForm(desk, bonk);
  expect(form.evaluate(bonk)).toMatchObject({ draft: null, problems: { token: 'Searching for BONK …' } });
  await settle();
  const { draft, preview } = form.evaluate(bonk);
  expect(readRows(preview).join('\n')).toContain(addresses.bonk);
  expect(readRows(preview).join('\n')).toContain('2 other tokens use the symbol BONK');
  expect(await form.submit(draft!)).toMatchObject({ kind: 'accepted' });
  expect(desk.watchlist.getState().tokens).toEqual([`solana:${addresses.bonk}`]);
  expect(desk.ui.getState().tape.tokenId).toBe(`solana:${addresses.bonk}`);
  expect(form.evaluate(bonk)).toMatchObject({ draft: null, problems: { token: 'This token is already on the tape.' } });
});

test.each([
  ['', /symbol|address/i],
  ['NOSUCH', /NOSUCH/],
])('%j puts nothing on the tape, and says why', async (token, words) => {
  const { desk } = spotDesk();
  const form = tapeTokenForm(desk);
  form.evaluate({ chain: 'solana', token });
  await settle();
  const { draft, problems } = form.evaluate({ chain: 'solana', token });
  expect(draft).toBeNull();
  expect(problems['token']).toMatch(words);
});
