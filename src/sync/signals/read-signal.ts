import type { z } from 'zod';
import { fieldsOf } from '../../domain/fields.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { alphaCallSignal } from '../../protocol/endpoints/alpha.ts';
import type { StreamData } from '../../protocol/stream.ts';
import type { alphaPersonal, alphaSignalFeedGlobal } from '../../protocol/streams/alpha.ts';
import type { svmBondingCurveCreations, svmBondingCurveGraduations } from '../../protocol/streams/svm.ts';
import type { Signal } from '../../stores/signals/signals.ts';
import {
  factsOf,
  messageIds,
  name,
  notLater,
  placeFacts,
  placeOf,
  textOf,
  tokenOf,
  tradeOf,
  unknownSignal,
  whole,
} from './signal-parts.ts';

type AlphaCall = z.output<typeof alphaCallSignal>;

/** Limit of rows per message, since a message may name many tokens. */
const mostTokens = 5;

/** A call from the REST lists, which do not name its token. */
export function signalOfCall(call: AlphaCall, nowMs: number): Signal {
  const source = fieldsOf(call.source);
  const trade = tradeOf(fieldsOf(call.tradeData));
  return {
    ...unknownSignal,
    kind: trade || call.platform === 'trade' ? 'trade' : 'call',
    ids: [`signal ${whole(call.signalId)}`],
    atMs: notLater(call.timestampMs, nowMs),
    platform: name(call.platform),
    place: placeOf(source),
    caller: name(call.caller?.displayName) ?? name(call.caller?.username),
    isVerified: call.caller?.verified ?? null,
    isBot: call.isBot,
    message: cleanText(call.messagePreview) || null,
    priceUsd: call.priceUsd ?? null,
    marketCapUsd: call.marketCapUsd ?? null,
    liquidityUsd: call.liquidityUsd ?? null,
    trade,
    facts: [...factsOf([['user name', call.caller?.username]]), ...placeFacts({ ...source, ...call.tradeData })],
  };
}

/** An update of a signal feed; null for other messages of these streams; an error text for an incomplete update. */
export function signalOfFeed(data: StreamData<typeof alphaSignalFeedGlobal>, nowMs: number): Signal | string | null {
  const { tokenAddress, latestSignal: signal, tokenMeta } = data;
  if (!tokenAddress && !signal) return null;
  if (!tokenAddress || !signal) return tokenAddress ? 'an update without its signal' : 'a signal without its token';
  const platform = name(signal.source?.sourceType);
  const source = fieldsOf(signal.source?.source);
  const token = tokenOf(data.network ?? tokenMeta?.network, tokenAddress, tokenMeta);
  const trade = tradeOf(source);
  return {
    ...unknownSignal,
    kind: trade || platform === 'trade' ? 'trade' : 'call',
    ids: [`signal ${whole(signal.id)}`, ...messageIds(platform, source, token.address)],
    atMs: notLater(signal.timestampMs, nowMs),
    token,
    platform,
    place: placeOf(source),
    caller: textOf(fieldsOf(source.author), 'displayName', 'username') ?? textOf(source, 'displayName', 'username'),
    isBot: signal.isBot ?? null,
    priceUsd: signal.priceUsd ?? null,
    marketCapUsd: signal.marketcapUsd ?? null,
    liquidityUsd: signal.liquidityUsd ?? null,
    trade,
    facts: [
      ...placeFacts(source),
      ...factsOf([
        ['pool', signal.poolAddress],
        ['dex', signal.dexName],
      ]),
    ],
  };
}

/** A message of the account's own sources: one signal per token named; none for deleted messages and those without a token. */
export function signalsOfMessage(data: StreamData<typeof alphaPersonal>, nowMs: number): Signal[] {
  const fields = fieldsOf(data.data);
  const tokens = (Array.isArray(fields.tokens) ? fields.tokens : []).map(fieldsOf);
  if (fields.isDeleted === true) return [];
  const platform = name(data.platform);
  const author = fieldsOf(fields.author);
  return tokens
    .filter(({ address }) => typeof address === 'string' && address !== '')
    .slice(0, mostTokens)
    .map(({ address, chain }) => {
      const token = tokenOf(chain, String(address));
      const atMs = notLater(fields.timestamp, nowMs);
      const ids = messageIds(platform, fields, token.address);
      return {
        ...unknownSignal,
        kind: 'call',
        ids: ids.length > 0 ? ids : [`message ${platform} at ${atMs} ${token.address}`],
        atMs,
        token,
        platform,
        place: placeOf(fields),
        caller: textOf(author, 'displayName', 'username'),
        isVerified: typeof author.verified === 'boolean' ? author.verified : null,
        isBot: typeof author.isBot === 'boolean' ? author.isBot : null,
        message: cleanText(fields.content) || null,
        facts: [...factsOf([['user name', author.username]]), ...placeFacts(fields)],
      };
    });
}

type Curve = StreamData<typeof svmBondingCurveCreations> & Partial<StreamData<typeof svmBondingCurveGraduations>>;

/** The creation of a token on a bonding curve, or its graduation to a pool. */
export function signalOfCurve(kind: 'creation' | 'graduation', data: Curve, nowMs: number): Signal {
  const token = tokenOf(data.network ?? 'solana', data.tokenAddress);
  const dex = name(kind === 'creation' ? data.curveDexType : (data.destPoolDexType ?? data.curveDexType));
  return {
    ...unknownSignal,
    kind,
    ids: [`${kind} ${token.address}`],
    atMs: notLater(data.blockTime, nowMs),
    token,
    platform: 'chain',
    place: dex,
    facts: factsOf([
      ['creator', data.creator],
      ['curve', data.curveAddress],
      ['curve type', data.curveDexType],
      ['pool', data.destPoolAddress],
      ['pool type', data.destPoolDexType],
      ['transaction', data.signature],
      ['slot', data.slot],
    ]),
  };
}
