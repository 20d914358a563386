import type { Confirmation } from '../../actions/confirmation.ts';
import type { Order } from '../../actions/orders.ts';
import type { Outcome } from '../../actions/outcome.ts';
import type { TokenRef } from '../../domain/token.ts';
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
  /** `text` is typed; `choice` is stepped through. A text field may have choices as presets. */
  readonly kind: 'text' | 'choice';
  readonly choices?: readonly Choice[];
  /** Beside the field: a unit, or what the value comes to. */
  readonly unit?: string;
  /** Cells of the box of a text field. */
  readonly width?: number;
  /** Characters that a text field takes at most; 120 where nothing is said. */
  readonly longest?: number;
  /** A text field that takes a token: the search can fill it, where the form says what that changes. */
  readonly isToken?: boolean;
}

export interface FormRow {
  readonly label: string;
  readonly value: Line;
  /** Values that must be read whole (addresses) go on over several lines instead of being cut. */
  readonly wraps?: boolean;
}

/** A way out of a refusal: what it is, and the form that goes it and leads back to this one. */
export interface Remedy {
  readonly words: string;
  open(back: FormBack): void;
}

/** A form that waits behind another one, with everything that was typed. */
export interface FormBack {
  /** A line for the person who comes back to it. */
  say(note: string): void;
}

export interface Follow {
  readonly rows: readonly FormRow[];
  readonly isOver: boolean;
  /** What a key does now. */
  readonly next: string;
}

export type ReferencePrice = string | Readonly<Record<string, string>>;

/** What the form means with these values, at this moment's prices. */
export interface Evaluation<Draft> {
  /** By field id, in words that say what is allowed. The key `form` is for what no field can mend. */
  readonly problems: Readonly<Record<string, string>>;
  /** What will happen, updated with each key. */
  readonly preview: readonly FormRow[];
  /** Set only when there is no problem. */
  readonly draft: Draft | null;
  /** The button's words, such as `Close 50 %`. */
  readonly submitLabel: string;
  /** Why nothing may be sent at this moment, whatever is typed; shown at once. */
  readonly blocked?: string | null;
  /** A price that the draft relies on, or several by name; a move of more than the collar takes the confirmation back. */
  readonly referencePrice?: ReferencePrice | undefined;
}

/**
 * A form: pure meaning here, keys and text editing in form-state, drawing in form-view. `submit` goes to exactly one action.
 */
export interface FormSpec<Draft> {
  readonly id: string;
  readonly title: string;
  readonly initial: Values;
  /** Field that has the focus first, where the ones before it are filled in already; the first one where it is left out. */
  readonly startsAt?: string;
  /** False for a form that changes only what the screen shows: it has no confirmation, and closes when it has done its work. */
  readonly isTrade?: boolean;
  /** Reads that are not always made, and that it needs while it is open. */
  readonly wants?: readonly WantedQueryName[];
  /** First line: what it is about. */
  subject(values: Values): Line;
  fields(values: Values): readonly Field[];
  evaluate(values: Values): Evaluation<Draft>;
  /** Everything that must be seen before it is sent: wallet, chain, full addresses, exact amounts. */
  confirmation(draft: Draft): readonly FormRow[];
  /** The order that a draft means: whether it may be sent now and how it is confirmed is asked of the pipeline. */
  order?(draft: Draft): Order;
  /** How a form that is no trade is confirmed; without it, it does its work at once. */
  asks?(draft: Draft): Confirmation | null;
  /** The values with a token that was found in one of the token fields, or why it can't stand there. */
  take?(field: string, token: TokenRef, values: Values): Values | string;
  /** What helps against a refusal; null where nothing does. */
  remedy?(outcome: Outcome, values: Values): Remedy | null;
  /** What follows an accepted order, as it stands now, until it is over. */
  follow?(outcome: Outcome): Follow | null;
  /** Why the draft does not hold any more at the moment of sending; null when it does. */
  whyExpired?(draft: Draft): string | null;
  submit(draft: Draft): Promise<Outcome>;
  /** Called after each change of a value: a swap asks for its quote here. */
  changed?(values: Values): void;
  /** Called when the form leaves the screen. */
  closed?(): void;
}
