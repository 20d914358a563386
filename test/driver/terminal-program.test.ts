import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDesk } from './open-desk.ts';
import { toAnsi } from './screen-shot.ts';
import { type ProgramOptions, TerminalProgram } from './terminal-program.ts';

let program: TerminalProgram | undefined;
afterEach(() => program?.close());

async function open(options: ProgramOptions = {}): Promise<TerminalProgram> {
  program = new TerminalProgram(process.execPath, ['test/driver/fixtures/echo-screen.js'], {
    limitMs: 4000,
    columns: 80,
    rows: 12,
    ...options,
  });
  await program.sees('keys');
  return program;
}

test('it shows what the program drew, on the right screen, with modes and cursor', async () => {
  const echo = await open();
  const screen = echo.screen();
  expect(screen.lines()[0]).toBe('');
  expect(screen.line(/^size/)).toBe('size 80x12');
  expect(screen.line('nowhere')).toBeNull();
  expect(screen).toMatchObject({ isAlternate: true, modes: { bracketedPaste: true, mouse: false } });
  expect(screen.cursor).toEqual({ x: 0, y: 6, isVisible: false });
});

test('styles are found by the text that wears them, behind wide characters too', async () => {
  const screen = (await open()).screen();
  expect(screen.styleOf('bold red')).toMatchObject({ char: 'b', fg: 1, bold: true, dim: false, bg: null });
  expect(screen.styleOf('dim')).toMatchObject({ dim: true, bold: false, fg: null });
  expect(screen.styleOf('inverse')).toMatchObject({ inverse: true });
  expect(screen.styleOf('true colour')).toMatchObject({ fg: '#123456', bg: 220 });
  expect(screen.positionOf('after wide')).toEqual({ x: 8, y: 4 });
  expect(screen.styleOf('after wide')).toMatchObject({ char: 'a', italic: true, underline: true });
  expect(screen.cell(0, 4).char + screen.cell(1, 4).char + screen.cell(2, 4).char).toBe('価格');
  expect(screen.styleOf('nowhere')).toBeNull();
  expect(() => screen.cell(80, 0)).toThrow('no cell 80,0 on a screen of 80x12');
});

test('each key is a chunk of its own, Escape too', async () => {
  const echo = await open();
  await echo.press('c', '5', 'Enter', 'Esc', 'Tab', 'Up', 'C-c', 'S-Tab');
  await echo.keys('d');
  expect(echo.screen().line('keys')).toBe(
    String.raw`keys "c" "5" "\r" "\u001b" "\t" "\u001b[A" "\u0003" "\u001b[Z" "d"`,
  );
});

test('text is typed key by key, pasted in one piece between brackets, and bytes go as they are', async () => {
  const echo = await open();
  await echo.types('1é');
  await echo.pastes('ab\ncd');
  await echo.sends('\r\r');
  await echo.sees(String.raw`"1" "é" "\u001b[200~ab\rcd\u001b[201~" "\r\r"`);
});

test('it resizes', async () => {
  const echo = await open();
  await echo.resizes(60, 8);
  await echo.sees('size 60x8');
  expect(echo.screen()).toMatchObject({ columns: 60, rows: 8 });
});

test('a frame is looked at when it is whole', async () => {
  const echo = await open();
  const seen: string[] = [];
  await echo.press('f');
  await echo.seesWhere((screen) => {
    seen.push(screen.text());
    return screen.shows('half');
  }, 'both halves');
  expect(seen.at(-1)).toBe('first half\nsecond half');
  expect(seen).not.toContain('first half');
  await echo.seesNot('keys');
});

test('a wait that fails shows the screen, whether the program runs, and its last output', async () => {
  const echo = await open({ limitMs: 300 });
  const failure = await echo.sees('Positions').catch((error: Error) => error.message);
  expect(failure).toContain('waited 300 ms to see "Positions"; it still runs');
  expect(failure).toContain('80x12');
  expect(failure).toContain('size 80x12');
  expect(failure).toContain(String.raw`\u001b[?2026l"`);
  await expect(echo.seesNot(/siz./)).rejects.toThrow('not to see /siz./');
  await expect(echo.exits()).rejects.toThrow('the program to end');
});

test('a wait on a program that has ended fails at once', async () => {
  const echo = await open();
  await echo.press('x');
  const startedMs = performance.now();
  await expect(echo.sees('Positions')).rejects.toThrow('it ended with code 3');
  expect(performance.now() - startedMs).toBeLessThan(3000);
});

test.each([
  ['q', { code: 0, signal: null }],
  ['x', { code: 3, signal: null }],
])('it tells how the program ended, and what it left: %s', async (key, expected) => {
  const echo = await open();
  await echo.press(key);
  const { after, ...exit } = await echo.exits();
  expect(exit).toEqual(expected);
  expect(after).toMatchObject({ isAlternate: false, modes: { bracketedPaste: false }, cursor: { isVisible: true } });
  expect(after.text()).toBe('left');
});

test('it tells signals apart: one that the program handles, and one that kills it', async () => {
  const echo = await open();
  echo.signal('SIGTERM');
  expect(await echo.exits()).toMatchObject({ code: 143, signal: null });
  await echo.close();
  const killed = await open();
  await killed.press('k');
  const exit = await killed.exits();
  expect(exit.signal).toBe('SIGKILL');
  expect(exit.after.isAlternate).toBe(true);
});

test('the environment of the tests does not reach the program', async () => {
  process.env['CI'] = 'true';
  try {
    const echo = await open({ env: { SHOWN: 'yes' } });
    await echo.sees('env yes home - ci -');
  } finally {
    delete process.env['CI'];
  }
});

test('close ends a running program, one whose output nobody reads, and does nothing twice', async () => {
  let closed = 0;
  const echo = await open({ onClose: () => closed++ });
  echo.stalls();
  await Promise.all([echo.close(), echo.close()]);
  await echo.close();
  expect(closed).toBe(1);
  expect(() => process.kill(echo.pid, 0)).toThrow('ESRCH');
});

test('the desk lives in a home of its own, which goes when it is closed', { timeout: 20_000 }, async () => {
  const desk = await openDesk({ args: ['--version'], limitMs: 18_000 });
  program = desk;
  expect(existsSync(desk.home)).toBe(true);
  writeFileSync(join(desk.home, 'state'), '');
  await desk.exits();
  await desk.close();
  expect(existsSync(desk.home)).toBe(false);
});

test('a screen shot in ANSI shows the same screen again', async () => {
  const screen = (await open()).screen();
  const shot = toAnsi(screen);
  expect(shot).toContain('\x1b[0;1;38;5;1mbold red\x1b[0m ');
  expect(shot).toContain('\x1b[0;38;2;18;52;86;48;5;220mtrue colour');
  expect(shot).toContain('価格 価 \x1b[0;3;4mafter wide');
  expect(shot.split('\n')).toHaveLength(12);
});
