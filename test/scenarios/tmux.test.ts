import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TerminalProgram } from '../driver/terminal-program.ts';

const hasTmux = spawnSync('tmux', ['-V']).status === 0;

test.skipIf(!hasTmux)(
  `in tmux the desk is drawn, reads keys and gives the screen back${hasTmux ? '' : ' (not installed)'}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tmux-'));
    const [settings, socket] = [join(folder, 'settings'), join(folder, 'socket')];
    writeFileSync(settings, 'set -g status off\nset -sg escape-time 10\n');
    const command = `${process.execPath} tools/bin/swapdeck.js --ephemeral; echo "ended with $?"; read line`;
    await using program = new TerminalProgram(
      'tmux',
      ['-f', settings, '-S', socket, 'new-session', 'sh', '-c', command],
      {
        env: { HOME: folder, SWAPDECK_HOME: folder, SHELL: '/bin/sh' },
        onClose: () => {
          // Its server outlives the terminal.
          spawnSync('tmux', ['-S', socket, 'kill-server']);
          rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
        },
      },
    );
    await program.sees('● Connected');
    await program.sees(/BTC +\+0\.15000/);
    await program.press('?');
    await program.sees('Everywhere on the desk');
    await program.press('Esc');
    await program.seesNot('Everywhere on the desk');
    await program.press('q');
    await program.sees('ended with 0');
    expect(program.screen().shows('PAPER')).toBe(false);
    await program.press('Enter');
    expect((await program.exits()).code).toBe(0);
  },
);
