import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
  const stop = holdAccount(service, { stateDir, journalFile }, context);
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
