import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountWire } from '../stores/account.fixture.ts';
import { fakeReads } from '../stores/desk-data.fixture.ts';
import { accountRefreshMs, createAccountReads } from './account.ts';
import { fakeClient } from './fake-client.fixture.ts';

const answers: Readonly<Record<string, unknown>> = {
  'account.me': accountWire.me,
  'account.settings': accountWire.settings,
  'walletGroups.list': accountWire.groups,
  'agents.listSuggestions': accountWire.suggestions,
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start() {
  const reads = fakeReads();
  const asked: string[] = [];
  const { client } = fakeClient(({ id }) => {
    asked.push(id);
    return answers[id];
  });
  return { ...reads, asked, account: createAccountReads(reads.cache, client) };
}

test('asks nothing until the pane is shown, then everything, again in its time, and anew when it comes back', async () => {
  const { account, asked, data } = start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toEqual([]);
  account.show(true);
  account.show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.sort()).toEqual(Object.keys(answers).sort());
  expect(data.read('me').data).toEqual(accountWire.me);
  await vi.advanceTimersByTimeAsync(accountRefreshMs);
  expect(asked).toHaveLength(8);
  account.show(false);
  await vi.advanceTimersByTimeAsync(10 * accountRefreshMs);
  expect(asked).toHaveLength(8);
  account.show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(12);
  account.show(false);
});
