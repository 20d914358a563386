import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeKeyFile } from '../../src/platform/secrets/key-file.ts';
import { type Desk, openCommand, openDesk } from '../driver/open-desk.ts';
import { TerminalProgram } from '../driver/terminal-program.ts';
import { hasData } from './desk-on-paper.ts';
import { boxesOf } from './screen-boxes.ts';
import { sentRequests } from './sent-requests.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

/** What the launcher loads in place of the desk. */
const instead = (source: string): string =>
  `data:text/javascript,${encodeURIComponent(`
    import * as modules from 'node:module';
    globalThis.called = new Promise((resolve) => process.once('SIGURG', resolve));
    modules.registerHooks?.({ load: (url, context, next) => url.endsWith('/dist/main.js')
      ? { format: 'module', source: ${JSON.stringify(source)}, shortCircuit: true } : next(url, context) });`)}`;

/** A desk that is never loaded. */
const waiting = instead('setInterval(() => {}, 1_000); await new Promise(() => {});');
/** One that is loaded when SIGURG comes. */
const slow = instead("await globalThis.called; await import(import.meta.url + '?late');");

/** The launcher below a shell, which says afterwards how the terminal is set and what the code was. */
const shell = 'stty -g | cksum; "$@"; code=$?; echo; stty -g | cksum; echo "ended with $code"';

function start(preload: string, args: readonly string[] = [], [columns, rows]: readonly [number, number] = [80, 24]) {
  return new TerminalProgram(
    '/bin/sh',
    ['-c', shell, 'sh', process.execPath, '--import', preload, 'tools/bin/swapdeck.js', ...args],
    { columns, rows, env: { HOME: home, SWAPDECK_HOME: home } },
  );
}

/** A Node of the system that is too old for the desk; null if it has none. */
const olderNode = ((): string | null => {
  const { stdout } = spawnSync('/usr/bin/node', ['--version'], { encoding: 'utf8' });
  return stdout && Number(/\d+/.exec(stdout)?.[0]) < 24 ? '/usr/bin/node' : null;
})();

const launcherOf = (program: TerminalProgram): Promise<number> => childOf(program.pid);

const childOf = (pid: number): Promise<number> =>
  vi.waitFor(() => {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    if (!child) throw new Error(`${pid} has no child`);
    return Number(child);
  });

/** The lines that the shell leaves: the settings before and after, and what was printed between. */
async function linesAfter(program: TerminalProgram): Promise<string[]> {
  const { after } = await program.exits();
  expect(after).toMatchObject({ isAlternate: false, modes: { bracketedPaste: false, mouse: false } });
  expect(after.cursor.isVisible).toBe(true);
  const [before, ...lines] = after.lines().filter((line) => line !== '');
  expect(lines.at(-2)).toBe(before);
  return [...lines.slice(0, -2), lines.at(-1)!];
}

async function deskHasRun(size: readonly [number, number]): Promise<void> {
  await using desk = await openDesk({ args: ['--ephemeral'], home, columns: size[0], rows: size[1] });
  await hasData(desk);
  await desk.press('q');
  await desk.exits();
}

describe('before the desk is loaded', () => {
  test('a terminal that no desk has been on gets a plain frame', async () => {
    await using program = start(waiting);
    await program.sees('Starting …');
    expect(program.screen()).toMatchObject({ isAlternate: true });
    expect(program.screen().cursor.isVisible).toBe(false);
    expect(program.screen().lines()[0]).toBe(' swapdeck');
  });

  test('the panes of the last desk are there, and nothing that it had read', async () => {
    await deskHasRun([120, 40]);
    await using program = start(waiting, [], [120, 40]);
    await program.seesWhere((screen) => boxesOf(screen).filter((box) => box !== null).length === 5, 'five panes');
    const screen = program.screen();
    expect(screen.lines()[0]).toBe(' swapdeck  Starting …');
    expect(screen.shows(/1 Positions[\s\S]*2 Trigger orders[\s\S]*3 Balances/)).toBe(true);
    expect(screen.text()).not.toMatch(/BTC|PAPER|Connected|\d\.\d\d/);
  });

  test('another size gets a plain frame, the one from before its panes again', async () => {
    await deskHasRun([80, 24]);
    for (const [size, seen] of [
      [[100, 30], /^╭─+╮$/m],
      [[80, 24], 'Reading positions …'],
    ] as const) {
      await using program = start(waiting, [], size);
      await program.sees(seen);
    }
  });

  test.skipIf(!olderNode)('a launcher on an older Node draws it too', async () => {
    await using program = new TerminalProgram('/bin/sh', ['-c', shell, 'sh', olderNode!, 'tools/bin/swapdeck.js'], {
      columns: 80,
      rows: 24,
      env: { HOME: home, SWAPDECK_HOME: home, NODE_OPTIONS: `--import=${waiting}` },
    });
    await program.sees('Starting …');
    process.kill(await childOf(await launcherOf(program)), 'SIGKILL');
    expect(await linesAfter(program)).toEqual(['ended with 137']);
  });

  test.each([
    ['--version'],
    ['--help'],
    ['journal'],
    ['--screen-reader', '--bogus'],
    ['--bogus'],
    ['paper', '--seed', 'x'],
  ])('%s %s shows no frame', async (...args) => {
    await using program = await openCommand({ args, home });
    await program.exits();
    expect(program.modesAsked.has(1049)).toBe(false);
  });

  test.each([
    ['a dumb terminal', { TERM: 'dumb' }, ''],
    ['a configured screen reader', {}, '[display]\nscreen_reader = true\n'],
  ])('%s gets no frame', async (_, env, config) => {
    mkdirSync(join(home, 'config'));
    writeFileSync(join(home, 'config/config.toml'), config);
    // An impossible seed ends either at once.
    await using program = await openCommand({ args: ['--seed', 'x'], env, home });
    await program.exits();
    expect(program.modesAsked.has(1049)).toBe(false);
  });
});

describe('a start that fails', () => {
  test.each([
    ['an option out of range', ['--seed', 'x'], '--seed takes a whole number', 2],
    ['a profile that does not exist', ['--profile', 'nobody'], 'There is no profile "nobody"', 1],
    ['options that exclude each other', ['--paper', '--profile', 'x'], 'exclude each other', 2],
  ])('by %s says why on the normal screen', async (_, args, message, code) => {
    await using program = start('data:text/javascript,', args);
    const lines = await linesAfter(program);
    expect(program.modesAsked.has(1049)).toBe(true);
    expect(lines.join(' ')).toContain(message);
    expect(lines.at(-1)).toBe(`ended with ${code}`);
  });

  test('by its configuration says which line', async () => {
    mkdirSync(join(home, 'config'));
    writeFileSync(join(home, 'config/config.toml'), 'theme = "pink"\n');
    await using program = start('data:text/javascript,');
    expect((await linesAfter(program)).join(' ')).toMatch(/config\.toml.*theme.*ended with 1/);
  });

  test('by an error before the desk can report it shows the error', async () => {
    await using program = start(instead("throw new Error('planted')"));
    expect((await linesAfter(program)).join(' ')).toMatch(/Error: planted.*ended with 1/);
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1'] as const)(
    'by %s leaves the terminal as it was',
    async (name) => {
      await using program = start(waiting);
      await program.sees('Starting …');
      process.kill(await launcherOf(program), name);
      await linesAfter(program);
    },
  );

  test('by Ctrl-C too', async () => {
    await using program = start(waiting);
    await program.sees('Starting …');
    program.sendsUnheard('\x03');
    expect((await linesAfter(program)).at(-1)).toBe('ended with 130');
  });
});

describe('a start that asks for a passphrase', () => {
  test.each([
    ['the right one', 'a long passphrase', null],
    ['a wrong one', 'a wrong passphrase', 'Wrong passphrase'],
  ])('asks on the normal screen and shows nothing of %s', async (_, typed, message) => {
    mkdirSync(join(home, 'config'));
    mkdirSync(join(home, 'state'));
    const keyFile = join(home, 'main.key');
    await writeKeyFile(keyFile, 'sk_of_the_file', 'a long passphrase');
    writeFileSync(
      join(home, 'config/config.toml'),
      `profile = "main"\n[profiles.main]\nbase_url = "http://127.0.0.1:1"\nkey_file = "${keyFile}"\n`,
    );
    await using program = start('data:text/javascript,', [], [120, 40]);
    await program.sees('Passphrase of');
    expect(program.modesAsked.has(1049)).toBe(true);
    expect(program.screen()).toMatchObject({ isAlternate: false });
    expect(program.screen().cursor.isVisible).toBe(true);
    program.sendsUnheard(`${typed}\r`);
    if (message === null) {
      await program.sees('PAPER');
      program.sendsUnheard('q');
    }
    const lines = await linesAfter(program);
    expect(program.output).not.toContain(typed);
    if (message !== null) expect(lines.join(' ')).toContain(message);
  });
});

describe('keys typed before the desk is there', () => {
  async function opens(keys: string): Promise<Desk> {
    const desk = await openDesk({
      args: ['--ephemeral'],
      home,
      env: { NODE_OPTIONS: `--import=${slow}` },
      columns: 120,
      rows: 40,
    });
    await desk.sees('Starting …');
    desk.sendsUnheard(keys);
    process.kill(desk.pid, 'SIGURG');
    await desk.sees('PAPER');
    // An echo would stand between the two frames.
    expect(desk.output).toMatch(/╯\x1b\[\?7h\x1b/);
    return desk;
  }

  test('act once it is', async () => {
    await using desk = await opens('?');
    await desk.sees(/Keys|Help/);
    expect(desk.output.split('\x1b[?1049h')).toHaveLength(2);
  });

  test('confirm nothing', async () => {
    await using desk = await opens('c\ryy\ry');
    // Above the form, if the position was there in time to be closed by a key.
    await desk.sees(/BTC +\+0\.15000/);
    await desk.press('Esc');
    expect(sentRequests(desk)).toEqual([]);
  });
});
