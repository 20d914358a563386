import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { decimal, expectEach, flag, isoTime, number, orNull, text, whole } from '../shapes.ts';

/* The shapes are those of the published client's version 0.14, the first with methods for alpha; the calls are plain HTTP. */

/** Fields that may be left out, but not null. */
type Optional = Readonly<Record<string, unknown>>;

/** Expects each item to have every field of `must`, any of `may`, and no other. */
function expectFields(items: readonly unknown[], must: Readonly<Record<string, unknown>>, may: Optional = {}): void {
  expect(items.length, 'items').toBeGreaterThan(0);
  for (const [index, item] of items.entries()) {
    const sent = item as Readonly<Record<string, unknown>>;
    const shape = { ...must, ...Object.fromEntries(Object.entries(may).filter(([field]) => field in sent)) };
    expect(sent, `item ${index}`).toEqual(shape);
  }
}

const platform = expect.toBeOneOf(['discord', 'telegram', 'x', 'trade']);
const chain = expect.toBeOneOf(['svm', 'base', 'bsc', 'monad']);
/** A time in milliseconds, of this century. */
const ms = expect.toSatisfy((value) => Number.isSafeInteger(value) && (value as number) > 1e12, 'a time in ms');

const call = { tokenAddress: text, chain, firstSeenAt: ms, lastSeenAt: ms, mentionCount: whole };
const callMay = { tokenSymbol: text, tokenName: text, currentPriceUsd: decimal };

const signal = { signalId: text, timestampMs: ms, platform, isBot: flag };
const signalMay = {
  priceUsd: number,
  marketCapUsd: number,
  liquidityUsd: number,
  messagePreview: orNull(text),
  caller: { username: text, displayName: text, avatarUrl: orNull(text), verified: flag },
  contextMessages: orNull(expect.any(Array)),
  source: expect.any(Object),
  tradeData: { isBuy: flag, amountUsd: text, amountNative: text, walletAddress: text, txSignature: text },
};

interface Calls {
  readonly platform?: string;
  readonly totalCount: number;
  readonly calls: readonly {
    readonly tokenAddress: string;
    readonly lastSeenAt: number;
    readonly mentionCount: number;
    readonly lastSource?: { readonly platform: string };
  }[];
}

interface Page {
  readonly tokenAddress: string;
  readonly signals: readonly { readonly signalId: string; readonly platform: string; readonly isBot: boolean }[];
  readonly totalSignals: number;
  readonly hasMore: boolean;
  readonly nextCursor?: number;
}

/** The reads of alpha. */
export function alphaOperations({ call: request }: Peer): void {
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await request('GET', `/api/v2/alpha/${path}`);
    expect(status, path).toBe(200);
    return body.data as T;
  };

  /** The token with the most calls. */
  const calledToken = async (): Promise<string> => {
    const { calls } = await read<Calls>('global-calls?limit=100');
    return calls.toSorted((a, b) => b.mentionCount - a.mentionCount)[0]!.tokenAddress;
  };

  test('sources', async () => {
    const { sources } = await read<{ sources: unknown[] }>('sources');
    expectEach(sources, {
      connectionId: text,
      connectionType: expect.toBeOneOf(['discord', 'telegram', 'twitter', 'onchain']),
      enabled: flag,
      createdAt: isoTime,
      name: text,
      platform,
      source: text,
    });
  });

  test('the calls of the own sources, a row a token, the latest called first', async () => {
    const own = await read<Calls>('recent-calls?limit=100');
    expectFields(own.calls, call, {
      ...callMay,
      priceUsdAtCall: decimal,
      marketCapUsdAtCall: decimal,
      liquidityUsdAtCall: decimal,
      lastSource: expect.any(Object),
    });
    const sources = own.calls.map(({ lastSource }) => lastSource);
    const may = { channelName: text, authorUsername: text, messagePreview: text, sourceName: text, connectionId: text };
    expectFields(sources, { platform }, may);
    expect(own.totalCount).toBe(own.calls.length);
    expect(new Set(own.calls.map(({ tokenAddress }) => tokenAddress)).size).toBe(own.calls.length);
    const times = own.calls.map(({ lastSeenAt }) => lastSeenAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const base = await read<Calls>('recent-calls?sourceName=Base%20Camp&limit=2');
    for (const { lastSource } of base.calls) expect(lastSource).toMatchObject({ platform: 'telegram' });
  });

  test('the calls of the public feed, of all platforms or of one', async () => {
    const all = await read<Calls>('global-calls?limit=100');
    const may = {
      ...callMay,
      priceChangeSinceCallPct: decimal,
      lastTweetAuthor: expect.stringMatching(/^@./),
      lastTweetPreview: text,
    };
    expectFields(all.calls, call, may);
    expect(all).toMatchObject({ platform: 'all', totalCount: all.calls.length });
    const x = await read<Calls>('global-calls?platform=x&limit=50');
    expect(x.platform).toBe('x');
    expectFields(x.calls, call, may);
    for (const row of x.calls) expect(row).toHaveProperty('lastTweetAuthor');
  });

  test('who called a token, page by page by number, with the messages where they are asked for', async () => {
    const tokenAddress = await calledToken();
    const path = `tokens/${tokenAddress}/call-context`;
    const whole = await read<Page>(`${path}?limit=100&includeBotSignals=true&includeMessageContext=true`);
    expect(whole).toMatchObject({ tokenAddress, hasMore: false, totalSignals: whole.signals.length });
    expect(whole).not.toHaveProperty('nextCursor');
    expectFields(whole.signals, signal, signalMay);
    const context = whole.signals.flatMap(
      (one) => (one as { contextMessages?: unknown[] | null }).contextMessages ?? [],
    );
    if (context.length > 0) expectFields(context, { text, timestampMs: ms, offset: number }, { author: text });

    const paged: string[] = [];
    for (let page = await read<Page>(`${path}?limit=1&includeBotSignals=true`); ; ) {
      paged.push(...page.signals.map(({ signalId }) => signalId));
      if (!page.hasMore) break;
      expect(Number.isSafeInteger(page.nextCursor)).toBe(true);
      page = await read<Page>(`${path}?limit=1&includeBotSignals=true&cursor=${page.nextCursor}`);
    }
    expect(paged).toEqual(whole.signals.map(({ signalId }) => signalId));

    const people = await read<Page>(`${path}?limit=100`);
    expect(people.signals.some(({ isBot }) => isBot)).toBe(false);
    const chats = await read<Page>(`${path}?limit=100&includeBotSignals=true&sourceFilter=discord%2Ctelegram`);
    for (const { platform: on } of chats.signals) expect(['discord', 'telegram']).toContain(on);
  });

  test('mentions of a token', async () => {
    const tokenAddress = await calledToken();
    const { mentions, ...token } = await read<{ mentions: unknown[] }>(`tokens/${tokenAddress}/mentions?limit=2`);
    expectFields(
      [token],
      { tokenAddress, chain, totalMentions: number },
      {
        tokenSymbol: text,
        firstSeenAt: ms,
        lastSeenAt: ms,
      },
    );
    expectFields(
      mentions,
      { messageId: text, platform, timestamp: ms },
      {
        authorUsername: text,
        channelId: text,
        guildId: text,
        priceUsdAtMention: decimal,
        marketCapUsdAtMention: decimal,
      },
    );
  });
}
