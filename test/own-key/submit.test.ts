import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiClient } from '../../src/client/http/api-client.ts';
import { identifyAccount } from '../../src/client/http/identify-account.ts';
import { runSubmit } from '../../src/commands/submit/submit.ts';
import { createMemoryKeychain, createTestIo } from '../../src/commands/test-io.fixture.ts';
import { type Chain, chains } from '../../src/domain/market/chain.ts';
import { paperRouter } from '../../src/domain/market/paper-contracts.ts';
import { quoteTokens } from '../../src/domain/market/token.ts';
import { createModeFile } from '../../src/platform/files/mode-file.ts';
import { accountFile, ensureDir } from '../../src/platform/files/paths.ts';
import { lockAccount } from '../../src/platform/process/account-lock.ts';
import { PlainError } from '../../src/platform/process/plain-error.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { approvalData } from '../../src/signing/prepare/approval-data.ts';
import { unsignedEvm } from '../../src/signing/prepare/evm-envelope.ts';
import { createWalletStore } from '../../src/signing/signers/wallet-store.ts';
import type { UnsignedTransaction } from '../../src/signing/swap-order.ts';
import { openPaper, testKeys } from './paper-account.fixture.ts';

/* `swapdeck submit` against a paper service, as a script runs it. */

const usdc = {
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
} as const;
type Ours = keyof typeof usdc;

let paper: Awaited<ReturnType<typeof openPaper>>;
let keys: Awaited<ReturnType<typeof testKeys>>;
beforeAll(async () => {
  [paper, keys] = await Promise.all([openPaper(), testKeys()]);
  await paper.fund('solana', keys.addressOn('solana'), 50_000_000_000n);
  await paper.fund('base', keys.addressOn('base'), 10n ** 19n);
});
afterAll(() => paper.paper.close());

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deck-'));
  const { stateDir } = createTestIo('', {}, home).io.paths;
  const store = createWalletStore(stateDir);
  for (const [name, family, chain] of [
    ['sol', 'svm', 'solana'],
    ['evm', 'evm', 'base'],
  ] as const)
    store.add({
      name,
      family,
      mode: 'paper',
      address: keys.addressOn(chain),
      source: { kind: 'external', command: ['none'] },
    });
});

/** A swap of the native coin for USDC, signed. */
async function signedSwap(chain: Ours, amount = chain === 'solana' ? 1_000_000_000n : 10n ** 16n) {
  const { nativeAddress } = chains[chain];
  const { unsigned } = await paper.prepare(chain, keys.addressOn(chain), nativeAddress, usdc[chain], amount);
  return keys.sign(unsigned);
}

function configure(toml: string): void {
  const { configDir, configFile } = createTestIo('', {}, home).io.paths;
  ensureDir(configDir);
  writeFileSync(configFile, toml);
}

let runs = 0;

/** Runs `swapdeck submit` on a file with this text. */
async function submit(text: string, args = '--yes -o json', { typed = '', isTerminal = false } = {}) {
  const file = join(home, 'signed.txt');
  writeFileSync(file, text);
  const deck = createTestIo(typed, { SWAPDECK_API_KEY: paper.paper.apiKey }, home);
  // Ids of the journal are random: no two runs have the same.
  Object.assign(deck.io, { random: seededRandom(++runs) });
  if (isTerminal) Object.assign(deck.io.stdin, { isTTY: true, setRawMode: () => {} });
  const all = [file, '--base-url', paper.paper.baseUrl, ...args.split(' ').filter(Boolean)];
  const ended = await runSubmit(all, deck.io, createMemoryKeychain()).then(
    (code) => ({ code, message: '' }),
    ({ message, exitCode }: { message: string; exitCode: number }) => ({ code: exitCode, message }),
  );
  const { journalFile } = deck.io.paths;
  const journal = existsSync(journalFile) ? readFileSync(journalFile, 'utf8') : '';
  const result = deck.stdout().startsWith('{') ? (JSON.parse(deck.stdout()) as Record<string, unknown>) : null;
  return { ...ended, result, out: deck.stdout(), err: deck.stderr(), journal, events: eventsOf(journal) };
}

/** The message with which `swapdeck submit` ends before it sends anything. */
async function failure(text: string, baseUrl = paper.paper.baseUrl): Promise<string> {
  const file = join(home, 'signed.txt');
  writeFileSync(file, text);
  const { io } = createTestIo('', { SWAPDECK_API_KEY: paper.paper.apiKey }, home);
  const ended = runSubmit([file, '--yes', '--base-url', baseUrl], io, createMemoryKeychain());
  return ended.then(
    () => 'it ended without an error',
    (error: Error) => (error instanceof PlainError ? error.message : `${error.name}: ${error.message}`),
  );
}

const eventsOf = (journal: string): Record<string, unknown>[] =>
  journal
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function accountId(): Promise<string> {
  const { baseUrl, apiKey } = paper.paper;
  const client = createApiClient({ baseUrl, apiKey, clock: systemClock, random: seededRandom(1) });
  return identifyAccount(client, apiKey);
}

const balance = async (chain: Chain, token: string): Promise<bigint> =>
  (await paper.rpc(chain).balances(keys.addressOn(chain), [token])).find((row) => row.token === token)?.baseUnits ?? 0n;

describe('a signed swap lands', () => {
  test.each([
    ['solana', '', 'service'],
    ['solana', '--rpc', 'rpc'],
    ['base', '', 'service'],
    ['base', '--rpc', 'rpc'],
  ] as const)('on %s %s', async (chain, how, by) => {
    const before = await balance(chain, usdc[chain]);
    const signed = await signedSwap(chain);
    const { code, result, err, events, journal } = await submit(signed, `--yes --wait -o json ${how}`);
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('the signature is valid') });
    expect(result).toMatchObject({ chain, by, status: 'confirmed', signer: keys.addressOn(chain), code: null });
    expect(await balance(chain, usdc[chain])).toBeGreaterThan(before);
    expect(events[0]).toMatchObject({
      event: 'sent',
      operation: 'swap.submit',
      mode: 'paper',
      walletId: chain === 'solana' ? 'own:sol' : 'own:evm',
      evidence: { kind: 'signed', chain, txHash: result?.['txHash'] },
      input: {
        messageHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        does: expect.arrayContaining([expect.any(String)]),
      },
    });
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['sent', 'accepted', 'task']));
    expect(journal).not.toContain(signed);
  });

  test('after SUBMIT was typed, and is not waited for without --wait', async () => {
    const { code, out, err } = await submit(await signedSwap('solana'), '', { typed: 'SUBMIT\r', isTerminal: true });
    expect(code).toBe(0);
    expect(err).toContain('Paper swap: swap');
    expect(err).toContain('Type SUBMIT to submit this on Solana by 127.0.0.1');
    expect(err).toContain('Submitted; it has not been seen to land yet.');
    expect(out).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}\n$/);
    const { code: no, events } = await submit(await signedSwap('solana'), '', { typed: 'submit\r', isTerminal: true });
    expect([no, events.filter(({ event }) => event === 'sent').length]).toEqual([1, 1]);
  });
});

describe('the same bytes are sent once', () => {
  test('whoever asks, by whatever way', async () => {
    const signed = await signedSwap('base');
    expect(await submit(signed, '--yes --wait -o json')).toMatchObject({ code: 0 });
    for (const how of ['--yes', '--yes --rpc']) {
      const again = await submit(signed, how);
      expect(again).toMatchObject({
        code: 1,
        out: '',
        message: expect.stringMatching(/^Not submitted: these bytes were sent at/),
      });
      expect(again.events.filter(({ event }) => event === 'sent')).toHaveLength(1);
    }
  });

  test('and another transaction waits until the first one has landed', async () => {
    const [first, second] = [await signedSwap('solana'), await signedSwap('solana', 2_000_000_000n)];
    expect(await submit(first)).toMatchObject({ code: 0, result: { status: 'submitted' } });
    const early = await submit(second);
    // Where the first has landed meanwhile, the second may go.
    if (early.code !== 0) {
      expect(early).toMatchObject({ code: 1, result: { status: 'not-sent', code: 'STILL_SENT' } });
      await waitUntil(async () => (await submit(second)).code === 0);
    }
  });
});

/** Submits again until it is taken: each try looks at the chain. */
async function waitUntil(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 100));
}

test('a transaction whose nonce another one has used is unknown at first, and then expired', async () => {
  await paper.fund('monad', keys.addressOn('monad'), 10n ** 22n);
  const [owner, { nativeAddress }] = [keys.addressOn('monad'), chains.monad];
  const dollar = quoteTokens.find(({ chain, kind }) => chain === 'monad' && kind === 'stable')?.address ?? '';
  const [first, second] = await Promise.all(
    [1n, 2n].map(async (times) => {
      const { unsigned } = await paper.prepare('monad', owner, nativeAddress, dollar, times * 10n ** 19n);
      return keys.sign(unsigned);
    }),
  );
  expect(await submit(first ?? '', '--yes --wait -o json')).toMatchObject({ code: 0, result: { status: 'confirmed' } });
  const unknown = await submit(second ?? '', '--yes --rpc -o json');
  expect(unknown).toMatchObject({ code: 3, result: { status: 'unknown', code: 'REFUSED' } });
  // The same bytes are not sent again, and another transaction finds out what became of these.
  expect(await submit(second ?? '')).toMatchObject({
    code: 1,
    message: expect.stringContaining('nothing is sent twice'),
  });
  home = mkdtempSync(join(tmpdir(), 'deck-'));
  const elsewhere = await submit(second ?? '', `--yes --rpc --wait -o json --signer ${owner}`);
  expect(elsewhere).toMatchObject({ code: 1, result: { status: 'expired' } });
  expect(elsewhere.events.at(-1)).toMatchObject({ event: 'resolved', verdict: 'not-done', by: 'evidence' });
});

describe('what gives something away', () => {
  test('is refused without --even-so, and no cap applies to what moves nothing', async () => {
    configure('[caps]\nmax_order_usd = 10\n');
    const approval = await keys.sign(await approvalOf('base', 5n));
    const refused = await submit(approval, '--yes');
    expect(refused).toMatchObject({
      code: 1,
      events: [],
      message: expect.stringMatching(/^Not submitted: step 1 lets/),
    });
    expect(await submit(approval, '--yes --even-so --wait -o json')).toMatchObject({ code: 0 });
  });

  test('but taking an allowance back is submitted while the account is reducing', async () => {
    const { stateDir } = createTestIo('', {}, home).io.paths;
    const file = createModeFile(accountFile(stateDir, await accountId(), 'json'));
    file.write({ mode: 'reducing', atMs: 0, why: 'test' });
    const revoke = await keys.sign(await approvalOf('base', 0n));
    expect(await submit(revoke, '--yes --wait -o json')).toMatchObject({ code: 0, result: { status: 'confirmed' } });
  });
});

/** An approval of paper's router for USDC. */
async function approvalOf(chain: 'base', amount: bigint): Promise<UnsignedTransaction> {
  const rpc = paper.rpc(chain);
  if (rpc.family !== 'evm') throw new Error('not an EVM chain');
  const [nonce, prices] = [await rpc.nonce(keys.addressOn(chain)), await rpc.gasPrices()];
  const { maxFeePerGas, maxPriorityFeePerGas } = prices;
  const envelope = { to: usdc[chain], data: approvalData(paperRouter, amount), value: '0', gasLimit: '60000' };
  return unsignedEvm(
    chain,
    { ...envelope, maxFeePerGas: `${maxFeePerGas}`, maxPriorityFeePerGas: `${maxPriorityFeePerGas}` },
    nonce,
  );
}

describe('nothing is sent', () => {
  const refused = async (text: string, args: string, message: string) => {
    const ended = await submit(text, args);
    expect(ended).toMatchObject({ code: 1, out: '', events: [] });
    expect(ended.message).toContain(message);
  };

  test('of what is not signed, or by somebody else', async () => {
    const owner = keys.addressOn('solana');
    const { unsigned } = await paper.prepare('solana', owner, chains.solana.nativeAddress, usdc.solana, 10n ** 9n);
    await refused(unsigned.encoded, '--yes', 'This transaction is not signed.');
    const bytes = Buffer.from(await keys.sign(unsigned), 'base64');
    bytes[20]! ^= 1;
    await refused(bytes.toString('base64'), '--yes', 'The signature is not by');
    const signed = await signedSwap('base');
    const changed = `${signed.slice(0, -2)}${signed.endsWith('00') ? '01' : '00'}`;
    await refused(changed, '--yes', 'which is none of your paper wallets');
    await refused(signed, `--yes --signer ${usdc.base}`, `It is signed by ${keys.addressOn('base')}, not by --signer.`);
    await refused(JSON.stringify({ chain: 'bsc', encoded: signed }), '--yes', 'the file says bsc');
    const named = { chain: 'base', encoded: signed, txHash: `0x${'0'.repeat(64)}` };
    await refused(JSON.stringify(named), '--yes', 'another hash than the file says');
  });

  test('without a terminal and --yes', async () => {
    expect(await submit(await signedSwap('solana'), '')).toMatchObject({
      code: 2,
      message: expect.stringContaining('add --yes'),
    });
  });

  test('while the account is halted, and what adds risk while it is reducing', async () => {
    const { stateDir } = createTestIo('', {}, home).io.paths;
    const file = createModeFile(accountFile(stateDir, await accountId(), 'json'));
    const signed = await signedSwap('solana');
    for (const [mode, code] of [
      ['halted', 'HALTED'],
      ['reducing', 'REDUCING'],
    ] as const) {
      file.write({ mode, atMs: 0, why: 'test' });
      expect(await submit(signed)).toMatchObject({ code: 1, result: { status: 'not-sent', code }, events: [] });
    }
  });

  test('while a desk has the account', async () => {
    const { stateDir } = createTestIo('', {}, home).io.paths;
    const lockFile = accountFile(stateDir, await accountId(), 'lock');
    const lock = lockAccount(lockFile, process.ppid);
    expect(lock.heldBy).toBeNull();
    await refused(await signedSwap('solana'), '--yes', `(process ${process.ppid}) sends the orders of this account`);
    lock.release();
    expect(await submit(await signedSwap('solana'))).toMatchObject({ code: 0 });
  });

  test('if the endpoint is of another chain, or the journal cannot be written', async () => {
    configure(`[rpc]\nsolana = ["${paper.rpcUrl('base')}"]\nbase = ["${paper.rpcUrl('bsc')}"]\n`);
    for (const chain of ['solana', 'base'] as const) await refused(await signedSwap(chain), '--yes --rpc', '127.0.0.1');
    const { journalFile, stateDir } = createTestIo('', {}, home).io.paths;
    rmSync(journalFile);
    mkdirSync(journalFile);
    const ended = await failure(await signedSwap('solana'));
    expect(ended).toMatch(/^Nothing was sent: the journal cannot be read/);
    expect(readdirSync(join(stateDir), { recursive: true }).filter((name) => `${name}`.endsWith('.lock'))).toEqual([]);
  });

  test('if the service does not answer', async () => {
    const signed = await signedSwap('solana');
    const there = paper.paper.baseUrl;
    const ended = await failure(signed, there.replace(/:\d+$/, ':1'));
    expect(ended).toMatch(/swapdeck doctor checks both$/);
  });

  test('above a cap, or above the fee limit', async () => {
    configure('[caps]\nmax_order_usd = 10\n');
    expect(await submit(await signedSwap('solana'))).toMatchObject({
      code: 1,
      result: { status: 'not-sent', code: 'OVER_LIMIT', message: expect.stringContaining('your limit is 10') },
      events: [],
    });
    configure('[signing.max_fee]\nsolana = "0.000001"\n');
    await refused(await signedSwap('solana'), '--yes', 'above your limit of 0.000001 SOL');
  });
});
