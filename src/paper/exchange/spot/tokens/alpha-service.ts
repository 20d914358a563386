import { chains } from '../../../../domain/market/chain.ts';
import type { Random } from '../../../../platform/time/random.ts';
import type { ResponseInput } from '../../../../protocol/endpoint.ts';
import type { alphaCallContext, alphaSources } from '../../../../protocol/endpoints/alpha.ts';
import type { StreamDataInput } from '../../../../protocol/stream.ts';
import type { alphaPersonal, alphaSignalFeedGlobal } from '../../../../protocol/streams/alpha.ts';
import type { Bus } from '../../../world/bus.ts';
import { addressOn, transactionId } from './paper-addresses.ts';
import { logPath } from './price-history.ts';
import type { TokenBook } from './token-book.ts';
import type { PaperToken } from './token-list.ts';

export type AlphaCall = ResponseInput<typeof alphaCallContext>['signals'][number];
type Source = ResponseInput<typeof alphaSources>['sources'][number];

export interface AlphaSignal {
  readonly sequence: number;
  readonly tokenAddress: string;
  /** The connected source; null if only the global feed has it. */
  readonly connectionId: string | null;
  readonly sourceName: string;
  readonly call: AlphaCall;
}

const keptSignals = 300;
const meanSignalMs = 25_000;
const openingSignals = 40;
const platforms = ['discord', 'telegram', 'x', 'trade'] as const;
type Platform = (typeof platforms)[number];

const callers = [
  '0xmarlow',
  'lena.sol',
  'tapereader',
  'northpole',
  'quietwhale',
  'cap_n_chart',
  'basedmira',
  'obiwatch',
];
const strangers = ['Degen Desk', 'Chain Gang', 'Morning Calls', 'whale wallets'];
const remarks = [
  'SYM looks ready, buyers are stepping up',
  'adding a little SYM here, stop below the last low',
  'SYM volume doubled in the last hour',
  'careful with SYM, somebody is selling into every bounce',
  'SYM back above where it broke down, watching',
];

/**
 * Token signals of the account's connected sources and of all sources. A caller's user name is the id of their profile
 * feed, a source's connection id the id of its named feed.
 */
export class AlphaService {
  readonly sources: readonly Source[];
  readonly #book: TokenBook;
  readonly #bus: Bus;
  readonly #random: Random;
  readonly #userId: string;
  #signals: AlphaSignal[] = [];
  #lastSequence = 0;

  /** Starts with a day of past signals. */
  constructor(options: { book: TokenBook; bus: Bus; random: Random; userId: string; startMs: number }) {
    this.#book = options.book;
    this.#bus = options.bus;
    this.#random = options.random;
    this.#userId = options.userId;
    const connectedAt = (days: number) => new Date(options.startMs - days * 86_400_000).toISOString();
    this.sources = [
      source('con_discord_01', 'discord', 'Solana Trenches', true, connectedAt(41)),
      source('con_telegram_01', 'telegram', 'Base Camp', true, connectedAt(23)),
      source('con_x_01', 'x', 'My watchlist', true, connectedAt(12)),
      source('con_discord_02', 'discord', 'BNB Lounge', false, connectedAt(64)),
    ];
    const gapMs = 86_400_000 / openingSignals;
    for (let left = openingSignals; left > 0; left--) {
      const atMs = Math.round(options.startMs - (left - this.#random.next()) * gapMs);
      const { token } = this.#make(atMs);
      const { seed, listing } = this.#book.marketOf(token);
      const past = logPath(seed, listing.volatility, atMs) - logPath(seed, listing.volatility, options.startMs);
      this.#rescaleLast(Math.exp(past));
    }
  }

  /** Newest first. */
  get signals(): AlphaSignal[] {
    return this.#signals.toReversed();
  }

  advance(nowMs: number, elapsedMs: number): void {
    if (this.#random.next() >= elapsedMs / meanSignalMs) return;
    const { signal, token } = this.#make(nowMs);
    const data = this.#feedUpdate(signal, token);
    this.#bus.publish({
      stream: 'alpha.signalFeedGlobal',
      filter: {},
      data: { type: 'globalSignalFeedUpdate', ...data },
    });
    const profileId = signal.call.caller?.username;
    const mine = { filter: {}, userId: this.#userId };
    if (profileId) {
      const ofProfile = { type: 'profileSignalFeedUpdate', profileId, ...data };
      this.#bus.publish({ ...mine, stream: 'alpha.signalFeedProfile', filter: { profileId }, data: ofProfile });
    }
    const feedId = signal.connectionId;
    if (feedId === null) return;
    const named = { type: 'namedSignalFeedUpdate', feedId, ...data };
    this.#bus.publish({ ...mine, stream: 'alpha.signalFeedNamed', filter: { feedId }, data: named });
    const personal = { type: 'personalSignalFeedUpdate', ...data };
    this.#bus.publish({ stream: 'alpha.signalFeedPersonal', ...mine, data: personal });
    this.#bus.publish({ stream: 'alpha.personal', ...mine, data: message(signal, token) });
  }

  snapshot(): AlphaSignal[] {
    return [...this.#signals];
  }

  restore(signals: AlphaSignal[]): void {
    this.#signals = [...signals];
    this.#lastSequence = signals.at(-1)?.sequence ?? 0;
  }

  #make(atMs: number): { signal: AlphaSignal; token: PaperToken } {
    const tokens = this.#book.tokens.filter((token) => token.kind === 'token');
    const token = this.#pick(tokens);
    const own = this.#random.next() < 0.45 ? this.#pick(this.sources.filter(({ enabled }) => enabled)) : null;
    const platform = (own?.platform as Platform | undefined) ?? this.#pick(platforms);
    const sourceName = own?.name ?? this.#pick(strangers);
    const sequence = ++this.#lastSequence;
    const isTrade = platform === 'trade';
    const call: AlphaCall = {
      signalId: `sig_${this.#random.hex(8)}`,
      timestampMs: atMs,
      platform,
      isBot: isTrade || this.#random.next() < 0.15,
      caller: isTrade ? null : this.#caller(),
      contextMessages: null,
      priceUsd: this.#book.priceUsd(token),
      marketCapUsd: this.#book.marketCapUsd(token),
      liquidityUsd: this.#book.liquidityUsd(token),
      messagePreview: isTrade ? null : this.#pick(remarks).replace('SYM', `$${token.symbol}`),
      source: isTrade ? null : this.#place(platform, sourceName),
      tradeData: isTrade ? this.#trade(token) : null,
    };
    const signal = { sequence, tokenAddress: token.address, connectionId: own?.connectionId ?? null, sourceName, call };
    this.#signals.push(signal);
    if (this.#signals.length > keptSignals) this.#signals.shift();
    return { signal, token };
  }

  /** A past signal quotes the prices of its day. */
  #rescaleLast(factor: number): void {
    const signal = this.#signals.pop()!;
    const { priceUsd, marketCapUsd } = signal.call;
    const then = { priceUsd: Number(priceUsd) * factor, marketCapUsd: Number(marketCapUsd) * factor };
    this.#signals.push({ ...signal, call: { ...signal.call, ...then } });
  }

  #caller() {
    const username = this.#pick(callers);
    return {
      username,
      displayName: username.replace(/[._]/g, ' '),
      avatarUrl: null,
      verified: this.#random.next() < 0.3,
    };
  }

  #place(platform: Platform, name: string) {
    const id = () => String(10 ** 17 + this.#random.int(9e15));
    if (platform === 'x') return { tweetId: id() };
    const channel = { channelId: id(), channelName: platform === 'discord' ? 'calls' : name, messageId: id() };
    return platform === 'discord' ? { ...channel, guildId: id(), serverName: name } : channel;
  }

  #trade(token: PaperToken) {
    const amountUsd = 200 + this.#random.int(20_000);
    return {
      isBuy: this.#random.next() < 0.7,
      amountUsd: String(amountUsd),
      amountNative: (amountUsd / this.#book.nativePriceUsd(token.chain)).toFixed(6),
      walletAddress: addressOn(token.chain, this.#random),
      txSignature: transactionId(token.chain, this.#random),
    };
  }

  #feedUpdate({ call }: AlphaSignal, token: PaperToken): StreamDataInput<typeof alphaSignalFeedGlobal> {
    const { network } = chains[token.chain];
    const { pool } = this.#book.marketOf(token);
    const { address, symbol, name, decimals } = token;
    return {
      tokenAddress: address,
      network,
      tokenMeta: { address, network, symbol, name, decimals },
      latestSignal: {
        id: call.signalId,
        timestampMs: call.timestampMs,
        source: { sourceType: call.platform, source: { ...(call.source ?? call.tradeData) } },
        isBot: call.isBot,
        priceUsd: call.priceUsd,
        priceNative: this.#book.priceNative(token),
        marketcapUsd: call.marketCapUsd,
        liquidityUsd: call.liquidityUsd,
        poolAddress: pool.address,
        dexName: pool.dexName,
      },
    };
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[this.#random.int(choices.length)]!;
  }
}

function source(connectionId: string, platform: Platform, name: string, enabled: boolean, createdAt: string): Source {
  return {
    connectionId,
    connectionType: platform === 'x' ? 'list' : 'channel',
    enabled,
    createdAt,
    name,
    platform,
    source: name,
  };
}

/** The signal as a message of its platform. */
const message = ({ call }: AlphaSignal, token: PaperToken): StreamDataInput<typeof alphaPersonal> => ({
  platform: call.platform,
  data: {
    ...call.source,
    content: call.messagePreview,
    timestamp: call.timestampMs,
    author: { username: call.caller?.username, displayName: call.caller?.displayName },
    tokens: [{ address: token.address, chain: token.chain }],
  },
});
