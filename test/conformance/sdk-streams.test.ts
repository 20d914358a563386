import {
  type AlphaFeedMessageEvent,
  type AlphaGlobalSignalFeedEvent,
  type AlphaPersonalEvent,
  createShurikenClient,
  type SignalSource,
} from '@shuriken/sdk-ts';
import type { Channel } from 'pusher-js';
import * as pusher from 'pusher-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPeer } from './peer.ts';
import { baseAero, baseEth, decimal, evmAddress, flag, jup, number, sol, text, whole } from './shapes.ts';

/* The published client's own stream connection, on a market that runs fast enough to be heard at once. */

interface Transport {
  channel(name: string): Channel | undefined;
  readonly instances: readonly Transport[];
}
const Transport = pusher.default as unknown as Transport;

const peer = await startPeer({ args: ['--speed', '10'] });
const { sdk } = peer;
const states: string[] = [];
const refused = vi.fn();

beforeAll(async () => {
  sdk.ws.onConnectionStateChange(({ state }) => states.push(state));
  await sdk.ws.connect();
});
afterAll(async () => {
  sdk.ws.disconnect();
  await peer.stop();
});

/** The client tells nobody that a channel is joined; its transport does. */
const joined = (stream: string) =>
  vi.waitFor(
    () => {
      const name = sdk.ws.getSession()?.subscriptions.find((subscription) => subscription.stream === stream)?.channel;
      expect(Transport.instances.some((transport) => transport.channel(name ?? '')?.subscribed)).toBe(true);
    },
    { timeout: 60_000, interval: 20 },
  );

const portfolioChannel = () =>
  sdk.ws.getSession()!.subscriptions.find(({ stream }) => stream === 'portfolio.notifications')!.channel;

test('it connects, by way of connecting', () => {
  expect(states[0]).toBe('connecting');
  expect(states.at(-1)).toBe('connected');
  expect(sdk.ws.getSession()).toMatchObject({
    connection: { provider: 'pusher', wsHost: '127.0.0.1', wsPort: peer.paper.port, forceTls: false, appKey: text },
    session: { recommendedReconnectBackoffMs: expect.arrayContaining([whole]) },
  });
});

test('a Solana token’s swaps arrive as the contract has them', async () => {
  const event = await new Promise((resolve) =>
    sdk.ws.subscribe('svm.token.swaps', { tokenAddress: jup }, resolve, refused),
  );
  expect(event).toEqual({
    tokenMint: jup,
    signature: text,
    slot: whole,
    blockTime: whole,
    isBuy: flag,
    network: 'sol',
    sizeSol: decimal,
    sizeUsd: decimal,
    priceUsd: decimal,
    priceSol: decimal,
    maker: text,
    inputMint: expect.toBeOneOf([sol, jup]),
    outputMint: expect.toBeOneOf([sol, jup]),
    inputDecimals: whole,
    outputDecimals: whole,
    amountIn: number,
    amountOut: number,
    tradeSource: text,
    poolAddress: text,
    fees: { gasLamports: whole },
  });
  const { isBuy, outputMint, priceUsd } = event as { isBuy: boolean; outputMint: string; priceUsd: string };
  expect(outputMint === jup).toBe(isBuy);
  const price = await sdk.tokens.getPrice(`solana:${jup}`);
  expect(Number(priceUsd) / price.priceUsd!).toBeCloseTo(1, 0);
});

test('an EVM token’s swaps arrive, whatever the case of the address', async () => {
  const tokenAddress = `0x${baseAero.slice(2).toUpperCase()}`;
  const event = await new Promise((resolve) =>
    sdk.ws.subscribe('evm.token.swaps', { chainId: '8453', tokenAddress } as never, resolve, refused),
  );
  expect(event).toMatchObject({
    tokenAddress: baseAero,
    txHash: text,
    chainId: 8453,
    blockNumber: whole,
    timestamp: whole,
    isBuy: flag,
    amountNative: decimal,
    amountUsd: decimal,
    priceNative: decimal,
    priceUsd: decimal,
    maker: evmAddress,
  });
});

test('a swap over REST pokes the user’s portfolio channel, and its wallet’s balance', async () => {
  const pokes = vi.fn();
  const balances = vi.fn();
  sdk.ws.subscribe('portfolio.notifications', {}, pokes, refused);
  const { address } = (await sdk.account.getWallets()).find(({ walletId }) => walletId === 'wal_base')!;
  sdk.ws.subscribe('evm.wallet.nativeBalance', { walletAddress: address }, balances, refused);
  await joined('portfolio.notifications');
  await joined('evm.wallet.nativeBalance');

  const { taskId } = await sdk.swap.execute({
    chain: 'base',
    walletId: 'wal_base',
    inputMint: baseEth,
    outputMint: baseAero,
    amount: '1000000000000000',
    slippageBps: 2_000,
  });
  const poke = { type: 'swap', taskId, userId: 'usr_paper_0001', chainId: 8453 };
  // The market may reach an order of the account meanwhile, which pokes too.
  const own = () => pokes.mock.calls.filter(([heard]) => (heard as typeof poke).taskId === taskId);
  // Once when it is taken, once when it has settled: the task has ended by then.
  await vi.waitFor(() => expect(own()).toEqual([[poke], [poke]]), { timeout: 60_000, interval: 20 });
  expect(await sdk.tasks.getStatus(taskId)).toMatchObject({ status: 'success' });
  expect(balances).toHaveBeenCalledWith(expect.objectContaining({ owner: address, chainId: 8453, balance: text }));
});

test('a trigger order pokes the automation channel when it is made, fires and has swapped', async () => {
  const pokes: unknown[] = [];
  sdk.ws.subscribe('automation.updates', {}, (poke) => pokes.push(poke), refused);
  await joined('automation.updates');
  const { orderId } = await sdk.trigger.create({
    chain: 'base',
    walletId: 'wal_base',
    inputToken: baseEth,
    outputToken: baseAero,
    amount: '1000000000000000',
    triggerMetric: 'price_usd',
    triggerDirection: 'below',
    triggerValue: '1000',
  });
  const common = { userId: 'usr_paper_0001', chainId: 8453 };
  await vi.waitFor(() => expect(pokes).toHaveLength(3), { timeout: 60_000, interval: 20 });
  expect(pokes).toEqual([
    { ...common, type: 'automation', taskId: orderId },
    { ...common, type: 'automation', taskId: text },
    { ...common, type: 'swap', taskId: (pokes[1] as { taskId: string }).taskId },
  ]);
  expect(await sdk.trigger.get(orderId)).toMatchObject({ status: 'success' });
});

test('another key of the account hears the account’s pokes too, with an authorisation of its own', async () => {
  const { baseUrl, keys } = peer.paper;
  const reader = createShurikenClient({ apiBaseUrl: baseUrl, apiKey: keys.readOnly });
  await reader.ws.connect();
  try {
    const pokes = vi.fn();
    reader.ws.subscribe('portfolio.notifications', {}, pokes, refused);
    await vi.waitFor(() => expect(Transport.instances.at(-1)?.channel(portfolioChannel())?.subscribed).toBe(true), {
      timeout: 60_000,
      interval: 20,
    });
    const { taskId } = await sdk.account.enableMultisend('wal_main');
    await vi.waitFor(() => expect(pokes).toHaveBeenCalledWith(expect.objectContaining({ type: 'svmNonce', taskId })), {
      timeout: 60_000,
      interval: 20,
    });
  } finally {
    reader.ws.disconnect();
  }
});

/** The fields of each platform's source that the client's types require. */
const needed: { [P in SignalSource['sourceType']]: (keyof Extract<SignalSource, { sourceType: P }>['source'])[] } = {
  discord: ['messageId', 'guildId', 'channelId', 'authorId'],
  telegram: ['messageId', 'chatId', 'senderId'],
  x: ['tweetId', 'authorId'],
  trade: ['walletAddress', 'txSignature', 'isBuy', 'amountUsd', 'amountNative'],
};

test('signals, messages and messages of a feed arrive as the client types them', async () => {
  const updates: AlphaGlobalSignalFeedEvent[] = [];
  const personal: AlphaPersonalEvent[] = [];
  const ofFeed: (AlphaFeedMessageEvent | { type: string })[] = [];
  sdk.ws.subscribe('alpha.signalFeedGlobal', {}, (event) => updates.push(event), refused);
  sdk.ws.subscribe('alpha.personal', {}, (event) => personal.push(event), refused);
  sdk.ws.subscribe('alpha.signalFeedNamed', { feedId: 'con_discord_01' }, (event) => ofFeed.push(event), refused);
  const inFeed = () => ofFeed.filter((event) => event.type === 'feedMessage') as AlphaFeedMessageEvent[];
  const messages = () => personal.flatMap((event) => ('platform' in event ? [event] : []));
  await vi.waitFor(
    () => {
      expect(updates.length).toBeGreaterThan(3);
      expect(messages().length).toBeGreaterThan(0);
      expect(inFeed().length).toBeGreaterThan(0);
    },
    { timeout: 120_000, interval: 50 },
  );
  for (const { type, tokenMeta, latestSignal } of updates) {
    expect(type).toBe('globalSignalFeedUpdate');
    expect(tokenMeta).toMatchObject({ address: text, network: text, symbol: text, name: text, decimals: whole });
    expect(latestSignal).toMatchObject({
      id: text,
      timestampMs: whole,
      isBot: flag,
      priceUsd: number,
      priceNative: number,
    });
    expect(latestSignal).toMatchObject({ marketcapUsd: number, liquidityUsd: number });
    const { sourceType, source } = latestSignal!.source;
    for (const field of needed[sourceType]) expect(source, sourceType).toHaveProperty(field);
  }
  const token = { address: text, chain: text };
  for (const { platform, data } of messages()) {
    expect(data).toMatchObject({ content: expect.any(String), timestamp: whole, isDeleted: flag });
    for (const one of data.tokens) expect(one).toEqual(token);
    if (platform === 'x') expect(data).toMatchObject({ tweetId: text, hashtags: [], mediaUrls: [] });
    else expect(data).toMatchObject({ messageId: text, isEdited: flag });
  }
  for (const { feedId, message } of inFeed()) {
    expect(feedId).toBe('con_discord_01');
    expect(message).toMatchObject({ platform: 'discord', data: { guildId: text, channelId: text } });
  }
});

test('no subscription was refused, and leaving is a state of its own', () => {
  expect(refused).not.toHaveBeenCalled();
  sdk.ws.disconnect();
  expect(states.at(-1)).toBe('disconnected');
});
