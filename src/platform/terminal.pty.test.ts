import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { TerminalProgram } from '../../test/driver/terminal-program.ts';

// Real time is the subject here: a terminal that is not read for a while.
const stallMs = 1500;
const fixtures = 'test/driver/fixtures';
const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
let program: TerminalProgram | undefined;
afterEach(() => program?.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function gapWhileStalled(way: 'output' | 'thread' | 'plain') {
  const file = join(folder, way);
  program = new TerminalProgram(process.execPath, [`${fixtures}/write-frames.ts`, way, file]);
  await program.sees('gap test');
  program.stalls();
  await pause(stallMs);
  program.flows();
  await program.press('q');
  await program.exits();
  const measured = JSON.parse(readFileSync(file, 'utf8')) as { largestGapMs: number; frames: number };
  console.log(`terminal unread for ${stallMs} ms, ${way}:`, measured);
  return measured;
}

test.each(['output', 'thread'] as const)(
  'a stalled terminal does not stop the program: %s',
  { timeout: 20_000 },
  async (way) => {
    expect((await gapWhileStalled(way)).largestGapMs).toBeLessThan(400);
  },
);

test('with plain process.stdout it would: the test above can fail', { timeout: 20_000 }, async () => {
  expect((await gapWhileStalled('plain')).largestGapMs).toBeGreaterThan(1000);
});

async function openInk(...wrapper: string[]): Promise<TerminalProgram> {
  const [file = process.execPath, ...args] = wrapper;
  program = new TerminalProgram(file, wrapper.length > 0 ? args : [`${fixtures}/guarded-ink.ts`], {
    columns: 60,
    rows: 12,
  });
  if (wrapper.length === 0) await program.sees('update 0');
  return program;
}

const restored = { isAlternate: false, modes: { bracketedPaste: false }, cursor: { isVisible: true } };

test.each([
  { name: 'quit', act: (ink: TerminalProgram) => ink.press('q'), code: 0, left: 'bye' },
  { name: 'process.exit', act: (ink: TerminalProgram) => ink.press('x'), code: 5, left: '' },
  { name: 'an exception', act: (ink: TerminalProgram) => ink.press('e'), code: 70, left: 'crashed: on purpose' },
  { name: 'SIGTERM', act: (ink: TerminalProgram) => ink.signal('SIGTERM'), code: 143, left: '' },
  { name: 'SIGHUP', act: (ink: TerminalProgram) => ink.signal('SIGHUP'), code: 129, left: '' },
])('$name leaves the terminal as it was, and the last word where the cursor was', async ({ act, code, left }) => {
  const ink = await openInk();
  expect(ink.screen()).toMatchObject({
    isAlternate: true,
    modes: { bracketedPaste: true },
    cursor: { isVisible: false },
  });
  await act(ink);
  const exit = await ink.exits();
  expect(exit.code).toBe(code);
  expect(exit.after).toMatchObject(restored);
  expect(exit.after.text()).toBe(left);
});

test('on a stalled terminal it ends all the same, soon and with its own code', { timeout: 20_000 }, async () => {
  const ink = await openInk();
  ink.stalls();
  await ink.press('t');
  const startedMs = performance.now();
  ink.signal('SIGTERM');
  expect((await ink.exits()).code).toBe(143);
  const tookMs = performance.now() - startedMs;
  console.log(`SIGTERM on a stalled terminal: ended after ${tookMs.toFixed(0)} ms`);
  expect(tookMs).toBeGreaterThan(500);
  expect(tookMs).toBeLessThan(3000);
});

/** An interactive shell, with its own bracketed paste off, that has started the app as its foreground job. */
async function openShell(): Promise<{ shell: TerminalProgram; pid: number }> {
  const shell = await openInk('bash', '--norc', '-i');
  await shell.sends(`bind 'set enable-bracketed-paste off'; PS1='$ '; clear\r`);
  await shell.seesWhere((screen) => screen.text() === '$' && !screen.modes.bracketedPaste, 'a plain prompt');
  await shell.sends(`${process.execPath} ${fixtures}/guarded-ink.ts\r`);
  await shell.sees('update 0');
  return { shell, pid: Number(/\d+/.exec(shell.screen().line('ink')!)![0]) };
}

test('Ctrl-Z hands the terminal to the shell, and fg takes it again, drawn anew', { timeout: 20_000 }, async () => {
  const { shell } = await openShell();
  await shell.press('z');
  await shell.sees('Stopped');
  expect(shell.screen()).toMatchObject(restored);
  expect(shell.screen().shows('row row')).toBe(false);
  await shell.sends('stty -a | grep -o "[-]*icanon"\r');
  await shell.sees(/^icanon/m);
  await shell.resizes(50, 10);
  await shell.sends('fg\r');
  await shell.sees(/ink \d+ 50x10 continued 1/);
  expect(shell.screen()).toMatchObject({ isAlternate: true, modes: { bracketedPaste: true } });
  expect(shell.screen().line('update')).not.toBeNull();
  expect(shell.screen().shows('Stopped')).toBe(false);
  await shell.press('q');
  await shell.sees('bye');
  expect(shell.screen()).toMatchObject(restored);
});

test('SIGTSTP from outside is the same', { timeout: 20_000 }, async () => {
  const { shell, pid } = await openShell();
  process.kill(pid, 'SIGTSTP');
  await shell.sees('Stopped');
  expect(shell.screen()).toMatchObject(restored);
  await shell.sends('fg\r');
  await shell.sees('continued 1');
});

test('a SIGSTOP that nobody announced: fg redraws over what the shell wrote', { timeout: 20_000 }, async () => {
  const { shell, pid } = await openShell();
  process.kill(pid, 'SIGSTOP');
  await shell.sees('Stopped');
  await shell.sends('fg\r');
  await shell.sees('continued 1');
  expect(shell.screen().isAlternate).toBe(true);
  expect(shell.screen().shows('Stopped')).toBe(false);
  expect(shell.screen().line('row row')).not.toBeNull();
  // Raw mode is back: the key arrives without Enter.
  await shell.press('q');
  await shell.sees('bye');
});
