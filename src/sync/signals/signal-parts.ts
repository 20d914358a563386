import { callPlatform } from '../../domain/market/call-platform.ts';
import { chains, chainsOfAddress, readChain } from '../../domain/market/chain.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { callRowId } from '../../stores/signals/merge-signals.ts';
import type { SignalToken } from '../../stores/signals/signal-token.ts';
import type { Signal } from '../../stores/signals/signals.ts';

const addressLimit = 100;

/** A cleaned name; null if empty. */
export const name = (raw: unknown): string | null => cleanText(raw, textLimits.name).trim() || null;
export const whole = (raw: unknown): string => cleanText(raw, 200);

/** A user name without the @ that some lists put before it; null if empty. */
export const userName = (raw: unknown): string | null => name(cleanText(raw, textLimits.name).trim().replace(/^@/, ''));

/** A platform by one name; null if empty. */
export const platformOf = (raw: unknown): string | null => callPlatform(name(raw) ?? '') || null;

/** Limits a time to now, so that a wrong or forged time cannot pin a row to the top. */
export const notLater = (ms: unknown, nowMs: number): number =>
  typeof ms === 'number' && Number.isFinite(ms) && ms > 0 ? Math.min(ms, nowMs) : nowMs;

export const factsOf = (rows: readonly (readonly [string, unknown])[]): Signal['facts'] =>
  rows.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ label, value: whole(value) }],
  );

/** A signal without any known field but its token. */
export const signalWith = (token: SignalToken, nowMs: number): Signal => ({
  kind: 'call',
  ids: [callRowId(token)],
  atMs: nowMs,
  token,
  platform: null,
  place: null,
  caller: null,
  userName: null,
  isVerified: null,
  isBot: null,
  message: null,
  messageState: null,
  calls: null,
  priceUsd: null,
  marketCapUsd: null,
  liquidityUsd: null,
  trade: null,
  facts: [],
});

interface TokenNames {
  readonly symbol?: unknown;
  readonly name?: unknown;
}

/** A token from its network, in any spelling, and its address as sent. */
export function tokenOf(network: unknown, address: string, names: TokenNames | null = null): SignalToken {
  const named = cleanText(network, textLimits.symbol);
  const chain = readChain(named);
  return {
    chain,
    network: chain ? chains[chain].network : named,
    address: cleanText(address, addressLimit),
    symbol: cleanText(names?.symbol, textLimits.symbol).trim() || null,
    name: name(names?.name),
  };
}

/** A token of which only the address is known. An EVM address is on one of several chains: the chain stays unknown. */
export function tokenAt(address: string): SignalToken {
  const [chain, another] = chainsOfAddress(address);
  return tokenOf(another ? '' : chain, address);
}

/** Server, channel and topic, as far as known. */
export function placeText(server: unknown, channel: unknown, topic?: unknown): string | null {
  const [where, inside] = [name(server), name(channel)];
  return [where, where && inside ? `#${inside}` : inside, name(topic)].filter(Boolean).join(' ') || null;
}

interface MessageIds {
  readonly messageId?: string | null | undefined;
  readonly tweetId?: string | null | undefined;
}

/** Ids that link a message on one stream to its signal on another: message id and token. */
export function messageIds(platform: string | null, { messageId, tweetId }: MessageIds, token: SignalToken): string[] {
  const id = messageId || tweetId;
  return id ? [`message ${platform} ${whole(id)} ${token.address}`] : [];
}

export const messageFacts = ({ messageId, tweetId }: MessageIds): Signal['facts'] =>
  factsOf([
    ['message id', messageId],
    ['tweet id', tweetId],
  ]);

interface TradeFields {
  readonly isBuy?: boolean | null | undefined;
  readonly amountUsd?: string | null | undefined;
  readonly walletAddress?: string | null | undefined;
}

export const tradeOf = (fields: TradeFields | null | undefined): Signal['trade'] =>
  typeof fields?.isBuy === 'boolean' && typeof fields.amountUsd === 'string'
    ? { isBuy: fields.isBuy, amountUsd: fields.amountUsd, wallet: cleanText(fields.walletAddress, addressLimit) }
    : null;
