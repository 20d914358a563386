import { createApiClient } from '../../client/http/api-client.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { version } from '../../platform/process/version.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/random.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { getUsage } from '../../protocol/endpoints/account.ts';
import { perpMarkets } from '../../protocol/endpoints/perp-markets.ts';
import { wsAuth, wsSession, wsStreams } from '../../protocol/endpoints/ws.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { type CheckReport, isTrouble, type OperationResult, type StreamResult, type Verdict } from './check-report.ts';
import { isSurprise } from './compare.ts';
import { isServiceError, unwrapAnswer } from './envelope-form.ts';
import { settleFacts } from './facts.ts';
import { KnownValues } from './known-values.ts';
import { changingCount, plannedReads, planRead, streamReads } from './plan.ts';
import { planStreams } from './plan-streams.ts';
import { rateLimitHeaders } from './rate-limits.ts';
import { hearAnswers } from './raw-answers.ts';
import { judge, type RawAnswer, readOperation } from './read-operation.ts';
import { savedText } from './saved-answers.ts';
import { type WatchedStream, watchStreams } from './watch-streams.ts';

export interface CheckOptions {
  readonly service: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly mode: 'paper' | 'live';
    readonly profile: string;
    readonly socketHost: string | null;
  };
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  /** Raised, the check ends with what it has found until then. */
  readonly signal: AbortSignal;
  /** How long the streams are followed, s; 0 for not at all. */
  readonly seconds: number;
  /** Gets a line for people about what is being done. */
  readonly tell: (doing: string) => void;
}

interface CheckEnd {
  readonly report: CheckReport;
  /** The answers and events for a file, with made-up values. */
  saved(): string;
}

/** Any key may call these, and no other service answers like them. */
const probes: readonly AnyEndpoint[] = [getUsage, wsStreams, perpMarkets];

/** Reads everything, follows the streams, and reports. Sends nothing that changes anything. */
export const runCheck = (options: CheckOptions): Promise<CheckEnd> => new Check(options).run();

class Check {
  readonly #options: CheckOptions;
  readonly #heard = hearAnswers();
  readonly #client: ReturnType<typeof createApiClient>;
  readonly #known = new KnownValues();
  readonly #results = new Map<string, OperationResult>();
  readonly #answers = new Map<string, RawAnswer>();
  #streams: readonly StreamResult[] = [];
  #watched: readonly WatchedStream[] = [];
  #streamSeconds = 0;
  readonly #startedAtMs: number;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#startedAtMs = options.clock.now();
    const { service, config, clock, random } = options;
    this.#client = createApiClient({ ...service, clock, random, names: config.names, fetch: this.#heard.fetch });
  }

  async run(): Promise<CheckEnd> {
    const refused = await this.#probe();
    if (refused === null) {
      await this.#readAll();
      await this.#watch();
    }
    const report = this.#report(refused);
    const { random } = this.#options;
    return { report, saved: () => savedText([...this.#answers.values()], this.#watched, random.hex(32)) };
  }

  /** Why there is nothing to check; null if this is the service and it takes the key. */
  async #probe(): Promise<Verdict | null> {
    for (const [index, endpoint] of probes.entries()) {
      await this.#read(endpoint, `the first answer (${index + 1} of ${probes.length})`);
      const answer = this.#answers.get(endpoint.id);
      if (!answer) return this.#options.signal.aborted ? 'stopped' : 'unreachable';
      if (answer.status === 401 && isServiceError(answer.json)) return 'key refused';
      if (this.#isOurs(endpoint)) return null;
    }
    return 'another service';
  }

  #isOurs({ id }: AnyEndpoint): boolean {
    const { status, json } = this.#answers.get(id)!;
    if (status >= 300) return isServiceError(json);
    const findings = this.#results.get(id)!.findings.filter(isSurprise);
    // A changed field is still the service; a missing or other root is not.
    const isRootMissing = findings.some(({ path }) => path === '') || json === undefined;
    const present = Object.keys(typeof json === 'object' && json !== null ? json : {}).length;
    return (
      !isRootMissing && present > 0 && !findings.some(({ kind, path }) => kind === 'absent' && !path.includes('('))
    );
  }

  async #readAll(): Promise<void> {
    const pending = plannedReads.filter(({ id }) => !this.#results.has(id) && !streamReads.includes(id));
    for (const [index, endpoint] of pending.entries()) {
      if (this.#options.signal.aborted) return;
      await this.#read(endpoint, `${endpoint.id} (${index + 1} of ${pending.length})`);
    }
  }

  async #read(endpoint: AnyEndpoint, doing: string): Promise<void> {
    const { service, config, clock, signal, tell } = this.#options;
    tell(`Reading ${doing}`);
    const planned = planRead(endpoint, this.#known, { mode: service.mode, names: config.names, nowMs: clock.now() });
    if ('skipped' in planned) return this.#skip(endpoint, planned.skipped);
    const { result, answer } = await readOperation(endpoint, planned.input, {
      client: this.#client,
      take: this.#heard.take,
      signal,
    });
    // A call that was given up says nothing about the operation.
    if (signal.aborted && !answer) return;
    this.#results.set(endpoint.id, result);
    if (!answer) return;
    this.#answers.set(endpoint.id, answer);
    if (answer.status < 300 && answer.json !== undefined)
      this.#known.learn(endpoint.id, unwrapAnswer(endpoint.response, answer.json).data);
  }

  #skip({ id }: AnyEndpoint, problem: string): void {
    const nothing = { status: null, latencyMs: null, form: null, missingScope: null, setting: null, findings: [] };
    this.#results.set(id, { id, level: 'skip', problem, ...nothing });
  }

  async #watch(): Promise<void> {
    const { config, clock, random, service, signal, seconds, tell } = this.#options;
    if (seconds === 0 || signal.aborted)
      return this.#skip(wsAuth, signal.aborted ? 'stopped before it' : 'no stream was followed');
    const listed = this.#answers.get(wsStreams.id);
    const catalog = listed && listed.status < 300 ? unwrapAnswer(wsStreams.response, listed.json).data : undefined;
    const { planned, others } = planStreams(catalog, this.#known, config.tape.tokens);
    const startMs = clock.monotonic();
    this.#heard.take();
    const { socketHost } = service;
    const watching = { client: this.#client, clock, random, socketHost, signal, ms: seconds * 1_000, planned };
    this.#watched = await watchStreams(watching, ({ live, events }, leftMs) =>
      tell(`Following ${live} of ${planned.length} streams, ${events} events, ${Math.ceil(leftMs / 1_000)} s left`),
    );
    this.#streamSeconds = Math.round((clock.monotonic() - startMs) / 1_000);
    this.#streams = inCatalogOrder([...this.#watched.map(({ result }) => result), ...others]);
    this.#judgeSocketCalls();
  }

  /** The stream client has made them, with inputs that only it knows. */
  #judgeSocketCalls(): void {
    const heard = this.#heard.take();
    for (const endpoint of [wsSession, wsAuth]) {
      const last = heard.findLast(({ method, path }) => method === endpoint.method && path.endsWith(endpoint.path));
      if (!last) {
        if (!this.#results.has(endpoint.id)) this.#skip(endpoint, 'no stream needed it');
        continue;
      }
      const { result, answer } = judge(endpoint, last.answer, null, this.#results.get(endpoint.id)?.latencyMs ?? null);
      this.#results.set(endpoint.id, result);
      if (answer) this.#answers.set(endpoint.id, answer);
    }
  }

  #report(refused: Verdict | null): CheckReport {
    const { service, config, signal } = this.#options;
    const operations = allEndpoints.flatMap(({ id }) => this.#results.get(id) ?? []);
    const answers = [...this.#answers.values()];
    const facts = refused === null ? settleFacts(answers, config) : [];
    const surprises =
      [...operations, ...this.#streams].filter(isTrouble).length + facts.filter(({ isWrong }) => isWrong).length;
    const usual = signal.aborted ? 'stopped' : surprises > 0 ? 'surprises' : 'as expected';
    return {
      baseUrl: service.baseUrl,
      mode: service.mode,
      profile: service.profile,
      startedAt: new Date(this.#startedAtMs).toISOString(),
      swapdeck: version,
      verdict: refused ?? usual,
      surprises,
      operations,
      notCalled: changingCount,
      streams: this.#streams,
      streamSeconds: this.#streamSeconds,
      rateLimitHeaders: rateLimitHeaders(answers),
      facts,
    };
  }
}

/** Those that are unknown here come last. */
function inCatalogOrder(results: readonly StreamResult[]): StreamResult[] {
  const place = ({ id }: StreamResult): number => {
    const index = allStreams.findIndex((stream) => stream.id === id);
    return index < 0 ? allStreams.length : index;
  };
  return results.toSorted((one, other) => place(one) - place(other));
}
