import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeOf, createWatchlistStore, dropToken, mostWatched, watchToken } from './watchlist.ts';

const tokensOf = (list: ReturnType<typeof createWatchlistStore>): readonly string[] => list.getState().tokens;

test('a token is added once, and dropped', () => {
  const list = createWatchlistStore(['solana:a', 'solana:b']);
  expect(watchToken(list, 'base:0xc')).toBeNull();
  expect(watchToken(list, 'base:0xc')).toMatch(/already/);
  expect(tokensOf(list)).toEqual(['solana:a', 'solana:b', 'base:0xc']);
  expect(dropToken(list, 'solana:a')).toBeNull();
  expect(dropToken(list, 'solana:a')).toMatch(/not on the tape/);
  expect(tokensOf(list)).toEqual(['solana:b', 'base:0xc']);
});

test('the last token cannot be dropped, and the list is limited', () => {
  const list = createWatchlistStore(['solana:a']);
  expect(dropToken(list, 'solana:a')).toMatch(/only token/);
  for (let index = 1; index < mostWatched; index++) expect(watchToken(list, `solana:${index}`)).toBeNull();
  expect(watchToken(list, 'solana:more')).toMatch(/50 tokens/);
  expect(tokensOf(list)).toHaveLength(mostWatched);
});

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1 });

test('a changed list is restored, with tokens added to the configuration later', () => {
  fc.assert(
    fc.property(ids, ids, (configured, wanted) => {
      const list = createWatchlistStore(configured);
      for (const id of wanted) watchToken(list, id);
      for (const id of configured) if (!wanted.includes(id)) dropToken(list, id);
      const change = changeOf(configured, list.getState());
      expect([...tokensOf(createWatchlistStore(configured, change))].sort()).toEqual([...tokensOf(list)].sort());
      expect(tokensOf(createWatchlistStore([...configured, 'new'], change))).toContain('new');
    }),
  );
});
