import type { Desk } from '../desk/desk.ts';
import { handleKey, handlePaste, scopesNow } from '../keyboard/desk-keys.ts';
import { overlayNow } from '../overlays/overlay-kinds.ts';
import { isTablePane, tablePane } from '../panes/panes.ts';
import { type Said, sayNew } from './part.ts';
import { keyWords } from './speakable.ts';
import { deskParts, headerWords, keysWords, spokenSize } from './spoken-desk.ts';

/** Keys of line mode, unless bound to another command. */
const repeatKey = 'Space';
const accountKey = 'C-l';

export interface Narrator {
  /** Announces the desk when it opens. */
  begin(): void;
  key(key: string): void;
  paste(text: string): void;
  /** Call on store changes: announces urgent parts. */
  changed(): void;
}

/** Announces the desk in lines: after each key what is new, in between only what is urgent. `say` writes lines. */
export function createNarrator(desk: Desk, say: (lines: readonly string[]) => void): Narrator {
  let said: Said = new Set();
  /** While a refresh is pending: the previous read time of the pane, to announce it once it changes. */
  let awaited: string | null = null;
  const tell = (isAsked: boolean): boolean => {
    const next = sayNew(said, deskParts(desk), isAsked);
    said = next.said;
    if (next.lines.length > 0) say(next.lines);
    return next.lines.length > 0;
  };
  const again = (): void => {
    tell(true);
    say(deskParts(desk).flatMap(({ isPlace, lines }) => (isPlace ? lines : [])));
  };
  return {
    begin: () => {
      say([
        `swapdeck in line mode. ${headerWords(desk)}.`,
        `${name(desk, 'desk.help')} reads the keys, Space repeats where you are, Control-l also reads the account, ${name(desk, 'desk.quit')} quits.`,
      ]);
      tell(true);
    },
    key: (key) => {
      const command = desk.keymap.find(key, scopesNow(desk));
      const isTyping = isText(desk);
      if (!command && !isTyping && key === repeatKey) return again();
      if (!command && key === accountKey) {
        say([headerWords(desk)]);
        return again();
      }
      if (command?.id === 'desk.help') return say(keysWords(desk));
      handleKey(desk, key, spokenSize);
      const hasSaid = tell(true);
      if (command?.id === 'desk.refresh') {
        awaited = readAt(desk);
        return say(['Refreshing …']);
      }
      if (!hasSaid && !command && !isTyping) say([`${keyWords(key)} does nothing here.`]);
    },
    paste: (text) => {
      handlePaste(desk, text);
      tell(true);
    },
    changed: () => {
      tell(false);
      if (awaited === null || awaited === readAt(desk)) return;
      awaited = null;
      again();
    },
  };
}

const name = (desk: Desk, commandId: string): string => keyWords(desk.keymap.keysOf(commandId)[0] ?? '');

/** Last read of the focused pane; constant for panes without their own read. */
function readAt(desk: Desk): string {
  const { focus } = desk.ui.getState();
  return `${focus} ${isTablePane(focus) ? tablePane(focus).reading(desk).updatedAtMs : 0}`;
}

/** Whether text input has the focus, so that every character counts, including the space. */
function isText(desk: Desk): boolean {
  const open = overlayNow(desk);
  return open?.kind.isTyping?.(open.view) ?? false;
}
