import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { FakeClock } from '../time/fake-clock.fixture.ts';
import { installTerminalGuard, restoreSequence } from './terminal-guard.ts';
import type { TerminalOutput } from './terminal-output.ts';
import { endSignals } from './termination-signals.ts';

function guarded(before: (process: EventEmitter) => void = () => {}, { isAlternate = true, isTaken = true } = {}) {
  const log: string[] = [];
  const gone = new Set<() => void>();
  const output = {
    isAlternate,
    flushSync: (words = '') => {
      log.push(`flush ${JSON.stringify(words)}`);
      return isTaken;
    },
    close: () => void log.push('close'),
    onGone: (listener: () => void) => {
      gone.add(listener);
      return () => gone.delete(listener);
    },
  } as unknown as TerminalOutput;
  const stdin = Object.assign(new EventEmitter(), { setRawMode: (mode: boolean) => void log.push(`raw ${mode}`) });
  const write = (_text: string, _done?: () => void): unknown => log.push('stderr');
  const stderr = { isTTY: true, write };
  const process = Object.assign(new EventEmitter(), {
    stderr,
    stdout: { isTTY: false, write: () => log.push('stdout') },
    kill: (pid: number, signal: string) => {
      log.push(`kill ${pid} ${signal}, ${process.listenerCount('SIGTSTP')} listeners`);
      return true;
    },
  });
  const clock = new FakeClock();
  before(process);
  const guard = installTerminalGuard({
    output,
    stdin: stdin as unknown as NodeJS.ReadStream,
    onContinue: () => void log.push('continued'),
    process: process as unknown as NodeJS.Process,
    clock,
  });
  guard.suspendWith(async () => {
    log.push('ink suspends');
    return { resume: async () => void log.push('ink resumes') };
  });
  return { guard, process, stdin, log, clock, goAway: () => gone.forEach((each) => void each()), gone };
}

const restored = ['raw false', `flush ${JSON.stringify(restoreSequence(true))}`, 'close'];

const ends = ['exit', ...endSignals, 'uncaughtException', 'unhandledRejection'];

test.each(ends)('%s restores the terminal, before earlier listeners run', (end) => {
  const { process, log } = guarded((process) => process.on(end, () => log.push('the program ends')));
  process.emit(end);
  expect(log).toEqual([...restored, 'the program ends']);
});

test.each(['stdin', 'output'])(
  'a terminal that is gone (%s) counts as SIGHUP, unless that comes by itself',
  async (side) => {
    const { stdin, goAway, log, clock } = guarded((process) => process.on('SIGHUP', () => log.push('SIGHUP')));
    const leave = () => (side === 'stdin' ? stdin.emit('error', new Error('EIO')) : goAway());
    leave();
    leave();
    await clock.advance(999);
    expect(log).toEqual([]);
    await clock.advance(1);
    expect(log).toEqual([...restored, 'SIGHUP']);

    const prompt = guarded((process) => process.on('SIGHUP', () => prompt.log.push('SIGHUP')));
    prompt.goAway();
    prompt.process.emit('SIGHUP');
    await prompt.clock.advance(2000);
    expect(prompt.log.filter((line) => line === 'SIGHUP')).toHaveLength(1);
  },
);

test('it restores only once', () => {
  const { guard, process, log } = guarded();
  guard.restore();
  process.emit('SIGTERM');
  process.emit('exit');
  expect(log).toEqual(restored);
});

test('the alternate screen is not left twice', () => {
  expect(restoreSequence(true)).toContain('\x1b[?1049l');
  expect(restoreSequence(false)).not.toContain('\x1b[?1049l');
  const { process, log } = guarded(undefined, { isAlternate: false });
  process.emit('exit');
  expect(log[1]).toBe(`flush ${JSON.stringify(restoreSequence(false))}`);
});

test('on a stalled terminal the standard streams are muted, since they would block the exit', async () => {
  const { process, log } = guarded(undefined, { isTaken: false });
  process.emit('exit');
  log.length = 0;
  // Whoever waits for what was written goes on: the program ends by that.
  await new Promise<void>((resolve) => process.stderr.write('', resolve));
  process.stdout.write();
  expect(log).toEqual(['stdout']);
});

test('Ctrl-Z: Ink suspends, its output is flushed, the job stops, and Ink resumes when continued', async () => {
  const { process, log, clock } = guarded();
  process.emit('SIGTSTP');
  await clock.advance(0);
  expect(log).toEqual(['ink suspends', 'flush ""', 'kill 0 SIGTSTP, 0 listeners']);
  process.emit('SIGCONT');
  await clock.advance(0);
  expect(log.slice(3)).toEqual(['ink resumes', 'continued']);
  expect(clock.pending).toBe(0);
  expect(process.listenerCount('SIGTSTP')).toBe(1);
  expect(process.listenerCount('SIGCONT')).toBe(1);
});

test('on Windows, which stops no jobs, Ctrl-Z does nothing', async () => {
  const { guard, log } = guarded((process) => Object.assign(process, { platform: 'win32' }));
  await guard.suspend();
  expect(log).toEqual([]);
});

test('a job that cannot be stopped continues', async () => {
  const { guard, log, clock } = guarded();
  const suspended = guard.suspend();
  await clock.advance(100);
  await suspended;
  expect(log.at(-1)).toBe('continued');
});

test('after SIGSTOP, SIGCONT redraws', async () => {
  const { process, log, clock } = guarded();
  process.emit('SIGCONT');
  await clock.advance(0);
  expect(log).toEqual(['ink suspends', 'flush ""', 'ink resumes', 'continued']);
});

test('an exit while stopped is not undone by resuming', async () => {
  const { process, log, clock } = guarded();
  process.emit('SIGTSTP');
  await clock.advance(0);
  process.emit('SIGTERM');
  process.emit('SIGCONT');
  await clock.advance(200);
  expect(log).not.toContain('ink resumes');
  expect(log).not.toContain('continued');
});

test('removed, it has no listeners', () => {
  const { guard, process, stdin, gone } = guarded();
  guard.remove();
  expect(process.eventNames()).toEqual([]);
  expect(stdin.eventNames()).toEqual([]);
  expect(gone.size).toBe(0);
});

test.each([
  ['a cut synchronized update', '\x1b[?2026l'],
  ['wrapping off', '\x1b[?7h'],
  ['clicks', '\x1b[?1000l'],
  ['drags', '\x1b[?1002l'],
  ['moves', '\x1b[?1003l'],
  ['mouse reports in SGR', '\x1b[?1006l'],
  ['bracketed paste', '\x1b[?2004l'],
  ['attributes', '\x1b[0m'],
  ['a hidden cursor', '\x1b[?25h'],
])('%s is undone, on either screen', (_, sequence) => {
  for (const isAlternate of [true, false]) expect(restoreSequence(isAlternate)).toContain(sequence);
});
