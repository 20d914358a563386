import type { ApiClient } from './client/http/api-client.ts';
import type { SocketFactory } from './client/streams/connection/stream-socket.ts';
import type { StreamManager } from './client/streams/stream-model.ts';
import type { OwnDesk } from './own-desk.ts';
import type { Config } from './platform/config/config-schema.ts';
import type { Clock } from './platform/time/clock.ts';
import type { Random } from './platform/time/random.ts';
import { pathKey } from './protocol/names.ts';
import type { SessionState } from './stores/account/session.ts';
import type { WatchlistChange } from './stores/market/watchlist.ts';
import { tapeTokensOf } from './sync/streams/desk-streams.ts';

/** The service that the desk connects to. Paper is a service like any other: only address, key and badge differ. */
export interface Service {
  readonly mode: SessionState['mode'];
  readonly profile: string;
  /** Name of the account in the journal. An account that is not kept after the run has a name other than its profile's. */
  readonly account: string;
  /** Set where the desk itself runs the service and knows the account; absent where the service must be asked. */
  readonly accountId?: string;
  /** Identifies the market whose marks are kept between runs; null or absent: they are not kept. */
  readonly market?: string | null;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly wallet: string | null;
  readonly socketHost: string | null;
  /** Tokens whose swaps are followed, as `chain:address`; absent: the configured ones. */
  readonly tapeTokens?: readonly string[];
  /** Wallets whose keys the user holds; absent or null where none can sign. */
  readonly own?: OwnDesk | null;
  /** The recording that replaces the service; absent for a real service. */
  readonly recording?: ServiceReplay;
}

/** What replaces the service and the clock while a recording is replayed. */
interface ServiceReplay {
  readonly clock: Clock;
  readonly random: Random;
  readonly client: ApiClient;
  readonly openSocket: SocketFactory;
  readonly tapeTokens: readonly string[];
  /** Starts the replay. Called once the desk has subscribed to its streams. */
  start(streams: StreamManager): void;
  stop(): void;
}

/** Whether the account's files are kept after the run. An account that is not kept has a name other than its profile's. */
export const isKept = ({ account, profile }: Service): boolean => account === profile;

/** The one-click cap in USD; null if one-click is not configured. Paper has a default, so that it can be practised. */
export const oneClickUsd = ({ mode, profile }: Service, config: Config): string | null =>
  mode === 'paper' ? '1000' : (config.profiles[profile]?.oneClickUsd ?? null);

export function whyReadOnly({ mode, profile }: Service, config: Config): string | null {
  if (mode === 'replay') return 'This is a recording, so nothing can be traded.';
  return config.profiles[profile]?.isReadOnly
    ? `The profile ${profile} is read-only (read_only in the configuration): nothing is sent.`
    : null;
}

/** Why agent sessions cannot be followed, or null. The service publishes no path for them; paper has one of its own. */
export function whyNoAgentSession({ mode }: Service, { names }: Config): string | null {
  const key = pathKey('agents.session');
  return mode !== 'live' || names[key] !== undefined
    ? null
    : `The service publishes no path for the status of an agent session. To follow sessions, set ${key} under [names] in the configuration.`;
}

/** The initial state of the stores. */
export const storesStart = (service: Service, config: Config, watched: WatchlistChange | undefined) => ({
  session: {
    mode: service.mode,
    profile: service.profile,
    baseUrl: service.baseUrl,
    whyNoAgentSession: whyNoAgentSession(service, config),
  },
  readOnly: whyReadOnly(service, config),
  walletId: service.wallet,
  tapeTokens: service.tapeTokens ?? service.recording?.tapeTokens ?? tapeTokensOf(config.tape.tokens),
  watched,
});
