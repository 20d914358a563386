import { cleanText } from '../../domain/text/clean-text.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { wsSession, wsStreams } from '../../protocol/endpoints/ws.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import type { ApiClient } from '../http/api-client.ts';
import { ApiError } from '../http/errors.ts';
import { type Matches, matchSubscriptions } from './channels/match-subscriptions.ts';
import type { Channel, Wanted } from './channels/wanted-streams.ts';
import { refuseSocketTarget, type SocketTarget } from './session-hosts.ts';

/** What `ws.session` answered: where to connect, and the channel of each wanted stream. */
export interface Session {
  readonly target: SocketTarget;
  /** The target as one text: equal texts mean the same connection. */
  readonly parameters: string;
  /** Waits before the next attempts that the service asks for, ms; empty where it asks for none. */
  readonly adviceMs: readonly number[];
  readonly matches: Matches;
}

/** The session request failed. `isFinal`: a retry cannot help until the user changes something. */
export class BootstrapError extends Error {
  readonly isFinal: boolean;
  /** The service rejected the request itself; the connection is not the cause. */
  readonly isRejected: boolean;

  constructor(message: string, isFinal: boolean, isRejected: boolean) {
    super(message);
    this.name = 'BootstrapError';
    this.isFinal = isFinal;
    this.isRejected = isRejected;
  }
}

interface Settings {
  readonly client: ApiClient;
  readonly baseUrl: string;
  readonly socketHost?: string | null | undefined;
}

/** Returns the function that requests a session for the wanted streams. It rejects only with BootstrapError. */
export function createBootstrap({ client, baseUrl, socketHost }: Settings) {
  let catalog: ReadonlySet<string> | null = null;

  /** Some streams have two spellings: the service's catalog decides, if it is available. */
  async function spellings(wanted: readonly Wanted[], signal: AbortSignal): Promise<(stream: AnyStream) => string> {
    if (!catalog && wanted.some(({ stream }) => stream.aliases.length > 0))
      catalog = await client.call(wsStreams, {}, { signal, timeoutMs: 5_000 }).then(
        ({ data }) => new Set(data.streams.flatMap((row) => (isUnreadable(row) ? [] : [row.id]))),
        () => null,
      );
    return ({ id, aliases }) => [id, ...aliases].find((name) => catalog?.has(name)) ?? id;
  }

  async function ask(wanted: readonly Wanted[], signal: AbortSignal): Promise<Session> {
    const spelling = await spellings(wanted, signal);
    const subscriptions = wanted.map(({ stream, filter }) => ({ stream: spelling(stream), filter }));
    const { data } = await client.call(wsSession, { body: { subscriptions } }, { signal }).catch((error: unknown) => {
      throw toBootstrapError(error);
    });
    const target = targetOf(data.connection);
    const refusal = refuseSocketTarget(target, baseUrl, socketHost);
    if (refusal) throw new BootstrapError(`refused to connect: ${cleanText(refusal, 300)}`, true, false);
    return {
      target,
      parameters: JSON.stringify([target.host, target.port, target.tls, target.appKey]),
      adviceMs: data.session?.recommendedReconnectBackoffMs ?? [],
      matches: matchSubscriptions(wanted, data.subscriptions),
    };
  }

  /**
   * The service rejects the whole request for one bad filter. Requested one by one, the good streams get their
   * channels.
   */
  async function askEach(wanted: readonly Wanted[], signal: AbortSignal): Promise<Session> {
    let session: Session | null = null;
    let lastError: unknown;
    const matches = new Map<Wanted, Channel | { readonly refused: string }>();
    for (const one of wanted)
      try {
        session = await ask([one], signal);
        for (const [key, match] of session.matches) matches.set(key, match);
      } catch (error) {
        if (!(error instanceof BootstrapError && error.isRejected)) throw error;
        matches.set(one, { refused: error.message });
        lastError = error;
      }
    if (!session) throw lastError;
    return { ...session, matches };
  }

  return async function bootstrap(wanted: readonly Wanted[], signal: AbortSignal): Promise<Session> {
    try {
      return await ask(wanted, signal);
    } catch (error) {
      if (wanted.length > 1 && error instanceof BootstrapError && error.isRejected) return askEach(wanted, signal);
      throw error;
    }
  };
}

const targetOf = (connection: ResponseData<typeof wsSession>['connection']): SocketTarget => ({
  host: connection.wsHost,
  port: connection.wsPort,
  tls: connection.forceTls,
  appKey: connection.appKey,
});

function toBootstrapError(error: unknown): BootstrapError {
  if (!(error instanceof ApiError)) return new BootstrapError('the session could not be requested', false, false);
  const isKeyRefused = error.status === 401;
  const message = isKeyRefused
    ? `the key was rejected: check the key (${error.message})`
    : `no session: ${error.message}`;
  const isRejected = error.outcome === 'rejected' && ['validation', 'not-found', 'rejected'].includes(error.kind);
  return new BootstrapError(message, isKeyRefused, isRejected);
}
