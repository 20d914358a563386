import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openCommand } from './open-desk.ts';
import { toAnsi } from './screen-shot.ts';
import { TerminalEmulator } from './terminal-emulator.ts';
import { type ProgramOptions, TerminalProgram } from './terminal-program.ts';

let program: TerminalProgram | undefined;
afterEach(() => program?.close());

async function open(options: ProgramOptions = {}): Promise<TerminalProgram> {
  program = new TerminalProgram(process.execPath, ['test/driver/fixtures/echo-screen.js'], {
    hasHandshake: true,
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
  expect(echo.screen().line('keys')).toBe(String.raw`keys "c" "5" "\r" "\u001b" "\t" "\u001b[A" "\u0003" "\u001b[Z"`);
});

test('text is typed key by key, pasted in one piece between brackets, and bytes go as they are', async () => {
  const echo = await open();
  await echo.types('1é');
  await echo.pastes('ab\ncd');
  await echo.sends('\r\r');
  expect(echo.screen().shows(String.raw`"1" "é" "\u001b[200~ab\rcd\u001b[201~" "\r\r"`)).toBe(true);
});

test('it resizes', async () => {
  const echo = await open();
  await echo.resizes(60, 8);
  expect(echo.screen().line('size')).toBe('size 60x8');
  expect(echo.screen()).toMatchObject({ columns: 60, rows: 8 });
});

test('a frame is looked at when it is whole', async () => {
  const echo = await open();
  const seen: string[] = [];
  echo.sendsUnheard('f');
  await echo.seesWhere((screen) => {
    seen.push(screen.text());
    return screen.shows('half');
  }, 'both halves');
  expect(seen.at(-1)).toBe('first half\nsecond half');
  expect(seen).not.toContain('first half');
  await echo.seesNot('keys');
});

test('a wait that fails shows the screen, whether the program runs, and its last output', async () => {
  const echo = await open();
  await echo.press('c');
  echo.limitMs = 300;
  const failure = await echo.sees('Positions').catch((error: Error) => error.message);
  expect(failure).toContain('waited 300 ms to see "Positions"; it still runs');
  expect(failure).toContain('sent last: "c"; 1 bytes in all');
  expect(failure).toMatch(/handled last: .*"bytes":1,/);
  expect(failure).toContain('open requests: none');
  expect(failure).toContain('80x12');
  expect(failure).toContain('size 80x12');
  expect(failure).toContain(String.raw`\u001b[?2026l"`);
  await expect(echo.seesNot(/siz./)).rejects.toThrow('not to see /siz./');
  await expect(echo.exits()).rejects.toThrow('the program to end');
});

test('a wait on a program that has ended fails at once', async () => {
  const echo = await open();
  await echo.press('x');
  // The limit is a minute, the test's own two: it would say that it waited.
  await expect(echo.sees('Positions')).rejects.toThrow('waited to see "Positions"; it ended with code 3');
});

test('a key is over when what is held back of it has been decided, bytes as soon as they are read', async () => {
  const echo = await open();
  await echo.sends('a');
  expect(echo.screen().line('keys')).toBe('keys "a"');
  echo.limitMs = 300;
  await expect(echo.settles()).rejects.toThrow('waited 300 ms nothing to be held back');
  echo.limitMs = 60_000;
  await echo.sends('b');
  await echo.settles();
  echo.limitMs = 300;
  await expect(echo.press('a')).rejects.toThrow('waited 300 ms a to be handled');
});

test('a key waits for a program that is still starting', async () => {
  program = new TerminalProgram(process.execPath, ['test/driver/fixtures/echo-screen.js'], { hasHandshake: true });
  await program.press('c');
  expect(program.screen().line('keys')).toBe('keys "c"');
});

test('its clock goes ahead when it is told to, and stands still', async () => {
  const echo = await open();
  const clock = async (): Promise<number[]> => {
    await echo.press('t');
    return /wall (\d+) monotonic (\d+)/.exec(echo.screen().text())!.slice(1).map(Number);
  };
  await echo.stopsClock();
  const [wallMs = 0, monotonicMs = 0] = await clock();
  expect(await clock()).toEqual([wallMs, monotonicMs]);
  await echo.ages(60_000);
  expect(await clock()).toEqual([wallMs + 60_000, monotonicMs + 60_000]);
  await echo.startsClock();
  const [later = 0] = await clock();
  expect(later).toBeGreaterThan(wallMs + 60_000);
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

test('the desk lives in a home of its own, which goes when it is closed', async () => {
  const desk = await openCommand({ args: ['--version'] });
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

test('each frame is looked at, also of several that come at once', () => {
  const frameOf = (text: string): string => `\x1b[?2026h\x1b[H\x1b[J${text}\x1b[?2026l`;
  const seen: string[] = [];
  const emulator = new TerminalEmulator(
    20,
    2,
    () => {},
    () => seen.push(emulator.glance().text()),
  );
  emulator.take(`${frameOf('one')}${frameOf('two')}\x1b[?2026h\x1b[J`);
  expect(seen).toEqual(['one', 'two']);
  emulator.dispose();
});

test('half of a frame is never on the screen, wherever the pieces of it are cut', () => {
  const frame = '\x1b[?2026h\x1b[H\x1b[Jone\r\ntwo\x1b[?2026l';
  for (let at = 0; at <= frame.length; at++) {
    const emulator = new TerminalEmulator(20, 2, () => {});
    emulator.take('old');
    emulator.take(frame.slice(0, at));
    expect(emulator.glance().text(), `cut at ${at}`).toBe(at === frame.length ? 'one\ntwo' : 'old');
    emulator.take(`${frame.slice(at)}\x1b[?2026h\x1b[J`);
    expect(emulator.glance().text(), `cut at ${at}`).toBe('one\ntwo');
    emulator.end();
    expect(emulator.shown).toBe(Buffer.byteLength(`old${frame}\x1b[?2026h\x1b[J`));
    emulator.dispose();
  }
});
