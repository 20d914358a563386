import type { Desk } from '../desk.ts';

/** What a command would do at this moment, or why it can't. */
export type Plan =
  | {
      /** What will happen, with the figures that are known: a sentence without its full stop. */
      readonly says: string;
      /** Why its form could send nothing at this moment, a sentence; it opens all the same, and waits. */
      readonly blocked?: string | null;
      run(desk: Desk): void;
    }
  | { readonly problem: string };

/** Why a command of the key table can't be used now, in words; null when it can. */
export type WhyDisabled = (commandId: string) => string | null;

export const asksFirst = 'asks for confirmation';
