import { checkUsage } from './check/check-usage.ts';
import type { Command, CommandIo } from './command.ts';
import { deskUsage } from './desk/desk-options.ts';
import { journalUsage } from './journal/journal-usage.ts';
import { paperUsage } from './paper/paper-usage.ts';
import { recordUsage, replayUsage } from './record/recording-usage.ts';

type Run = (args: readonly string[], io: CommandIo) => Promise<number>;

/** Every command. Each loads its own code, so that none slows the start of another. */
export const commands: readonly [Command, ...Command[]] = [
  {
    name: 'desk',
    usage: deskUsage,
    summary: 'Open the desk (default). Without a login it opens on the embedded paper service',
    run: lazy(async () => (await import('./desk/desk.ts')).runDesk),
  },
  {
    name: 'paper',
    usage: paperUsage,
    summary: 'Run the paper service alone, for other clients; reset deletes its saved account',
    run: lazy(async () => (await import('./paper/paper.ts')).runPaper),
  },
  {
    name: 'login',
    usage: 'swapdeck login [--profile NAME] [--base-url URL] [--key-file PATH]',
    summary: 'Check an API key with the service and store it in the keychain or an encrypted file',
    run: lazy(async () => (await import('./keys/login.ts')).runLogin),
  },
  {
    name: 'logout',
    usage: 'swapdeck logout [--profile NAME]',
    summary: 'Remove the key of a profile from this machine',
    run: lazy(async () => (await import('./keys/logout.ts')).runLogout),
  },
  {
    name: 'profiles',
    usage: 'swapdeck profiles',
    summary: 'List the profiles and where their keys are stored',
    run: lazy(async () => (await import('./keys/profiles.ts')).runProfiles),
  },
  {
    name: 'doctor',
    usage: 'swapdeck doctor [--profile NAME | --base-url URL | --paper]',
    summary: 'Check the terminal, the keychain, the configuration, the service and its streams',
    run: lazy(async () => (await import('./doctor/doctor.ts')).runDoctor),
  },
  {
    name: 'check',
    usage: checkUsage,
    summary: 'Read everything of a service, follow its streams, and report what differs from what the desk expects',
    run: lazy(async () => (await import('./check/check.ts')).runCheck),
  },
  {
    name: 'call',
    usage: 'swapdeck call [OPERATION] [--json JSON | name=value …] [--yes] [--profile NAME | --base-url URL]',
    summary: 'Call one operation of the service and print the response; without OPERATION, list them',
    run: lazy(async () => (await import('./call/call.ts')).runCall),
  },
  {
    name: 'journal',
    usage: journalUsage,
    summary: 'List what was sent from this machine and how it ended; also as CSV, JSON or raw lines',
    run: lazy(async () => (await import('./journal/journal.ts')).runJournal),
  },
  {
    name: 'record',
    usage: recordUsage,
    summary: 'Record every stream message to a file, until Ctrl-C or the end of --for',
    run: lazy(async () => (await import('./record/record.ts')).runRecord),
  },
  {
    name: 'replay',
    usage: replayUsage,
    summary: 'Replay a recording on the desk; with --print or without a terminal, print it line by line',
    run: lazy(async () => (await import('./record/replay.ts')).runReplay),
  },
];

function lazy(load: () => Promise<Run>): Run {
  return async (args, io) => (await load())(args, io);
}
