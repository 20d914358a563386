import type { DeskActions } from '../../actions/desk-actions.ts';
import type { BulkPlan } from '../../actions/orders/run-bulk.ts';
import type { TradingStore } from '../../stores/account/trading.ts';
import type { BulkStore } from '../../stores/orders/bulk.ts';
import { armAfterMs } from '../forms/form-state.ts';
import type { Keymap } from '../keys/keymap.ts';

export type BulkKind = 'flatten' | 'cancelAll';

export const bulkWords: Readonly<Record<BulkKind, string>> = { flatten: 'FLATTEN', cancelAll: 'CANCEL' };

/** A plan older than this is read again before anything is sent. */
const planTtlMs = 30_000;

export interface BulkView {
  readonly phase: 'reading' | 'plan' | 'run';
  readonly plan: BulkPlan | null;
  /** When the plan was read, ms since the epoch. */
  readonly readAtMs: number;
  readonly typed: string;
  /** Why the word must be typed again. */
  readonly note: string | null;
  /** First visible line of the list; null follows the operation being sent. */
  readonly scroll: number | null;
}

interface BulkDeps {
  readonly actions: Pick<DeskActions, 'planFlatten' | 'planCancelAll' | 'runBulk' | 'setMode' | 'whyRefused'>;
  readonly bulk: BulkStore;
  readonly keymap: Keymap;
  readonly now: () => number;
  readonly scheduler: { request(): void };
  readonly trading: TradingStore;
}

const blankView = { plan: null, readAtMs: 0, typed: '', note: null, scroll: null } as const;

/** One flatten or cancel-all: reads the account, waits for the typed word, then runs the steps. Never starts by itself. */
export class BulkController {
  readonly kind: BulkKind;
  readonly #desk: BulkDeps;
  readonly #close: () => void;
  #view: BulkView = { ...blankView, phase: 'reading' };
  /** Number of the latest read; responses to earlier ones are ignored. */
  #latestRead = 0;
  #firstLine = 0;

  constructor(kind: BulkKind, desk: BulkDeps, close: () => void) {
    this.kind = kind;
    this.#desk = desk;
    this.#close = close;
    this.#read(null);
  }

  get view(): BulkView {
    return this.#view;
  }

  get isRunning(): boolean {
    return this.#view.phase === 'run' && this.#desk.bulk.getState().run?.isOver === false;
  }

  /** Why nothing can be sent. A halt does not count: typing the word switches to reducing. */
  get blocked(): string | null {
    const { mode, readOnly, lock } = this.#desk.trading.getState();
    if (readOnly ?? lock) return readOnly ?? lock;
    return mode === 'halted' ? null : this.#desk.actions.whyRefused(null);
  }

  key(key: string): void {
    const { keymap } = this.#desk;
    const isTyping = this.#view.phase === 'plan';
    const word = isTyping ? keymap.find(key, ['word'])?.id : undefined;
    if (word === 'word.send') return this.#send();
    const command = keymap.find(key, ['bulk'])?.id;
    if (word === 'word.back' || command === 'bulk.leave') return this.#close();
    if (command === 'bulk.up') return this.#scroll(-3);
    if (command === 'bulk.down') return this.#scroll(3);
    if (isTyping) return this.#type(key);
    if (command === 'bulk.again' && this.#view.phase === 'run' && !this.isRunning) this.#read(null);
  }

  /** Clears the typed word after an interruption. */
  disarm(reason: string): void {
    if (this.#view.phase === 'plan' && this.#view.typed !== '') this.#set({ typed: '', note: reason });
  }

  /** Reports the first visible line after drawing; scrolling starts from there. */
  setFirstLine(line: number): void {
    this.#firstLine = line;
  }

  #type(key: string): void {
    const { typed } = this.#view;
    if (key === 'Backspace') this.#set({ typed: typed.slice(0, -1) });
    else if (/^[a-z]$/i.test(key) && typed.length < 20) this.#set({ typed: typed + key.toUpperCase() });
  }

  #scroll(step: number): void {
    this.#set({ scroll: Math.max(0, this.#firstLine + step) });
  }

  #read(note: string | null): void {
    const read = ++this.#latestRead;
    const { actions, now } = this.#desk;
    this.#set({ ...blankView, phase: 'reading', note });
    void (this.kind === 'flatten' ? actions.planFlatten() : actions.planCancelAll()).then((plan) => {
      if (read === this.#latestRead) this.#set({ phase: 'plan', plan, readAtMs: now() });
    });
  }

  #send(): void {
    const { phase, plan, typed, readAtMs } = this.#view;
    const word = bulkWords[this.kind];
    const { actions, trading, now } = this.#desk;
    if (phase !== 'plan' || !plan || plan.steps.length === 0 || typed !== word || this.blocked) return;
    const ageMs = now() - readAtMs;
    if (ageMs < armAfterMs) return;
    if (ageMs > planTtlMs)
      return this.#read(
        `The list was ${Math.round(ageMs / 1_000)} s old and was reloaded: review it, then type the word.`,
      );
    if (trading.getState().mode === 'halted') actions.setMode('reducing', `${word} was typed`);
    this.#set({ ...blankView, phase: 'run', plan });
    void actions.runBulk(plan);
  }

  #set(change: Partial<BulkView>): void {
    this.#view = { ...this.#view, ...change };
    this.#desk.scheduler.request();
  }
}
