import { askKeeper } from '../../ask-keeper.ts';
import type { DeskModel } from '../../compose.ts';
import { isWorked } from '../../plans/plan.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { isKept } from '../../service.ts';
import type { CommandIo } from '../command.ts';
import type { PaperChoice } from '../paper/start-paper.ts';
import type { OpenService, PlanLeaving } from './open-service.ts';

/** How long the keeper may take to hold the account once it is free: it reads the journal, and on paper opens the account, ms. */
const takeLimitMs = 15_000;
const passedOn = ['seed', 'speed', 'market', 'chaos', 'latency'] as const;

/** How a desk leaves its plans to the keeper. */
export class Leaving implements PlanLeaving {
  readonly #service: OpenService;
  readonly #choice: PaperChoice;
  readonly #config: Config;
  readonly #io: CommandIo;
  #model: DeskModel | null = null;
  /** Where the keeper waits for the paper account, which is free only once the service in this process has ended. */
  #waiting: string | null = null;

  constructor(service: OpenService, choice: PaperChoice, config: Config, io: CommandIo) {
    this.#service = service;
    this.#choice = choice;
    this.#config = config;
    this.#io = io;
  }

  get whyNot(): string | null {
    return isKept(this.#service) ? null : 'Nothing of this paper account is kept: it ends with the desk.';
  }

  watch(model: DeskModel): void {
    this.#model = model;
  }

  async leave(): Promise<string | null> {
    const account = this.#model?.account();
    if (this.whyNot !== null || !account?.isHeld()) return this.whyNot ?? 'this desk does not hold the account';
    const keeper = await this.#start();
    if ('why' in keeper) return keeper.why;
    await account.drain();
    if (this.#service.isEmbedded) {
      this.#waiting = keeper.socket;
      return null;
    }
    account.release();
    const { why } = await this.#take(keeper.socket);
    if (why !== null) account.take();
    return why;
  }

  /** After the service has ended. Resolves to false if the keeper did not take the account, which is then said on stderr. */
  async end(): Promise<boolean> {
    const { signal, stderr } = this.#io;
    const isHangup = signal.aborted && signal.reason === 'SIGHUP' && this.#config.keeper.onHangup === 'keep';
    if (this.#waiting === null) {
      // It takes the account by itself: it is free by now.
      if (isHangup && this.whyNot === null && this.#hasPlans()) await this.#start();
      return true;
    }
    const { why } = await this.#take(this.#waiting);
    if (why !== null) stderr.write(`The keeper did not take the plans over: ${why}. They go on at the next start.\n`);
    return why === null;
  }

  #hasPlans(): boolean {
    return this.#model?.plans.getState().plans.some(isWorked) ?? false;
  }

  #take(socket: string) {
    return askKeeper(socket, 'take', { clock: this.#io.clock, limitMs: takeLimitMs });
  }

  async #start() {
    const { isEmbedded, profile, baseUrl, apiKey } = this.#service;
    const accountId = this.#model?.session.getState().accountId;
    if (!accountId) return { why: 'the service has not identified the account' };
    const { startKeeper } = await import('../keep/start-keeper.ts');
    return await startKeeper(accountId, this.#args(isEmbedded, profile, baseUrl), isEmbedded ? null : apiKey, this.#io);
  }

  #args(isEmbedded: boolean, profile: string, baseUrl: string): readonly string[] {
    const choice = this.#choice;
    if (isEmbedded)
      return [
        '--paper',
        ...passedOn.flatMap((name) => (choice[name] === undefined ? [] : [`--${name}`, choice[name]])),
      ];
    return choice['base-url'] === undefined ? ['--profile', profile] : ['--base-url', baseUrl];
  }
}
