import type { ApiClient } from '../client/http/api-client.ts';
import type { OpenWire } from '../client/streams/connection/wire.ts';
import type { StreamManager } from '../client/streams/stream-model.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Random } from '../platform/time/random.ts';
import type { Recording } from './open-recording.ts';
import { createReplayClient } from './replay-client.ts';
import { ReplayPlayer } from './replay-player.ts';

export interface Replay {
  /** Answers the stream manager's requests from the recording; refuses everything else. */
  readonly client: ApiClient;
  readonly openWire: OpenWire;
  /** Starts the replay for this manager, which uses `client` and `openWire`. */
  start(streams: Pick<StreamManager, 'status' | 'retryNow'>): void;
  /** Called once when the last entry has been replayed; at once if it already has. */
  onEnd(listener: () => void): void;
}

/** The waits between attempts are the recording's own: none is added. */
export const replayRandom: Random = { next: () => 0, int: () => 0, hex: (bytes) => '0'.repeat(bytes * 2) };

/** Replaces a service by a recording. All times are those of `clock`, whose 0 is the recording's. */
export function createReplay(recording: Recording, clock: Clock): Replay {
  const player = new ReplayPlayer(recording, clock);
  return {
    client: createReplayClient(recording, clock, player),
    openWire: (url, events) => player.openWire(url, events),
    start: (streams) => player.start(streams),
    onEnd: (listener) => player.onEnd(listener),
  };
}
