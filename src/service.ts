import type { ApiClient } from './client/api-client.ts';
import type { StreamManager } from './client/stream-model.ts';
import type { SocketFactory } from './client/stream-socket.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config-schema.ts';
import type { Random } from './platform/random.ts';
import { pathKey } from './protocol/names.ts';
import type { SessionState } from './stores/session.ts';

/** The service that the desk talks to. The desk does not know whether it is on paper: only address, key and word differ. */
export interface Service {
  readonly mode: SessionState['mode'];
  readonly profile: string;
  /** Name of the account in the journal; one that is forgotten afterwards has a name of its own. */
  readonly account: string;
  /** What the account is where nobody has to be asked: the desk keeps it itself. The others are asked. */
  readonly accountId?: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly wallet: string | null;
  readonly socketHost: string | null;
  /** A recording in the service's place; absent for a service that is there. */
  readonly recording?: PlayedService;
}

/** What stands in for a service, and for the time, while a recording is played. */
interface PlayedService {
  readonly clock: Clock;
  readonly random: Random;
  readonly client: ApiClient;
  readonly openSocket: SocketFactory;
  readonly tapeTokens: readonly string[];
  /** The streams are wanted: it may begin. */
  start(streams: StreamManager): void;
  stop(): void;
}

/** An account that is forgotten with the desk has a name of its own. */
export const isKept = ({ account, profile }: Service): boolean => account === profile;

/** Paper is for practice: there it can be armed without a configuration. */
export const oneClickUsd = ({ mode, profile }: Service, config: Config): string | null =>
  mode === 'paper' ? '1000' : (config.profiles[profile]?.oneClickUsd ?? null);

export function whyReadOnly({ mode, profile }: Service, config: Config): string | null {
  if (mode === 'replay') return 'This is a recording: there is nothing to trade with.';
  return config.profiles[profile]?.isReadOnly
    ? `The profile ${profile} is read-only (read_only in the configuration): nothing is sent.`
    : null;
}

/** The contract shows no path for agents; paper has its own. */
export function whyNoAgents({ mode }: Service, { names }: Config): string | null {
  const missing = ['agents.invoke', 'agents.session'].map(pathKey).filter((key) => names[key] === undefined);
  return mode !== 'live' || missing.length === 0
    ? null
    : `Agents are off at a live service until their paths are known: set ${missing.join(' and ')} under [names] in the configuration.`;
}
