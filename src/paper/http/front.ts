import type { Chain } from '../../domain/market/chain.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type Random, seededRandom } from '../../platform/time/random.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { chaosRules } from '../faults/chaos.ts';
import { FaultPlan } from '../faults/fault-plan.ts';
import { startPartialOutages } from '../faults/partial-outages.ts';
import type { KeyRing } from '../limits/keys.ts';
import type { AnswerForm } from '../names.ts';
import { ClusterPublisher } from '../pusher/cluster-publisher.ts';
import { EventFaults } from '../pusher/event-faults.ts';
import { createPublishApi } from '../pusher/publish-api.ts';
import { publishBus } from '../pusher/publish-bus.ts';
import type { PublishTarget } from '../pusher/publish-target.ts';
import { PusherHub } from '../pusher/pusher-hub.ts';
import { clusterHost, embeddedHost } from '../pusher/stream-host.ts';
import { streamEvent, wsRoutes } from '../routes/ws.ts';
import type { ChainState } from '../rpc/chain-state.ts';
import { createRpcApi } from '../rpc/rpc-api.ts';
import { submitThrough } from '../rpc/submit-through.ts';
import type { Route } from '../service/handler.ts';
import type { Bus } from '../world/bus.ts';
import { adminRoutes, clusterAppId } from './admin.ts';
import { createApp } from './app.ts';
import { CallFaults } from './call-faults.ts';
import { lateApp, lateBus } from './latency.ts';
import { listen } from './listen.ts';
import { createOutage } from './outage.ts';

export interface FrontOptions {
  readonly port: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: KeyRing;
  readonly userId: string;
  readonly bus: Bus;
  /** A chain as its nodes see it. */
  readonly chainState: (chain: Chain) => ChainState;
  /** Routes of the world, behind the key limits. */
  readonly routes: readonly Route[];
  /** For the faults: the same seed and calls give the same faults. */
  readonly seed: number;
  /** 0 to 3; see chaosRules. */
  readonly chaos: number;
  /** Median of an answer, ms; 0: at once. */
  readonly latencyMs: number;
  readonly answers: AnswerForm;
  /** The cluster that carries the streams; null for the embedded hub. */
  readonly publishTo: PublishTarget | null;
  /** Wraps a route so that it responds only after its changes are saved. */
  readonly commit: (route: Route) => Route;
  readonly onFault: (error: unknown) => void;
  readonly onNotice: (message: string) => void;
}

export interface Front {
  readonly port: number;
  /** While it is out, no call is answered and no socket is open; the controls below `/paper/` work. */
  setOutage(isOut: boolean): void;
  /** Closes every connection and frees the port. */
  close(): Promise<void>;
}

/** Opens the service to clients: HTTP, streams, admin controls and faults on one port. Throws PaperStartError. */
export async function openFront(options: FrontOptions): Promise<Front> {
  const { clock, random, keys, bus, publishTo, onFault, onNotice } = options;
  const plan = new FaultPlan(seededRandom(options.seed ^ 0xfa17));
  for (const rule of chaosRules(options.chaos)) plan.add(rule);
  const stopOutages =
    options.chaos >= 2 ? startPartialOutages({ plan, clock, random: seededRandom(options.seed ^ 0x0a7e) }) : () => {};
  const clusterApp = { ...keys.clusterApp(), realm: clusterAppId };
  const hub = new PusherHub({
    clock,
    random,
    findApp: (appKey) => (appKey === clusterApp.appKey ? clusterApp : keys.byAppKey(appKey)),
    faults: new EventFaults(plan, clock),
  });
  let port = 0;
  const host = publishTo ? clusterHost(publishTo) : embeddedHost(hub, keys, () => port);
  const routes = [
    ...options.routes,
    ...wsRoutes({ host, port: () => port }),
    ...adminRoutes({ keys, hub, faults: plan }),
  ].map(options.commit);
  const nowMs = () => clock.now();
  const { answers, userId } = options;
  const latency = { clock, random: seededRandom(options.seed ^ 0x1a7e), medianMs: options.latencyMs };
  const isLate = latency.medianMs > 0;
  const app = createApp({ routes, keys, userId, random, answers, nowMs, onFault });
  const answering = isLate ? lateApp(app, latency) : app;
  const publishApi = createPublishApi({ hub, appId: clusterAppId, app: clusterApp, nowMs });
  const rpcApi = createRpcApi({ stateOf: options.chainState, submit: submitThrough(routes, nowMs, userId), onFault });
  const listening = await listen({
    app: async (request) => (await publishApi(request)) ?? (await rpcApi(request)) ?? answering(request),
    hub,
    port: options.port,
    faults: new CallFaults(plan, clock),
  });
  port = listening.port;
  const cluster = publishTo ? new ClusterPublisher({ target: publishTo, onNotice }) : null;
  const stopBus = publishBus(isLate ? lateBus(bus, latency) : bus, cluster ?? hub, allStreams, streamEvent);
  return {
    port,
    setOutage: createOutage(plan, hub),
    close: async () => {
      stopBus();
      stopOutages();
      await listening.close();
      await cluster?.close();
    },
  };
}
