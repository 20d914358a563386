import type { Scope } from './scopes.ts';

/** The part of a command that keys, footer, help and docs/keybindings.md need. `Command` in ui/desk adds what it does. */
export interface CommandInfo {
  /** `place.verb`; typed as `CommandId` wherever it is named. */
  readonly id: string;
  /** One or two words, for the footer. */
  readonly title: string;
  /** A sentence, for the help. */
  readonly description: string;
  readonly scope: Scope;
  /**
   * Default keys, the first one is shown. A key is a character as typed, or a name: Enter Esc Tab S-Tab Space Up Down Left
   * Right PageUp PageDown Home End F1 to F12, with C- before it for Ctrl, M- for Alt.
   */
  readonly keys: readonly string[];
  /** Commands of the desk whose keys it takes while its pane is focused. */
  readonly overrides?: readonly string[];
  /** It can lead to an operation. */
  readonly isTrade?: boolean;
  /** Place in the footer, most useful first; commands without one are in the help only. */
  readonly hint?: number;
}
