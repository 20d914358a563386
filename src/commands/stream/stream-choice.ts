import type { AnyStream } from '../../protocol/stream.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { filterProblems } from '../../stores/market/stream-filter.ts';
import type { DeskStream } from '../../sync/streams/desk-streams.ts';
import { didYouMean } from '../../ui/keys/nearest-words.ts';
import { UsageError } from '../command.ts';

/**
 * Reads a stream and its filter from the command line. `prefix` begins each message, such as `--stream `. Throws
 * UsageError that says what is allowed.
 */
export function readStream(id: string, pairs: readonly string[], prefix = ''): DeskStream {
  const stream = allStreams.find((candidate) => candidate.id === id || candidate.aliases.includes(id));
  if (!stream) throw new UsageError(`There is no stream ${JSON.stringify(id.slice(0, 60))}.${suggestion(id)}`);
  const filter: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`${prefix}${id}: ${JSON.stringify(pair.slice(0, 60))} is not name=value.`);
    filter[pair.slice(0, at)] = pair.slice(at + 1);
  }
  refuseUnknown(stream, Object.keys(filter), `${prefix}${id}`);
  const [wrong] = Object.entries(filterProblems({ family: familyOf(stream.id), filters: stream.filters }, filter));
  if (wrong) throw new UsageError(`${prefix}${id}: ${wrong[0]}: ${wrong[1]}`);
  return { stream, filter };
}

/** `svm.token.swaps:tokenAddress=So111…`, with commas between filters. Throws UsageError. */
export function readStreamChoice(text: string): DeskStream {
  const [id = '', ...rest] = text.split(':');
  const pairs = rest.join(':').split(',');
  return readStream(
    id,
    pairs.filter((pair) => pair !== ''),
    '--stream ',
  );
}

/** The stream and its filter as they are typed: `svm.token.swaps tokenAddress=So111…`. */
export const streamText = ({ stream, filter }: DeskStream): string =>
  [stream.id, ...Object.entries(filter).map((pair) => pair.join('='))].join(' ');

function refuseUnknown({ filters }: AnyStream, given: readonly string[], place: string): void {
  const names = filters.map(({ name }) => name);
  const unknown = given.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const known = names.length === 0 ? ' It takes no filter.' : ` Its filters: ${names.join(', ')}.`;
  throw new UsageError(
    `${place}: ${unknown.slice(0, 60)}: This stream has no such filter.${didYouMean(unknown, names) || known}`,
  );
}

/** The nearest names, or those that contain the word; otherwise all. */
function suggestion(id: string): string {
  const ids = allStreams.map((stream) => stream.id);
  const near = didYouMean(id, ids);
  if (near) return near;
  const containing = ids.filter((known) => id !== '' && known.toLowerCase().includes(id.toLowerCase()));
  return containing.length > 0 ? ` Did you mean ${containing.join(' or ')}?` : ` Known: ${ids.join(', ')}.`;
}

const familyOf = (id: string): 'svm' | 'evm' | null =>
  id.startsWith('svm.') ? 'svm' : id.startsWith('evm.') ? 'evm' : null;
