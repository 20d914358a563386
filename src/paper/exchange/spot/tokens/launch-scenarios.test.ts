import { expect, test } from 'vitest';
import { spotFixture } from '../spot.fixture.ts';

test('a listing is announced, and trades at once', () => {
  const { spot, on, run } = spotFixture(3);
  const before = new Set(spot.book.tokens);
  spot.launch(null);
  const token = spot.book.tokens.find((one) => !before.has(one))!;
  expect(on('svm.bondingCurve.graduations').at(-1)?.data).toMatchObject({ tokenAddress: token.address });
  run(300_000);
  const swaps = on('svm.token.swaps').filter(({ filter }) => filter['tokenAddress'] === token.address);
  expect(swaps.length).toBeGreaterThan(3);
});

test.each([1, 2, 3, 4, 5])('a rug is held closely from its listing, and sold out after its time (seed %i)', (seed) => {
  const { spot, run } = spotFixture(seed);
  const before = new Set(spot.book.tokens);
  spot.launch(180_000);
  const token = spot.book.tokens.find((one) => !before.has(one))!;
  const { developer, insider, bundler } = spot.book.marketOf(token).listing.launch!;
  expect(developer + insider + bundler).toBeGreaterThan(0.29);
  const first = spot.book.priceUsd(token);
  run(240_000);
  expect(spot.book.priceUsd(token)).toBeLessThan(first * 0.4);
});
