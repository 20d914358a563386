import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '../../domain/fields.ts';
import { chains } from '../../domain/market/chain.ts';
import { parseTokenId } from '../../domain/market/token.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import type { StreamResult } from './check-report.ts';
import type { Finding } from './compare.ts';
import { baseDollar, busyToken, type KnownValues, textsAt } from './known-values.ts';

/** A stream to be followed; its findings are those of the catalog. */
export interface PlannedStream {
  readonly stream: AnyStream;
  readonly filter: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

interface StreamPlan {
  readonly planned: readonly PlannedStream[];
  /** Not followed: those without a filter, and those in which the catalog differs. */
  readonly others: readonly StreamResult[];
}

const whyUnknown: Readonly<Record<string, string>> = {
  walletAddress: 'the account has no wallet on that chain',
};

/**
 * The streams that can be followed without a guess. @param catalog data of `ws.streams`; undefined if it did not answer.
 * @param tapeTokens tokens of the configuration, as `chain:address`.
 */
export function planStreams(catalog: unknown, known: KnownValues, tapeTokens: readonly string[]): StreamPlan {
  const listed = catalog === undefined ? null : textsAt(catalog, 'streams[].id');
  const values = { svm: svmValues(known, tapeTokens), evm: evmValues(known, tapeTokens) };
  const planned: PlannedStream[] = [];
  const others: StreamResult[] = [];
  for (const stream of allStreams) {
    const names = [stream.id, ...stream.aliases];
    const result = { id: stream.id, filter: {}, level: 'skip', events: 0, findings: [] } as const;
    if (listed && !names.some((name) => listed.includes(name))) {
      others.push({ ...result, level: 'warn', problem: 'the catalog of the service does not list it' });
      continue;
    }
    const given: Readonly<Record<string, string | undefined>> = stream.id.startsWith('evm.') ? values.evm : values.svm;
    const wanted = stream.filters.filter(({ required }) => required).map(({ name }) => name);
    const missing = wanted.find((name) => given[name] === undefined);
    if (missing !== undefined) {
      others.push({ ...result, problem: whyUnknown[missing] ?? `it needs a ${missing}, which no operation gives` });
      continue;
    }
    const filter = Object.fromEntries(wanted.map((name) => [name, given[name]!]));
    planned.push({ stream, filter, findings: filterFindings(catalog, names, wanted) });
  }
  return { planned, others: [...others, ...unknownStreams(listed ?? [])] };
}

function svmValues(known: KnownValues, tapeTokens: readonly string[]) {
  const tape = tapeTokens.map(parseTokenId).find((token) => token?.chain === 'solana');
  return { tokenAddress: (tape ?? busyToken).address, walletAddress: known.wallet('solana') };
}

function evmValues(known: KnownValues, tapeTokens: readonly string[]) {
  const tape = tapeTokens.map(parseTokenId).find((token) => token && token.chain !== 'solana');
  const { chain, address } = tape ?? known.heldToken('base') ?? baseDollar;
  return { chainId: String(chains[chain].chainId), tokenAddress: address, walletAddress: known.wallet('base') };
}

/** Where the catalog asks for other filters than expected. */
function filterFindings(catalog: unknown, names: readonly string[], expected: readonly string[]): Finding[] {
  const { streams } = fieldsOf(catalog);
  const row = Array.isArray(streams) ? streams.find((one) => names.includes(String(fieldsOf(one)['id']))) : undefined;
  const { filters } = fieldsOf(row);
  if (!Array.isArray(filters)) return [];
  const required = filters.flatMap((filter) => {
    const { name, required: isRequired } = fieldsOf(filter);
    return isRequired === true && typeof name === 'string' ? [name] : [];
  });
  if (isDeepStrictEqual(required.toSorted(), [...expected].sort())) return [];
  const list = (all: readonly string[]) => cleanText(all.join(', '), 200) || 'none';
  const detail = `expected ${list(expected)}, the catalog asks for ${list(required)}`;
  return [{ kind: 'type', path: '(catalog) filters', detail, count: 1, of: 1 }];
}

/** A service could list a million streams. */
const mostUnknown = 50;

const unknownStreams = (listed: readonly string[]): StreamResult[] =>
  listed
    .filter((id) => !allStreams.some((stream) => stream.id === id || stream.aliases.includes(id)))
    .slice(0, mostUnknown)
    .map((id) => ({
      id: cleanText(id, textLimits.name),
      filter: {},
      level: 'warn',
      events: 0,
      problem: 'the catalog lists it, but it is unknown here',
      findings: [],
    }));
