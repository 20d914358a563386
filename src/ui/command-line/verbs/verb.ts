import type { Intent } from '../plan/intent.ts';
import { type ArgKind, type ArgKindName, argKind } from './arg-kinds.ts';

export interface Slot {
  /** Key of the argument in `Args`. */
  readonly id: string;
  readonly kind: ArgKindName;
  /** Skipped if the word does not match. */
  readonly isOptional?: boolean;
  /** Stands in for the kind: what a plan asks for is known by its own table. */
  readonly own?: ArgKind;
  /** Takes all words up to one of these, such as `exits 1R 50%, 2R 50%`. */
  readonly until?: readonly string[];
}

/** What the word of a slot may be. */
export const kindOfSlot = ({ own, kind }: Slot): ArgKind => own ?? argKind(kind);

/** A literal word, such as `of`. */
export interface Fixed {
  readonly word: string;
  /** May be left out. */
  readonly isOptional?: boolean;
}

/** Slots introduced by a word, such as `for 24h`; groups follow the other slots in any order. */
export interface Group {
  readonly word: string;
  readonly slots: readonly Slot[];
  readonly isRequired?: boolean;
  /** The argument that is `yes` where the word stands alone. */
  readonly flag?: string;
}

export type Args = Readonly<Record<string, string>>;

/** One way to type the arguments of a verb. */
export interface Form {
  readonly slots: readonly (Slot | Fixed)[];
  readonly groups?: readonly Group[];
}

/** A typed command: grammar and meaning as data. */
export interface Verb extends Form {
  /** One word, or two separated by a space. */
  readonly name: string;
  /** One sentence without the full stop. */
  readonly help: string;
  /** Another way to type it, if it has one. */
  readonly or?: Form;
  readonly examples: readonly string[];
  /** The intent of parsed arguments, or an error message if they conflict. */
  intent(args: Args): Intent | string;
}

export const isFixed = (slot: Slot | Fixed): slot is Fixed => 'word' in slot;

const slotLabel = (slot: Slot | Fixed): string => {
  const label = isFixed(slot) ? slot.word : kindOfSlot(slot).label;
  return slot.isOptional ? `[${label}]` : label;
};

/** The ways to type a verb: `sell AMOUNT TOKEN [for TOKEN] [when METRIC < USD]`. */
export const usagesOf = (verb: Verb): string[] =>
  [verb, ...(verb.or ? [verb.or] : [])].map((form) => usageOf(verb.name, form));

const usageOf = (name: string, { slots, groups = [] }: Form): string =>
  [
    name,
    ...slots.map(slotLabel),
    ...groups.map(({ word, slots: inner, isRequired }) => {
      const text = [word, ...inner.map(slotLabel)].join(' ');
      return isRequired ? text : `[${text}]`;
    }),
  ].join(' ');
