import { cleanText } from '../../../domain/text/clean-text.ts';
import { isChannelName } from '../../../protocol/channel-name.ts';
import { isUnreadable, type Unreadable } from '../../../protocol/schema.ts';
import type { Channel, Wanted } from './wanted-streams.ts';

/** One entry of the session response. */
export interface ResolvedSubscription {
  readonly stream: string;
  readonly channel: string;
  readonly event?: string | null | undefined;
  readonly visibility?: string | null | undefined;
  readonly filter?: Readonly<Record<string, string>> | null | undefined;
}

type Answers = readonly (ResolvedSubscription | Unreadable)[];

/** The channel of each wanted stream, or why it has none. */
export type Matches = ReadonlyMap<Wanted, Channel | { readonly refused: string }>;

/**
 * Matches session answers to wanted streams. The same stream may be wanted with several filters, so its name alone is
 * not enough: the filter decides if the answer shows it (echoed, or its values in the channel name), otherwise the
 * position.
 */
export function matchSubscriptions(asked: readonly Wanted[], answers: Answers): Matches {
  const open = new Map(answers.map((answer, index) => [index, answer]));
  const found = new Map<Wanted, ResolvedSubscription | Unreadable>();
  const take = (wanted: Wanted, index: number, answer: ResolvedSubscription | Unreadable) => {
    found.set(wanted, answer);
    open.delete(index);
  };
  for (const wanted of asked) {
    const rivals = asked.filter((other) => other !== wanted && other.stream.id === wanted.stream.id);
    const [told, ...more] = [...open].filter(
      ([, answer]) => isTold(wanted, answer) && !rivals.some((rival) => isTold(rival, answer)),
    );
    if (told && more.length === 0) take(wanted, ...told);
  }
  asked.forEach((wanted, index) => {
    const answer = open.get(index);
    if (found.has(wanted) || !answer) return;
    if (isUnreadable(answer) || (isFor(wanted, answer) && !answer.filter)) take(wanted, index, answer);
  });
  return new Map(asked.map((wanted) => [wanted, toChannel(wanted, found.get(wanted))]));
}

const isFor = ({ stream }: Wanted, answer: ResolvedSubscription): boolean =>
  answer.stream === stream.id || stream.aliases.includes(answer.stream);

function isTold(wanted: Wanted, answer: ResolvedSubscription | Unreadable): boolean {
  if (isUnreadable(answer) || !isFor(wanted, answer)) return false;
  const values = Object.entries(wanted.filter);
  if (values.length === 0)
    return answer.filter !== null && answer.filter !== undefined && Object.keys(answer.filter).length === 0;
  // Without case: a service may normalise EVM addresses.
  const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();
  if (answer.filter) return values.every(([name, value]) => isSame(answer.filter?.[name], value));
  const parts = answer.channel.split(/[^A-Za-z0-9]+/);
  return values.every(([, value]) => parts.some((part) => isSame(part, value)));
}

function toChannel(
  wanted: Wanted,
  answer: ResolvedSubscription | Unreadable | undefined,
): ReturnType<Matches['get']> & {} {
  if (!answer) return { refused: `the service named no channel for ${wanted.stream.id}` };
  if (isUnreadable(answer))
    return { refused: `the service's response is unreadable: ${cleanText(answer.unreadable, 200)}` };
  const { channel: name, event } = answer;
  // Encrypted channels need a shared secret that the API does not provide.
  if (!isChannelName(name) || name.startsWith('private-encrypted-'))
    return { refused: 'the service named an invalid channel' };
  const isPresence = answer.visibility === 'presence' || /^(presence|private)-/.test(name);
  return { name, event: event || 'update', isPresence };
}
