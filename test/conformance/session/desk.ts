import {
  type AutomationUpdateEvent,
  createShurikenClient,
  type PortfolioNotificationEvent,
  type ShurikenClient,
  type SvmSwapEvent,
} from '@shuriken/sdk-ts';
import type { Channel } from 'pusher-js';
import * as pusher from 'pusher-js';
import { expect, vi } from 'vitest';
import type { PaperProcess } from '../../driver/paper-process.ts';
import { jup, sol } from '../shapes.ts';

export const perpWallet = { walletId: 'wal_perp' };

/** A trader's desk: the published client, and all that its streams have told since they were joined. */
export interface Desk {
  readonly sdk: ShurikenClient;
  readonly heard: {
    readonly solSwaps: SvmSwapEvent[];
    readonly jupSwaps: SvmSwapEvent[];
    readonly portfolio: PortfolioNotificationEvent[];
    readonly automation: AutomationUpdateEvent[];
    /** Subscriptions that were refused. */
    readonly refusals: unknown[];
  };
  close(): void;
}

interface Transport {
  channel(name: string): Channel | undefined;
  readonly instances: readonly Transport[];
}
const Transport = pusher.default as unknown as Transport;

export async function openDesk({ baseUrl: apiBaseUrl, apiKey }: PaperProcess): Promise<Desk> {
  // The client keeps one channel for each stream's name, so that a second token's swaps need a second client.
  const [sdk, second] = [1, 2].map(() => createShurikenClient({ apiBaseUrl, apiKey })) as [
    ShurikenClient,
    ShurikenClient,
  ];
  await clearOrders(sdk);
  const heard: Desk['heard'] = { solSwaps: [], jupSwaps: [], portfolio: [], automation: [], refusals: [] };
  await Promise.all([sdk.ws.connect(), second.ws.connect()]);
  const refused = (error: unknown) => void heard.refusals.push(error);
  sdk.ws.subscribe('svm.token.swaps', { tokenAddress: sol }, (event) => heard.solSwaps.push(event), refused);
  sdk.ws.subscribe('portfolio.notifications', {}, (event) => heard.portfolio.push(event), refused);
  sdk.ws.subscribe('automation.updates', {}, (event) => heard.automation.push(event), refused);
  second.ws.subscribe('svm.token.swaps', { tokenAddress: jup }, (event) => heard.jupSwaps.push(event), refused);
  await Promise.all([
    joined(sdk, ['svm.token.swaps', 'portfolio.notifications', 'automation.updates']),
    joined(second, ['svm.token.swaps']),
  ]);
  const close = () => {
    for (const client of [sdk, second]) client.ws.disconnect();
  };
  return { sdk, heard, close };
}

/** The client tells nobody that a channel is joined; its transport does. */
const joined = ({ ws }: ShurikenClient, streams: readonly string[]) =>
  vi.waitFor(
    () => {
      const subscriptions = ws.getSession()?.subscriptions ?? [];
      for (const stream of streams) {
        const name = subscriptions.find((subscription) => subscription.stream === stream)?.channel ?? '';
        const isJoined = Transport.instances.some((transport) => transport.channel(name)?.subscribed);
        expect(isJoined, stream).toBe(true);
      }
    },
    { timeout: 60_000, interval: 20 },
  );

/** Waits until a stream has told what `find` looks for. */
export const hear = <T>(events: readonly T[], find: (event: T) => boolean): Promise<T> =>
  vi.waitFor(
    () => {
      const event = events.find(find);
      if (event === undefined) throw new Error(`not among the ${events.length} events heard`);
      return event;
    },
    { timeout: 60_000, interval: 20 },
  );

/** Ends the orders that a fresh account comes with: from here on, only this session's orders move its balances. */
async function clearOrders({ trigger, perps }: ShurikenClient): Promise<void> {
  const { orders } = await trigger.list({ limit: 100 });
  for (const { orderId, status } of orders) if (status === 'active') await trigger.cancel(orderId);
  for (const coin of new Set((await perps.getOrders(perpWallet)).map((order) => order.coin)))
    await perps.cancelOrder({ ...perpWallet, coin, cancelAll: true });
  expect(await perps.getOrders(perpWallet)).toEqual([]);
}

export interface Usage {
  readonly executionsLastHour: number;
  readonly executionsLastDay: number;
  readonly executionsNow: number;
  readonly limitOrdersLastDay: number;
  readonly buyUsdLastDay: number;
}

/** The key's counters, which the published client passes on without a type for them. */
export const readUsage = async ({ sdk }: Desk): Promise<Usage> =>
  ((await sdk.account.getUsage()) as unknown as { usage: Usage }).usage;
