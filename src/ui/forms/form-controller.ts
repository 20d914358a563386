import type { Confirmation } from '../../actions/confirmation.ts';
import type { Order } from '../../actions/orders.ts';
import type { Outcome } from '../../actions/outcome.ts';
import { cleanText } from '../../domain/clean-text.ts';
import { readDecimal } from '../../domain/decimal.ts';
import type { TokenRef } from '../../domain/token.ts';
import type { Keymap } from '../../keys/keymap.ts';
import type { Evaluation, Field, Follow, FormSpec, ReferencePrice, Remedy } from './form-spec.ts';
import { armAfterMs, type FormEvent, type FormState, formReducer, startForm } from './form-state.ts';
import { HeldKeys } from './held-keys.ts';
import { textEvent } from './text-keys.ts';

interface Surroundings {
  readonly keymap: Keymap;
  /** Monotonic, ms: a clock that is set must not arm a confirmation. */
  readonly now: () => number;
  /** The screen should follow. */
  readonly changed: () => void;
  readonly close: () => void;
  /** Reason why the order, or without one anything at all, may not be sent at this moment; null when it may. */
  readonly whyBlocked: (order: Order | null) => string | null;
  readonly confirmation: (order: Order) => Confirmation;
}

/** One open form: turns keys into events, and a pressed confirmation into one request. */
export class FormController<Draft = unknown> {
  readonly spec: FormSpec<Draft>;
  readonly #around: Surroundings;
  #state: FormState;
  /** What the confirmation on screen shows is what will be sent, whatever the market does meanwhile. */
  #confirmed: Draft | null = null;
  #openedAtMs: number;
  #isGoingOn = false;
  readonly #held: HeldKeys;

  constructor(spec: FormSpec<Draft>, around: Surroundings) {
    this.spec = spec;
    this.#around = around;
    this.#openedAtMs = around.now();
    this.#held = new HeldKeys(around.now);
    this.#state = startForm(spec.initial, spec.fields(spec.initial), spec.startsAt);
    spec.changed?.(this.#state.values);
  }

  get state(): FormState {
    return this.#state;
  }

  get keymap(): Keymap {
    return this.#around.keymap;
  }

  get confirmed(): Draft | null {
    return this.#confirmed;
  }

  fields(): readonly Field[] {
    return this.spec.fields(this.#state.values);
  }

  /** Where nothing may be sent at this moment, that is a problem of the form: what was typed stays, and goes when it may. */
  evaluate(): Evaluation<Draft> {
    const evaluation = this.spec.evaluate(this.#state.values);
    const blocked = this.#whyBlocked(evaluation.draft);
    return blocked ? { ...evaluation, blocked, draft: null } : evaluation;
  }

  #whyBlocked(draft: Draft | null): string | null {
    const { isTrade, order } = this.spec;
    return isTrade === false ? null : this.#around.whyBlocked(draft !== null && order ? order(draft) : null);
  }

  key(key: string): void {
    if (this.#held.press(key) || this.#state.phase === 'sending') return;
    if (this.#state.phase === 'done') return this.#doneKey(key);
    const { phase } = this.#state;
    this.#phaseKey(key);
    // Leaving needs no such care: who taps Esc twice wants out.
    if (this.#state.phase !== phase && key !== 'Esc') this.#held.turned(key);
  }

  /** A field was pointed at. Buttons are for keys alone: nothing is pressed by pointing. */
  pointAt(fieldId: string): void {
    const field = this.fields().find(({ id }) => id === fieldId);
    if (field && this.#state.phase === 'edit') this.#apply({ type: 'focus', field: field.id });
  }

  /** What came of it is read until it is over; until then one key alone goes away from it. */
  #doneKey(key: string): void {
    const isLeaving = this.#around.keymap.find(key, ['ended'])?.id === 'ended.leave';
    if (isLeaving || this.follow()?.isOver !== false) this.#leave();
  }

  follow(): Follow | null {
    const { outcome } = this.#state;
    return outcome?.kind === 'accepted' ? (this.spec.follow?.(outcome) ?? null) : null;
  }

  /** What helps against the last refusal; null where nothing does. */
  remedy(): Remedy | null {
    const { phase, outcome, values } = this.#state;
    return phase === 'edit' && outcome ? (this.spec.remedy?.(outcome, values) ?? null) : null;
  }

  /** A line for the person who comes back to the form; the refusal that led away from it is past. */
  say(note: string): void {
    this.#apply({ type: 'note', note });
  }

  /** The token field that has the focus and can be filled by the search; null where there is none. */
  tokenField(): string | null {
    const { phase, focus } = this.#state;
    const field = phase === 'edit' && this.spec.take ? this.fields().find(({ id }) => id === focus) : undefined;
    return field?.isToken ? field.id : null;
  }

  /** Puts a token that was found into one of the token fields; where it can't stand there, says why. */
  take(field: string, token: TokenRef): void {
    const taken = this.spec.take?.(field, token, this.#state.values);
    if (typeof taken === 'string') this.say(taken);
    else if (taken) this.#apply({ type: 'fill', values: taken });
  }

  /** The key that brought the form up, anew perhaps, may still be held down: until it is let go it means nothing here. */
  openedBy(key: string): void {
    this.#openedAtMs = this.#around.now();
    this.#held.openedBy(key);
  }

  #phaseKey(key: string): void {
    if (this.#state.phase === 'confirm') this.#confirmKey(key);
    else this.#editKey(key);
  }

  /** Pasted text goes into the field, cleaned and on one line; it never presses anything, not even a preset's letter. */
  paste(text: string): void {
    const fields = this.fields().map(({ choices: _presets, ...field }) => field);
    if (this.#state.phase === 'edit')
      this.#apply({ type: 'type', text: cleanText(text).replace(/ +/g, ' ').trim(), fields });
  }

  /** Takes the confirmation back when its price has moved by more than `collarPct` percent. */
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
        return this.disarm(`The price${of} moved by ${movedPct.toFixed(1)} %: read it again, then confirm.`);
    }
  }

  disarm(reason: string): void {
    if (this.#state.phase === 'confirm') this.#apply({ type: 'disarm', reason });
    else if (this.#isGoingOn && this.#state.phase === 'edit') this.say(reason);
    this.#isGoingOn = false;
  }

  /** It will go on to its confirmation by itself, unless something comes first that would take a confirmation back. */
  goesOn(): void {
    this.#isGoingOn = true;
  }

  #editKey(key: string): void {
    const fields = this.fields();
    switch (this.#around.keymap.find(key, ['form'])?.id) {
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
        return this.#state.focus === 'cancel' ? this.#leave() : this.#tryConfirm();
    }
    const event = textEvent(key, fields, this.#state.focus);
    if (event) this.#apply(event);
  }

  #confirmKey(key: string): void {
    const { confirm } = this.#state;
    if (confirm?.word) return this.#wordKey(key, confirm.word);
    switch (this.#around.keymap.find(key, ['confirm'])?.id) {
      case 'confirm.back':
        return this.#apply({ type: 'back' });
      case 'confirm.switch':
        return this.#apply({ type: 'switchButton' });
      case 'confirm.press':
        return confirm?.focus === 'send' ? this.#send() : this.#apply({ type: 'back' });
      case 'confirm.send':
        return this.#send();
    }
  }

  /** A word is typed key by key; pasted text never comes here. */
  #wordKey(key: string, { text, typed: before }: { readonly text: string; readonly typed: string }): void {
    switch (this.#around.keymap.find(key, ['word'])?.id) {
      case 'word.back':
        return this.#apply({ type: 'back' });
      case 'word.send':
        return before === text ? this.#send() : undefined;
    }
    if (key === 'Backspace') return this.#apply({ type: 'word', typed: before.slice(0, -1) });
    if (/^[a-z]$/i.test(key)) this.#apply({ type: 'word', typed: (before + key.toUpperCase()).slice(0, 20) });
  }

  /**
   * Goes on to the confirmation at once: everything was chosen before the form came up. `isRead`: what led here was on
   * screen long enough to be read, so that an order may skip its confirmation where one-click is armed.
   */
  confirmAtOnce(isRead: boolean): void {
    this.#isGoingOn = false;
    if (this.#state.phase === 'edit') this.#tryConfirm(isRead);
  }

  /** `isRead`: the person has seen what is sent, so that it may skip its confirmation where one-click is armed. */
  #tryConfirm(isRead = this.#around.now() - this.#openedAtMs >= armAfterMs): void {
    const { problems, draft, referencePrice } = this.evaluate();
    if (draft === null) {
      const first = this.fields().find(({ id }) => problems[id] !== undefined);
      return this.#apply({ type: 'refuse', focus: first?.id ?? null });
    }
    const asks = this.spec.asks?.(draft) ?? null;
    if (this.spec.isTrade === false && !asks) return this.#submit(draft, 'apply');
    const confirmation = this.spec.order ? this.#around.confirmation(this.spec.order(draft)) : asks;
    const nowMs = this.#around.now();
    // A key that was held when the form came up must not send what nobody has looked at.
    if (confirmation?.by === 'nothing' && !this.#held.isHeld && isRead) return this.#submit(draft, 'apply');
    this.#confirmed = draft;
    const word = confirmation?.by === 'word' ? { text: confirmation.word, why: confirmation.why } : null;
    this.#apply({ type: 'confirm', nowMs, referencePrice, word });
  }

  #send(): void {
    const { confirm, phase } = this.#state;
    const draft = this.#confirmed;
    if (phase !== 'confirm' || !confirm || draft === null) return;
    if (this.#held.isHeld || this.#around.now() - confirm.shownAtMs < armAfterMs) return;
    const blocked = this.#whyBlocked(draft) ?? this.spec.whyExpired?.(draft);
    if (blocked) return this.disarm(blocked);
    this.#confirmed = null;
    this.#submit(draft, 'send');
  }

  #submit(draft: Draft, type: 'send' | 'apply'): void {
    this.#apply({ type });
    void this.spec.submit(draft).then(
      (outcome) => this.#settle(outcome),
      (error: unknown) => this.#settle(unexpected(error)),
    );
  }

  /** What a trade came to is read before it leaves the screen; what only the screen shows can be seen there. */
  #settle(outcome: Outcome): void {
    if (this.spec.isTrade === false && outcome.kind === 'accepted') this.#leave();
    else this.#apply({ type: 'outcome', outcome });
  }

  #leave(): void {
    this.spec.closed?.();
    this.#around.close();
  }

  #apply(event: FormEvent): void {
    const before = this.#state.values;
    this.#state = formReducer(this.#state, event);
    if (this.#state.values !== before) this.spec.changed?.(this.#state.values);
    this.#around.changed();
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
