import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { accountFile, accountsFolder } from './paths.ts';
import { writePrivateFile } from './private-file.ts';

const keeperNote = z.object({
  pid: z.number().int().positive(),
  profile: z.string(),
  mode: z.enum(['paper', 'live']),
  /** `waiting`: another program holds the account. */
  state: z.enum(['starting', 'waiting', 'holding', 'handing over']),
  startedAt: z.number(),
  /** When it was written, ms since the epoch. */
  at: z.number(),
  plans: z.object({ active: z.number(), paused: z.number() }),
  /** State of the stream, as the desk's header has it. */
  connection: z.string(),
  /** The last warning or error, and when; null: none yet. */
  problem: z.object({ at: z.number(), text: z.string() }).nullable(),
  /** Where it can be asked. */
  socket: z.string(),
});

/** What a keeper says of itself every ten seconds. */
export type KeeperNote = z.output<typeof keeperNote>;

/** How often it is written, and when it is too old to be believed, ms. */
export const noteEveryMs = 10_000;
const staleMs = 30_000;

export const isStale = ({ at }: KeeperNote, nowMs: number): boolean => nowMs - at > staleMs;

export const writeKeeperNote = (stateDir: string, account: string, note: KeeperNote): void =>
  writePrivateFile(accountFile(stateDir, account, 'keeper.json'), `${JSON.stringify(note)}\n`);

export const removeKeeperNote = (stateDir: string, account: string): void =>
  rmSync(accountFile(stateDir, account, 'keeper.json'), { force: true });

/** Null if there is no keeper of this account, or none that can be read. */
export const readKeeperNote = (stateDir: string, account: string): KeeperNote | null =>
  readNote(accountFile(stateDir, account, 'keeper.json'));

/** The notes of all accounts. */
export function listKeeperNotes(stateDir: string): readonly KeeperNote[] {
  const folder = accountsFolder(stateDir);
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.keeper.json'));
    return names.sort().flatMap((name) => readNote(join(folder, name)) ?? []);
  } catch {
    return [];
  }
}

function readNote(file: string): KeeperNote | null {
  try {
    return keeperNote.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
