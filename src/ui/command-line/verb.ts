import { type ArgKindName, argKind } from './arg-kinds.ts';
import type { Intent } from './intent.ts';

export interface Slot {
  /** Name of the argument in `Args`. */
  readonly id: string;
  readonly kind: ArgKindName;
  /** Left out where the word that stands there can't be one. */
  readonly isOptional?: boolean;
}

/** A word that stands there as it is, such as `of`. */
export interface Fixed {
  readonly word: string;
}

/** Slots behind a word of their own, such as `for 24h`, in any order after the other slots. */
export interface Group {
  readonly word: string;
  readonly slots: readonly Slot[];
  readonly isRequired?: boolean;
}

export type Args = Readonly<Record<string, string>>;

/** A command that can be typed: its grammar and its meaning, as data. */
export interface Verb {
  /** One word, or two with a blank. */
  readonly name: string;
  /** A sentence, without its full stop. */
  readonly help: string;
  readonly slots: readonly (Slot | Fixed)[];
  readonly groups?: readonly Group[];
  readonly examples: readonly string[];
  /** The meaning of arguments that were read by their kinds; a sentence where they don't go together. */
  intent(args: Args): Intent | string;
}

export const isFixed = (slot: Slot | Fixed): slot is Fixed => 'word' in slot;

const slotLabel = (slot: Slot | Fixed): string => {
  if (isFixed(slot)) return slot.word;
  const { label } = argKind(slot.kind);
  return slot.isOptional ? `[${label}]` : label;
};

/** `sell AMOUNT TOKEN [for TOKEN] [when METRIC < USD]`. */
export const usageOf = ({ name, slots, groups = [] }: Verb): string =>
  [
    name,
    ...slots.map(slotLabel),
    ...groups.map(({ word, slots: inner, isRequired }) => {
      const text = [word, ...inner.map(slotLabel)].join(' ');
      return isRequired ? text : `[${text}]`;
    }),
  ].join(' ');
