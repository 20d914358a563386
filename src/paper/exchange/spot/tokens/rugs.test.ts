import { expect, test } from 'vitest';
import { cases } from '../../../../../test/run/cases.ts';
import { seededRandom } from '../../../../platform/time/random.ts';
import { spotFixture } from '../spot.fixture.ts';
import { launchInto } from './launches.fixture.ts';
import { idOf, type Market } from './token-book.ts';

interface Swap {
  readonly maker: string;
  readonly isBuy: boolean;
  readonly blockTime: number;
  readonly amountIn: unknown;
}

interface Stats {
  readonly developer: string;
  readonly developerBalance: string;
  readonly insiderBalances: string;
  readonly bundlerBalances: string;
}

/** Lists launches, lets the whole market trade for 20 minutes, and returns what the streams said of each one. */
function watch(of: number) {
  const { spot, prices, on } = spotFixture(of);
  const markets = launchInto(spot.book, 12, seededRandom(of));
  const stepMs = 5_000;
  for (let leftMs = 20 * 60_000; leftMs > 0; leftMs -= stepMs) {
    prices.advance(stepMs);
    spot.advance(spot.nowMs + stepMs, stepMs);
  }
  const told = (stream: string, { subject }: Market) =>
    on(stream).filter(({ filter }) => filter['tokenAddress'] === subject.address);
  const launches = markets.map((market) => ({
    market,
    swaps: told('svm.token.swaps', market).map(({ data }) => data as Swap),
    stats: told('svm.token.distributionStats', market).map(({ data }) => (data as { stats: Stats }).stats),
  }));
  return { spot, launches };
}

const heldIn = ({ developerBalance, insiderBalances, bundlerBalances }: Stats) =>
  BigInt(developerBalance) + BigInt(insiderBalances) + BigInt(bundlerBalances);
// For one seed in twenty nothing is rugged within the time: this one shows a usual market.
const runs = Array.from({ length: cases(1, 10) }, (_, index) => watch(7 + index));
const launches = runs.flatMap((run) => run.launches);
const sharesOf = ({ market, stats }: (typeof launches)[number]) =>
  stats.map((each) => Number(heldIn(each)) / 1e6 / market.subject.supply);

test('the first figures of a launch tell how much its insiders hold, and they hold it until they sell all', () => {
  for (const launch of launches) {
    const { creator, developer, insider, bundler } = launch.market.listing.launch!;
    const shares = sharesOf(launch);
    expect(shares[0]! === 0 || Math.abs(shares[0]! - developer - insider - bundler) < 1e-6).toBe(true);
    const rest = shares.slice(shares.indexOf(0));
    expect(shares.includes(0) ? rest.every((share) => share === 0) : new Set(shares).size === 1).toBe(true);
    for (const { developer: address } of launch.stats) expect(address).toBe(creator);
  }
});

test('a rug is a block of sales by those who were named, of all that they had, and the ledger balances', () => {
  const launch = launches.find((each) => sharesOf(each)[0]! > 0 && sharesOf(each).at(-1) === 0)!;
  const { creator } = launch.market.listing.launch!;
  const ofDeveloper = launch.swaps.filter(({ maker }) => maker === creator);
  expect(ofDeveloper).toHaveLength(1);
  expect(ofDeveloper[0]).toMatchObject({ isBuy: false });
  const soldBefore = launch.swaps.filter(({ blockTime }) => blockTime < ofDeveloper[0]!.blockTime);
  const block = launch.swaps.filter(({ blockTime, isBuy }) => blockTime === ofDeveloper[0]!.blockTime && !isBuy);
  expect(block.length).toBeGreaterThan(4);
  const amount = (swaps: readonly Swap[]) => swaps.reduce((sum, { amountIn }) => sum + Number(String(amountIn)), 0);
  expect(amount(block)).toBeGreaterThan(0.99 * Number(heldIn(launch.stats[0]!)));
  expect(soldBefore.every(({ maker }) => block[0]!.maker !== maker)).toBe(true);
  for (const { spot } of runs)
    for (const { market } of launches) {
      const tokenId = idOf(market.subject);
      const sum = spot.ledger.all().reduce((all, cell) => (cell.tokenId === tokenId ? all + cell.amount : all), 0n);
      expect(sum).toBe(0n);
    }
});
