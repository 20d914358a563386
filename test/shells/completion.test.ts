import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Shell, shells } from '../../src/commands/completion/shells.ts';
import { TerminalProgram } from '../driver/terminal-program.ts';

const entry = join(import.meta.dirname, '../../dist/main.js');
const opened: { shell: TerminalProgram; folder: string }[] = [];
afterEach(async () => {
  for (const { shell, folder } of opened.splice(0)) {
    await shell.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** How each shell starts without its user's files, and takes the script. A prompt says that it listens. */
const starts: Readonly<Record<Shell, (folder: string) => readonly string[]>> = {
  bash: (folder) => ['--noprofile', '--rcfile', rc(folder, 'source <(swapdeck completion bash)'), '-i'],
  zsh: (folder) => {
    rc(folder, 'autoload -U compinit; compinit -u -d $TMPDIR/dump; source <(swapdeck completion zsh)', '.zshrc');
    return ['-d', '-i'];
  },
  fish: () => [
    '--no-config',
    '-i',
    '-C',
    `function fish_prompt; echo -n 'ready $ '; end; set -g fish_autosuggestion_enabled 0; swapdeck completion fish | source`,
  ],
};

function rc(folder: string, text: string, name = '.rc'): string {
  const file = join(folder, name);
  writeFileSync(file, `PS1='ready $ '\n${text}\n`);
  return file;
}

const isInstalled = (shell: Shell): boolean => spawnSync(shell, ['--version']).status === 0;

/** The shell with the script in it, in a folder with one file and a program of the desk's name. */
async function open(name: Shell): Promise<TerminalProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'shell-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/swapdeck'), `#!/bin/sh\nexec ${process.execPath} ${entry} "$@"\n`);
  chmodSync(join(folder, 'bin/swapdeck'), 0o755);
  writeFileSync(join(folder, 'morning.rec'), '');
  const shell = new TerminalProgram(name, starts[name](folder), {
    env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, ZDOTDIR: folder, TMPDIR: folder },
  });
  opened.push({ shell, folder });
  await shell.sees('ready $');
  await shell.sends(`cd ${folder}\r`);
  return shell;
}

describe.each(shells)('%s', (name) => {
  const works = isInstalled(name);
  test.skipIf(!works).each([
    ['swapdeck profi', 'swapdeck profiles'],
    ['swapdeck paper sce', 'swapdeck paper scenario'],
    ['swapdeck journal --outc', 'swapdeck journal --outcome'],
    ['swapdeck journal --outcome reje', 'swapdeck journal --outcome rejected'],
    ['swapdeck call perp.pos', 'swapdeck call perp.positions'],
    ['swapdeck call perp.market coi', 'swapdeck call perp.market coin='],
    ['swapdeck replay mor', 'swapdeck replay morning.rec'],
  ])(`completes %s${works ? '' : ` (${name} is not installed)`}`, async (typed, expected) => {
    const shell = await open(name);
    await shell.sends(`${typed}\t`);
    await shell.sees(expected);
    expect(shell.screen().line(expected)).toMatch(new RegExp(`${expected.replaceAll('.', '\\.')}\\s*$`));
  });
});
