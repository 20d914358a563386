import { askKeeper } from '../../ask-keeper.ts';
import { formatAge } from '../../domain/numbers/format.ts';
import { isStale, type KeeperNote, listKeeperNotes } from '../../platform/files/keeper-note.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { processIdentity } from '../../platform/process/process-identity.ts';
import type { CommandIo } from '../command.ts';
import { asRows } from '../output/format.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { keepStatusSyntax, keepStopSyntax } from './keep-syntax.ts';

/** A request in flight may need as long as its deadline, ms. */
const stopLimitMs = 60_000;

const columns = [
  { id: 'profile', title: 'PROFILE', priority: 1 },
  { id: 'state', title: 'STATE', priority: 1 },
  { id: 'active', title: 'ACTIVE', priority: 1 },
  { id: 'paused', title: 'PAUSED', priority: 1 },
  { id: 'connection', title: 'CONNECTION', priority: 2 },
  { id: 'pid', title: 'PROCESS', priority: 2 },
  { id: 'age', title: 'SEEN', priority: 2 },
  { id: 'problem', title: 'LAST PROBLEM', priority: 3, shrinkTo: 20 },
];

/** `swapdeck keep status`: what each keeper last said of itself. 1 if there is none, or one is stale. */
export async function runKeepStatus(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(args, keepStatusSyntax);
  const format = values.format ?? 'table';
  const notes = keepers(io, values.profile);
  const nowMs = io.clock.now();
  if (notes.length === 0) {
    io.stdout.write(format === 'table' ? 'No keeper runs.\n' : asRows([], columns, format, io.stdout));
    return 1;
  }
  const rows = notes.map((note) => (format === 'table' ? cells(note, nowMs) : fields(note, nowMs)));
  io.stdout.write(asRows(rows, columns, format, io.stdout));
  return notes.some((note) => stateOf(note, nowMs) === 'stale') ? 1 : 0;
}

/** A keeper that was killed says nothing more, and neither does one that hangs. */
const stateOf = (note: KeeperNote, nowMs: number): string =>
  isStale(note, nowMs) || processIdentity(note.pid) === null ? 'stale' : note.state;

const cells = (note: KeeperNote, nowMs: number) => ({
  ...note,
  ...note.plans,
  state: stateOf(note, nowMs),
  age: `${formatAge(Math.max(0, nowMs - note.at))} ago`,
  problem: note.problem?.text ?? '',
});

const fields = ({ problem, socket: _socket, ...note }: KeeperNote, nowMs: number) => ({
  ...note,
  state: stateOf({ ...note, problem, socket: '' }, nowMs),
  startedAt: new Date(note.startedAt).toISOString(),
  at: new Date(note.at).toISOString(),
  problem: problem && { at: new Date(problem.at).toISOString(), text: problem.text },
});

/** `swapdeck keep stop`: ends the keeper. Throws PlainError if there is none, several, or it does not answer. */
export async function runKeepStop(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(args, keepStopSyntax);
  const [note, other] = keepers(io, values.profile);
  if (!note) throw new PlainError('No keeper runs.');
  if (other) throw new PlainError('Several keepers run: choose one with --profile NAME.');
  const { why } = await askKeeper(note.socket, 'stop', { clock: io.clock, limitMs: stopLimitMs });
  if (why !== null)
    throw new PlainError(
      `The keeper (process ${note.pid}) did not end: ${why}. To end it in any case: kill ${note.pid}`,
    );
  io.stdout.write(`The keeper of ${note.profile} has ended.\n`);
  return 0;
}

const keepers = ({ paths }: CommandIo, profile: string | undefined): readonly KeeperNote[] =>
  listKeeperNotes(paths.stateDir).filter((note) => profile === undefined || note.profile === profile);
