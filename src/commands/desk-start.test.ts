import { expect, test } from 'vitest';
import { chooseTour } from './desk-start.ts';
import { createTestIo } from './test-io.ts';

const paper = { mode: 'paper', profile: 'paper', isEmbedded: true } as const;

test('the first start on paper shows the tour, the second does not, and who asks for it gets it', () => {
  const { io } = createTestIo();
  expect(chooseTour(paper, {}, io)).toBe(true);
  expect(chooseTour(paper, {}, io)).toBe(false);
  expect(chooseTour(paper, { tour: true }, io)).toBe(true);
});

test('where nothing is kept, and at a service, it is shown only when it is asked for', () => {
  const { io } = createTestIo();
  expect(chooseTour(paper, { ephemeral: true }, io)).toBe(false);
  expect(chooseTour({ mode: 'live', profile: 'main', isEmbedded: false }, {}, io)).toBe(false);
  expect(chooseTour(paper, { ephemeral: true, tour: true }, io)).toBe(true);
  expect(chooseTour(paper, {}, io)).toBe(true);
});
