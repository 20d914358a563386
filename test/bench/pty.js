import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';

/** The desk that is measured: this one, or that of another commit (run.js --against). */
export const root = process.env.SWAPDECK_BENCH_DESK ?? `${import.meta.dirname}/../..`;

/**
 * Runs this Node, or `command`, in a pseudo-terminal, at home in `home` or in an empty folder, and reads all that it draws. `close` ends it as a
 * person would end a desk (so that it leaves its compile cache behind) and resolves when it is gone.
 */
export function startInPty(
  args,
  { columns, rows, env = {}, onData = () => {}, command = process.execPath, home: kept },
) {
  const home = kept ?? mkdtempSync(join(tmpdir(), 'swapdeck-bench-'));
  const pty = spawn(command, args, {
    cols: columns,
    rows,
    cwd: root,
    env: {
      PATH: process.env.PATH,
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      HOME: home,
      SWAPDECK_HOME: home,
      ...env,
    },
  });
  const ended = new Promise((resolve) => pty.onExit(resolve));
  pty.onData(onData);
  const close = async () => {
    signal(pty.pid, 'SIGTERM');
    const limit = setTimeout(() => signal(pty.pid, 'SIGKILL'), 5_000);
    await ended;
    clearTimeout(limit);
    if (!kept) rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  return { pid: pty.pid, ended, close, write: (keys) => pty.write(keys) };
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
