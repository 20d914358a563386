import type { Command, CommandIo } from './command.ts';
import { deskUsage } from './desk-options.ts';
import { journalUsage } from './journal-usage.ts';
import { paperUsage } from './paper-usage.ts';
import { recordUsage, replayUsage } from './recording-usage.ts';

type Run = (args: readonly string[], io: CommandIo) => Promise<number>;

/** Every command; each loads its own code, so that none pays for the start of another. */
export const commands: readonly Command[] = [
  {
    name: 'desk',
    usage: deskUsage,
    summary: 'Open the desk; the default. Without a login it opens on the embedded paper service',
    run: lazy(async () => (await import('./desk.ts')).runDesk),
  },
  {
    name: 'paper',
    usage: paperUsage,
    summary: 'Run the paper service alone, for other clients; reset removes the account that it keeps',
    run: lazy(async () => (await import('./paper.ts')).runPaper),
  },
  {
    name: 'login',
    usage: 'swapdeck login [--profile NAME] [--base-url URL] [--key-file PATH]',
    summary: 'Check an API key with the service and keep it in the keychain, or in an encrypted file',
    run: lazy(async () => (await import('./login.ts')).runLogin),
  },
  {
    name: 'logout',
    usage: 'swapdeck logout [--profile NAME]',
    summary: 'Remove the key of a profile from this machine',
    run: lazy(async () => (await import('./logout.ts')).runLogout),
  },
  {
    name: 'profiles',
    usage: 'swapdeck profiles',
    summary: 'List the profiles and where their keys are',
    run: lazy(async () => (await import('./profiles.ts')).runProfiles),
  },
  {
    name: 'doctor',
    usage: 'swapdeck doctor [--profile NAME | --base-url URL | --paper]',
    summary: 'Check the terminal, the keychain, the configuration, the service and its streams',
    run: lazy(async () => (await import('./doctor.ts')).runDoctor),
  },
  {
    name: 'call',
    usage: 'swapdeck call [OPERATION] [--json JSON | name=value …] [--yes] [--profile NAME | --base-url URL]',
    summary: 'Call one operation of the service and print the answer; without OPERATION, list them',
    run: lazy(async () => (await import('./call.ts')).runCall),
  },
  {
    name: 'journal',
    usage: journalUsage,
    summary: 'List what was sent from this machine and how it ended; also as CSV, JSON or the lines themselves',
    run: lazy(async () => (await import('./journal.ts')).runJournal),
  },
  {
    name: 'record',
    usage: recordUsage,
    summary: 'Write every message of the streams into a file, until Ctrl-C or --for is over',
    run: lazy(async () => (await import('./record.ts')).runRecord),
  },
  {
    name: 'replay',
    usage: replayUsage,
    summary:
      'Play a recording: on a terminal the desk opens on it, elsewhere or with --print it is printed line by line',
    run: lazy(async () => (await import('./replay.ts')).runReplay),
  },
];

function lazy(load: () => Promise<Run>): Run {
  return async (args, io) => (await load())(args, io);
}
