import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { FakeClock } from './fake-clock.ts';
import { installTerminalGuard, type ProgramEnd, restoreSequence } from './terminal-guard.ts';
import type { TerminalOutput } from './terminal-output.ts';

function guarded({ isAlternate = true, isTaken = true } = {}) {
  const log: string[] = [];
  const ends: ProgramEnd[] = [];
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
  const stderr = { isTTY: true, write: () => log.push('stderr') };
  const process = Object.assign(new EventEmitter(), {
    stderr,
    stdout: { isTTY: false, write: () => log.push('stdout') },
    kill: (pid: number, signal: string) => {
      log.push(`kill ${pid} ${signal}, ${process.listenerCount('SIGTSTP')} listeners`);
      return true;
    },
  });
  const clock = new FakeClock();
  const guard = installTerminalGuard({
    output,
    stdin: stdin as unknown as NodeJS.ReadStream,
    onEnd: (end) => ends.push(end),
    onContinue: () => void log.push('continued'),
    process: process as unknown as NodeJS.Process,
    clock,
  });
  guard.suspendWith(async () => {
    log.push('ink suspends');
    return { resume: async () => void log.push('ink resumes') };
  });
  return { guard, process, stdin, log, ends, clock, goAway: () => gone.forEach((each) => void each()), gone };
}

const restored = ['raw false', `flush ${JSON.stringify(restoreSequence(true))}`, 'close'];

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s restores, then says so', (signal) => {
  const { process, log, ends } = guarded();
  process.emit(signal);
  expect(log).toEqual(restored);
  expect(ends).toEqual([{ signal }]);
});

test.each(['uncaughtException', 'unhandledRejection'])(
  'an error nobody caught (%s) restores, then says so',
  (event) => {
    const { process, log, ends } = guarded();
    const error = new Error('boom');
    process.emit(event, error);
    expect(log).toEqual(restored);
    expect(ends).toEqual([{ error }]);
  },
);

test('a terminal that is gone, on either side, counts as SIGHUP and not as a crash', () => {
  const { stdin, goAway, ends } = guarded();
  stdin.emit('error', new Error('EIO'));
  goAway();
  expect(ends).toEqual([{ signal: 'SIGHUP' }, { signal: 'SIGHUP' }]);
});

test('it restores once, whatever follows', () => {
  const { guard, process, log, ends } = guarded();
  guard.restore();
  process.emit('SIGTERM');
  process.emit('exit');
  expect(log).toEqual(restored);
  expect(ends).toEqual([{ signal: 'SIGTERM' }]);
});

test('after Ink has left the alternate screen it is not left again', () => {
  expect(restoreSequence(true)).toContain('\x1b[?1049l');
  expect(restoreSequence(false)).not.toContain('\x1b[?1049l');
  const { process, log } = guarded({ isAlternate: false });
  process.emit('exit');
  expect(log[1]).toBe(`flush ${JSON.stringify(restoreSequence(false))}`);
});

test('on a stalled terminal the standard streams that lead to it fall silent, for they would block the exit', () => {
  const { process, log } = guarded({ isTaken: false });
  process.emit('exit');
  log.length = 0;
  process.stderr.write();
  process.stdout.write();
  expect(log).toEqual(['stdout']);
});

test('Ctrl-Z: Ink hands over, what it wrote goes out, the job stops, and Ink takes over again when continued', async () => {
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

test('a job that cannot be stopped goes on by itself', async () => {
  const { guard, log, clock } = guarded();
  const suspended = guard.suspend();
  await clock.advance(100);
  await suspended;
  expect(log.at(-1)).toBe('continued');
});

test('a stop that nobody announced (SIGSTOP) redraws on SIGCONT', async () => {
  const { process, log, clock } = guarded();
  process.emit('SIGCONT');
  await clock.advance(0);
  expect(log).toEqual(['ink suspends', 'flush ""', 'ink resumes', 'continued']);
});

test('what ends the program while it is stopped is not undone by the resume', async () => {
  const { process, log, clock } = guarded();
  process.emit('SIGTSTP');
  await clock.advance(0);
  process.emit('SIGTERM');
  process.emit('SIGCONT');
  await clock.advance(200);
  expect(log).not.toContain('ink resumes');
  expect(log).not.toContain('continued');
});

test('removed, it listens to nothing', () => {
  const { guard, process, stdin, gone } = guarded();
  guard.remove();
  expect(process.eventNames()).toEqual([]);
  expect(stdin.eventNames()).toEqual([]);
  expect(gone.size).toBe(0);
});
