import { expect, test } from 'vitest';
import { createTestIo } from '../test-io.fixture.ts';
import { chooseTour } from './desk-start.ts';

const paper = { mode: 'paper', profile: 'paper', isEmbedded: true } as const;

test('the tour is shown on the first start on paper, or on request', () => {
  const { io } = createTestIo();
  expect(chooseTour(paper, {}, io)).toBe(true);
  expect(chooseTour(paper, {}, io)).toBe(false);
  expect(chooseTour(paper, { tour: true }, io)).toBe(true);
});

test('without saved state, or at a live service, the tour is shown only on request', () => {
  const { io } = createTestIo();
  expect(chooseTour(paper, { ephemeral: true }, io)).toBe(false);
  expect(chooseTour({ mode: 'live', profile: 'main', isEmbedded: false }, {}, io)).toBe(false);
  expect(chooseTour(paper, { ephemeral: true, tour: true }, io)).toBe(true);
  expect(chooseTour(paper, {}, io)).toBe(true);
});
