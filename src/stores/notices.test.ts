import { expect, test } from 'vitest';
import { hostileTexts, isCellSafe } from './desk-data.fixture.ts';
import { addNotice, createNoticesStore } from './notices.ts';

test('notices are numbered, oldest first, and only the last hundred are kept', () => {
  const store = createNoticesStore();
  for (let index = 1; index <= 130; index++) addNotice(store, { atMs: index, tone: 'info', text: `n${index}` });
  const { notices } = store.getState();
  expect(notices).toHaveLength(100);
  expect(notices[0]).toEqual({ id: 31, atMs: 31, tone: 'info', text: 'n31' });
  expect(notices.at(-1)?.id).toBe(130);
});

test.each(hostileTexts)('a notice that quotes %j is safe to show', (text) => {
  const store = createNoticesStore();
  addNotice(store, { atMs: 0, tone: 'error', text: `refused: ${text}` });
  const shown = store.getState().notices[0]?.text ?? '';
  expect(isCellSafe(shown)).toBe(true);
  expect(shown).toMatch(/^refused: ./);
});
