import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startPaperService } from '../../src/paper/service/service.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { addressOf, type PrivateKey } from '../../src/signing/signers/private-key.ts';
import { createWalletStore } from '../../src/signing/signers/wallet-store.ts';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { backToDesk, hasData, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

/* Swaps from wallets whose keys are with an external signer, by keyboard, at the smallest size. */

const secret = Buffer.alloc(32, 0x42);
const funds = { solana: 20n * 10n ** 9n, base: 10n ** 18n, bsc: 3n * 10n ** 18n };

let home: string;
let desk: Desk;

/** Its key is with a program: prompts before the desk are for other tests. */
async function addWallet(family: PrivateKey['family']): Promise<string> {
  const address = await addressOf({ family, secret });
  const command = [process.execPath, join(import.meta.dirname, 'own-key-signer.js')];
  const source = { kind: 'external', command } as const;
  createWalletStore(join(home, 'state')).add({ name: `my-${family}`, mode: 'paper', family, address, source });
  return address;
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-own-'));
  mkdirSync(join(home, 'state'), { mode: 0o700 });
  const paper = await startPaperService({ seed: 1, speed: 1, stateDir: null, clock: systemClock });
  const addresses = { svm: await addWallet('svm'), evm: await addWallet('evm') };
  for (const [chain, amount] of Object.entries(funds))
    await fetch(`${paper.baseUrl}/paper/admin/faucet`, {
      method: 'POST',
      headers: { authorization: `Bearer ${paper.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ chain, address: addresses[chain === 'solana' ? 'svm' : 'evm'], amount: `${amount}` }),
    });
  desk = await openDesk({
    home,
    columns: 80,
    rows: 24,
    args: ['--base-url', paper.baseUrl],
    env: { SWAPDECK_API_KEY: paper.apiKey },
    onClose: () => void paper.close(),
  });
  await hasData(desk);
});
afterEach(() => backToDesk(desk));
afterAll(() => {
  desk?.close();
  rmSync(home, { recursive: true, force: true });
});

/** Scrolls to the end, as has to be done before it can be sent, and presses y. */
async function signs(answer: string | RegExp): Promise<void> {
  await seesArmedConfirmation(desk);
  for (let pages = 0; pages < 12 && desk.screen().shows('to the end, then send'); pages++) await desk.press('Down');
  await desk.press('y');
  await desk.sees(answer);
}

async function reviews(wallet: string, order: string): Promise<void> {
  await desk.press(':');
  await desk.types(`wallet ${wallet}`);
  await desk.press('Enter');
  await desk.press(':');
  await desk.types(`swap ${order}`);
  await desk.press('Enter');
  await shows('the bytes fit the order');
}

/** Another key first: Enter has opened the form, and might still be held. */
async function shows(ready: string): Promise<void> {
  await desk.sees(ready);
  await desk.press('Tab', 'Enter');
  await desk.sees('These bytes do');
}

const signed = () =>
  sentRequests(desk).filter(({ event, operation }) => event === 'sent' && operation === 'swap.submit');

describe('a swap with an own key', () => {
  test('on Solana is shown as asked and as built, signed once, and lands', async () => {
    await reviews('my-svm', '1.5 SOL to USDC');
    expect(desk.screen().line(/sells/)).toMatch(/1\.5 SOL += 1\.5 SOL/);
    await signs(/✓ submitted: sign 1\.5 SOL → USDC/);
    await desk.sees(/sign 1\.5 SOL → USDC: done, tx/);
    const [sent] = signed();
    expect(sent).toMatchObject({
      input: { messageHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string, txHash: expect.any(String) as string },
    });
    expect(JSON.stringify(sent)).toMatch(/Paper swap swap/);
  });

  test.each([['my-evm', 'Base', '0.1 ETH to USDC', '20 USDC to ETH']])(
    '%s on %s: the native coin, then a token after its approval',
    async (wallet, _, first, second) => {
      await reviews(wallet, first);
      await signs(/✓ submitted: sign/);
      await desk.sees(/done, tx/);
      await backToDesk(desk);
      await desk.press(':');
      await desk.types(`swap ${second}`);
      await desk.press('Enter');
      await desk.sees('may not move it yet');
      await desk.press('Tab', 'Enter');
      await desk.sees(/up to +20 USDC += 20 USDC/);
      await signs('Approved: now review the swap itself.');
      await shows('the bytes fit the order');
      await signs(/✓ submitted: sign 20 USDC → ETH/);
      await desk.sees(/sign 20 USDC → ETH: done, tx/);
    },
  );

  test('on BNB Chain', async () => {
    await reviews('my-evm', '0.2 BNB to USDC');
    await signs(/✓ submitted: sign 0\.2 BNB → USDC/);
    await desk.sees(/sign 0\.2 BNB → USDC: done, tx/);
  });

  test('never asks without a person: one-click does not cover it', async () => {
    const before = signed().length;
    await reviews('my-svm', '0.01 SOL to USDC');
    await desk.press('Esc', 'Esc');
    expect(signed()).toHaveLength(before);
  });
});

test('the key is in no file that the desk wrote', () => {
  const files = ['journal.jsonl', 'swapdeck.log'].map((name) => {
    try {
      return readFileSync(join(home, 'state', name), 'latin1');
    } catch {
      return '';
    }
  });
  expect(files.join('').length).toBeGreaterThan(100);
  for (const spelling of [secret.toString('hex'), secret.toString('base64').slice(0, 40)])
    expect(files.join('')).not.toContain(spelling);
});
