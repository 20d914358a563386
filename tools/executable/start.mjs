// The first module of a single executable. Node can import nothing from inside it but this file, so the program is unpacked
// to a folder of the user's cache, and run from there; each file is compared with the one inside at every start.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getAssetKeys, getRawAsset } from 'node:sea';

const [program, asked] = process.argv.slice(1);
const folder = programFolder();
unpack();
// A file on disk can import others; what it exports is import itself.
const load = createRequire(join(folder, 'load.cjs'))('./load.cjs');
// The program starts itself for the keychain: with a file of its own.
if (asked && dirname(asked) === join(folder, 'dist') && existsSync(asked)) {
  process.argv.splice(1, 2, asked);
  await load(asked);
} else {
  process.argv[1] = program;
  enableCompileCache(process.env.NODE_COMPILE_CACHE ?? join(folder, 'compile-cache'));
  (await load(join(folder, 'dist/first-frame.js'))).showFirstFrame();
  await load(join(folder, 'dist/main.js'));
}

function cacheFolder() {
  const { env, platform } = process;
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'swapdeck/cache');
  if (platform === 'darwin') return join(homedir(), 'Library/Caches/swapdeck');
  return join(env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(homedir(), '.cache'), 'swapdeck');
}

/** Where there is no cache that could be written, as in some containers, a folder that goes when the program ends. */
function programFolder() {
  // Of the program that has started this one for the keychain; what is in it is compared all the same.
  const { SWAPDECK_UNPACKED } = process.env;
  if (SWAPDECK_UNPACKED) return SWAPDECK_UNPACKED;
  const kept = join(cacheFolder(), Buffer.from(getRawAsset('id')).toString());
  try {
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    accessSync(kept, constants.W_OK);
    return kept;
  } catch {
    const temporary = mkdtempSync(join(tmpdir(), 'swapdeck-'));
    process.env.SWAPDECK_UNPACKED = temporary;
    process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
    return temporary;
  }
}

function unpack() {
  if (process.platform !== 'win32') {
    const { uid, mode } = statSync(folder);
    if (uid !== process.getuid()) fail(`${folder} belongs to another user`);
    if (mode & 0o77) chmodSync(folder, 0o700);
  }
  for (const key of getAssetKeys()) {
    if (key === 'id') continue;
    const file = join(folder, key);
    const wanted = Buffer.from(getRawAsset(key));
    if (existsSync(file) && readFileSync(file).equals(wanted)) continue;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Two may start at once: each puts its file there whole.
    writeFileSync(`${file}.${process.pid}`, wanted, { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  }
}

function fail(problem) {
  console.error(`swapdeck: ${problem}. Set XDG_CACHE_HOME to a folder of your own.`);
  process.exit(1);
}
