import type { Operation } from '../../actions/operations.ts';
import type { Confirmation } from '../../actions/pipeline/confirmation.ts';
import type { Outcome } from '../../actions/pipeline/outcome.ts';
import type { TokenRef } from '../../domain/market/token.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { Field, FormEvaluation, FormSpec, Progress, ReferencePrice, Remedy } from './form-spec.ts';
import { armAfterMs, type FormEvent, type FormState, formReducer, startForm } from './form-state.ts';
import { HeldKeys } from './held-keys.ts';
import { textEvent } from './text-keys.ts';

/** Rows that a key scrolls: fewer than the smallest terminal shows, so that none is skipped. */
const scrollStep = 3;

interface Deps {
  readonly keymap: Keymap;
  /** Monotonic, ms: setting the wall clock must not arm a confirmation. */
  readonly now: () => number;
  /** Requests a redraw. */
  readonly onChange: () => void;
  readonly close: () => void;
  /** Why the operation (null: any operation) cannot be sent now; null if it can. */
  readonly blockReason: (operation: Operation | null) => string | null;
  readonly confirmation: (operation: Operation) => Confirmation;
  /** How far the rows of the confirmation can be scrolled; 0 if the screen shows all. */
  readonly maxScroll: () => number;
  /** What the operation of this journal record executed, in words; '' if that does not apply. */
  readonly executed: (recordId: string) => string;
}

/** One open form: turns keys into events and a confirmation into one request. */
export class FormController<Draft = unknown> {
  readonly spec: FormSpec<Draft>;
  readonly #deps: Deps;
  #state: FormState;
  /** The draft on the confirmation screen. Exactly this is sent, whatever the market does meanwhile. */
  #confirmed: Draft | null = null;
  #openedAtMs: number;
  #willConfirm = false;
  /** Since when the confirmation is on screen and no key has come too early; null until it is drawn. */
  #quietSinceMs: number | null = null;
  readonly #held: HeldKeys;

  constructor(spec: FormSpec<Draft>, deps: Deps) {
    this.spec = spec;
    this.#deps = deps;
    this.#openedAtMs = deps.now();
    this.#held = new HeldKeys(deps.now);
    this.#state = startForm(spec.initial, spec.fields(spec.initial), spec.initialFocus);
    spec.onChange?.(this.#state.values);
  }

  get state(): FormState {
    return this.#state;
  }

  get keymap(): Keymap {
    return this.#deps.keymap;
  }

  get confirmed(): Draft | null {
    return this.#confirmed;
  }

  fields(): readonly Field[] {
    return this.spec.fields(this.#state.values);
  }

  /** While sending is blocked, the draft is withheld; what was typed stays. */
  evaluate(): FormEvaluation<Draft> {
    const evaluation = this.spec.evaluate(this.#state.values);
    const blocked = this.#blockReason(evaluation.draft);
    if (blocked) return { ...evaluation, blocked, draft: null, sendsNow: false };
    const { draft } = evaluation;
    return { ...evaluation, sendsNow: draft !== null && this.#confirmation(draft)?.by === 'nothing' };
  }

  #blockReason(draft: Draft | null): string | null {
    const { isLocal, operation, firstOperation } = this.spec;
    if (isLocal) return null;
    const first = draft === null ? null : (firstOperation?.(draft) ?? null);
    return (
      (first && this.#deps.blockReason(first)) ??
      this.#deps.blockReason(draft !== null && operation ? operation(draft) : null)
    );
  }

  #confirmation(draft: Draft): Confirmation | null {
    const { operation, firstOperation, confirmLocally } = this.spec;
    if (!operation) return confirmLocally?.(draft) ?? null;
    const first = firstOperation?.(draft) ?? null;
    const confirmation = this.#deps.confirmation(operation(draft));
    if (first === null || confirmation.by === 'word') return confirmation;
    const before = this.#deps.confirmation(first);
    return before.by === 'word' ? before : { by: 'key' };
  }

  key(key: string): void {
    if (this.#held.press(key) || this.#state.phase === 'sending') return;
    if (this.#state.phase === 'done') return this.#doneKey(key);
    const { phase } = this.#state;
    this.#phaseKey(key);
    // Esc is exempt: pressing it twice should leave the form.
    if (this.#state.phase !== phase && key !== 'Esc') this.#held.screenChangedBy(key);
  }

  /** Focuses the clicked field. Buttons respond to keys only, so a click never sends. */
  pointAt(fieldId: string): void {
    const field = this.fields().find(({ id }) => id === fieldId);
    if (field && field.off === undefined && this.#state.phase === 'edit')
      this.#apply({ type: 'focus', field: field.id });
  }

  /** Any key closes a final result; while a task is still running, only `ended.leave` does. */
  #doneKey(key: string): void {
    const isLeaving = this.#deps.keymap.find(key, ['ended'])?.id === 'ended.leave';
    if (isLeaving || this.progress()?.isOver !== false) this.#leave();
  }

  progress(): Progress | null {
    const { outcome } = this.#state;
    return outcome?.kind === 'accepted' ? (this.spec.progress?.(outcome) ?? null) : null;
  }

  /** What the accepted operation executed, in words; '' if that does not apply. */
  executed(): string {
    const { outcome } = this.#state;
    return outcome?.kind === 'accepted' && outcome.recordId ? this.#deps.executed(outcome.recordId) : '';
  }

  /** The token that it buys, `none` while that is open; null if it buys none, or once it has been sent. */
  bought(): TokenRef | 'none' | null {
    const { phase, values } = this.#state;
    return phase === 'edit' || phase === 'confirm' ? (this.spec.buys?.(values) ?? null) : null;
  }

  /** A fix for the last rejection, or a step to take before sending; null if there is neither. */
  remedy(): Remedy | null {
    const { phase, outcome, values } = this.#state;
    if (phase !== 'edit') return null;
    return (outcome ? this.spec.remedy?.(outcome, values) : null) ?? this.spec.offer?.(values) ?? null;
  }

  /** Shows a message and clears the outcome of the last attempt. */
  showNote(note: string): void {
    this.#apply({ type: 'note', note });
  }

  /** Id of the focused token field; null if the focused field is not one. */
  tokenField(): string | null {
    const { phase, focus } = this.#state;
    const field = phase === 'edit' && this.spec.fillToken ? this.fields().find(({ id }) => id === focus) : undefined;
    return field?.isToken ? field.id : null;
  }

  /** Fills a token field from the search, or shows why the token cannot be used there. */
  fillToken(field: string, token: TokenRef): void {
    const filled = this.spec.fillToken?.(field, token, this.#state.values);
    if (typeof filled === 'string') this.showNote(filled);
    else if (filled) this.#apply({ type: 'fill', values: filled });
  }

  /** Call when the form appears or reappears: repeats of `key`, if it is still held, are ignored. */
  openedBy(key: string): void {
    this.#openedAtMs = this.#deps.now();
    this.#held.openedBy(key);
  }

  #phaseKey(key: string): void {
    if (this.#state.phase === 'confirm') this.#confirmKey(key);
    else this.#editKey(key);
  }

  /** Call after each frame: a confirmation counts from the moment it can be seen. */
  drawn(): void {
    if (this.#state.phase === 'confirm') this.#quietSinceMs ??= this.#deps.now();
  }

  /** Inserts pasted text, cleaned and on one line. Pasting never triggers a preset or a button. */
  paste(text: string): void {
    const fields = this.fields().map(({ choices: _presets, ...field }) => field);
    if (this.#state.phase === 'edit')
      this.#apply({ type: 'type', text: cleanText(text).replace(/ +/g, ' ').trim(), fields });
  }

  /** Cancels the confirmation if its price moved by more than `collarPct` percent. */
  checkPrice(collarPct: number): void {
    const { confirm } = this.#state;
    if (confirm?.referencePrice === undefined) return;
    const nowPrices = pricesOf(this.evaluate().referencePrice);
    for (const [name, price] of Object.entries(pricesOf(confirm.referencePrice))) {
      const [then, now] = [readDecimal(price), readDecimal(nowPrices[name])];
      if (!then || !now || then.eq(0)) continue;
      const movedPct = now.minus(then).abs().times(100).div(then);
      const of = name === '' ? '' : ` of ${name}`;
      if (movedPct.gt(collarPct))
        return this.disarm(`The price${of} moved by ${movedPct.toFixed(1)} %: review and confirm again.`);
    }
  }

  disarm(reason: string): void {
    if (this.#state.phase === 'confirm') this.#apply({ type: 'disarm', reason });
    else if (this.#willConfirm && this.#state.phase === 'edit') this.showNote(reason);
    this.#willConfirm = false;
  }

  /** Marks that the form will open its confirmation by itself; `disarm` cancels that and shows the reason. */
  expectConfirmation(): void {
    this.#willConfirm = true;
  }

  #editKey(key: string): void {
    const fields = this.fields();
    switch (this.#deps.keymap.find(key, ['form'])?.id) {
      case 'form.leave':
        return this.#leave();
      case 'form.next':
        return this.#apply({ type: 'move', step: 1, fields });
      case 'form.previous':
        return this.#apply({ type: 'move', step: -1, fields });
      case 'form.choiceUp':
        return this.#apply({ type: 'choose', step: -1, fields });
      case 'form.choiceDown':
        return this.#apply({ type: 'choose', step: 1, fields });
      case 'form.remedy':
        return this.remedy()?.open(this);
      case 'form.accept':
        return this.#state.focus === 'back' ? this.#leave() : this.#tryConfirm();
    }
    const event = textEvent(key, fields, this.#state.focus);
    if (event) this.#apply(event);
  }

  #confirmKey(key: string): void {
    const { confirm } = this.#state;
    if (confirm?.word) return this.#wordKey(key, confirm.word);
    const isArmed = this.#isArmed();
    const command = this.#deps.keymap.find(key, ['confirm'])?.id;
    if (!isArmed && (command === 'confirm.switch' || command === 'confirm.press' || command === 'confirm.send')) return;
    switch (command) {
      case 'confirm.up':
        return this.#scroll(-scrollStep);
      case 'confirm.down':
        return this.#scroll(scrollStep);
      case 'confirm.back':
        return this.#back();
      case 'confirm.switch':
        return this.#apply({ type: 'switchButton' });
      case 'confirm.press':
        return confirm?.focus === 'send' ? this.#send() : this.#back();
      case 'confirm.send':
        return this.#send();
    }
  }

  #scroll(step: number): void {
    this.#apply({ type: 'scroll', step, max: this.#deps.maxScroll() });
  }

  /**
   * Whether the confirmation takes keys. A key that comes too early was meant for the form: it starts the wait anew, so that
   * none of a burst gets through.
   */
  #isArmed(): boolean {
    const nowMs = this.#deps.now();
    const isArmed = this.#quietSinceMs !== null && nowMs - this.#quietSinceMs >= armAfterMs;
    if (!isArmed && this.#quietSinceMs !== null) this.#quietSinceMs = nowMs;
    return isArmed;
  }

  /** Back to what was typed; a form without fields has nothing to go back to. */
  #back(): void {
    if (this.fields().length === 0) this.#leave();
    else this.#apply({ type: 'back' });
  }

  /** The confirmation word must be typed; pasted text never gets here. */
  #wordKey(key: string, { text, typed: before }: { readonly text: string; readonly typed: string }): void {
    switch (this.#deps.keymap.find(key, ['word'])?.id) {
      case 'word.up':
        return this.#scroll(-scrollStep);
      case 'word.down':
        return this.#scroll(scrollStep);
      case 'word.back':
        return this.#back();
      case 'word.send':
        return before === text ? this.#send() : undefined;
    }
    if (key === 'Backspace') return this.#apply({ type: 'word', typed: before.slice(0, -1) });
    if (/^[a-z]$/i.test(key)) this.#apply({ type: 'word', typed: (before + key.toUpperCase()).slice(0, 20) });
  }

  /**
   * Opens the confirmation of a form that was filled in by its caller. `isRead`: the menu it came from was on screen long
   * enough to be read, so one-click may skip the confirmation.
   */
  confirmAtOnce(isRead: boolean): void {
    this.#willConfirm = false;
    if (this.#state.phase === 'edit') this.#tryConfirm(isRead);
  }

  /** `isRead`: the user has seen what will be sent, so one-click may skip the confirmation. */
  #tryConfirm(isRead = this.#deps.now() - this.#openedAtMs >= armAfterMs): void {
    const { problems, draft, referencePrice, blocked } = this.evaluate();
    if (draft === null) {
      const offer = blocked || Object.keys(problems).length > 0 ? null : this.spec.offer?.(this.#state.values);
      if (offer) return offer.open(this);
      const first = this.fields().find(({ id }) => problems[id] !== undefined);
      return this.#apply({ type: 'refuse', focus: first?.id ?? null });
    }
    const confirmation = this.#confirmation(draft);
    if (this.spec.isLocal && !confirmation) return this.#submit(draft, 'apply');
    const nowMs = this.#deps.now();
    // A key held since before the form opened must not send an order that nobody has seen.
    if (confirmation?.by === 'nothing' && !this.#held.isHeld && isRead) return this.#submit(draft, 'apply');
    this.#confirmed = draft;
    this.#quietSinceMs = null;
    const word = confirmation?.by === 'word' ? { text: confirmation.word, why: confirmation.why } : null;
    this.#apply({ type: 'confirm', nowMs, referencePrice, word });
  }

  #send(): void {
    const { confirm, phase } = this.#state;
    const draft = this.#confirmed;
    if (phase !== 'confirm' || !confirm || draft === null) return;
    // What has not been on screen has not been read.
    if (!confirm.isRead && this.#deps.maxScroll() > 0) return;
    if (this.#held.isHeld || !this.#isArmed()) return;
    const blocked = this.#blockReason(draft) ?? this.spec.expiryReason?.(draft);
    if (blocked) return this.disarm(blocked);
    this.#confirmed = null;
    this.#submit(draft, 'send');
  }

  #submit(draft: Draft, type: 'send' | 'apply'): void {
    this.#apply({ type });
    void this.spec.submit(draft).then(
      (outcome) => this.#settle(outcome, draft),
      (error: unknown) => this.#settle(unexpected(error), draft),
    );
  }

  /** A local form closes on success, since its effect is visible; any other form shows the outcome first. */
  #settle(outcome: Outcome, draft: Draft): void {
    const next = outcome.kind === 'accepted' ? (this.spec.continues?.(draft) ?? null) : null;
    if (next !== null) return this.#apply({ type: 'continue', note: next });
    if (this.spec.isLocal && outcome.kind === 'accepted') this.#leave();
    else this.#apply({ type: 'outcome', outcome });
  }

  #leave(): void {
    this.spec.onClose?.();
    this.#deps.close();
  }

  #apply(event: FormEvent): void {
    const before = this.#state.values;
    this.#state = formReducer(this.#state, event);
    if (this.#state.values !== before) this.spec.onChange?.(this.#state.values);
    this.#deps.onChange();
  }
}

const pricesOf = (prices: ReferencePrice | undefined): Readonly<Record<string, string>> =>
  typeof prices === 'object' ? prices : prices === undefined ? {} : { '': prices };

const unexpected = (error: unknown): Outcome => ({
  kind: 'unknown',
  code: 'UNEXPECTED',
  message: error instanceof Error ? error.message : String(error),
  requestId: null,
});
