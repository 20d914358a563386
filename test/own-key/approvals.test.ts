import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxUint256 } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryKeychain, createTestIo } from '../../src/commands/test-io.fixture.ts';
import { runWalletApprovals } from '../../src/commands/wallet/approvals/approvals.ts';
import { type Chain, chains } from '../../src/domain/market/chain.ts';
import { paperRouter } from '../../src/domain/market/paper-contracts.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { approvalData } from '../../src/signing/prepare/approval-data.ts';
import { unsignedEvm } from '../../src/signing/prepare/evm-envelope.ts';
import { createWalletStore } from '../../src/signing/signers/wallet-store.ts';
import { openPaper, testKeys } from './paper-account.fixture.ts';

/* `swapdeck wallet approvals` against a paper service and the nodes of its chains. */

type Evm = Exclude<Chain, 'solana'>;
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
/** Of no wallet of the service, and of no list. */
const degen = '0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed';

let paper: Awaited<ReturnType<typeof openPaper>>;
let keys: Awaited<ReturnType<typeof testKeys>>;
const home = mkdtempSync(join(tmpdir(), 'deck-'));
beforeAll(async () => {
  [paper, keys] = await Promise.all([openPaper(), testKeys()]);
  const signer = join(import.meta.dirname, '../scenarios/own-key-signer.js');
  const source = { kind: 'external', command: [process.execPath, signer] } as const;
  const store = createWalletStore(createTestIo('', {}, home).io.paths.stateDir);
  store.add({ name: 'evm', mode: 'paper', family: 'evm', address: keys.addressOn('base'), source });
  store.add({ name: 'sol', mode: 'paper', family: 'svm', address: keys.addressOn('solana'), source });
  for (const chain of ['base', 'bsc'] as const) await paper.fund(chain, keys.addressOn(chain), 10n ** 19n);
  await approve('base', usdc, 1_500_000n);
  await approve('base', degen, maxUint256);
});
afterAll(() => paper.paper.close());

/** Lets paper's router move so much of the token, and waits until the chain has confirmed it. */
async function approve(chain: Evm, token: string, amount: bigint): Promise<void> {
  const [rpc, owner] = [paper.rpc(chain), keys.addressOn(chain)];
  if (rpc.family !== 'evm') throw new Error('not an EVM chain');
  const [nonce, prices] = [await rpc.nonce(owner), await rpc.gasPrices()];
  const envelope = { to: token, data: approvalData(paperRouter, amount), value: '0', gasLimit: '60000' };
  const { maxFeePerGas, maxPriorityFeePerGas } = prices;
  const fees = { maxFeePerGas: `${maxFeePerGas}`, maxPriorityFeePerGas: `${maxPriorityFeePerGas}` };
  const hash = await rpc.send(await keys.sign(unsignedEvm(chain, { ...envelope, ...fees }, nonce)));
  while ((await rpc.landing(hash, owner, nonce)).state !== 'confirmed')
    await new Promise((resolve) => setTimeout(resolve, 50));
}

let runs = 0;

async function approvals(args: string, { typed = '', isTerminal = false } = {}) {
  const deck = createTestIo(typed, { SWAPDECK_API_KEY: paper.paper.apiKey }, home);
  Object.assign(deck.io, { random: seededRandom(++runs) });
  if (isTerminal) Object.assign(deck.io.stdin, { isTTY: true, setRawMode: () => {} });
  const all = [...args.split(' '), '--base-url', paper.paper.baseUrl];
  const ended = await runWalletApprovals(all, deck.io, createMemoryKeychain()).then(
    (code) => ({ code, message: '' }),
    ({ message, exitCode }: { message: string; exitCode: number }) => ({ code: exitCode, message }),
  );
  return { ...ended, out: deck.stdout(), err: deck.stderr() };
}

const dataOf = (text: string) => JSON.parse(text) as Record<string, unknown>[];

/** Journalled events of requests. */
function sent(): Record<string, unknown>[] {
  const { journalFile } = createTestIo('', {}, home).io.paths;
  if (!existsSync(journalFile)) return [];
  const lines = readFileSync(journalFile, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event === 'sent');
}

describe('allowances are listed', () => {
  test('with both addresses whole, exact amounts and the blocks that were searched', async () => {
    const { code, out, err } = await approvals('evm --chain base');
    expect(code).toBe(0);
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^CHAIN +TOKEN +SPENDER +ALLOWANCE$/);
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row.includes('USDC'))).toMatch(
      new RegExp(`^base +USDC ${usdc} +Paper router ${paperRouter} +1\\.5$`, 'i'),
    );
    expect(rows.find((row) => row.includes('DEGEN'))).toMatch(/unlimited$/);
    expect(err).toMatch(
      /^Base: Approval events of blocks \d+ to \d+ were searched\. There may be other allowances\.$/m,
    );
  });

  test('as data, in base units', async () => {
    const { out } = await approvals('evm --chain base -o json');
    expect(dataOf(out)).toContainEqual({
      chain: 'base',
      token: usdc.toLowerCase(),
      symbol: 'USDC',
      decimals: 6,
      spender: paperRouter,
      spenderName: 'Paper router',
      allowance: '1500000',
      isUnlimited: false,
      account: null,
    });
    const csv = (await approvals('evm --chain base -o csv')).out.split('\r\n');
    expect(csv[0]).toBe('chain,token,symbol,decimals,spender,spenderName,allowance,isUnlimited,account');
    expect(csv.slice(1).join('\n')).toContain(
      `${usdc.toLowerCase()},USDC,6,${paperRouter},Paper router,1500000,false,`,
    );
  });

  test('of a token that nobody knows but an event or --token', async () => {
    const without = await approvals('evm --chain base -o json --blocks 0');
    expect(without.err).toContain('Base: no Approval events were searched.');
    expect(dataOf(without.out).map(({ symbol }) => symbol)).toEqual(['USDC']);
    const named = await approvals(`evm --chain base -o json --blocks 0 --token ${degen}`);
    expect(dataOf(named.out).map(({ symbol }) => symbol)).toEqual(['USDC', 'DEGEN']);
  });

  test('on every EVM chain without --chain', async () => {
    const { code, err } = await approvals('evm');
    expect(code).toBe(0);
    for (const chain of ['base', 'bsc', 'monad'] as const)
      expect(err).toContain(`${chains[chain].name}: Approval events`);
  });

  test('and delegates on Solana, which are not revoked', async () => {
    expect(await approvals('sol')).toMatchObject({ code: 0, out: '', err: expect.stringContaining('No allowance') });
    expect(await approvals('sol --revoke --yes')).toMatchObject({
      code: 1,
      message: expect.stringContaining('not revoked here'),
    });
    expect(await approvals('sol --chain base')).toMatchObject({
      code: 1,
      message: expect.stringContaining('Solana wallet'),
    });
  });

  test.each([
    ['--token 0x12', 'An ADDRESS is'],
    ['--blocks many', '--blocks takes'],
    ['--yes', '--yes belongs to --revoke'],
    ['--revoke', 'REVOKE is typed on a terminal'],
    ['--revoke --yes', '--yes revokes exactly one, and these are 2'],
  ])('%s alone is refused', async (args, message) => {
    const refused = await approvals(`evm --chain base ${args}`);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.message).toContain(message);
    expect(sent()).toEqual([]);
  });
});

describe('an allowance is revoked', () => {
  test('after its bytes were shown and REVOKE was typed; another word keeps it', async () => {
    const kept = await approvals(`evm --chain base --revoke --token ${usdc}`, { typed: 'no\r', isTerminal: true });
    expect(kept).toMatchObject({ code: 1, err: expect.stringContaining('Kept.') });
    expect(sent()).toEqual([]);
    const done = await approvals(`evm --chain base --revoke --token ${usdc}`, { typed: 'REVOKE\r', isTerminal: true });
    expect(done.message).toBe('');
    expect(done.err).toContain(`Revoke 1.5 USDC ${usdc.toLowerCase()} from Paper router ${paperRouter} on base`);
    expect(done.err).toMatch(/up to +0 base units = 0 base units/);
    expect(done.err).toContain('chain says    it succeeds');
    expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/confirmed +0x[0-9a-f]{64}/) });
    const left = dataOf((await approvals('evm --chain base -o json')).out);
    expect(left.map(({ symbol }) => symbol)).toEqual(['DEGEN']);
  });

  test('without a question by --yes, --token and --spender, once, and journalled before', async () => {
    const args = `evm --chain base --revoke --yes --token ${degen} --spender ${paperRouter} -o json`;
    const { code, out } = await approvals(args);
    expect(code).toBe(0);
    const [row] = dataOf(out);
    expect(row).toMatchObject({ chain: 'base', token: degen.toLowerCase(), status: 'confirmed', message: null });
    expect(sent().at(-1)).toMatchObject({
      operation: 'swap.submit',
      walletId: 'own:evm',
      summary: expect.stringContaining('revoke DEGEN'),
      evidence: { kind: 'signed', txHash: row?.['txHash'] },
    });
    expect(await approvals(args)).toMatchObject({ code: 1, message: expect.stringContaining('no such allowance') });
  });
});
