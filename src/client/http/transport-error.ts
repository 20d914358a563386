import { errorCode } from '../../platform/process/error-code.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { ApiError, UnreadableResponseError } from './errors.ts';
import { OversizeResponseError } from './response-body.ts';

/**
 * Errors before a connection exists, so that no byte of the request can have been sent: a refused connection and a name
 * that does not resolve. A reset, a broken pipe or a TLS failure is not among them.
 */
const notSentCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name does not resolve',
  EAI_AGAIN: 'its name does not resolve at the moment',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out before it was established',
};

const unknownAuthority = 'its certificate comes from an unknown issuer (add one with NODE_EXTRA_CA_CERTS)';

const sentCodes: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clock of this machine',
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
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
};

/** Why a call was stopped before a response came. */
export type StopReason = 'timeout' | 'aborted';

/** The call was given up by its deadline or its caller. Never leaves the client: toTransportError makes an ApiError of it. */
export class CallStoppedError extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(reason);
    this.name = 'CallStoppedError';
    this.reason = reason;
  }
}

/** Why no answer came, as it ends a sentence. */
export function whyUnreachable(fault: unknown): string {
  const code = faultCode(fault);
  return notSentCodes[code] ?? sentCodes[code] ?? 'the connection failed';
}

/** What an HTTP-layer error proves. `wasSent` is false only if the request was never handed to fetch. */
export function toTransportError(endpoint: AnyEndpoint, host: string, fault: unknown, wasSent: boolean): ApiError {
  const endpointId = endpoint.id;
  const outcome = wasSent ? 'unknown' : 'not-sent';
  if (fault instanceof CallStoppedError)
    return fault.reason === 'timeout'
      ? new ApiError({
          endpointId,
          kind: 'timeout',
          code: 'TIMEOUT',
          outcome,
          message: `no response from ${host} in time`,
        })
      : new ApiError({ endpointId, kind: 'network', code: 'ABORTED', outcome, message: 'the call was cancelled' });
  if (fault instanceof OversizeResponseError)
    return new UnreadableResponseError(endpointId, fault.message, fault.status);
  if (isRedirect(fault)) {
    const message = `${host} redirects to another address, which is refused`;
    return new ApiError({ endpointId, kind: 'network', code: 'REDIRECTED', outcome, message });
  }
  const code = faultCode(fault);
  const before = notSentCodes[code];
  return new ApiError({
    endpointId,
    kind: 'network',
    code: before || sentCodes[code] ? code : 'NETWORK',
    outcome: before ? 'not-sent' : outcome,
    message: `cannot reach ${host}: ${whyUnreachable(fault)}`,
  });
}

/** Whether fetch gave up because the service redirects (`redirect: 'error'`); its message is the only sign of it. */
export function isRedirect(fault: unknown): boolean {
  return [...causes(fault)].some((error) => error.message === 'unexpected redirect');
}

/**
 * The system's error code (ECONNRESET …). If several addresses were tried, all must agree; otherwise nothing is
 * concluded.
 */
function faultCode(fault: unknown): string {
  for (const error of causes(fault)) {
    const tried = error instanceof AggregateError ? error.errors.map(errorCode) : [errorCode(error)];
    const [first] = tried;
    if (first && tried.every((code) => code === first)) return first;
  }
  return '';
}

function* causes(fault: unknown): Generator<Error> {
  for (let error = fault, depth = 0; error instanceof Error && depth < 8; error = error.cause, depth++) yield error;
}
