import type { Desk } from '../../desk/desk.ts';

/** What a command would do now, or why it cannot run. */
export type Plan =
  | {
      /** What will happen, with known figures; no full stop at the end. */
      readonly effect: string;
      /** Why its form could not send now; the form opens anyway. */
      readonly blocked?: string | null;
      run(desk: Desk): void;
    }
  | { readonly problem: string };

export const asksFirst = 'asks for confirmation';
