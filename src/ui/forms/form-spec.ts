import type { Operation } from '../../actions/operations.ts';
import type { Confirmation } from '../../actions/pipeline/confirmation.ts';
import type { Outcome } from '../../actions/pipeline/outcome.ts';
import type { TokenRef } from '../../domain/market/token.ts';
import type { WantedQueryName } from '../../stores/desk-data.ts';
import type { Line } from '../text/span.ts';

export type Values = Readonly<Record<string, string>>;

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** In a text field: a letter that sets this value. */
  readonly key?: string;
}

export interface Field {
  readonly id: string;
  readonly label: string;
  /** `text` is typed, `choice` is cycled with keys. The choices of a text field are presets. */
  readonly kind: 'text' | 'choice';
  readonly choices?: readonly Choice[];
  /** Text right of the field: a unit or a converted value. */
  readonly unit?: string;
  /** Width of the text box in cells. */
  readonly width?: number;
  /** Maximum length in characters; 120 by default. */
  readonly maxLength?: number;
  /** Why it does not apply now, such as `not used: market order`. It keeps its place and what was typed, and is skipped. */
  readonly off?: string;
  /** The token search can fill this field. Requires `fillToken` in the spec. */
  readonly isToken?: boolean;
}

export interface FormRow {
  readonly label: string;
  readonly value: Line;
  /** Wrap instead of truncating: for values that must be shown in full, such as addresses. */
  readonly wraps?: boolean;
}

/** A fix for a rejected operation: a text that describes it, and an action that applies it. */
export interface Remedy {
  readonly text: string;
  open(parent: ParentForm): void;
}

/** The form to return to; it keeps everything that was typed. */
export interface ParentForm {
  /** Sets the message shown when the form is visible again. */
  showNote(note: string): void;
}

/** Progress of an accepted operation that the service is still working on. */
export interface Progress {
  readonly rows: readonly FormRow[];
  readonly isOver: boolean;
  /** Which keys work now. */
  readonly hint: string;
}

export type ReferencePrice = string | Readonly<Record<string, string>>;

/** The form's values checked and previewed at current prices. */
export interface Evaluation<Draft> {
  /** Error messages by field id; each says what is allowed. `form` holds errors that no field can fix. */
  readonly problems: Readonly<Record<string, string>>;
  /** Expected effect, updated on every key. */
  readonly preview: readonly FormRow[];
  /** Non-null only when there are no problems. */
  readonly draft: Draft | null;
  /** Button label, such as `Close 50 %`. */
  readonly submitLabel: string;
  /** Why nothing can be sent now, whatever is typed; shown immediately. */
  readonly blocked?: string | null;
  /** Price or prices (by name) the draft relies on. A move beyond the collar cancels the confirmation. */
  readonly referencePrice?: ReferencePrice | undefined;
}

/** An evaluation as the form stands now. */
export interface FormEvaluation<Draft> extends Evaluation<Draft> {
  /** One-click is armed and covers it: the button sends without a confirmation. */
  readonly sendsNow: boolean;
}

/** What a confirmation says. */
export interface ConfirmWords {
  /** The sentence above its buttons. */
  readonly text: string;
  readonly button: string;
  /** What a word is typed for: `to start it`. */
  readonly purpose: string;
}

/** What a form does. Keys and text editing are in form-state, drawing is in form-view. `submit` sends the operations. */
export interface FormSpec<Draft> {
  readonly id: string;
  readonly title: string;
  readonly initial: Values;
  /** Field focused on opening; the first one by default. */
  readonly initialFocus?: string;
  /** Sends nothing to the service. Needs no confirmation unless `confirmLocally` asks for one, and closes once applied. */
  readonly isLocal?: boolean;
  /** What its confirmation says where nothing is sent at once: a sentence, the button, and what a word is typed for. */
  readonly confirmWords?: ConfirmWords;
  /** Optional reads to keep fresh while the form is open. */
  readonly wants?: readonly WantedQueryName[];
  /** The perp market whose order book to keep fresh; null for none. */
  bookCoin?(values: Values): string | null;
  /** First line of the form. */
  subject(values: Values): Line;
  fields(values: Values): readonly Field[];
  evaluate(values: Values): Evaluation<Draft>;
  /** Everything to review before sending: wallet, chain, full addresses, exact amounts. */
  confirmation(draft: Draft): readonly FormRow[];
  /** The operation to send. The pipeline decides from it whether sending is allowed and how it is confirmed. */
  operation?(draft: Draft): Operation;
  /** An operation that `submit` sends first; null for none. Both are checked, and two are never sent by one-click. */
  firstOperation?(draft: Draft): Operation | null;
  /** Confirmation of a local form; null or absent: applied at once. */
  confirmLocally?(draft: Draft): Confirmation | null;
  /** Values with a found token filled into a token field, or an error message. */
  fillToken?(field: string, token: TokenRef, values: Values): Values | string;
  /** A fix to offer after a rejection; null if there is none. */
  remedy?(outcome: Outcome, values: Values): Remedy | null;
  /** The token that it buys, `none` while that is open; null if it buys none. Absent: it never buys one. */
  buys?(values: Values): TokenRef | 'none' | null;
  /**
   * A step to take before sending, on the key of a remedy; null if there is none. While there is no draft although nothing
   * is wrong, Enter takes it too.
   */
  offer?(values: Values): Remedy | null;
  /** Progress of an accepted operation; null if there is nothing to follow. */
  progress?(outcome: Outcome): Progress | null;
  /** Why the draft is no longer valid at the moment of sending; null if it is. */
  expiryReason?(draft: Draft): string | null;
  submit(draft: Draft): Promise<Outcome>;
  /** What is shown until the outcome is there; absent: that it was sent. */
  sendingText?(): string;
  /** Why an accepted draft leads back to the form, as a sentence: it was the first of two steps. Null: it is done. */
  continues?(draft: Draft): string | null;
  /** Called after each change of a value; the swap form requests its quote here. */
  onChange?(values: Values): void;
  /** Called when the form closes. */
  onClose?(): void;
}
