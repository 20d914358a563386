import type { Intent } from '../plan/intent.ts';
import { type ArgKindName, argKind } from './arg-kinds.ts';

export interface Slot {
  /** Key of the argument in `Args`. */
  readonly id: string;
  readonly kind: ArgKindName;
  /** Skipped if the word does not match. */
  readonly isOptional?: boolean;
}

/** A literal word, such as `of`. */
export interface Fixed {
  readonly word: string;
}

/** Slots introduced by a word, such as `for 24h`; groups follow the other slots in any order. */
export interface Group {
  readonly word: string;
  readonly slots: readonly Slot[];
  readonly isRequired?: boolean;
}

export type Args = Readonly<Record<string, string>>;

/** A typed command: grammar and meaning as data. */
export interface Verb {
  /** One word, or two separated by a space. */
  readonly name: string;
  /** One sentence without the full stop. */
  readonly help: string;
  readonly slots: readonly (Slot | Fixed)[];
  readonly groups?: readonly Group[];
  readonly examples: readonly string[];
  /** The intent of parsed arguments, or an error message if they conflict. */
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
