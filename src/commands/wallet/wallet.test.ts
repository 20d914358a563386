import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getBase58Decoder } from '@solana/kit';
import { beforeEach, describe, expect, test } from 'vitest';
import { readKeyFile } from '../../platform/secrets/key-file.ts';
import { KeychainError } from '../../platform/secrets/keychain.ts';
import { createMemoryKeychain, createTestIo, type TestIo } from '../test-io.fixture.ts';
import { runWalletAdd } from './add-wallet.ts';
import { runWalletList, runWalletShow } from './list-wallets.ts';
import { runWalletRemove } from './remove-wallet.ts';

/** RFC 8032, test 1, and the key of EIP-155's example. */
const svmSecret = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const svmPublic = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const base58 = (hex: string) => getBase58Decoder().decode(bytesOf(hex));
const svmKey = base58(svmSecret + svmPublic);
const svmAddress = base58(svmPublic);
const evmSecret = '46'.repeat(32);
const evmKey = `0x${evmSecret}`;
const evmAddress = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const passphrase = 'correct horse';

let keychain: ReturnType<typeof createMemoryKeychain>;
let home: string;
beforeEach(() => {
  keychain = createMemoryKeychain();
  home = join(createTestIo().io.paths.stateDir, '..');
});

const deckWith = (input: string, env: NodeJS.ProcessEnv = {}): TestIo => createTestIo(input, env, home);

/** Runs `wallet add`; resolves to what it printed, and the error where there is one. */
async function add(args: string, input = '') {
  const deck = deckWith(input);
  const error = await runWalletAdd(args.split(' '), deck.io, keychain).then(
    () => null,
    (thrown: Error) => thrown,
  );
  const traces = `${tracesOf(deck)}\n${error?.message ?? ''}`;
  for (const secret of [svmKey, svmSecret, base58(svmSecret), evmSecret]) expect(traces).not.toContain(secret);
  return { out: deck.stdout(), error };
}

/** Everything the command left behind: its output and every file of its home. */
function tracesOf({ stdout, stderr }: TestIo): string {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files
    .filter(({ name }) => name !== 'id.json')
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));
  return [stdout(), stderr(), ...texts].join('\n');
}

async function list(...args: string[]): Promise<string> {
  const deck = deckWith('');
  expect(await runWalletList(args, deck.io)).toBe(0);
  return deck.stdout();
}

describe('wallet add', () => {
  test('keeps a typed key in the keychain, under its mode and address', async () => {
    const { out } = await add('main', `${svmKey}\n`);
    expect(out).toBe(
      `Added the paper wallet main.\nAddress  ${svmAddress} (Solana)\nKey      keychain, as wallet:paper:${svmAddress}\n`,
    );
    await add('evm --live', `${evmKey}\n`);
    expect([...keychain.kept]).toEqual([
      [`wallet:paper:${svmAddress}`, `paper:svm:${svmSecret}`],
      [`wallet:live:${evmAddress}`, `live:evm:${evmSecret}`],
    ]);
  });

  test('takes the key of a keypair file', async () => {
    const file = join(home, 'id.json');
    writeFileSync(file, JSON.stringify([...bytesOf(svmSecret + svmPublic)]));
    const { out } = await add(`main --keypair ${file}`);
    expect(out).toContain(svmAddress);
    expect(out).toContain('The keypair file still holds the key too.');
  });

  test('encrypts it into a new file, and overwrites none', async () => {
    const file = join(home, 'keys', 'main.key');
    const { out } = await add(`main --key-file ${file}`, `${svmKey}\n${passphrase}\n`);
    expect(out).toContain(`encrypted file ${file}`);
    expect(keychain.kept.size).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await readKeyFile(file, passphrase, 'wallet key')).toBe(`paper:svm:${svmSecret}`);
    const before = readFileSync(file, 'utf8');
    const { error } = await add(`other --key-file ${file}`, `${evmKey}\n${passphrase}\n`);
    expect(error?.message).toBe(`${file} exists already, and may hold a key. Choose another path.`);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('makes a key, and says that it is the only copy', async () => {
    const { out } = await add('main --generate --evm');
    expect(out).toContain('This key exists nowhere else');
    const [[account, secret] = ['', '']] = [...keychain.kept];
    expect(account).toMatch(/^wallet:paper:0x[0-9a-fA-F]{40}$/);
    expect(secret).toMatch(/^paper:evm:[0-9a-f]{64}$/);
    expect(out).not.toContain(secret.slice(-64));
  });

  test('notes who signs elsewhere, and keeps no key', async () => {
    await add(`hw --external --address ${evmAddress.toLowerCase()} --live -- ./signer -h`);
    await add(`cold --export ${home}/out --address ${svmAddress}`);
    expect(keychain.kept.size).toBe(0);
    expect(JSON.parse(await list('-o', 'json'))).toEqual([
      {
        name: 'cold',
        mode: 'paper',
        family: 'svm',
        address: svmAddress,
        source: { kind: 'export', folder: `${home}/out` },
      },
      {
        name: 'hw',
        mode: 'live',
        family: 'evm',
        address: evmAddress,
        source: { kind: 'external', command: [join(process.cwd(), 'signer'), '-h'] },
      },
    ]);
  });

  test.each([
    ['a key as an argument', `main ${svmKey}`, 'A key on the command line is visible'],
    ['an EVM key as an argument', `main --evm ${evmKey}`, 'A key on the command line is visible'],
    ['a key for a path', `main --keypair=${svmKey}`, 'A key on the command line is visible'],
    ['half a Solana key as an argument', `main ${base58(svmSecret)}`, 'Only --external takes words after NAME'],
    ['a key for a name', base58(svmSecret), 'NAME cannot be used'],
    ['a key for a file', `main --keypair ${base58(svmSecret)}`, 'The keypair file cannot be read (ENOENT)'],
    ['a name against the rule', 'Main', 'NAME cannot be used: a wallet name has 1 to 32'],
    ['no chain for a new key', 'main --generate', 'with --solana or --evm'],
    ['a Solana file for EVM', 'main --evm --keypair x', 'not with --evm'],
    ['two modes', 'main --paper --live', 'exclude each other'],
    ['no program', `main --external --address ${svmAddress}`, 'Give the program that signs after --'],
    ['no address', 'main --external -- x', 'Give --address'],
    ['an address with a typing mistake', `main --export x --address ${evmAddress.replace('d8A', 'd8a')}`, 'checksum'],
    ['an address of another chain', `main --export x --solana --address ${evmAddress}`, '--address is a Solana'],
    ['a key file of a program', `main --external --key-file x --address ${svmAddress} -- x`, '--key-file is for a key'],
  ])('%s is refused', async (_, args, message) => {
    const { error } = await add(args, `${svmKey}\n`);
    expect(error?.message).toContain(message);
    expect(keychain.kept.size).toBe(0);
    expect(existsSync(join(home, 'state', 'own-wallets.json'))).toBe(false);
  });

  test.each([
    ['that is none', '', 'hunter2', 'That is no private key'],
    ['of another chain', ' --evm', svmKey, 'That is a Solana key, not an EVM key.'],
    ['of another address', ` --address ${evmAddress}`, svmKey, 'not of the given address'],
  ])('a key %s is not stored', async (_, args, key, message) => {
    const { error } = await add(`main${args}`, `${key}\n`);
    expect(error?.message).toContain(message);
    expect(keychain.kept.size).toBe(0);
  });

  test('a name and a key are taken once in a mode', async () => {
    await add('main', `${svmKey}\n`);
    expect((await add('main', `${evmKey}\n`)).error?.message).toContain('There is a paper wallet main already');
    expect((await add('other', `${svmKey}\n`)).error?.message).toContain('The paper wallet main has this address');
    expect((await add('main --live', `${svmKey}\n`)).error).toBeNull();
    expect(keychain.kept.size).toBe(2);
  });

  test('without a keychain nobody has to enter a key', async () => {
    const none = () => Promise.reject(new KeychainError('unavailable', 'none'));
    const deck = deckWith(`${svmKey}\n`);
    await expect(runWalletAdd(['main'], deck.io, { ...keychain, get: none })).rejects.toThrow('none');
    expect(deck.stderr()).not.toContain('Private key');
  });

  test('is for live services once the configured profile has logged in to one', async () => {
    const profile = (baseUrl: string) => ({ name: 'main', baseUrl, keyId: 'k', keyFile: null });
    const file = join(home, 'state', 'profiles.json');
    await add('first', `${evmKey}\n`);
    writeFileSync(file, JSON.stringify({ profiles: [profile('https://api.example')] }));
    expect((await add('second', `${svmKey}\n`)).out).toContain('Added the live wallet second.');
    writeFileSync(file, JSON.stringify({ profiles: [profile('http://127.0.0.1:8080')] }));
    expect((await add('third', `${svmKey}\n`)).out).toContain('Added the paper wallet third.');
  });
});

test('wallets are listed and shown with the place of their key', async () => {
  expect(await list()).toContain('There are no wallets.');
  await add('main', `${svmKey}\n`);
  await add('main --live', `${evmKey}\n`);
  expect(await list()).toMatch(/^main +paper +Solana +\w+ +keychain, as .*\nmain +live +EVM chains/m);
  expect(await list('--live')).not.toContain('Solana');
  const deck = deckWith('');
  await runWalletShow(['main', '--live'], deck.io);
  expect(deck.stdout()).toBe(
    `name     main\nmode     live\nchains   EVM chains\naddress  ${evmAddress}\nkey      keychain, as wallet:live:${evmAddress}\n`,
  );
  const asData = deckWith('');
  await runWalletShow(['main', '-o', 'json'], asData.io);
  expect(JSON.parse(asData.stdout())).toMatchObject({ mode: 'paper', address: svmAddress });
});

describe('wallet remove', () => {
  const remove = async (args: string, input = '') => {
    const deck = deckWith(input);
    const code = await runWalletRemove(args.split(' '), deck.io, keychain);
    return { code, out: deck.stdout(), err: deck.stderr() };
  };

  test('asks for the name, and deletes the key from the keychain', async () => {
    await add('main', `${svmKey}\n`);
    await add('main --live', `${svmKey}\n`);
    expect(await remove('main', 'mian\n')).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing was removed'),
    });
    expect(keychain.kept.size).toBe(2);
    const { code, out, err } = await remove('main', 'main\n');
    expect(code).toBe(0);
    expect(err).toContain('Its key is deleted from the keychain');
    expect(out).toContain('Its key was deleted from the keychain.');
    expect([...keychain.kept.keys()]).toEqual([`wallet:live:${svmAddress}`]);
    await expect(remove('main --yes')).rejects.toThrow('There is no paper wallet main, but a live one: add --live.');
    expect((await remove('main --live --yes')).code).toBe(0);
    await expect(remove('main --live --yes')).rejects.toThrow('There is no live wallet main. Add one');
  });

  test('leaves an encrypted file, and says where it is', async () => {
    const file = join(home, 'main.key');
    await add(`main --key-file ${file}`, `${svmKey}\n${passphrase}\n`);
    expect((await remove('main --yes')).out).toContain(`The encrypted file ${file} was not deleted.`);
    expect(existsSync(file)).toBe(true);
  });

  test('keeps the wallet where the keychain does not answer', async () => {
    await add('main', `${svmKey}\n`);
    const refuse = () => Promise.reject(new KeychainError('locked', 'locked'));
    await expect(runWalletRemove(['main', '--yes'], deckWith('').io, { ...keychain, delete: refuse })).rejects.toThrow(
      'locked',
    );
    expect(await list()).toContain('main');
  });
});
