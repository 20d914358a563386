import { z } from 'zod';
import type { ApiClient, CallOptions } from '../client/http/api-client.ts';
import { ApiError } from '../client/http/errors.ts';
import { matchSubscriptions } from '../client/streams/channels/match-subscriptions.ts';
import { type Channel, WantedStreams } from '../client/streams/channels/wanted-streams.ts';
import { cleanText } from '../domain/text/clean-text.ts';

import type { Clock } from '../platform/time/clock.ts';
import type { AnyEndpoint, CallInput, ResponseData } from '../protocol/endpoint.ts';
import { wsAuth, wsSession, wsStreams } from '../protocol/endpoints/ws.ts';
import { stream as defineStream } from '../protocol/stream.ts';
import type { Recording } from './open-recording.ts';
import { type NamedStream, type RecordedError, type RecordedSession, streamKey } from './recording-format.ts';
import type { RecordedAttempt, SessionAnswer } from './recording-index.ts';
import type { ReplayPlayer } from './replay-player.ts';

type SessionData = ResponseData<typeof wsSession>;

/** A client backed by a recording: it responds only to stream requests, and no request leaves the machine. */
export function createReplayClient(recording: Recording, clock: Clock, player: ReplayPlayer): ApiClient {
  const spent = new Map<RecordedAttempt, Map<string, number>>();

  async function session(input: CallInput<typeof wsSession>, signal?: AbortSignal): Promise<SessionData> {
    const asked = input.body.subscriptions.map(({ stream, filter }) => ({ stream, filter: filter ?? {} }));
    const attempt = player.attemptFor(asked);
    if (attempt === null) {
      await player.played(Number.POSITIVE_INFINITY, signal);
      return farewell(recording);
    }
    if (attempt.session === null) {
      await player.played(attempt.readyAt, signal);
      // It has an error, since it has no session, and is judged as when the last of its calls had failed: not to be asked
      // one by one.
      throw errorOf(wsSession.id, { ...attempt.error!, outcome: 'unknown' });
    }
    const whole = attempt.exactly(asked);
    if (whole && 'type' in whole.outcome) return given(whole.outcome, whole, attempt, player, signal);
    return asOne(asked, attempt.session, attempt, player, signal);
  }

  function authorise({ body }: CallInput<typeof wsAuth>): ResponseData<typeof wsAuth> {
    const attempt = player.connected;
    const counts = (attempt && spent.get(attempt)) ?? new Map<string, number>();
    if (attempt) spent.set(attempt, counts);
    const count = counts.get(body.channel_name) ?? 0;
    counts.set(body.channel_name, count + 1);
    const refusal = attempt?.refusals.get(body.channel_name)?.[count];
    if (refusal) throw errorOf(wsAuth.id, refusal);
    return { auth: 'recording:recording' };
  }

  async function answer(endpoint: AnyEndpoint, input: unknown, signal?: AbortSignal): Promise<unknown> {
    // An operation has one input, which the compiler cannot follow from its id.
    if (endpoint.id === wsSession.id) return session(input as CallInput<typeof wsSession>, signal);
    if (endpoint.id === wsAuth.id) return authorise(input as CallInput<typeof wsAuth>);
    if (endpoint.id === wsStreams.id) return { streams: recording.index.streams.map(({ stream: id }) => ({ id })) };
    throw new ApiError({
      endpointId: endpoint.id,
      kind: 'not-supported',
      code: 'RECORDING',
      outcome: 'not-sent',
      message: 'a recording holds the messages of streams only',
    });
  }

  return {
    baseUrl: recording.header.baseUrl,
    onAnswer: () => () => {},
    async call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions) {
      // What `answer` gives is of the operation that was asked for.
      const data = (await answer(endpoint, input, options?.signal)) as ResponseData<E>;
      return { data, requestId: 'recording', pagination: null, latencyMs: 0, receivedAtMs: clock.now() };
    },
  };
}

/** A recorded response, when its time has come. */
async function given(
  { connection, adviceMs, subscriptions }: RecordedSession,
  { at }: Pick<SessionAnswer, 'at'>,
  attempt: RecordedAttempt,
  player: ReplayPlayer,
  signal: AbortSignal | undefined,
): Promise<SessionData> {
  // Before the connection is established, it does not wait for responses that came on it: the connection itself would
  // be missed.
  await player.played(player.connected ? at : attempt.readyAt, signal);
  return {
    connection: {
      wsHost: connection.host,
      wsPort: connection.port,
      forceTls: connection.tls,
      appKey: `recording-${connection.place}`,
    },
    session: { recommendedReconnectBackoffMs: [...adviceMs] },
    subscriptions: [...subscriptions],
  };
}

/**
 * A response assembled for a different set of streams than the recorded one. Rejects if one of them is not in the
 * recording.
 */
async function asOne(
  asked: readonly NamedStream[],
  session: RecordedSession,
  attempt: RecordedAttempt,
  player: ReplayPlayer,
  signal: AbortSignal | undefined,
): Promise<SessionData> {
  const held = asked.map((stream) => ({ stream, answer: attempt.holding(stream) }));
  const lastAt = Math.max(...held.map(({ answer }) => answer?.at ?? attempt.readyAt));
  const whole = await given(session, { at: lastAt }, attempt, player, signal);
  const [refusal] = held.flatMap(({ stream, answer }) => {
    const outcome = answer?.outcome ?? notRecorded(stream);
    return 'type' in outcome ? [] : [outcome];
  });
  if (refusal) {
    if (asked.length > 1) player.asksEach();
    throw errorOf(wsSession.id, refusal);
  }
  return { ...whole, subscriptions: held.map(({ stream, answer }) => rowFor(stream, answer)) };
}

/** The recorded row of a stream with its filter, so that it can be matched in any list. */
function rowFor(stream: NamedStream, answer: SessionAnswer | null): SessionData['subscriptions'][number] {
  const rows = answer && 'type' in answer.outcome ? answer.outcome.subscriptions : [];
  const matched = matchRecorded(answer?.asked ?? [], rows).get(streamKey(stream));
  if (!matched || 'refused' in matched) return { unreadable: matched?.refused ?? 'it is not in the recording' };
  const { name: channel, event, isPresence } = matched;
  return { ...stream, channel, event, visibility: isPresence ? 'presence' : 'public', filter: { ...stream.filter } };
}

/** The channel of each stream, by its key, as resolved during the recording. */
function matchRecorded(
  asked: readonly NamedStream[],
  rows: RecordedSession['subscriptions'],
): Map<string, Channel | { readonly refused: string }> {
  const wanted = new WantedStreams();
  const nobody = { onEvent: () => {} };
  const facts = { visibility: 'public', source: 'facts', filters: [], summary: '', payload: z.unknown() } as const;
  for (const { stream: id, filter } of asked) wanted.add(defineStream({ id, ...facts }), filter, nobody);
  const matches = [...matchSubscriptions(wanted.all(), rows)];
  return new Map(matches.map(([{ stream, filter }, match]) => [streamKey({ stream: stream.id, filter }), match]));
}

const notRecorded = ({ stream, filter }: NamedStream): RecordedError => ({
  kind: 'not-found',
  code: 'RECORDING',
  outcome: 'rejected',
  status: null,
  message: `this recording does not hold ${[stream, ...Object.entries(filter).map((pair) => pair.join('='))].join(' ')}`,
});

/** After the end: a session whose connection closes at once with the reason. */
function farewell({ header }: Recording): SessionData {
  const { hostname, protocol } = new URL(header.baseUrl);
  return {
    connection: { wsHost: hostname, wsPort: 443, forceTls: protocol === 'https:', appKey: 'recording-over' },
    session: null,
    subscriptions: [],
  };
}

function errorOf(endpointId: string, { kind, code, outcome, status, message }: RecordedError): ApiError {
  return new ApiError({ endpointId, kind, code, outcome, status, message: cleanText(message) });
}
