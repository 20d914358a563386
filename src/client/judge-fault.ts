import type { AnyEndpoint } from '../protocol/endpoint.ts';
import { ApiError, UnreadableAnswerError } from './errors.ts';
import { OversizeAnswerError } from './read-answer.ts';

/**
 * Faults that happen before a connection stands, so that not one byte of the request can have left: the refusal of the
 * connection itself and a name that does not resolve. A reset, a broken pipe or a TLS failure is not among them.
 */
const notSentCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name does not resolve',
  EAI_AGAIN: 'its name does not resolve just now',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
};

const unknownAuthority = 'nobody whom this machine trusts vouches for its certificate (NODE_EXTRA_CA_CERTS names more)';

const sentCodes: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is that of another host',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; is the clock of this machine right?',
  CERT_REVOKED: 'its certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection broke',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'the network is unreachable',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
};

/** Why a call was given up before an answer came. */
export type StopReason = 'timeout' | 'aborted';

export class CallStoppedError extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(reason);
    this.name = 'CallStoppedError';
    this.reason = reason;
  }
}

/** What a fault of the HTTP layer proves. `wasSent` is false only where the request was never handed to fetch. */
export function judgeFault(endpoint: AnyEndpoint, host: string, fault: unknown, wasSent: boolean): ApiError {
  const endpointId = endpoint.id;
  const outcome = wasSent ? 'unknown' : 'not-sent';
  if (fault instanceof CallStoppedError)
    return fault.reason === 'timeout'
      ? new ApiError({
          endpointId,
          kind: 'timeout',
          code: 'TIMEOUT',
          outcome,
          message: `no answer from ${host} in time`,
        })
      : new ApiError({ endpointId, kind: 'network', code: 'ABORTED', outcome, message: 'the call was given up' });
  if (fault instanceof OversizeAnswerError) return new UnreadableAnswerError(endpointId, fault.message, fault.status);
  if (isRedirect(fault)) {
    const message = `${host} redirects elsewhere, which is refused`;
    return new ApiError({ endpointId, kind: 'network', code: 'REDIRECTED', outcome, message });
  }
  const code = faultCode(fault);
  const before = notSentCodes[code];
  return new ApiError({
    endpointId,
    kind: 'network',
    code: before || sentCodes[code] ? code : 'NETWORK',
    outcome: before ? 'not-sent' : outcome,
    message: `cannot reach ${host}: ${before ?? sentCodes[code] ?? 'the connection failed'}`,
  });
}

export function isRedirect(fault: unknown): boolean {
  return [...causes(fault)].some((error) => error.message === 'unexpected redirect');
}

/** The system's code (ECONNRESET …). Where several addresses were tried, all must agree, or nothing is concluded. */
function faultCode(fault: unknown): string {
  for (const error of causes(fault)) {
    const tried = error instanceof AggregateError ? error.errors.map(codeOf) : [codeOf(error)];
    const [first] = tried;
    if (first && tried.every((code) => code === first)) return first;
  }
  return '';
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

function* causes(fault: unknown): Generator<Error> {
  for (let error = fault, depth = 0; error instanceof Error && depth < 8; error = error.cause, depth++) yield error;
}
