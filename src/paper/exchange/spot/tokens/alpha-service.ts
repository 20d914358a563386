import type { Random } from '../../../../platform/time/random.ts';
import type { ResponseInput } from '../../../../protocol/endpoint.ts';
import type { alphaSources } from '../../../../protocol/endpoints/alpha.ts';
import type { Bus } from '../../../world/bus.ts';
import { callReference, feedUpdate, messageOf, smallTalk, stableId } from './alpha-events.ts';
import { type Caller, callers, postscript, remarks, strangers } from './alpha-people.ts';
import { type AlphaCall, type AlphaSignal, type Platform, platforms } from './alpha-signal.ts';
import { addressOn, transactionId } from './paper-addresses.ts';
import type { Market, TokenBook } from './token-book.ts';
import type { TokenHistories } from './token-histories.ts';
import type { PaperToken } from './token-list.ts';

type Source = ResponseInput<typeof alphaSources>['sources'][number];

const keptSignals = 300;
/** The next signal comes after this time, at least and at most. */
const pauseMs = [4_000, 16_000] as const;
/** How often a caller with a following calls a launch, if there is one to their taste. */
const launchCallPart = 0.5;
/** As many as came in the last 20 minutes. */
const openingSignals = 120;
/** Of the messages of the own sources, how many are edited or deleted when the next call is made. */
const editedPart = 0.2;
const deletedPart = 0.08;
/** How often somebody in an own source says something about no token. */
const smallTalkPart = 0.3;

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
  readonly #onCall: (market: Market, effect: 'rise' | 'fall') => void;
  /** Who has been silent longest comes first. */
  readonly #callers = [...callers];
  #untilNextMs = 0;
  #signals: AlphaSignal[] = [];
  #lastSequence = 0;

  /** Starts with past signals, at the pace at which live ones come. */
  constructor(options: {
    book: TokenBook;
    histories: TokenHistories;
    bus: Bus;
    random: Random;
    userId: string;
    startMs: number;
    /** Of a saved market no past signals are made up. */
    isSaved?: boolean;
    /** Somebody whom others follow has called a token. */
    onCall: (market: Market, effect: 'rise' | 'fall') => void;
  }) {
    this.#onCall = options.onCall;
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
    if (options.isSaved) return;
    const gapMs = (pauseMs[0] + pauseMs[1]) / 2;
    for (let left = openingSignals; left > 0; left--) {
      const atMs = Math.round(options.startMs - (left - this.#random.next()) * gapMs);
      const { token } = this.#make(atMs);
      const then = options.histories.of(token, options.startMs).priceAt(atMs);
      this.#rescaleLast(then / this.#book.priceUsd(token));
    }
  }

  /** Newest first. */
  get signals(): AlphaSignal[] {
    return this.#signals.toReversed();
  }

  advance(nowMs: number, elapsedMs: number): void {
    this.#untilNextMs -= elapsedMs;
    if (this.#untilNextMs > 0) return;
    const [least, most] = pauseMs;
    this.#untilNextMs = least + (most - least) * this.#random.next();
    this.#changeAMessage();
    if (this.#random.next() < smallTalkPart) this.#talk(nowMs);
    const { signal, token, effect } = this.#make(nowMs);
    if (effect) this.#onCall(this.#book.marketOf(token), effect);
    const data = feedUpdate(signal, token, this.#book);
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
    this.#say(feedId, messageOf(signal, token));
    const ofToken = this.signals.filter((each) => each.connectionId && each.tokenAddress === token.address);
    this.#bus.publish({ stream: 'alpha.personal', ...mine, data: callReference(ofToken) });
  }

  /** A message of an own source, on the user's stream and on the source's feed. */
  #say(feedId: string, message: ReturnType<typeof messageOf>): void {
    const mine = { userId: this.#userId };
    this.#bus.publish({ ...mine, stream: 'alpha.personal', filter: {}, data: message });
    const data = { type: 'feedMessage', feedId, message };
    this.#bus.publish({ ...mine, stream: 'alpha.signalFeedNamed', filter: { feedId }, data });
  }

  /** Edits or deletes the latest message of an own source, now and then. */
  #changeAMessage(): void {
    const part = this.#random.next();
    if (part >= editedPart + deletedPart) return;
    const place = this.#signals.findLastIndex(({ connectionId }) => connectionId !== null);
    const last = this.#signals[place];
    const token = last && this.tokenOf(last);
    if (!token || last.connectionId === null) return;
    const isDeleted = part < deletedPart;
    const isEditable = last.call.platform !== 'x' && !last.call.messagePreview?.endsWith(postscript);
    if (!isDeleted && !isEditable) return;
    const messagePreview = `${last.call.messagePreview}${isDeleted ? '' : postscript}`;
    const changed = { ...last, call: { ...last.call, messagePreview } };
    this.#signals[place] = changed;
    this.#say(last.connectionId, messageOf(changed, token, isDeleted ? { isDeleted } : { isEdited: true }));
  }

  #talk(nowMs: number): void {
    const { platform, name, connectionId } = this.#pick(this.sources.filter(({ enabled }) => enabled));
    const source = this.#place(platform as Platform, name ?? '');
    this.#say(
      connectionId,
      smallTalk({ platform: platform as Platform, caller: this.#profile(this.#pick(callers)), source, nowMs }),
    );
  }

  /** The token of a signal; null once it is not listed any more. */
  tokenOf({ tokenAddress }: AlphaSignal): PaperToken | null {
    return this.#book.tokens.find(({ address }) => address === tokenAddress) ?? null;
  }

  priceUsd(token: PaperToken): number {
    return this.#book.priceUsd(token);
  }

  snapshot(): AlphaSignal[] {
    return [...this.#signals];
  }

  restore(signals: AlphaSignal[]): void {
    this.#signals = [...signals];
    this.#lastSequence = signals.at(-1)?.sequence ?? 0;
  }

  #make(atMs: number): { signal: AlphaSignal; token: PaperToken; effect: Caller['effect'] } {
    const own = this.#random.next() < 0.45 ? this.#pick(this.sources.filter(({ enabled }) => enabled)) : null;
    const platform = (own?.platform as Platform | undefined) ?? this.#pick(platforms);
    const sourceName = own?.name ?? this.#pick(strangers);
    const sequence = ++this.#lastSequence;
    const isTrade = platform === 'trade';
    const caller = isTrade ? null : this.#nextCaller();
    const { token, effect } = this.#choice(caller);
    const call: AlphaCall = {
      signalId: `sig_${this.#random.hex(8)}`,
      timestampMs: atMs,
      platform,
      isBot: isTrade || this.#random.next() < 0.15,
      caller: caller && this.#profile(caller),
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
    return { signal, token, effect };
  }

  /** A past signal quotes the prices of its day. */
  #rescaleLast(factor: number): void {
    const signal = this.#signals.pop()!;
    const { priceUsd, marketCapUsd } = signal.call;
    const then = { priceUsd: Number(priceUsd) * factor, marketCapUsd: Number(marketCapUsd) * factor };
    this.#signals.push({ ...signal, call: { ...signal.call, ...then } });
  }

  /** One of the two who have been silent longest, so that nobody is silent for long. */
  #nextCaller(): Caller {
    const [caller] = this.#callers.splice(this.#random.int(2), 1) as [Caller];
    this.#callers.push(caller);
    return caller;
  }

  /**
   * What they call. Those whom others follow call launches too: some widely held ones, others those that insiders will
   * sell. No call moves the price of a launch, nor of a token with a reference asset, which would move its perp as well.
   */
  #choice(caller: Caller | null): { token: PaperToken; effect: Caller['effect'] } {
    const markets = this.#book.markets.filter(({ listing }) => listing.token.kind === 'token');
    const effect = caller?.effect ?? null;
    const isOfLaunch = effect !== null && this.#random.next() < launchCallPart;
    const fitting = isOfLaunch ? markets.filter((market) => this.#isLaunchFor(effect, market)) : markets;
    const { listing } = this.#pick(fitting.length > 0 ? fitting : markets);
    const isMoved = !isOfLaunch && !listing.launch && !listing.reference;
    return { token: listing.token, effect: isMoved ? effect : null };
  }

  #isLaunchFor(effect: 'rise' | 'fall', { listing }: Market): boolean {
    const { launch, token, startUsd } = listing;
    if (!launch || this.#book.priceUsd(token) < 0.1 * startUsd) return false;
    const isCloselyHeld = launch.developer + launch.insider + launch.bundler > 0.2;
    return isCloselyHeld === (effect === 'fall');
  }

  #profile({ username }: Caller) {
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
    const channelName = platform === 'discord' ? 'calls' : name;
    const channel = { channelId: stableId(`${name} ${channelName}`), channelName, messageId: id() };
    return platform === 'discord' ? { ...channel, guildId: stableId(name), serverName: name } : channel;
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

  #pick<T>(choices: readonly T[]): T {
    return choices[this.#random.int(choices.length)]!;
  }
}

/** Connections are called by other names than platforms. */
const connectionTypes = { discord: 'discord', telegram: 'telegram', x: 'twitter', trade: 'onchain' } as const;

const source = (
  connectionId: string,
  platform: Platform,
  name: string,
  enabled: boolean,
  createdAt: string,
): Source => ({
  connectionId,
  connectionType: connectionTypes[platform],
  enabled,
  createdAt,
  name,
  platform,
  source: stableId(name),
});
