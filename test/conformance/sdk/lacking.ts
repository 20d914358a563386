import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { expectEach, flag, isoTime, jup, number, orNull, text, whole } from '../shapes.ts';

const signal = {
  signalId: text,
  timestampMs: whole,
  platform: expect.toBeOneOf(['discord', 'telegram', 'x', 'trade']),
  isBot: flag,
  priceUsd: number,
  marketCapUsd: number,
  liquidityUsd: number,
  messagePreview: orNull(text),
  caller: orNull({ username: text, displayName: text, avatarUrl: orNull(text), verified: flag }),
  contextMessages: orNull(expect.any(Array)),
  source: orNull(expect.any(Object)),
  tradeData: orNull({ isBuy: flag, amountUsd: text, amountNative: text, walletAddress: text, txSignature: text }),
};

interface Calls {
  readonly totalCount: number;
  readonly calls: readonly { readonly signalId: string; readonly platform: string; readonly timestampMs: number }[];
}

/** The contract's operations that the published client has no method for, by plain HTTP. */
export function operationsThatTheClientLacks({ call }: Peer): void {
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await call('GET', path);
    expect(status, path).toBe(200);
    return body.data as T;
  };

  test('a part of the settings is changed, and the others stay', async () => {
    interface Settings {
      readonly tradeSettings: { readonly autoEnableMultisend: boolean };
    }
    const before = await read<Settings>('/api/v2/account/settings');
    const autoEnableMultisend = !before.tradeSettings.autoEnableMultisend;
    const json = { tradeSettings: { autoEnableMultisend } };
    const changed = { tradeSettings: { ...before.tradeSettings, autoEnableMultisend } };
    expect(await call('PATCH', '/api/v2/account/settings', { json })).toMatchObject({
      status: 200,
      body: { data: changed },
    });
    expect(await read<Settings>('/api/v2/account/settings')).toEqual(changed);
  });

  test('alpha sources', async () => {
    const { sources } = await read<{ sources: unknown[] }>('/api/v2/alpha/sources');
    expectEach(sources, {
      connectionId: text,
      connectionType: text,
      enabled: flag,
      createdAt: isoTime,
      name: text,
      platform: text,
      source: text,
    });
  });

  test('calls of the own sources and of everybody, newest first', async () => {
    const own = await read<Calls>('/api/v2/alpha/recent-calls?limit=5');
    const all = await read<Calls>('/api/v2/alpha/global-calls?limit=5');
    for (const { calls, totalCount } of [own, all]) {
      expect(calls).toHaveLength(5);
      expect(totalCount).toBeGreaterThanOrEqual(5);
      expectEach(calls, signal);
      const times = calls.map(({ timestampMs }) => timestampMs);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    }
    expect(all.totalCount).toBeGreaterThan(own.totalCount);
    const x = await read<Calls>('/api/v2/alpha/global-calls?platform=x&limit=100');
    expectEach(x.calls, { ...signal, platform: 'x' });
    const base = await read<Calls>('/api/v2/alpha/recent-calls?sourceName=Base%20Camp');
    expectEach(base.calls, { ...signal, platform: 'telegram' });
  });

  test('who called a token, page by page, with the messages where they are asked for', async () => {
    interface Page {
      readonly signals: readonly { readonly signalId: string; readonly contextMessages: unknown }[];
      readonly totalSignals: number;
      readonly hasMore: boolean;
      readonly nextCursor: string | null;
    }
    const path = `/api/v2/alpha/tokens/${jup}/call-context`;
    const all = await read<Page>(`${path}?limit=100&includeMessageContext=true`);
    expect(all).toMatchObject({ tokenAddress: jup, hasMore: false, nextCursor: null });
    expectEach(all.signals, signal);
    expect(all.totalSignals).toBe(all.signals.length);
    expect(all.signals.flatMap(({ contextMessages }) => contextMessages ?? [])).toContainEqual({
      author: text,
      text,
      timestampMs: whole,
      offset: 0,
    });
    const first = await read<Page>(`${path}?limit=1`);
    expect(first.signals.map(({ signalId }) => signalId)).toEqual([all.signals[0]!.signalId]);
    expect(first.hasMore).toBe(all.totalSignals > 1);
    if (first.nextCursor !== null) {
      const second = await read<Page>(`${path}?limit=1&cursor=${first.nextCursor}`);
      expect(second.signals[0]!.signalId).toBe(all.signals[1]!.signalId);
    }
    const { mentions } = await read<{ mentions: unknown[] }>(`/api/v2/alpha/tokens/${jup}/mentions?limit=2`);
    expectEach(mentions, { messageId: text, platform: text, sourceName: text, text, timestampMs: whole });
  });

  test('the catalog of streams', async () => {
    const { streams } = await read<{ streams: { id: string }[] }>('/api/v2/ws/streams');
    expectEach(streams, {
      id: text,
      visibility: expect.toBeOneOf(['public', 'presence']),
      filters: expect.any(Array),
      event: 'update',
      payloadFormat: 'json',
      payloadSchemaId: text,
    });
    expect(streams).toContainEqual(
      expect.objectContaining({
        id: 'svm.token.swaps',
        visibility: 'public',
        filters: [{ name: 'tokenAddress', required: true, description: text }],
      }),
    );
  });
}
