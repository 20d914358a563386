import { isChannelName } from '../../protocol/channel-name.ts';
import type { AnyStream } from '../../protocol/stream.ts';

/** Channels that require a signature. */
export const needsAuth = (channel: string): boolean => /^(private|presence)-/.test(channel);

export const isPresence = (channel: string): boolean => channel.startsWith('presence-');

/**
 * The channel of a stream and its filter values, such as `svm-token-swaps;<mint>` or
 * `presence-portfolio-notifications;<userId>`. Session responses and events both use it, so they agree. Null if a
 * filter value has an invalid character, or the name would be too long.
 */
export function channelName(
  stream: AnyStream,
  filter: Readonly<Record<string, string>>,
  userId: string | undefined,
): string | null {
  const values = stream.filters.map(({ name }) => filter[name] ?? '');
  const parts = stream.visibility === 'presence' ? [userId ?? '', ...values] : values;
  // EVM addresses are case-insensitive, base58 ones are not.
  const cased = stream.id.startsWith('evm.') ? parts.map((part) => part.toLowerCase()) : parts;
  // A separator inside a value would let two filters share a channel.
  if (cased.some((part) => part.includes(';'))) return null;
  const prefix = stream.visibility === 'presence' ? 'presence-' : '';
  const name = [`${prefix}${stream.id.replaceAll('.', '-')}`, ...cased].join(';');
  return isChannelName(name) ? name : null;
}

/** The user of a presence channel; null for any other channel. */
export const ownerOf = (channel: string): string | null =>
  isPresence(channel) ? (channel.split(';')[1] ?? null) : null;
