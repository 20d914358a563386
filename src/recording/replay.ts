import type { ApiClient } from '../client/api-client.ts';
import type { StreamManager } from '../client/stream-model.ts';
import type { OpenWire } from '../client/wire.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import type { Recording } from './open-recording.ts';
import { createReplayClient } from './replay-client.ts';
import { ReplayPlayer } from './replay-player.ts';

export interface Replay {
  /** Answers what a stream manager asks of the service, from the recording; everything else it turns down. */
  readonly client: ApiClient;
  readonly openWire: OpenWire;
  /** Plays for this manager, which has `client` and `openWire`, from now on. */
  start(streams: Pick<StreamManager, 'status' | 'retryNow'>): void;
  /** Called once, when the last entry has been played; at once where that is over. */
  onEnd(listener: () => void): void;
}

/** The waits between attempts are the recording's own: none is added to them. */
export const replayRandom: Random = { next: () => 0, int: () => 0, hex: (bytes) => '0'.repeat(bytes * 2) };

/** Puts a recording in the place of a service. All times are those of `clock`, whose 0 is the recording's. */
export function createReplay(recording: Recording, clock: Clock): Replay {
  const player = new ReplayPlayer(recording, clock);
  return {
    client: createReplayClient(recording, clock, player),
    openWire: (url, events) => player.openWire(url, events),
    start: (streams) => player.start(streams),
    onEnd: (listener) => player.onEnd(listener),
  };
}
