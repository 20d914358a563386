import { allStreams } from '../../protocol/stream-list.ts';
import { filterProblems } from '../../stores/market/stream-filter.ts';
import type { DeskStream } from '../../sync/streams/desk-streams.ts';
import { UsageError } from '../command.ts';

/**
 * Parses a stream from the command line: `svm.token.swaps:tokenAddress=So111…`, with commas between filters. Throws
 * UsageError that says what is allowed.
 */
export function readStreamChoice(text: string): DeskStream {
  const [id = '', ...rest] = text.split(':');
  const stream = allStreams.find((candidate) => candidate.id === id || candidate.aliases.includes(id));
  if (!stream)
    throw new UsageError(`There is no stream ${JSON.stringify(id.slice(0, 60))}. Known: ${streamIds().join(', ')}.`);
  const pairs = rest
    .join(':')
    .split(',')
    .filter((pair) => pair !== '');
  const filter: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`--stream ${id}: ${JSON.stringify(pair.slice(0, 60))} is not name=value.`);
    filter[pair.slice(0, at)] = pair.slice(at + 1);
  }
  const [wrong] = Object.entries(filterProblems({ family: familyOf(stream.id), filters: stream.filters }, filter));
  if (wrong) throw new UsageError(`--stream ${id}: ${wrong[0]}: ${wrong[1]}`);
  return { stream, filter };
}

const familyOf = (id: string): 'svm' | 'evm' | null =>
  id.startsWith('svm.') ? 'svm' : id.startsWith('evm.') ? 'evm' : null;

const streamIds = (): string[] => allStreams.map(({ id }) => id);
