import { type Random, seededRandom } from '../../../platform/time/random.ts';
import { ChaosPanes } from './chaos-panes.fixture.ts';
import {
  heal,
  judge,
  judgeTurn,
  type Traits,
  type Watch,
  type World,
  watchStates,
} from './check-stream-chaos.fixture.ts';
import { createFakeStreamWorld } from './fake-stream-world.fixture.ts';

export interface ChaosRun {
  /** Every call, frame, state and action with its time. */
  readonly trace: readonly string[];
  readonly problems: readonly string[];
}

interface Play {
  readonly world: World;
  readonly panes: ChaosPanes;
  readonly watch: Watch;
  readonly random: Random;
}

type Deeds = readonly (readonly [weight: number, name: string, act: () => void])[];

const turns = 14;

/** Runs a desk's streams against a service at its worst, then a healthy one. Returns everything that went wrong. */
export async function playStreamChaos(seed: number): Promise<ChaosRun> {
  const world = createFakeStreamWorld(seed);
  const { clock, service } = world;
  // A separate generator, so that an extra draw in the manager leaves the actions unchanged.
  const random = seededRandom(seed ^ 0x5eed);
  const trace: string[] = [];
  service.network.note = (line) => void trace.push(`${clock.monotonic().toFixed(3)} ${line}`);
  const kind = random.int(8);
  const traits: Traits = { isCalm: kind === 0, hasJumps: kind >= 6, slownessMs: random.int(2) ? 4_000 : 300 };
  service.hasOneUserChannel = random.int(4) === 0;
  service.adviceMs = random.int(4) === 0 ? [500, 5_000] : null;
  const play = { world, panes: new ChaosPanes(world), watch: watchStates(world), random };
  await misbehave(play, traits);
  await heal(world, play.panes, traits);
  await judge(world, play.panes, traits, play.watch);
  return { trace, problems: service.problems };
}

async function misbehave(play: Play, { isCalm, hasJumps, slownessMs }: Traits): Promise<void> {
  const { world, panes, watch, random } = play;
  const { clock, service } = world;
  const often = isCalm ? 0 : 0.25;
  service.faults = {
    session: often,
    handshake: often,
    auth: often,
    subscription: often,
    hang: often / 2,
    frame: often,
  };
  service.slownessMs = slownessMs;
  const deeds = isCalm ? calmDeeds(play) : [...wishes(play), ...misfortunes(play), ...(hasJumps ? jumps(play) : [])];
  const choices = deeds.flatMap(([weight, name, act]) => Array<() => void>(weight).fill(named(name, act)));
  const someDeed = () => choices[random.int(choices.length)]!();
  function named(name: string, act: () => void) {
    return () => {
      service.network.note(`* ${name}`);
      act();
    };
  }
  let isInside = false;
  const inTheMiddle = () => {
    if (isCalm || isInside || random.int(12) > 0) return;
    isInside = true;
    service.network.note('in the middle of a call:');
    someDeed();
    isInside = false;
  };
  panes.onCalled = watch.onCalled = inTheMiddle;
  for (let index = 0; index < (isCalm ? panes.kinds : 1); index++) panes.add(index);
  if (isCalm || random.int(2) === 0) start(play);
  for (let turn = 0; turn < turns; turn++) {
    await clock.advance(random.int(random.int(2) === 0 ? 300 : 20_000));
    someDeed();
    await judgeTurn(world, watch.isStopped);
  }
  panes.onCalled = watch.onCalled = () => {};
}

/** Drops that the desk must recover from without help. */
function calmDeeds({ world, panes, random }: Play): Deeds {
  const { side } = world.service;
  const close = () => {
    const one = side.open[0];
    if (one) side.close(one, [1_006, 1_001, 4_100, 4_200, null][random.int(5)]!);
  };
  return [
    [2, 'drop', close],
    [1, 'publish', () => panes.publish(random.int(panes.kinds))],
  ];
}

function start({ world, watch }: Play): void {
  watch.isStopped = false;
  world.manager.start();
}

function stop({ world, watch }: Play): void {
  watch.isStopped = true;
  world.manager.stop();
}

/** Actions of the user and the desk. */
function wishes(play: Play): Deeds {
  const { world, panes, random } = play;
  const index = () => random.int(panes.kinds);
  const several = () => {
    const same = index();
    for (let turn = 0; turn < 3; turn++) panes.add(same);
    if (random.int(2) === 0) for (const pane of panes.open.filter((one) => one.index === same)) pane.close();
    panes.add(same);
  };
  const startAnew = () => {
    stop(play);
    start(play);
  };
  return [
    [3, 'subscribe', () => panes.add(index())],
    [2, 'unsubscribe', () => panes.open[random.int(panes.open.length)]?.close()],
    [1, 'subscribe several times', several],
    [2, 'retryNow', () => world.manager.retryNow()],
    [1, 'stop', () => stop(play)],
    [2, 'start', () => start(play)],
    [1, 'stop and start', startAnew],
  ];
}

/** Actions of the service, the network and the machine. */
function misfortunes({ world, panes, random, watch }: Play): Deeds {
  const { service, clock } = world;
  const withSocket = (act: (side: (typeof service.side.open)[number]) => void) => () => {
    if (service.side.open[0]) act(service.side.open[0]);
  };
  const move = () => {
    const what = random.int(3);
    if (what === 0) service.appKey = service.appKey === 'app1' ? 'app2' : 'app1';
    if (what === 1) service.host = service.host === 'localhost' ? '127.0.0.1' : 'localhost';
    if (what === 2) service.port = 19 - service.port;
  };
  const stall = () => {
    const ms = random.int(60_000);
    watch.mayJump = true;
    watch.stalledMs += ms;
    clock.stall(ms);
  };
  const sendNonsense = withSocket((side) => {
    const { channel, event } = panes.placeOf(random.int(panes.kinds));
    service.send(side, event, channel, 'nonsense');
  });
  return [
    [3, 'drop', withSocket((side) => service.close(side, anyCode(random)))],
    [3, 'publish', () => panes.publish(random.int(panes.kinds))],
    [1, 'half-open', withSocket((side) => Object.assign(side, { isHalfOpen: true }))],
    [1, 'the service moves', move],
    [1, 'the process is stopped', stall],
    [1, 'an error frame', withSocket((side) => service.send(side, 'pusher:error', null, { message: 'so so' }))],
    [1, 'a bad frame', withSocket((side) => side.events.onBadFrame('not JSON'))],
    [1, 'an unreadable event', sendNonsense],
  ];
}

function anyCode(random: Random): number | null {
  const isFinal = random.int(12) === 0;
  if (isFinal) return 4_300 + random.int(100);
  const choices = [null, 1_006, 1_000 + random.int(16), 4_000 + random.int(100), 4_100 + random.int(200)];
  return choices[random.int(choices.length)]!;
}

function jumps({ world, random, watch }: Play): Deeds {
  const jump = () => {
    watch.mayJump = true;
    world.clock.jumpWall(random.int(7_200_000) - 3_600_000);
  };
  return [[4, 'the wall clock jumps', jump]];
}
