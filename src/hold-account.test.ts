import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bindActions } from './actions/desk-actions.ts';
import { fakeContext } from './actions/pipeline/fake-context.fixture.ts';
import { orderKinds } from './actions/pipeline/operation-kinds.fixture.ts';
import { setTradingMode } from './actions/pipeline/trading-mode.ts';
import { ApiError } from './client/http/errors.ts';
import type { ConnectionStatus } from './domain/stream/connection-status.ts';
import { accountModeFile, holdAccount } from './hold-account.ts';
import { createJournal } from './platform/journal/journal.ts';
import { lockAccount } from './platform/process/account-lock.ts';
import { FakeClock } from './platform/time/fake-clock.fixture.ts';
import { liveService } from './service.fixture.ts';
import type { Service } from './service.ts';

const [close] = orderKinds;
let stateDir = '';
let clock = new FakeClock();
const ends: (() => void)[] = [];

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'hold-account-'));
  clock = new FakeClock();
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  rmSync(stateDir, { recursive: true });
});

const fault = (kind: 'network' | 'forbidden' | 'unauthorized') =>
  new ApiError({ endpointId: 'account.me', kind, code: kind, outcome: 'rejected', message: kind });

interface AccountSetup {
  /** The user id that the service returns; may throw the client's errors. */
  me: () => string;
  baseUrl: string;
  apiKey: string;
  profile: string;
}

/** A desk that has to ask the service which account it is. */
function desk(over: Partial<AccountSetup> = {}) {
  const setup: AccountSetup = {
    me: () => 'u1',
    baseUrl: 'https://api.example.com',
    apiKey: 'sk_a',
    profile: 'main',
    ...over,
  };
  const journalFile = join(stateDir, 'journal.jsonl');
  const journal = createJournal(journalFile);
  const fake = fakeContext(
    (id) => {
      if (id === 'account.me') return { userId: setup.me() };
      if (id === 'account.usage') return { keyId: `key-of-${setup.apiKey}`, scopes: [] };
      return close!.accepted;
    },
    { clock, journal, isUnread: true },
  );
  const { session, trading, records } = fake.context;
  session.setState({ accountId: null });
  const listeners = new Set<Parameters<typeof fake.context.client.onAnswer>[0]>();
  const context = {
    ...fake.context,
    client: {
      ...fake.context.client,
      baseUrl: setup.baseUrl,
      onAnswer: (listener: Parameters<typeof fake.context.client.onAnswer>[0]) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    modeFile: accountModeFile(stateDir, session),
  };
  const { profile, baseUrl, apiKey } = setup;
  const service: Service = { ...liveService, profile, account: profile, baseUrl, apiKey };
  const { stop } = holdAccount(service, { stateDir, journalFile }, context);
  ends.push(() => {
    context.timers.stop();
    stop();
    journal.close();
  });
  const connection = (state: ConnectionStatus['state']): void =>
    session.setState({ connection: { ...session.getState().connection, state } });
  return {
    setup,
    fake,
    context,
    trading,
    connection,
    accountId: () => session.getState().accountId,
    lock: () => trading.getState().lock,
    mode: () => trading.getState().mode,
    wrongAccount: () => trading.getState().wrongAccount,
    records: () => records.getState().records,
    readPct: () => records.getState().readPct,
    isLoaded: () => records.getState().isLoaded,
    halt: () => setTradingMode(context, 'halted', 'H was pressed'),
    send: () => {
      fake.readAll();
      return close!.send(bindActions(context));
    },
    answered: (outcome: 'ok' | ApiError) => {
      for (const listener of listeners) listener({ endpointId: 'x', latencyMs: 1, outcome });
    },
  };
}

const settled = () => clock.advance(0);

test('nothing is sent until the service identifies the account; failed attempts are repeated', async () => {
  let isUp = false;
  const one = desk({
    me: () => {
      if (!isUp) throw fault('network');
      return 'u1';
    },
  });
  await settled();
  expect(await one.send()).toMatchObject({ kind: 'not-sent', code: 'LOCKED' });
  expect([one.accountId(), one.isLoaded()]).toEqual([null, false]);
  isUp = true;
  await clock.advance(2_000);
  expect([one.accountId(), one.lock(), one.isLoaded()]).toEqual(['https://api.example.com:443 user u1', null, true]);
  expect(await one.send()).toMatchObject({ kind: 'accepted' });
  expect(one.fake.journal()[0]).toMatchObject({ event: 'sent', accountId: one.accountId() });
});

test.each<readonly [string, Partial<AccountSetup>]>([
  ['profile', { profile: 'other' }],
  ['key', { apiKey: 'sk_b' }],
  ['spelling of the address', { baseUrl: 'https://API.example.com.:443' }],
])('another %s leads to the same account: only one desk sends', async (_what, over) => {
  const first = desk();
  await settled();
  const [file = ''] = readdirSync(join(stateDir, 'accounts')).filter((name) => name.endsWith('.lock'));
  const path = join(stateDir, 'accounts', file);
  ends.pop()!();
  // Simulates another desk with the id of the parent process.
  lockAccount(path, process.ppid);
  const second = desk(over);
  await settled();
  expect(second.accountId()).toBe(first.accountId());
  expect(second.lock()).toMatch(new RegExp(`^Another desk \\(process ${process.ppid}\\) sends`));
  expect(second.lock()).toContain(`delete ${path}.`);
  expect(await second.send()).toMatchObject({ kind: 'not-sent', code: 'LOCKED' });
});

test.each<readonly [string, Partial<AccountSetup>]>([
  ['user', { me: () => 'u2' }],
  ['service', { baseUrl: 'https://api.example.com:8443' }],
])('another %s is another account', async (_what, over) => {
  const first = desk();
  const second = desk(over);
  await settled();
  expect([first.lock(), second.lock()]).toEqual([null, null]);
  expect(readdirSync(join(stateDir, 'accounts')).filter((name) => name.endsWith('.lock'))).toHaveLength(2);
});

test('a key that may not read its user is identified by its own id', async () => {
  const one = desk({
    me: () => {
      throw fault('forbidden');
    },
  });
  await settled();
  expect(one.accountId()).toBe('https://api.example.com:443 key key-of-sk_a');
});

test('another desk of the account sees a halt, and its end, within a second', async () => {
  const first = desk();
  await settled();
  const second = desk({ profile: 'other' });
  await settled();
  second.halt();
  expect(first.mode()).toBe('active');
  await clock.advance(1_000);
  expect(first.mode()).toBe('halted');
  expect(first.fake.notices().at(-1)).toMatch(/^warn: Halted\. .* Set outside this desk: H was pressed\.$/);
  expect(await first.send()).toMatchObject({ kind: 'not-sent', code: 'HALTED' });
  setTradingMode(second.context, 'active', 'typed');
  await clock.advance(1_000);
  expect(first.mode()).toBe('active');
});

test('a halt set before the account is identified applies to it', async () => {
  const one = desk();
  one.halt();
  await settled();
  expect(one.mode()).toBe('halted');
  const next = desk();
  await settled();
  expect(next.mode()).toBe('halted');
});

test('if the account behind the address changes, nothing is sent after the next reconnect', async () => {
  const one = desk();
  await settled();
  one.connection('connected');
  await settled();
  expect(one.wrongAccount()).toBeNull();
  one.setup.me = () => 'u2';
  one.connection('reconnecting');
  one.connection('connected');
  await settled();
  expect(one.wrongAccount()).toMatch(/different account/);
  expect(await one.send()).toMatchObject({ kind: 'not-sent', code: 'WRONG_ACCOUNT' });
});

test('if the account changes while the key is refused, nothing is sent once it is accepted again', async () => {
  const one = desk();
  await settled();
  one.setup.me = () => 'u2';
  one.answered('ok');
  await settled();
  expect(one.wrongAccount()).toBeNull();
  one.answered(fault('unauthorized'));
  one.answered('ok');
  await settled();
  expect(one.wrongAccount()).toMatch(/different account/);
});

test('a key with fewer permissions than before, or an unavailable service, does not count as another account', async () => {
  const one = desk();
  await settled();
  for (const kind of ['forbidden', 'network'] as const) {
    one.setup.me = () => {
      throw fault(kind);
    };
    one.connection('reconnecting');
    one.connection('connected');
    await settled();
    expect(one.wrongAccount()).toBeNull();
  }
});

test('a desk that stops while it asks the service takes no lock', async () => {
  const one = desk();
  ends.pop()!();
  await settled();
  expect([one.accountId(), one.isLoaded()]).toEqual([null, false]);
});

describe('a journal of earlier runs', () => {
  const accountId = 'https://api.example.com:443 user u1';
  const at = '2025-12-31T00:00:00.000Z';
  const sent = { event: 'sent', mode: 'paper', profile: 'p', accountId, operation: 'o', summary: 's' };
  const line = (fields: object) => `${JSON.stringify({ ...fields, at })}\n`;
  const request = (number: number, padding: string) =>
    line({ ...sent, id: `r${number}`, input: padding }) +
    (number === 3 ? '' : line({ event: 'accepted', id: `r${number}` }));

  /** Of 1,500 requests; the answer of number 3 never came, and a line is torn. */
  const leave = (bytesEach: number): void => {
    const padding = 'x'.repeat(bytesEach);
    const text = Array.from({ length: 1_500 }, (_, number) => request(number, padding)).join('');
    writeFileSync(join(stateDir, 'journal.jsonl'), `{"torn\n${text}`);
  };
  const archives = () => readdirSync(stateDir).filter((name) => /^journal-.*Z\.jsonl$/.test(name));
  const [large, tooLarge] = [200, 3_000];
  const shown = ['r3', ...Array.from({ length: 500 }, (_, index) => `r${1_000 + index}`)];
  const warning = 'warn: 1 journal lines cannot be read. Run swapdeck journal to list them.';

  /** Reading in slices takes turns of the event loop, which no clock counts. */
  const until = async (isDone: () => boolean): Promise<void> => {
    for (let turn = 0; !isDone(); turn++) {
      if (turn === 10_000) throw new Error('this takes too long');
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  test.each([
    ['large', large, 0],
    ['too large', tooLarge, 1],
  ])('that is %s is read once the first screen is up; nothing is sent before', async (_what, bytesEach, archived) => {
    leave(bytesEach);
    const one = desk();
    await clock.advance(499);
    expect([one.isLoaded(), one.lock()]).toEqual([false, null]);
    expect(await one.send()).toMatchObject({ kind: 'not-sent', code: 'JOURNAL_NOT_READ' });
    await clock.advance(1);
    await until(one.isLoaded);
    expect(one.records().map(({ id }) => id)).toEqual(shown);
    expect(one.records()[0]).toMatchObject({ state: 'unknown', code: 'INTERRUPTED' });
    expect(one.fake.notices()).toEqual([warning]);
    expect([archives().length, one.readPct()]).toEqual([archived, null]);
    expect(await one.send()).toMatchObject({ kind: 'accepted' });
  });

  test('that was rotated gives the next start the same', async () => {
    leave(tooLarge);
    for (const start of [1, 2]) {
      const one = desk();
      await clock.advance(500);
      await until(one.isLoaded);
      expect(one.records().map(({ id }) => id)).toEqual(shown);
      expect([start, archives().length]).toEqual([start, 1]);
      ends.pop()!();
    }
  });

  test('that is too large shows how much of it is read, and a desk that stops meanwhile leaves it as it is', async () => {
    leave(tooLarge);
    const { size, ino } = statSync(join(stateDir, 'journal.jsonl'));
    // Each look at the clock takes a slice.
    const slow = new FakeClock();
    const { monotonic } = slow;
    slow.monotonic = () => {
      slow.stall(20);
      return monotonic.call(slow);
    };
    clock = slow;
    const one = desk();
    await clock.advance(500);
    const seen = new Set<number | null>();
    await until(() => {
      seen.add(one.readPct());
      return (one.readPct() ?? 0) >= 50;
    });
    expect(seen.size).toBeGreaterThan(5);
    expect(readdirSync(stateDir)).toContain('journal.jsonl.lock');
    ends.pop()!();
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(readdirSync(stateDir).sort()).toEqual(['accounts', 'journal.jsonl']);
    expect(one.isLoaded()).toBe(false);
    expect(statSync(join(stateDir, 'journal.jsonl'))).toMatchObject({ size, ino });

    const next = desk();
    await clock.advance(500);
    await until(next.isLoaded);
    expect([next.readPct(), archives().length]).toEqual([null, 1]);
  });

  test('that cannot be rotated is read as it is', async () => {
    leave(tooLarge);
    mkdirSync(join(stateDir, 'journal.jsonl.new'));
    const one = desk();
    await clock.advance(500);
    await until(one.isLoaded);
    expect(one.records().map(({ id }) => id)).toEqual(shown);
    expect(one.fake.notices()).toEqual([
      expect.stringMatching(/^warn: The journal could not be rotated and keeps growing: /),
      warning,
    ]);
  });

  test('that cannot be read locks the desk', async () => {
    leave(tooLarge);
    const one = desk();
    rmSync(join(stateDir, 'journal.jsonl'));
    await clock.advance(500);
    await until(() => one.lock() !== null);
    expect(one.lock()).toMatch(/^Nothing is sent: the journal cannot be read \(ENOENT/);
    expect(one.isLoaded()).toBe(false);
  });
});
