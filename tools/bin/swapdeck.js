#!/usr/bin/env node
// The launcher: plain JavaScript that any Node can read. It finds a Node that is new enough (this one, or the one
// that is installed with it), builds what a skipped install script left out, shows the first frame, and hands over to the
// bundle.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const entry = join(root, 'dist/main.js');

if (Number(process.versions.node.split('.')[0]) < 24) await reexecuteOnPinnedNode();
else {
  if (!existsSync(entry)) buildFirst();
  muteSqliteWarning();
  // Older Nodes have no compile cache, so it is not a named import. Node's own choice is a folder in /tmp, where another
  // user of the machine could lay out code to be run here; where this one can't be written, there is no cache.
  nodeModule.enableCompileCache?.(process.env.NODE_COMPILE_CACHE ?? join(root, 'dist/.compile-cache'));
  (await firstFrame()).showFirstFrame();
  await import(pathToFileURL(entry).href);
}

/** What a terminal shows until the desk has loaded and read. */
function firstFrame() {
  return import(pathToFileURL(join(root, 'dist/first-frame.js')).href);
}

async function reexecuteOnPinnedNode() {
  const pinned = findPinnedNode();
  if (!pinned) {
    // In a clone, the installation is at fault; elsewhere npm found no Node for this platform.
    const cure = existsSync(join(root, 'tools/runtime'))
      ? 'the pinned one is not installed. Run: npm ci'
      : `none came with it for ${process.platform}-${process.arch}. Install Node 24 or newer from https://nodejs.org`;
    console.error(`swapdeck needs Node 24 or newer; this is ${process.version}, and ${cure}`);
    process.exit(1);
  }
  // A Node takes 40 ms to start. Nobody else is on the terminal yet: drawn later, it could cover the desk.
  const leave = existsSync(entry) ? (await firstFrame()).drawFirstFrame() : null;
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal sends Ctrl-C to both processes: the child decides, the launcher only waits.
  // A signal that is not heard ends this process and leaves the other one alone; by SIGUSR1 Node opens its debugger.
  for (const signal of [
    'SIGINT',
    'SIGTERM',
    'SIGHUP',
    'SIGQUIT',
    'SIGABRT',
    'SIGALRM',
    'SIGUSR1',
    'SIGUSR2',
    'SIGXCPU',
  ])
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
  child.on('error', ({ code }) => {
    leave?.();
    // Linux says ENOENT also where the C library is another one than the binary's, as on Alpine.
    console.error(
      `swapdeck needs Node 24 or newer; this is ${process.version}, and the one that came with it cannot run here (${code}). Install Node 24 or newer from https://nodejs.org or the system`,
    );
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    // It was killed, or did not take its arguments. Otherwise it has left the screen; twice would move the cursor.
    if (signal || code === 9) leave?.();
    if (isTerminalGone()) letGoOfTerminal();
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
  });
}

/** Node 24 calls its SQLite experimental: nothing that a user could act on. Other warnings pass. */
function muteSqliteWarning() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...about) => {
    if (about[0] !== 'ExperimentalWarning' || !/^SQLite /.test(warning)) emitWarning(warning, ...about);
  };
}

function isTerminalGone() {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return false;
  } catch {
    return process.platform !== 'win32';
  }
}

/** Node sets the terminal's modes back at its end, and before version 24 aborts, with a core dump, where that fails. */
function letGoOfTerminal() {
  for (const fd of [0, 1, 2]) {
    closeSync(fd);
    openSync('/dev/null', 'r+');
  }
}

function findPinnedNode() {
  const require = nodeModule.createRequire(import.meta.url);
  const names = [
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ];
  for (const name of names) {
    try {
      const binary = join(
        dirname(require.resolve(`${name}/package.json`)),
        process.platform === 'win32' ? 'bin/node.exe' : 'bin/node',
      );
      if (existsSync(binary)) return binary;
    } catch {
      // Not the package of this platform.
    }
  }
  return undefined;
}

function buildFirst() {
  console.error('swapdeck: building, once …');
  const built = spawnSync(process.execPath, [join(root, 'tools/build.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: root,
  });
  if (built.status !== 0) {
    console.error('swapdeck: the build failed; nothing was started. Run: npm ci && npm run build');
    process.exit(1);
  }
}
