import type { ActionContext } from './actions/pipeline/action-context.ts';
import { type AskHolder, holdLock, type LockHold } from './actions/pipeline/hold-lock.ts';
import { PlanRunner } from './actions/plans/run-plans.ts';
import { accountFile } from './platform/files/paths.ts';
import { createJournal } from './platform/journal/journal.ts';
import { lockAccount } from './platform/process/account-lock.ts';
import { readJournal } from './read-journal.ts';

export interface StateFiles {
  readonly stateDir: string;
  readonly journalFile: string;
  /** Asks the process that holds the account to hand it over; without it, nobody is asked. */
  readonly askHolder?: ((accountId: string, pid: number) => ReturnType<AskHolder>) | undefined;
}

/** The account as this program holds it, and how it is handed to another one: `drain`, then `release` or `resume`. */
export interface HeldAccount {
  /** Ends at once: what is in flight is found in the journal by the next program. */
  stop(): void;
  /** Whether this program sends its orders and works its plans. */
  isHeld(): boolean;
  /** Whether the lock is ours; the journal may not have been read yet. */
  isOurs(): boolean;
  /** From now on nothing is sent. Resolves when nothing is in flight. */
  drain(): Promise<void>;
  /** After `drain`: goes on as before. */
  resume(): void;
  /** After `drain`: another program may take it. */
  release(): void;
  /** Tries to take it now. */
  take(): void;
}

const handingOver = 'Nothing is sent: the account is being handed over.';
const handedOver = 'Nothing is sent: the account was handed over.';

/** Holds the account's lock as soon as it is free, and then works the account's plans. */
export class AccountHold {
  readonly #accountId: string;
  readonly #place: StateFiles;
  readonly #context: ActionContext;
  readonly #ended = new AbortController();
  #lock: LockHold;
  /** The lock is ours. */
  #isOurs = false;
  #runner: PlanRunner | null = null;

  constructor(accountId: string, place: StateFiles, context: ActionContext) {
    this.#accountId = accountId;
    this.#place = place;
    this.#context = context;
    this.#lock = this.#hold();
  }

  get isHeld(): boolean {
    return this.#runner !== null;
  }

  get isOurs(): boolean {
    return this.#isOurs;
  }

  stop(): void {
    this.#ended.abort();
    this.release();
  }

  async drain(): Promise<void> {
    const { trading, records } = this.#context;
    trading.setState({ lock: handingOver });
    await this.#runner?.stop();
    const isInFlight = (): boolean => records.getState().records.some(({ state }) => state === 'sent');
    if (!isInFlight()) return;
    await new Promise<void>((resolve) => {
      const stop = records.subscribe(() => {
        if (isInFlight()) return;
        stop();
        resolve();
      });
    });
  }

  resume(): void {
    if (!this.#runner) return;
    this.#context.trading.setState({ lock: null });
    this.#runner = new PlanRunner(this.#context);
  }

  release(): void {
    void this.#runner?.stop();
    this.#runner = null;
    this.#isOurs = false;
    this.#context.book.close();
    if (!this.#ended.signal.aborted) this.#context.trading.setState({ lock: handedOver });
    this.#lock.release();
  }

  take(): void {
    if (this.#isOurs || this.#ended.signal.aborted) return;
    this.#lock.release();
    this.#lock = this.#hold();
  }

  #hold(): LockHold {
    const { stateDir, askHolder } = this.#place;
    const file = accountFile(stateDir, this.#accountId, 'lock');
    return holdLock(
      this.#context,
      () => lockAccount(file),
      () => this.#begin(),
      askHolder && ((pid) => askHolder(this.#accountId, pid)),
    );
  }

  /** The plans go on where they stood once the journal has been read: what became of their children is known then. */
  #begin(): void {
    const { stateDir, journalFile } = this.#place;
    this.#isOurs = true;
    readJournal(journalFile, this.#context, this.#ended.signal, () => {
      if (!this.#isOurs) return;
      this.#context.book.load(createJournal(accountFile(stateDir, this.#accountId, 'plans.jsonl')));
      this.#runner = new PlanRunner(this.#context);
    });
  }
}
