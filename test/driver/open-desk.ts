import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProgramOptions, TerminalProgram } from './terminal-program.ts';

export interface DeskOptions extends Pick<ProgramOptions, 'columns' | 'rows' | 'env' | 'onClose'> {
  readonly args?: readonly string[];
  /** The folder of its settings and state; a fresh one, removed by close(), when not given. */
  readonly home?: string;
}

export interface Desk extends TerminalProgram {
  readonly home: string;
}

/** Starts the desk through its launcher, in a pseudo-terminal, at home in an empty folder. */
export const openDesk = async (options: DeskOptions = {}): Promise<Desk> => open(options, true);

/** The same for a command that reads no keys. */
export const openCommand = async (options: DeskOptions = {}): Promise<Desk> => open(options, false);

function open({ args = [], home, env = {}, onClose, ...options }: DeskOptions, hasHandshake: boolean): Desk {
  const folder = home ?? mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  const program = new TerminalProgram(process.execPath, ['tools/bin/swapdeck.js', ...args], {
    ...options,
    hasHandshake,
    env: { HOME: folder, SWAPDECK_HOME: folder, ...env },
    onClose: () => {
      onClose?.();
      if (home === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  });
  return Object.assign(program, { home: folder });
}
