import type { ApiClient } from '../../client/http/api-client.ts';
import { buildRequest } from '../../client/http/build-request.ts';
import { ApiError } from '../../client/http/errors.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import type { AnyEndpoint, Method } from '../../protocol/endpoint.ts';
import type { CommandIo } from '../command.ts';
import type { ServiceTarget } from '../target.ts';
import type { SortedInput } from './call-input.ts';
import type { RiskVerdict } from './check-risk.ts';

/** A request as it would be sent. The key travels in a header, which is not shown. */
export interface ShownRequest {
  readonly method: Method;
  readonly url: string;
  /** Null for none. */
  readonly body: unknown;
}

/** The client builds the request with the same function. */
export function requestOf(
  endpoint: AnyEndpoint,
  input: SortedInput,
  { baseUrl }: Pick<ServiceTarget, 'baseUrl'>,
  { names }: Pick<Config, 'names'>,
): ShownRequest {
  const { url, body } = buildRequest(endpoint, input, new URL(baseUrl), names);
  return {
    method: endpoint.method,
    url: url.href,
    body: typeof body === 'string' ? JSON.parse(body) : body && `${body}`,
  };
}

/** What `--dry-run` prints. Documented in docs/scripting.md. */
export interface DryRun {
  readonly profile: string;
  readonly mode: 'paper' | 'live';
  readonly request: ShownRequest;
  /** Null for an operation that changes nothing. */
  readonly riskCheck: RiskVerdict | null;
}

/** Says what a call would send and what the desk's risk check says about it. Sends nothing that changes anything. */
export async function dryRun(
  endpoint: AnyEndpoint,
  input: SortedInput,
  target: ServiceTarget,
  config: Config,
  client: ApiClient,
  io: CommandIo,
): Promise<DryRun> {
  const { profile, mode } = target;
  const request = requestOf(endpoint, input, target, config);
  return { profile, mode, request, riskCheck: endpoint.mutates ? await risk() : null };

  async function risk(): Promise<RiskVerdict> {
    try {
      // Loads the desk's stores and forms, which no other call needs.
      const { checkRisk } = await import('./check-risk.ts');
      return await checkRisk(endpoint, input, { client, target, config, io });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const gap = `Nothing was checked: the service did not say which account this is (${error.code}: ${error.message})`;
      return { verdict: 'incomplete', code: null, message: null, gaps: [gap], reads: [] };
    }
  }
}
