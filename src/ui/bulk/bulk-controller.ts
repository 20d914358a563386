import type { BulkPlan } from '../../actions/run-bulk.ts';
import type { Desk } from '../desk.ts';
import { armAfterMs } from '../forms/form-state.ts';

export type BulkKind = 'flatten' | 'cancelAll';

export const bulkWords: Readonly<Record<BulkKind, string>> = { flatten: 'FLATTEN', cancelAll: 'CANCEL' };

/** A list read longer ago than this is read again before anything of it is sent. */
const planLivesMs = 30_000;

export interface BulkView {
  readonly phase: 'reading' | 'plan' | 'run';
  readonly plan: BulkPlan | null;
  /** When the plan was read, ms since the epoch. */
  readonly readAtMs: number;
  readonly typed: string;
  /** Why the word has to be typed anew. */
  readonly note: string | null;
  /** First line of the list that is shown; null: follows what is being sent. */
  readonly scroll: number | null;
}

type BulkDesk = Pick<Desk, 'actions' | 'bulk' | 'keymap' | 'now' | 'scheduler' | 'trading'>;

const blankView = { plan: null, readAtMs: 0, typed: '', note: null, scroll: null } as const;

/** One flatten or cancel-all from the fresh reading of the account to the result of each step; never begins by itself. */
export class BulkController {
  readonly kind: BulkKind;
  readonly #desk: BulkDesk;
  readonly #close: () => void;
  #view: BulkView = { ...blankView, phase: 'reading' };
  /** An answer to an earlier reading is not shown for a later one. */
  #reading = 0;
  #drawnFrom = 0;

  constructor(kind: BulkKind, desk: BulkDesk, close: () => void) {
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

  /** Why nothing can be sent, whatever is typed. A halted desk is no such reason: the word leads out of it, as it says. */
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

  /** What was read or typed before an interruption does not count. */
  disarm(reason: string): void {
    if (this.#view.phase === 'plan' && this.#view.typed !== '') this.#set({ typed: '', note: reason });
  }

  /** The list is drawn in a window: only the one who draws knows where it stands, and a step goes from there. */
  drawnFrom(line: number): void {
    this.#drawnFrom = line;
  }

  #type(key: string): void {
    const { typed } = this.#view;
    if (key === 'Backspace') this.#set({ typed: typed.slice(0, -1) });
    else if (/^[a-z]$/i.test(key) && typed.length < 20) this.#set({ typed: typed + key.toUpperCase() });
  }

  #scroll(step: number): void {
    this.#set({ scroll: Math.max(0, this.#drawnFrom + step) });
  }

  #read(note: string | null): void {
    const reading = ++this.#reading;
    const { actions, now } = this.#desk;
    this.#set({ ...blankView, phase: 'reading', note });
    void (this.kind === 'flatten' ? actions.planFlatten() : actions.planCancelAll()).then((plan) => {
      if (reading === this.#reading) this.#set({ phase: 'plan', plan, readAtMs: now() });
    });
  }

  #send(): void {
    const { phase, plan, typed, readAtMs } = this.#view;
    const word = bulkWords[this.kind];
    const { actions, trading, now } = this.#desk;
    if (phase !== 'plan' || !plan || plan.steps.length === 0 || typed !== word || this.blocked) return;
    const ageMs = now() - readAtMs;
    if (ageMs < armAfterMs) return;
    if (ageMs > planLivesMs)
      return this.#read(`The account was read ${Math.round(ageMs / 1_000)} s ago and was read again: look, then type.`);
    if (trading.getState().mode === 'halted') actions.setMode('reducing', `${word} was typed`);
    this.#set({ ...blankView, phase: 'run', plan });
    void actions.runBulk(plan);
  }

  #set(change: Partial<BulkView>): void {
    this.#view = { ...this.#view, ...change };
    this.#desk.scheduler.request();
  }
}
