import type { ChaosPanes } from './chaos-panes.fixture.ts';
import { noFaults } from './fake-stream-network.fixture.ts';
import type { createFakeStreamWorld } from './fake-stream-world.fixture.ts';

export type World = ReturnType<typeof createFakeStreamWorld>;

export interface Traits {
  /** Only drops: everything must recover without help. */
  readonly isCalm: boolean;
  /** With clock jumps, times before and after cannot be compared. */
  readonly hasJumps: boolean;
  readonly slownessMs: number;
}

export type Watch = ReturnType<typeof watchStates>;

/** Checks every reported state and gap; counts interruptions without a gap so far. */
export function watchStates({ manager, service, clock }: World) {
  const watch = { untold: 0, mayJump: false, stalledMs: 0, isStopped: true, onCalled: () => {} };
  let wasConnected = false;
  const { network, side, problems } = service;
  manager.onStatus(({ state, reason, attempt, nextAttemptAtMs }) => {
    network.note(`status ${state} ${attempt} ${nextAttemptAtMs} ${reason}`);
    if (wasConnected && state !== 'connected') watch.untold++;
    wasConnected = state === 'connected';
    if ((state === 'failed' || state === 'disconnected') && side.open.length > 0)
      problems.push(`${state} with a socket`);
    if (state === 'connected' && side.open.length !== 1) problems.push(`connected with ${side.open.length} sockets`);
    watch.onCalled();
  });
  manager.onGap(({ fromMs, toMs, reason, late }) => {
    network.note(`${late ? `late ${late.id}` : 'gap'} ${fromMs} to ${toMs}: ${reason}`);
    if (manager.status().state !== 'connected') problems.push('a gap is told while nothing stands');
    if (late === null) {
      if (watch.untold === 0 && !watch.mayJump) problems.push('a gap without an interruption');
      if (manager.channels().some((channel) => channel.state === 'pending' && channel.reason === null))
        problems.push('a gap is told before everything stands');
      watch.untold = 0;
    }
    if (fromMs > toMs || toMs !== clock.now()) problems.push(`a gap from ${fromMs} to ${toMs} at ${clock.now()}`);
    watch.onCalled();
  });
  return watch;
}

/** Silence is detected after 150 s; the longest wait between two attempts is 180 s. */
const longestHealingMs = 400_000;

/** The service is healthy again. At first nobody acts, then the user retries what was refused. */
export async function heal({ clock, service, manager }: World, panes: ChaosPanes, { isCalm }: Traits): Promise<void> {
  const { problems, network, side } = service;
  network.note('all is well again');
  service.faults = noFaults;
  service.slownessMs = 300;
  for (const one of side.open) if (one.address !== service.address) side.close(one, 4_200);
  manager.start();
  if (panes.open.length === 0) panes.add(0);
  await clock.advance(longestHealingMs);
  const { state, reason } = manager.status();
  if (state !== 'connected' && (isCalm || state !== 'failed'))
    problems.push(`it does not come back: ${state}, ${reason}`);
  for (const pane of panes.open)
    if (state === 'connected' && (pane.state === 'pending' || (isCalm && pane.state !== 'live')))
      problems.push(`a pane waits for ever: ${pane.state}`);
  if (isCalm)
    for (const { asked } of service.sockets)
      for (const [channel, count] of asked) if (count > 1) problems.push(`${channel} was asked for ${count} times`);
  manager.retryNow();
  await clock.advance(30_000);
}

/** Everything is subscribed exactly once, received exactly once, and leaves nothing behind. */
export async function judge(world: World, panes: ChaosPanes, traits: Traits, watch: Watch): Promise<void> {
  const { clock, service, manager, gaps, faults } = world;
  const { problems, side } = service;
  const same = (what: string, is: unknown, should: unknown) => {
    const [one, other] = [JSON.stringify(is), JSON.stringify(should)];
    if (one !== other) problems.push(`${what}: ${one} instead of ${other}`);
  };
  same('the state', manager.status().state, 'connected');
  same('sockets', side.open.length, 1);
  same('subscribed', [...(side.open[0]?.subscribed ?? [])].sort(), panes.channels());
  same('asked for', [...(side.open[0]?.standing.keys() ?? [])].sort(), panes.channels());
  same('refused', panes.open.filter((pane) => pane.state !== 'live').length, 0);
  same('interruptions without a gap', watch.untold, 0);
  const told = manager.channels().map(({ state, listeners, channel }) => [channel, state, listeners]);
  same('channels', told.sort(), describe(panes));
  const ids = Array.from({ length: panes.kinds }, (_, index) => panes.publish(index));
  await clock.advance(2_000);
  for (const { index, heard } of panes.open)
    same(
      `heard by ${index}`,
      heard.filter((id) => ids.includes(id)),
      [ids[index]],
    );
  if (!traits.hasJumps) problems.push(...panes.missed(gaps, traits.slownessMs + watch.stalledMs));
  manager.stop();
  await judgeTurn(world, true);
  await clock.advance(60_000);
  same('timers left in the end', clock.pending, 0);
  same('faults', faults.map(String), []);
}

/** Between two actions: nothing is left of what has ended. */
export async function judgeTurn({ clock, service, manager }: World, isStopped: boolean): Promise<void> {
  await clock.advance(0);
  const { problems, network, side } = service;
  problems.push(...service.deadCalls().map((id) => `a call of ${id} goes on for nobody`));
  if (!isStopped) return;
  if (manager.status().state !== 'disconnected') problems.push(`${manager.status().state} after a stop`);
  if (clock.pending > network.underWay) problems.push('timers left after a stop');
  if (side.open.length > 0) problems.push('a socket left after a stop');
  if (service.callsUnderWay.size > 0) problems.push('calls left after a stop');
}

function describe(panes: ChaosPanes): unknown[] {
  const counts = new Map<number, number>();
  for (const { index } of panes.open) counts.set(index, (counts.get(index) ?? 0) + 1);
  return [...counts].map(([index, count]) => [panes.placeOf(index).channel, 'live', count]).sort();
}
