import { changeByLine, type PlanChanged } from '../../actions/plans/change-by-line.ts';
import { type KeeperAnswer, type KeeperRequest, keeperLimitMs } from '../../ask-keeper.ts';
import { compose, type DeskModel } from '../../compose.ts';
import { identifying } from '../../hold-account.ts';
import { StateStoreError } from '../../paper/service/state-store-error.ts';
import { isWorked } from '../../plans/plan.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import type { KeeperNote } from '../../platform/files/keeper-note.ts';
import { accountFile, keeperSocket } from '../../platform/files/paths.ts';
import { isLockedByOther } from '../../platform/process/account-lock.ts';
import type { LocalCaller } from '../../platform/process/local-socket.ts';
import type { CommandIo } from '../command.ts';
import { embeddedService, type OpenService, runningService } from '../desk/open-service.ts';
import { embeddedAccountId, type PaperChoice, type StartedPaper, startPaper } from '../paper/start-paper.ts';
import type { EmbeddedTarget, Target } from '../target.ts';

import { keeperNeeds } from './keeper-needs.ts';
import { type KeeperNow, type KeeperPost, openPost } from './keeper-post.ts';
import type { Parent } from './parent.ts';
import type { Say } from './say.ts';

interface Given {
  readonly choice: PaperChoice;
  readonly target: Target;
  readonly config: Config;
  readonly io: CommandIo;
  readonly parent: Parent | null;
  readonly say: Say;
}

/** How often it looks whether the paper account is free, ms. */
const lookEveryMs = 2_000;
/** Of the five seconds that a signal leaves, ms. */
const drainLimitMs = 4_000;

/** A desk without a screen. It holds the account while no desk does, and hands it over to the desk that asks. */
export class Keeper {
  readonly #given: Given;
  readonly #ended = Promise.withResolvers<number>();
  #state: KeeperNote['state'] = 'starting';
  #problem: KeeperNote['problem'] = null;
  #post: KeeperPost | null = null;
  #service: OpenService | null = null;
  #model: DeskModel | null = null;
  /** What is given up already, for whichever reason, is given up once. */
  #isLeaving = false;
  /** The account's service is opening: the account will be held. */
  #isTaking = false;
  #unfollow: () => unknown = () => {};
  #lookNow = (): void => {};
  #onHolding = new Set<() => void>();

  constructor(given: Given) {
    this.#given = given;
  }

  /** Resolves to the exit code. Throws PlainError if it cannot begin. */
  async run(): Promise<number> {
    const { target, io } = this.#given;
    io.signal.addEventListener('abort', () => void this.#stop(`by ${String(io.signal.reason)}`));
    try {
      if (target.isEmbedded) await this.#openEmbedded(target);
      else this.#start(runningService(target), (accountId) => this.#openPost(accountId));
      if (io.signal.aborted) void this.#stop('');
      return await this.#ended.promise;
    } finally {
      this.#unfollow();
      this.#model?.stop();
      await this.#service?.close();
      await this.#post?.close();
    }
  }

  /** The account's service runs in this process as well, as soon as no desk has it. */
  async #openEmbedded(target: EmbeddedTarget): Promise<void> {
    const { io } = this.#given;
    const accountId = embeddedAccountId(target.profile);
    await this.#openPost(accountId);
    while (!this.#isLeaving) {
      const paper = await this.#openPaper(accountId);
      if (paper) return this.#start(embeddedService(paper, target, target.profile, io));
      this.#become('waiting');
      await new Promise<void>((resolve) => {
        const timer = io.clock.setTimeout(resolve, lookEveryMs);
        this.#lookNow = () => {
          io.clock.clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Null while another process has it open. */
  async #openPaper(accountId: string): Promise<StartedPaper | null> {
    const { choice, io } = this.#given;
    if (isLockedByOther(accountFile(io.paths.stateDir, accountId, 'lock'))) return null;
    this.#isTaking = true;
    // Nobody watches its progress.
    const quiet = { ...io, stderr: { write: () => true } as unknown as CommandIo['stderr'] };
    return await startPaper({ ...choice, ephemeral: false }, quiet, 'fail').catch((error: unknown) => {
      this.#isTaking = false;
      if (error instanceof StateStoreError && error.isInUse) return null;
      throw error;
    });
  }

  async #openPost(accountId: string): Promise<void> {
    const { io, parent, say } = this.#given;
    this.#post = await openPost(
      accountId,
      {
        now: () => this.#now(),
        answer: (request, caller) => this.#answer(request, caller),
        changePlan: (line) => this.#changePlan(line),
        onProblem: (error) => say('error', `its note cannot be written: ${String(error)}`),
      },
      io,
    );
    parent?.tell({ socket: keeperSocket(io.paths.stateDir, accountId) });
  }

  #start(service: OpenService, open?: (accountId: string) => Promise<void>): void {
    const { config, io, say } = this.#given;
    const { clock, random, paths } = io;
    this.#service = service;
    service.onEnd((reason) => {
      say('error', `the paper service stopped: ${reason}`);
      void this.#leave(1);
    });
    // Nobody looks at a tape.
    const model = compose(
      { ...service, tapeTokens: [] },
      {
        clock,
        random,
        config,
        journalFile: paths.journalFile,
        stateDir: paths.stateDir,
        onChange: () => {},
        keyOf: (commandId) => `the desk's ${commandId}`,
        // Alerts run their hook; there is no bell, and without a hook nobody hears them.
        ring: config.alerts.hook ? () => {} : undefined,
        needs: (stores) => keeperNeeds(stores, config),
        onFault: (error) => say('error', `a stream listener threw: ${String(error)}`),
        ifLost: config.keeper,
        mayHold: open && ((accountId) => this.#mayHold(() => open(accountId))),
      },
    );
    this.#model = model;
    this.#follow(model);
    say('info', `Keeping ${service.profile} at ${service.baseUrl} (${service.mode.toUpperCase()})`);
    model.start();
    this.#look();
  }

  async #mayHold(open: () => Promise<void>): Promise<boolean> {
    try {
      await open();
      return true;
    } catch (error) {
      this.#ended.reject(error);
      return false;
    }
  }

  /** Notices go to the log, and the stores learn what a screen would show. */
  #follow({ notices, session, trading, plans, streamManager, reconcile }: DeskModel): void {
    let lastId = 0;
    notices.subscribe(({ notices: all }) => {
      for (const { id, tone, text, atMs } of all.filter((one) => one.id > lastId)) {
        lastId = id;
        if (tone === 'warn' || tone === 'error') this.#problem = { at: atMs, text };
        this.#given.say(tone, text);
      }
    });
    streamManager.onStatus((connection) => {
      const isOther = connection.state !== session.getState().connection.state;
      session.setState({ connection });
      if (isOther) this.#post?.tell();
    });
    trading.subscribe(() => this.#look());
    plans.subscribe(() => this.#look());
    process.on('SIGCONT', reconcile);
    this.#unfollow = () => process.off('SIGCONT', reconcile);
  }

  #look(): void {
    if (this.#isLeaving) return;
    const { plans, trading, session, account } = this.#model ?? {};
    const lock = trading?.getState().lock;
    const isHeld = plans?.getState().isLoaded === true && lock === null;
    const isTried = session?.getState().accountId != null && lock !== identifying;
    const isOther = isTried && lock !== null && !account?.()?.isOurs();
    if (isHeld || isOther) this.#become(isHeld ? 'holding' : 'waiting');
  }

  #become(state: KeeperNote['state']): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#given.say('info', words[state]);
    this.#post?.tell();
    if (state !== 'holding') return;
    this.#isTaking = false;
    for (const tell of this.#onHolding) tell();
    this.#onHolding.clear();
  }

  #now(): KeeperNow {
    const { target } = this.#given;
    const plans = this.#model?.plans.getState().plans ?? [];
    return {
      profile: target.profile,
      mode: target.mode,
      state: this.#state,
      plans: { active: plans.filter(isWorked).length, paused: plans.filter(({ state }) => state === 'paused').length },
      connection: this.#model?.session.getState().connection.state ?? 'disconnected',
      problem: this.#problem,
    };
  }

  async #answer(request: KeeperRequest, caller: LocalCaller): Promise<KeeperAnswer> {
    if (request === 'take') return { why: await this.#take() };
    if (this.#isLeaving) return { why: 'it is handing the account over already' };
    if (request === 'stop') {
      await this.#stop('by swapdeck keep stop');
      return { why: null };
    }
    if (this.#state !== 'holding' && !(this.#isTaking || this.#model?.account()?.isOurs()))
      return { why: 'it does not hold the account' };
    // What it has only begun to take can be handed over once the journal is read.
    const why = await this.#whenHolding();
    return { why: why ?? (this.#isLeaving ? 'it is handing the account over already' : await this.#handOver(caller)) };
  }

  /** As a person does on the desk: `swapdeck plan` asks for it. */
  #changePlan(line: unknown): PlanChanged {
    if (this.#state !== 'holding' || !this.#model) return { why: 'The keeper does not hold the account.' };
    return changeByLine(this.#model.actions.plans, line);
  }

  async #handOver(caller: LocalCaller): Promise<string | null> {
    const account = this.#model?.account();
    this.#isLeaving = true;
    this.#become('handing over');
    await account?.drain();
    if (caller.isGone()) {
      this.#isLeaving = false;
      account?.resume();
      this.#look();
      return 'the desk no longer waits';
    }
    await this.#leave(0);
    return null;
  }

  /** The account is free: takes it now. Resolves to why it is not held, or null. */
  async #take(): Promise<string | null> {
    if (this.#isLeaving) return 'it is handing the account over';
    this.#lookNow();
    this.#model?.account()?.take();
    return await this.#whenHolding();
  }

  /** Resolves to why the account is not held in time, or null. */
  async #whenHolding(): Promise<string | null> {
    if (this.#state === 'holding') return null;
    const { clock } = this.#given.io;
    return await new Promise((resolve) => {
      const late = (): void => resolve(this.#model?.trading.getState().lock ?? 'the account is in use');
      const timer = clock.setTimeout(late, keeperLimitMs);
      this.#onHolding.add(() => {
        clock.clearTimeout(timer);
        resolve(null);
      });
    });
  }

  async #stop(how: string): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#given.say('info', `Ending, asked ${how}`);
    const { clock } = this.#given.io;
    const limit = new Promise<void>((resolve) => void clock.setTimeout(resolve, drainLimitMs));
    await Promise.race([this.#model?.account()?.drain(), limit]);
    await this.#leave(0);
  }

  /** The account is free when this resolves. */
  async #leave(code: number): Promise<void> {
    this.#isLeaving = true;
    this.#lookNow();
    this.#model?.stop();
    await this.#service?.close();
    this.#ended.resolve(code);
  }
}

const words: Readonly<Record<KeeperNote['state'], string>> = {
  starting: 'Asking the service which account this is',
  waiting: 'A desk holds the account; waiting until it closes',
  holding: 'Holding the account',
  'handing over': 'Handing the account over to a desk',
};
