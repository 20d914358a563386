import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolders } from '../../platform/test-folders.fixture.ts';
import { systemClock } from '../../platform/time/clock.ts';
import type { OwnWallet } from '../own-wallet.ts';
import { signingPayload } from './check-unsigned.ts';
import { addressOf, signBytesWith } from './private-key.ts';
import { type SignOptions, signTransaction } from './sign-transaction.ts';
import { otherSvmKey, svmKey, svmOwner, unsignedSvm } from './transactions.fixture.ts';

const newFolder = testFolders('signer');
const unsigned = unsignedSvm(svmOwner);
const id = 'request-1';
const canary = 'sk_canary_77aa';

/** A signer that has read its line as `request` and does what the test says. */
function program(body: string): readonly string[] {
  const file = join(newFolder(), 'signer.mjs');
  writeFileSync(
    file,
    `import { readFileSync, writeFileSync } from 'node:fs';
const input = readFileSync(0, 'utf8');
const request = JSON.parse(input);
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
${body}`,
  );
  return [process.execPath, file];
}

function ask(command: readonly string[], options: Partial<SignOptions> = {}) {
  const wallet: OwnWallet = {
    name: 'hw',
    mode: 'paper',
    family: 'svm',
    address: svmOwner,
    source: { kind: 'external', command },
  };
  return signTransaction(wallet, unsigned, { summary: 'Sends 5000 lamports', newId: () => id, ...options });
}

const signature = await signBytesWith(svmKey, await signingPayload(unsigned, svmOwner));
const answer = `{ id: request.id, signature: ${JSON.stringify(signature)} }`;

test('a program gets one line and gives one line, and never a key of ours', async () => {
  const seen = join(newFolder(), 'seen.json');
  const noting = `writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ input, argv: process.argv.slice(2), env: process.env }));`;
  const env = { PATH: process.env['PATH'], SWAPDECK_API_KEY: 'x', COPY: `x${canary}`, KEPT: 'yes' };
  const signed = await ask([...program(`${noting} say(${answer})`), '$(touch pwned)'], { env, secrets: [canary] });
  expect(signed).toMatchObject({ chain: 'solana', txHash: signature });
  const { input, argv, env: given } = JSON.parse(readFileSync(seen, 'utf8'));
  expect(input).toBe(
    `${JSON.stringify({
      protocol: 'swapdeck-signer/1',
      id,
      chain: 'solana',
      address: svmOwner,
      transaction: unsigned.encoded,
      encoding: 'base64',
      summary: 'Sends 5000 lamports',
    })}\n`,
  );
  expect(argv).toEqual(['$(touch pwned)']);
  expect(existsSync('pwned')).toBe(false);
  expect(given).toMatchObject({ KEPT: 'yes' });
  expect(JSON.stringify(given)).not.toContain(canary);
  expect(given).not.toHaveProperty('SWAPDECK_API_KEY');
  const whole = `{ id: request.id, signedTransaction: ${JSON.stringify(signed.encoded)} }`;
  expect(await ask(program(`say(${whole})`))).toEqual(signed);
});

describe('a program is refused that', () => {
  test.each<[string, string, string, string]>([
    ['says something else', 'console.log("hello")', 'GARBAGE', 'did not answer with one JSON object'],
    ['says more than it may', `say({ id: request.id, signature: '', extra: 1 })`, 'GARBAGE', 'one JSON object'],
    ['says two lines', `say(${answer}); say(${answer});`, 'GARBAGE', 'wrote 2 lines instead of one'],
    ['talks before its answer', `console.log('unlocking'); say(${answer});`, 'GARBAGE', 'wrote 2 lines'],
    ['answers another request', `say({ ...${answer}, id: 'other' })`, 'GARBAGE', 'answered another request'],
    [
      'writes without end',
      `setInterval(() => process.stdout.write('x'.repeat(65536)), 0)`,
      'GARBAGE',
      'more than 524288 bytes',
    ],
    ['ends in silence', `process.exit(3)`, 'GARBAGE', 'ended with code 3 and without an answer'],
    ['is killed', `process.kill(process.pid, 'SIGKILL'); for (;;);`, 'GARBAGE', 'ended with SIGKILL'],
    ['dies with words', `throw new Error('no device')`, 'GARBAGE', 'It said last: Node.js v'],
    [
      'refuses',
      `say({ id: request.id, error: 'not today\\u001b[2J' })`,
      'REFUSED',
      'The signer refused: not today\ufffd',
    ],
    ['quotes a key', `say({ id: request.id, error: 'bad ${'4a'.repeat(32)}' })`, 'REFUSED', 'refused: bad ***'],
  ])('%s', async (_, body, code, message) => {
    const error = await ask(program(body)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test('signs something else', async () => {
    const other = await signBytesWith(svmKey, await signingPayload(unsignedSvm(svmOwner, 9n), svmOwner));
    const signing = ask(program(`say({ id: request.id, signature: ${JSON.stringify(other)} })`));
    await expect(signing).rejects.toMatchObject({ code: 'WRONG_KEY' });
  });

  test('signs with another key', async () => {
    const bytes = await signingPayload(unsigned, svmOwner);
    const other = await signBytesWith(otherSvmKey, bytes);
    const signing = ask(program(`say({ id: request.id, signature: ${JSON.stringify(other)} })`));
    await expect(signing).rejects.toMatchObject({ code: 'WRONG_KEY' });
  });

  test('changes the transaction', async () => {
    const greedy = unsignedSvm(await addressOf(otherSvmKey), 9n).encoded;
    const signing = ask(program(`say({ id: request.id, signedTransaction: ${JSON.stringify(greedy)} })`));
    await expect(signing).rejects.toMatchObject({ code: 'CHANGED' });
  });

  test('does not exist', async () => {
    await expect(ask(['/nowhere/at-all'])).rejects.toMatchObject({
      code: 'NO_SIGNER',
      message: 'The signer /nowhere/at-all did not start: there is no such program.',
    });
  });
});

test.each([
  ['says nothing', '', 'did not answer within 120 s'],
  ['answers and stays', `say(${answer});`, 'answered, but did not end within 120 s'],
])('a program that %s is terminated with its children', async (_, first, message) => {
  const ready = join(newFolder(), 'pids');
  const body = `${first}
import { spawn } from 'node:child_process';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' });
setTimeout(() => writeFileSync(${JSON.stringify(ready)}, process.pid + ' ' + child.pid), 100);
setInterval(() => {}, 1e6);`;
  const late: { end?: () => void; afterMs?: number } = {};
  const clock = {
    ...systemClock,
    setTimeout: (run: () => void, afterMs: number) => Object.assign(late, { end: run, afterMs }),
    clearTimeout: () => {},
  };
  const signing = expect(ask(program(body), { clock })).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining(message),
  });
  await expect.poll(() => existsSync(ready) && readFileSync(ready, 'utf8') !== '', { timeout: 60_000 }).toBe(true);
  expect(late.afterMs).toBe(120_000);
  late.end?.();
  await signing;
  const isAlive = (pid: string): boolean => {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  if (process.platform === 'linux')
    for (const pid of readFileSync(ready, 'utf8').split(' '))
      await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
});

test('an aborted program is terminated, and nothing is signed', async () => {
  const abort = new AbortController();
  const ready = join(newFolder(), 'ready');
  const body = `writeFileSync(${JSON.stringify(ready)}, ''); setInterval(() => {}, 1e6);`;
  const signing = expect(ask(program(body), { signal: abort.signal })).rejects.toMatchObject({ code: 'REFUSED' });
  await expect.poll(() => existsSync(ready), { timeout: 60_000 }).toBe(true);
  abort.abort();
  await signing;
});

test('nobody is asked to sign what is no transaction of this wallet', async () => {
  const asked = join(newFolder(), 'asked');
  const command = program(`writeFileSync(${JSON.stringify(asked)}, '')`);
  const source = { kind: 'external', command } as const;
  const wallet: OwnWallet = { name: 'hw', mode: 'paper', family: 'svm', address: await addressOf(otherSvmKey), source };
  await expect(signTransaction(wallet, unsigned, { summary: '' })).rejects.toMatchObject({ code: 'REFUSED' });
  await expect(signTransaction({ ...wallet, family: 'evm' }, unsigned, { summary: '' })).rejects.toMatchObject({
    code: 'REFUSED',
    message: 'The wallet hw has no address on Solana.',
  });
  expect(existsSync(asked)).toBe(false);
});
