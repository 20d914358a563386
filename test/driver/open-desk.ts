import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProgramOptions, TerminalProgram } from './terminal-program.ts';

export interface DeskOptions extends Pick<ProgramOptions, 'columns' | 'rows' | 'env' | 'limitMs'> {
  readonly args?: readonly string[];
  /** The folder of its settings and state; a fresh one, removed by close(), when not given. */
  readonly home?: string;
}

export interface Desk extends TerminalProgram {
  readonly home: string;
}

/** Starts the desk through its launcher, in a pseudo-terminal, at home in an empty folder. */
export async function openDesk({ args = [], home, env = {}, ...options }: DeskOptions = {}): Promise<Desk> {
  const folder = home ?? mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  const program = new TerminalProgram(process.execPath, ['tools/bin/swapdeck.js', ...args], {
    ...options,
    env: { HOME: folder, SWAPDECK_HOME: folder, ...env },
    onClose: () => {
      if (home === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  });
  return Object.assign(program, { home: folder });
}
