import { createLog } from '../../platform/process/log.ts';
import type { Notice } from '../../stores/notices.ts';
import type { CommandIo } from '../command.ts';
import type { Parent } from './parent.ts';

export type Say = (tone: Notice['tone'], text: string) => void;

const levels = { ok: 'info', info: 'info', warn: 'warn', error: 'error' } as const;

/** A line on stderr each, or in the log file if nobody reads stderr. */
export function sayTo({ stderr, clock, paths }: CommandIo, parent: Parent | null): Say {
  if (!parent) {
    return (tone, text) => void stderr.write(`${new Date(clock.now()).toISOString()} ${levels[tone]} ${text}\n`);
  }
  const log = createLog(paths.logFile);
  return (tone, text) => log[levels[tone]](`keeper: ${text}`);
}
