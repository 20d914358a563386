import type { Fields } from '../../domain/fields.ts';
import { chains, readChain } from '../../domain/market/chain.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { Signal, SignalToken } from '../../stores/signals/signals.ts';

const addressLimit = 100;

/** A cleaned name; null if empty. */
export const name = (raw: unknown): string | null => cleanText(raw, textLimits.name).trim() || null;
export const whole = (raw: unknown): string => cleanText(raw, 200);

/** The first of these fields with a non-empty text. */
export function textOf(fields: Fields, ...names: readonly string[]): string | null {
  const found = names.map((each) => fields[each]).find((value) => typeof value === 'string' && value.trim() !== '');
  return name(found);
}

/** Limits a time to now, so that a wrong or forged time cannot pin a row to the top. */
export const notLater = (ms: unknown, nowMs: number): number =>
  typeof ms === 'number' && Number.isFinite(ms) && ms > 0 ? Math.min(ms, nowMs) : nowMs;

export const factsOf = (rows: readonly (readonly [string, unknown])[]): Signal['facts'] =>
  rows.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ label, value: whole(value) }],
  );

/** A signal without any known field. */
export const unknownSignal: Omit<Signal, 'kind' | 'ids' | 'atMs'> = {
  token: null,
  platform: null,
  place: null,
  caller: null,
  isVerified: null,
  isBot: null,
  message: null,
  priceUsd: null,
  marketCapUsd: null,
  liquidityUsd: null,
  trade: null,
  facts: [],
};

/** A token from its network, as chain or network name, and its address as sent. */
export function tokenOf(network: unknown, address: string, meta?: Fields | null): SignalToken {
  const named = cleanText(network, textLimits.symbol);
  const chain = readChain(named);
  return {
    chain,
    network: chain ? chains[chain].network : named,
    address: cleanText(address, addressLimit),
    symbol: cleanText(meta?.symbol, textLimits.symbol).trim() || null,
    name: name(meta?.name),
  };
}

/** Server, channel and topic, as far as known. */
export function placeOf(fields: Fields): string | null {
  const server = textOf(fields, 'serverName', 'snapshotGuildName', 'snapshotChatTitle');
  const channel = textOf(fields, 'channelName', 'snapshotChannelName');
  const topic = textOf(fields, 'topicTitle');
  return [server, server && channel ? `#${channel}` : channel, topic].filter(Boolean).join(' ') || null;
}

const idFields = ['messageId', 'tweetId', 'txSignature'] as const;
export const placeFacts = (fields: Fields): Signal['facts'] =>
  factsOf(idFields.map((field) => [field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), fields[field]]));

/** Ids that link a message on one stream to its signal on another: message id and token. */
export function messageIds(platform: string | null, fields: Fields, address: string): string[] {
  const id = fields.messageId ?? fields.tweetId;
  return typeof id === 'string' && id !== '' ? [`message ${platform} ${whole(id)} ${address}`] : [];
}

export const tradeOf = (fields: Fields): Signal['trade'] =>
  typeof fields.isBuy === 'boolean' && typeof fields.amountUsd === 'string'
    ? {
        isBuy: fields.isBuy,
        amountUsd: fields.amountUsd,
        wallet: cleanText(fields.walletAddress, addressLimit),
      }
    : null;
