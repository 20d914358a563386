import { appendFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureDir, PRIVATE_FILE_MODE } from '../files/paths.ts';
import { printableJson } from '../files/printable-json.ts';
import { redact } from '../secrets/secrets.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogDetails = Readonly<Record<string, unknown>>;

export interface Log {
  debug(message: string, details?: LogDetails): void;
  info(message: string, details?: LogDetails): void;
  warn(message: string, details?: LogDetails): void;
  /** An `err` in the details is written with its stack. */
  error(message: string, details?: LogDetails): void;
  /** Resolves once everything logged so far is in the file. Never rejects. */
  flush(): Promise<void>;
}

type Write = (level: LogLevel, message: string, details: LogDetails) => void;

const MAX_BYTES = 5_000_000;

/**
 * The log file: JSON lines without secrets. pino is loaded with the first line, because loading it would slow the start
 * of every command that logs nothing. A log that cannot be written never stops the desk.
 */
export function createLog(file: string, level: LogLevel = 'info'): Log {
  let opened: Promise<Write> | undefined;
  let last: Promise<void> = Promise.resolve();
  const at =
    (lineLevel: LogLevel) =>
    (message: string, details: LogDetails = {}) => {
      opened ??= openPino(file, level);
      last = opened.then((write) => write(lineLevel, message, details)).catch(() => undefined);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), flush: () => last };
}

async function openPino(file: string, level: LogLevel): Promise<Write> {
  const { default: pino } = await import('pino');
  prepareLogFile(file);
  // Appended line by line: a desk logs a few lines a minute, and none may be lost in a buffer at a crash.
  const sink = {
    write: (line: string) => appendFileSync(file, printableJson(redact(line)), { mode: PRIVATE_FILE_MODE }),
  };
  const logger = pino({ level, base: { pid: process.pid } }, sink);
  return (lineLevel, message, details) => logger[lineLevel](details, message);
}

/** Keeps one older log, so that the log cannot fill the disk. */
function prepareLogFile(file: string): void {
  ensureDir(dirname(file));
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_BYTES) renameSync(file, `${file}.1`);
}

/**
 * Writes a crash to the log synchronously, in pino's format but without loading it: nothing asynchronous is reliable
 * then.
 */
export function logCrash(file: string, error: unknown, nowMs: number): void {
  const { stack, message } = error instanceof Error ? error : new Error(String(error));
  const line = JSON.stringify({ level: 60, time: nowMs, pid: process.pid, err: { message, stack }, msg: 'crash' });
  prepareLogFile(file);
  appendFileSync(file, `${printableJson(redact(line))}\n`, { mode: PRIVATE_FILE_MODE });
}
