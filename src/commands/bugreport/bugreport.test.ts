import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryKeychain, createTestIo } from '../test-io.fixture.ts';
import { runBugreport } from './bugreport.ts';
import { configLines } from './config-lines.ts';
import { createScrubber } from './scrub.ts';

const planted = {
  api: 'sk_k1d9_c4n4ryInTheEnv1ronment',
  log: 'sk_0ther_c4n4ryInTheLog',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjNG40cnkifQ.c4n4rySignature',
  bearer: 'c4n4ryBearerOfNoShape',
  hook: 'c4n4ryInAHook',
  comment: 'c4n4ryInAComment',
  other: 'c4n4ry+Other/Variable==',
  password: 'c4n4ryPassword',
  wallet: '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe',
  evm: '0xEcd353c2bc593701e82fbc8e9c31bd75c86a612f',
} as const;
/** Any of these in a report is a leak: the secrets, their parts and other spellings. */
const leaks = [...Object.values(planted), 'c4n4ry', encodeURIComponent(planted.other), planted.evm.toLowerCase()];

const config = `# my key is ${planted.comment}
theme = "dark" # ${planted.comment}
[caps]
max_order_usd = 500
[alerts]
hook = ["curl", "https://user:${planted.password}@example.com/${planted.hook}", "${planted.hook}"]
[profiles.main]
base_url = "https://api.example.com"
key_file = "/srv/${planted.hook}"
wallet = "${planted.wallet}"
`;

const log = [
  { level: 30, msg: `started with ${planted.log}` },
  { level: 50, msg: `authorization: Bearer ${planted.bearer}`, body: JSON.stringify({ password: planted.password }) },
  { level: 30, url: `https://x.example/?api_key=${planted.hook}&limit=5`, jwt: planted.jwt },
  { level: 30, msg: `other ${planted.other} or ${encodeURIComponent(planted.other)}`, key: planted.api.slice(8) },
  {
    level: 30,
    msg: `wallets ${planted.wallet}, ${planted.evm} and ${planted.evm.toLowerCase()} in ${homedir()}/x \u009b2J`,
  },
];

const env = {
  SWAPDECK_API_KEY: planted.api,
  MY_ACCESS_TOKEN: planted.other,
  TERM: `xterm ${planted.api}`,
  LANG: 'C.UTF-8',
};
let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.txt');
});

async function bugreport(input: string, args: readonly string[] = [], prepare = true) {
  const deck = createTestIo(input, env);
  const { configFile, logFile } = deck.io.paths;
  for (const folder of [configFile, logFile].map(dirname)) mkdirSync(folder, { recursive: true });
  if (prepare) {
    writeFileSync(configFile, config, { mode: 0o600 });
    writeFileSync(logFile, log.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  const run = runBugreport(['--paper', '--output', file, ...args], deck.io, createMemoryKeychain());
  return { run, ...deck };
}

test('the report has versions, checks, configuration and log, is shown first, and is written for its owner after y', async () => {
  const { run, stdout, stderr } = await bugreport('y\n');
  expect(await run).toBe(0);
  const report = readFileSync(file, 'utf8');
  expect(stdout()).toBe(`${report}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(report).toMatch(/^Versions\n-+\nswapdeck \S+, Node v\d+/m);
  expect(report).toMatch(/^ok +Service +answers in/m);
  expect(report).toMatch(/^max_order_usd = 500$/m);
  expect(report).toContain('"msg":"started with sk_***"');
  expect(stderr()).toContain(`The report is in ${file}. Nothing was sent anywhere.\n`);
});

test('planted keys, secrets and addresses are in neither the file nor on the screen', async () => {
  const { run, stdout, stderr } = await bugreport('', ['--yes']);
  expect(await run).toBe(0);
  for (const leak of leaks) expect(stdout() + stderr() + readFileSync(file, 'utf8')).not.toContain(leak);
  expect(stdout()).not.toContain(homedir());
  expect(stdout()).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  expect(stdout()).toMatch(/wallets \[address 1\], \[address 2\] and \[address 2\] in ~\/x/);
});

test.each(['n\n', '\n', 'yesterday\n'])('the answer %j writes nothing', async (answer) => {
  const { run, stdout, stderr } = await bugreport(answer);
  expect(await run).toBe(1);
  expect(stdout()).toContain('Bug report of ');
  expect(stderr()).toMatch(/Nothing was written\.\n$/);
  expect(existsSync(file)).toBe(false);
});

test('a closed input cancels it', async () => {
  const { run } = await bugreport('');
  await expect(run).rejects.toMatchObject({ exitCode: 130 });
  expect(existsSync(file)).toBe(false);
});

describe('a file that exists', () => {
  beforeEach(() => writeFileSync(file, 'mine'));

  test('is replaced only after a second y', async () => {
    expect(await (await bugreport('y\nn\n')).run).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(await (await bugreport('y\ny\n')).run).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^Bug report of /);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is never replaced with --yes', async () => {
    const { run, stdout } = await bugreport('', ['--yes']);
    await expect(run).rejects.toThrow(/exists already\. Name another file/);
    expect([stdout(), readFileSync(file, 'utf8')]).toEqual(['', 'mine']);
  });
});

test('without a configuration and a log it says so', async () => {
  const { run, stdout } = await bugreport('', ['--yes'], false);
  expect(await run).toBe(0);
  expect(stdout().match(/^\(there is none\)$/gm)).toHaveLength(2);
});

test.each([
  [['--output', '/nowhere/at/all/x.txt'], /x\.txt cannot be written \(ENOENT\)/],
  [['--output', tmpdir()], /is a folder/],
  [['--output'], /--output takes a value: --output FILE\./],
  [['now'], /Unexpected "now"/],
])('%j is refused before anything is checked', async (args, message) => {
  const { run, stdout } = await bugreport('y\n', args);
  await expect(run).rejects.toThrow(message);
  await expect(run).rejects.toMatchObject({ exitCode: 2 });
  expect(stdout()).toBe('');
});

test('of a long log only the last whole lines are in the report', async () => {
  const deck = createTestIo('', env);
  const { logFile } = deck.io.paths;
  mkdirSync(dirname(logFile), { recursive: true });
  const lines = Array.from({ length: 5_000 }, (_, index) => `{"line":${index},"text":"${'word '.repeat(30)}"}\n`);
  writeFileSync(logFile, lines.join(''));
  await runBugreport(['--paper', '--output', file, '--yes'], deck.io, createMemoryKeychain());
  const shown = [...deck.stdout().matchAll(/^\{"line":(\d+)/gm)].map(([, index]) => Number(index));
  expect(shown).toEqual(Array.from({ length: 200 }, (_, index) => 4_800 + index));
});

test.each([
  ['theme = "dark" # mine', 'theme = "dark"'],
  ['# a comment', '#'],
  ['', ''],
  ['[profiles.main] # mine', '[profiles.main]'],
  ['key_file = "/a/b"', 'key_file = ***'],
  ['tokens = ["solana:abc",', 'tokens = ***'],
  ['  "solana:def"]', '***'],
  ['theme = """', 'theme = ***'],
  ['theme = "dark', 'theme = ***'],
  ['read_only = true', 'read_only = true'],
  ['min_usd = 1_000.5', 'min_usd = 1_000.5'],
  ['since = 12 34', 'since = ***'],
])('the configuration line %j is shown as %j', (line, shown) => {
  expect(configLines(line)).toBe(shown);
});

test('keys and names are the words of the program', () => {
  const text = '[keys]\n"position.close" = ["c", "F2"]\n[names]\nchain = "network"\n[alerts]\nsound = "x"';
  expect(configLines(text)).toBe(text.replace('"x"', '***'));
});

test.each([
  ['https://u:p4ssword@example.com/x', 'https://***@example.com/x'],
  ['GET /x?limit=5&access_token=abcdef', 'GET /x?limit=5&access_token=***'],
  ['{"apiKey":"abc def","n":1}', '{"apiKey":"***","n":1}'],
  ['{\\"password\\":\\"abc\\",\\"n\\":1}', '{\\"password\\":\\"***\\",\\"n\\":1}'],
  [
    'tokenAddress=So11111111111111111111111111111111111111112',
    'tokenAddress=So11111111111111111111111111111111111111112',
  ],
])('%j is passed on as %j', (text, clean) => {
  expect(createScrubber({})(text)).toBe(clean);
});
