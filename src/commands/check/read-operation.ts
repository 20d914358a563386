import type { ApiClient } from '../../client/http/api-client.ts';
import { ApiError, ValidationError } from '../../client/http/errors.ts';
import { parseJson } from '../../client/http/parse-json.ts';
import type { RawResponse } from '../../client/http/response-body.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { redact } from '../../platform/secrets/secrets.ts';
import type { AnyEndpoint, CallInput } from '../../protocol/endpoint.ts';
import { pathKey } from '../../protocol/names.ts';
import type { OperationResult } from './check-report.ts';
import { isSurprise } from './compare.ts';
import { compareFailure, compareSuccess, unwrapAnswer } from './envelope-form.ts';
import type { HeardAnswer } from './raw-answers.ts';

/** An answer as it came. `json` is undefined if it is none. */
export interface RawAnswer {
  readonly endpoint: AnyEndpoint;
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

interface Around {
  readonly client: ApiClient;
  readonly take: () => readonly HeardAnswer[];
  readonly signal: AbortSignal;
}

export interface ReadOperation {
  readonly result: OperationResult;
  /** Null if nothing was answered. */
  readonly answer: RawAnswer | null;
}

/** Calls an operation once (a GET again after a failure) and compares what comes with its schema. */
export async function readOperation(
  endpoint: AnyEndpoint,
  input: CallInput<AnyEndpoint>,
  { client, take, signal }: Around,
): Promise<ReadOperation> {
  let latencyMs: number | null = null;
  const stop = client.onAnswer((end) => {
    latencyMs = end.latencyMs;
  });
  take();
  try {
    const error = await client.call(endpoint, input, { signal }).then(
      () => null,
      (failure: unknown) => {
        if (failure instanceof ApiError) return failure;
        throw failure;
      },
    );
    const answer = take().at(-1)?.answer ?? null;
    return judge(endpoint, answer, error, latencyMs);
  } finally {
    stop();
  }
}

/** What an answer, and the error that the client made of it, say about an operation. */
export function judge(
  endpoint: AnyEndpoint,
  answer: RawResponse | null,
  error: ApiError | null,
  latencyMs: number | null,
): ReadOperation {
  const base = { id: endpoint.id, latencyMs, form: null, missingScope: null, setting: null, findings: [] };
  if (!answer)
    return {
      answer: null,
      result: {
        ...base,
        level: error instanceof ValidationError ? 'skip' : 'fail',
        status: null,
        problem: error ? messageOf(error) : 'no answer',
      },
    };
  const { status, headers } = answer;
  const json = tryJson(answer.text);
  const raw = { endpoint, status, headers, json };
  if (status < 200 || status > 299) {
    const isRefusal = json !== undefined;
    const problem = error ? messageOf(error) : `HTTP ${status}`;
    const { missingScope = null } = error ?? {};
    const findings = isRefusal ? compareFailure(json) : [];
    const setting = settingFor(endpoint, status);
    return { answer: raw, result: { ...base, level: 'fail', status, problem, missingScope, setting, findings } };
  }
  if (json === undefined) {
    const type = cleanText(redact(headers.get('content-type') ?? ''), 40) || 'no content type';
    const problem = answer.text === '' ? 'the answer is empty' : `the answer is not JSON (${type})`;
    return { answer: raw, result: { ...base, level: 'fail', status, problem } };
  }
  const findings = compareSuccess(endpoint.response, json);
  const { form } = unwrapAnswer(endpoint.response, json);
  const level = error ? 'fail' : findings.some(isSurprise) ? 'warn' : 'ok';
  return { answer: raw, result: { ...base, level, status, form, problem: error?.message ?? null, findings } };
}

/** The contract does not give the path of this operation, so another one may be right. */
const settingFor = ({ id, source }: AnyEndpoint, status: number): string | null =>
  source !== 'contract' && (status === 404 || status === 405) ? pathKey(id) : null;

const messageOf = ({ code, message }: ApiError): string => `${cleanText(code, 64)}: ${message}`;

function tryJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
