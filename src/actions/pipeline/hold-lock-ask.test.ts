import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { fakeContext } from './fake-context.fixture.ts';
import { type AskHolder, holdLock } from './hold-lock.ts';

interface Answer {
  readonly why: string | null;
}

const keeper = 7;
let clock = new FakeClock();
let holder: number | null = keeper;
let asked: number[] = [];
let answer = Promise.withResolvers<Answer>();
let begun = 0;

beforeEach(() => {
  clock = new FakeClock();
  holder = keeper;
  asked = [];
  answer = Promise.withResolvers();
  begun = 0;
});

/** A desk that starts while another process holds the account. */
function desk(isKeeper: (pid: number) => boolean = (pid) => pid === keeper) {
  const fake = fakeContext(() => null, { clock });
  const ask: AskHolder = (pid) => {
    if (!isKeeper(pid)) return null;
    asked.push(pid);
    return answer.promise;
  };
  const lock = holdLock(
    fake.context,
    () => ({ heldBy: holder, file: '/x.lock', release: () => {} }),
    () => {
      begun++;
    },
    ask,
  );
  return { ...lock, notices: fake.notices, why: () => fake.context.trading.getState().lock };
}

const says = async (why: string | null): Promise<void> => {
  answer.resolve({ why });
  answer = Promise.withResolvers();
  await clock.advance(0);
};

test('a keeper that hands the account over: the desk goes on at once, and says so', async () => {
  const { why, notices } = desk();
  expect(why()).toBe('The keeper (process 7) is handing the account over.');
  holder = null;
  await says(null);
  expect([why(), begun]).toEqual([null, 1]);
  expect(notices()).toEqual(['info: The keeper has handed the account over: this desk works its plans now.']);
  await clock.advance(60_000);
  expect([begun, asked]).toEqual([1, [7]]);
});

test('a keeper that refuses: the desk is read-only, says why, and asks again after 30 seconds', async () => {
  const { why } = desk();
  await says('it did not answer within 5 s');
  expect(why()).toMatch(
    /^The keeper \(process 7\) .* did not hand it over: it did not answer within 5 s\. .*keep stop$/,
  );
  await clock.advance(28_000);
  expect(asked).toEqual([7]);
  expect(why()).toMatch(/did not hand it over/);
  await clock.advance(4_000);
  expect(asked).toEqual([7, 7]);
  expect(why()).toBe('The keeper (process 7) is handing the account over.');
  holder = null;
  await says(null);
  expect([why(), begun]).toEqual([null, 1]);
});

test('a keeper that dies without an answer: the desk takes the account at its next look', async () => {
  const { why } = desk();
  holder = null;
  await clock.advance(2_000);
  expect([why(), begun]).toEqual([null, 1]);
  // What it would have answered comes too late to begin anything twice.
  await says('it ended without an answer');
  expect([why(), begun]).toEqual([null, 1]);
});

test('a desk is not asked', async () => {
  const { why } = desk(() => false);
  await clock.advance(60_000);
  expect(asked).toEqual([]);
  expect(why()).toMatch(/^Another desk \(process 7\)/);
});

test('the next keeper is asked even if the one before has just refused', async () => {
  desk(() => true);
  await says('it is handing the account over already');
  holder = 8;
  await clock.advance(2_000);
  expect(asked).toEqual([7, 8]);
});

test('an answer that comes after the desk has closed begins nothing', async () => {
  const { release } = desk();
  release();
  holder = null;
  await says(null);
  await clock.advance(10_000);
  expect(begun).toBe(0);
});
