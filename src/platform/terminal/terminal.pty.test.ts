import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Screen } from '../../../test/driver/screen.ts';
import { TerminalProgram } from '../../../test/driver/terminal-program.ts';
import { endSignals } from './termination-signals.ts';

const fixtures = 'test/driver/fixtures';
const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
const guardedInk = join(folder, 'guarded-ink.mjs');
let program: TerminalProgram | undefined;
beforeAll(async () => {
  // In one file, for production, it starts in a third of the time.
  const bundle = await rolldown({
    input: `${fixtures}/guarded-ink.ts`,
    platform: 'node',
    external: [/^node:/],
    // What Ink loads for development only.
    plugins: [
      {
        name: 'no-devtools',
        resolveId: (id) => (id === 'react-devtools-core' ? '\0none' : null),
        load: (id) => (id === '\0none' ? 'export default {}' : null),
      },
    ],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: () => {},
  });
  await bundle.write({ file: guardedInk, format: 'esm', codeSplitting: false });
});
afterEach(() => program?.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** So long that only what never comes about reaches it. */
const looks = { timeout: 60_000, interval: 50 };

interface Beat {
  readonly beats: number;
  readonly frames: number;
}

/** A program that draws without pause, on a terminal that is read no more; returns what reads its beats since. */
async function drawOnStalled(way: 'output' | 'thread' | 'plain'): Promise<() => readonly Beat[]> {
  const file = join(folder, way);
  program = new TerminalProgram(process.execPath, [`${fixtures}/write-frames.ts`, way, file]);
  await program.sees('gap test');
  const beatsNow = (): Beat[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Beat)
      : [];
  await vi.waitFor(() => expect(beatsNow()).not.toEqual([]), looks);
  program.stalls();
  const before = beatsNow().length;
  return () => beatsNow().slice(before - 1);
}

/** That many beats are a second. */
const many = 20;

test.each(['output', 'thread'] as const)('a stalled terminal does not stop the program: %s', async (way) => {
  const beats = await drawOnStalled(way);
  // The terminal takes no frame any more, and the heart goes on.
  const stuck = await vi.waitFor(() => {
    const { frames } = beats().at(-1)!;
    expect(beats().filter((beat) => beat.frames === frames).length).toBeGreaterThan(many);
    return frames;
  }, looks);
  program!.flows();
  await vi.waitFor(() => expect(beats().at(-1)!.frames).toBeGreaterThan(stuck), looks);
  await program!.press('q');
  expect((await program!.exits()).code).toBe(0);
});

test('with plain process.stdout it does, so the test above can fail', async () => {
  const beats = await drawOnStalled('plain');
  let [stopped, looked] = [0, 0];
  await vi.waitFor(() => {
    looked = stopped === beats().length ? looked + 1 : 0;
    stopped = beats().length;
    expect(looked).toBeGreaterThan(many);
  }, looks);
  program!.flows();
  await vi.waitFor(() => expect(beats().length).toBeGreaterThan(stopped), looks);
});

/** It has drawn itself and hears keys: pastes are bracketed as soon as it does. */
const isUp = (screen: Screen): boolean => screen.shows('update 0') && screen.modes.bracketedPaste;

const floodFile = join(folder, 'flood');

async function openInk(...wrapper: string[]): Promise<TerminalProgram> {
  const [file = process.execPath, ...args] = wrapper;
  const own = [guardedInk, floodFile];
  program = new TerminalProgram(file, wrapper.length > 0 ? args : own, { columns: 60, rows: 12 });
  if (wrapper.length === 0) await program.seesWhere(isUp, 'it to be up');
  return program;
}

const restored = { isAlternate: false, modes: { bracketedPaste: false }, cursor: { isVisible: true } };

test.each([
  { name: 'quit', act: (ink: TerminalProgram) => ink.press('q'), code: 0, left: 'bye' },
  { name: 'process.exit', act: (ink: TerminalProgram) => ink.press('x'), code: 5, left: '' },
  { name: 'an exception', act: (ink: TerminalProgram) => ink.press('e'), code: 70, left: 'crashed: on purpose' },
  ...endSignals
    .filter((name) => name in constants.signals)
    .map((name) => ({
      name,
      act: (ink: TerminalProgram) => ink.signal(name),
      code: 128 + constants.signals[name],
      left: '',
    })),
])('$name restores the terminal, with the final text at the cursor', async ({ act, code, left }) => {
  const ink = await openInk();
  expect(ink.screen()).toMatchObject({
    isAlternate: true,
    modes: { bracketedPaste: true },
    cursor: { isVisible: false },
  });
  await act(ink);
  const exit = await ink.exits();
  expect([exit.code, exit.signal]).toEqual([code, null]);
  expect(exit.after).toMatchObject(restored);
  expect(exit.after.text()).toBe(left);
});

test.each(['flows', 'stalls'] as const)(
  'a terminal that %s is closed: the program exits without a crash',
  async (how) => {
    const ink = await openInk();
    ink[how]();
    ink.hangsUp();
    expect((await ink.exits()).signal).toBe(null);
  },
);

test('on a stalled terminal it still exits soon, with its own code', async () => {
  const ink = await openInk();
  ink.stalls();
  await ink.press('t');
  await vi.waitFor(() => expect(existsSync(floodFile)).toBe(true), looks);
  const startedMs = performance.now();
  ink.signal('SIGTERM');
  expect((await ink.exits()).code).toBe(143);
  const tookMs = performance.now() - startedMs;
  console.log(`SIGTERM on a stalled terminal: ended after ${tookMs.toFixed(0)} ms`);
  // The terminal was given time to take its last bytes, so it was stalled indeed.
  expect(tookMs).toBeGreaterThan(400);
});

/** An interactive shell, with its own bracketed paste off, that has started the app as its foreground job. */
async function openShell(): Promise<{ shell: TerminalProgram; pid: number }> {
  const shell = await openInk('bash', '--norc', '-i');
  await shell.sends(`bind 'set enable-bracketed-paste off'; PS1='$ '; clear\r`);
  await shell.seesWhere((screen) => screen.text() === '$' && !screen.modes.bracketedPaste, 'a plain prompt');
  await shell.sends(`${process.execPath} ${guardedInk}\r`);
  await shell.seesWhere(isUp, 'it to be up');
  return { shell, pid: Number(/\d+/.exec(shell.screen().line('ink')!)![0]) };
}

test('Ctrl-Z returns to the shell, and fg redraws the screen', async () => {
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
  await shell.seesWhere(
    ({ isAlternate, modes }) => isAlternate && modes.bracketedPaste,
    'its screen and its pastes again',
  );
  expect(shell.screen().line('update')).not.toBeNull();
  expect(shell.screen().shows('Stopped')).toBe(false);
  await shell.press('q');
  await shell.sees('bye');
  expect(shell.screen()).toMatchObject(restored);
});

test('SIGTSTP from outside is the same', async () => {
  const { shell, pid } = await openShell();
  process.kill(pid, 'SIGTSTP');
  await shell.sees('Stopped');
  expect(shell.screen()).toMatchObject(restored);
  await shell.sends('fg\r');
  await shell.sees('continued 1');
});

test('after SIGSTOP, fg redraws over the shell’s output', async () => {
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
