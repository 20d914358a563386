import type { ApiClient, CallOptions } from '../client/http/api-client.ts';
import { ApiError } from '../client/http/errors.ts';
import type { AnyEndpoint, CallInput, ResponseData } from '../protocol/endpoint.ts';
import { wsAuth, wsSession } from '../protocol/endpoints/ws.ts';
import { isUnreadable } from '../protocol/schema.ts';
import type { Recorder } from './recorder.ts';
import type { RecordedError } from './recording-format.ts';

type SessionInput = CallInput<typeof wsSession>;
type SessionData = ResponseData<typeof wsSession>;

/** Records how sessions and authorisations end: which channels exist, never their tokens. */
export function recordClient(client: ApiClient, recorder: Recorder): ApiClient {
  const places: string[] = [];

  function noteSession({ body }: SessionInput, { connection, session, subscriptions }: SessionData): void {
    const { wsHost: host, wsPort: port, forceTls: tls, appKey } = connection;
    const parameters = JSON.stringify([host, port, tls, appKey]);
    if (!places.includes(parameters)) places.push(parameters);
    recorder.note({
      type: 'session',
      asked: askedOf(body),
      connection: { host, port, tls, place: places.indexOf(parameters) },
      adviceMs: session?.recommendedReconnectBackoffMs ?? [],
      subscriptions: subscriptions.map((row) =>
        isUnreadable(row)
          ? { unreadable: recorder.mask.apply(row.unreadable) }
          : {
              stream: row.stream,
              channel: row.channel,
              event: row.event,
              visibility: row.visibility,
              filter: row.filter,
            },
      ),
    });
  }

  // An operation has one input and one answer, which the compiler cannot follow from its id.
  const noteEnd = (endpoint: AnyEndpoint, input: unknown, result: { data: unknown } | ApiError): void => {
    if (endpoint.id === wsSession.id) {
      const { body } = input as SessionInput;
      if (!(result instanceof ApiError)) noteSession(input as SessionInput, result.data as SessionData);
      else recorder.note({ type: 'no-session', asked: askedOf(body), error: errorOf(result, recorder) });
    }
    if (endpoint.id === wsAuth.id) {
      const { body } = input as CallInput<typeof wsAuth>;
      if (result instanceof ApiError)
        recorder.note({ type: 'not-authorised', channel: body.channel_name, error: errorOf(result, recorder) });
      else {
        const { auth, channel_data } = result.data as ResponseData<typeof wsAuth>;
        for (const secret of [auth, auth.split(':').at(-1), channel_data]) recorder.mask.add(secret);
      }
    }
  };

  return {
    baseUrl: client.baseUrl,
    onAnswer: (listener) => client.onAnswer(listener),
    async call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions) {
      try {
        const result = await client.call(endpoint, input, options);
        // A response that nobody was waiting for changed nothing.
        if (!options?.signal?.aborted) noteEnd(endpoint, input, result);
        return result;
      } catch (error) {
        if (error instanceof ApiError && !options?.signal?.aborted) noteEnd(endpoint, input, error);
        throw error;
      }
    },
  };
}

const askedOf = ({ subscriptions }: SessionInput['body']) =>
  subscriptions.map(({ stream, filter }) => ({ stream, filter: filter ?? {} }));

const errorOf = ({ kind, code, outcome, status, message }: ApiError, { mask }: Recorder): RecordedError => ({
  kind,
  code: mask.apply(code),
  outcome,
  status,
  message: mask.apply(message),
});
