import { cleanText } from '../domain/clean-text.ts';
import { wsSession, wsStreams } from '../protocol/endpoints/ws.ts';
import { isUnreadable } from '../protocol/schema.ts';
import type { AnyStream } from '../protocol/stream.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './errors.ts';
import { type Matches, matchSubscriptions } from './match-subscriptions.ts';
import { refuseSocketTarget, type SocketTarget } from './session-hosts.ts';
import type { Channel, Wanted } from './wanted-streams.ts';

export interface Session {
  readonly target: SocketTarget;
  /** The target as one text: equal texts are the same connection. */
  readonly parameters: string;
  readonly adviceMs: readonly number[];
  readonly matches: Matches;
}

/** No session came about. `isFinal`: asking again cannot help until a person has changed something. */
export class BootstrapError extends Error {
  readonly isFinal: boolean;
  /** The service turned down what was asked for; the connection has nothing to do with it. */
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
  readonly pinnedSocketHost?: string | undefined;
}

/** Returns the function that asks for a session for the wanted streams. It rejects with BootstrapError only. */
export function createBootstrap({ client, baseUrl, pinnedSocketHost }: Settings) {
  let catalog: ReadonlySet<string> | null = null;

  /** Some streams are spelt in two ways: the service's catalog decides, where it can be had. */
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
    const { wsHost: host, wsPort: port, forceTls: tls, appKey } = data.connection;
    const target = { host, port, tls, appKey };
    const refusal = refuseSocketTarget(target, baseUrl, pinnedSocketHost);
    if (refusal) throw new BootstrapError(`refused to connect: ${cleanText(refusal, 300)}`, true, false);
    return {
      target,
      parameters: JSON.stringify([host, port, tls, appKey]),
      adviceMs: data.session?.recommendedReconnectBackoffMs ?? [],
      matches: matchSubscriptions(wanted, data.subscriptions),
    };
  }

  /** The service turns down a whole request for one bad filter: asked one by one, the good streams get their channels. */
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

function toBootstrapError(error: unknown): BootstrapError {
  if (!(error instanceof ApiError)) return new BootstrapError('the session could not be asked for', false, false);
  const isKeyRefused = error.status === 401;
  const message = isKeyRefused
    ? `the key was refused: check the key (${error.message})`
    : `no session: ${error.message}`;
  const isRejected = error.outcome === 'rejected' && ['validation', 'not-found', 'rejected'].includes(error.kind);
  return new BootstrapError(message, isKeyRefused, isRejected);
}
