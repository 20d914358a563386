import type { Desk } from '../desk.ts';
import { handleKey, handlePaste, scopesNow } from '../keyboard/desk-keys.ts';
import { isTablePane, tablePanes } from '../panes/pane-list.ts';
import { type Said, sayNew } from './part.ts';
import { keyWords } from './speakable.ts';
import { deskParts, headerWords, keysWords, spokenSize } from './spoken-desk.ts';

/** The keys of this way of using the desk, where nothing else is bound to them. */
const againKey = 'Space';
const whereKey = 'C-l';

export interface Narrator {
  /** Where one is when the desk opens. */
  begin(): void;
  key(key: string): void;
  paste(text: string): void;
  /** The stores have changed: what cannot wait is said. */
  changed(): void;
}

/** Says the desk in lines: what a key has led to, and in between only what cannot wait. `say` writes lines. */
export function createNarrator(desk: Desk, say: (lines: readonly string[]) => void): Narrator {
  let said: Said = new Set();
  /** What was read again is said when it is there: until then, when the pane was read before. */
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
        `swapdeck in lines. ${headerWords(desk)}.`,
        `${name(desk, 'desk.help')} reads the keys, Space says again where you are, Control-l the account too, ${name(desk, 'desk.quit')} quits.`,
      ]);
      tell(true);
    },
    key: (key) => {
      const { overlay } = desk.ui.getState();
      const command = overlay?.kind === 'filter' ? null : desk.keymap.find(key, scopesNow(desk));
      const isTyping = isText(desk);
      if (!command && !isTyping && key === againKey) return again();
      if (!command && key === whereKey) {
        say([headerWords(desk)]);
        return again();
      }
      if (command?.id === 'desk.help') return say(keysWords(desk));
      handleKey(desk, key, spokenSize);
      const hasSaid = tell(true);
      if (command?.id === 'desk.refresh') {
        awaited = readAt(desk);
        return say(['Reading again …']);
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

/** When the focused pane was read last; a pane without a read of its own is never waited for. */
function readAt(desk: Desk): string {
  const { focus } = desk.ui.getState();
  return `${focus} ${isTablePane(focus) ? tablePanes[focus].reading(desk).updatedAtMs : 0}`;
}

/** Characters are typed here: none of them is without a meaning, the space neither. */
function isText(desk: Desk): boolean {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'form') return overlay.form.state.phase === 'edit';
  return overlay !== null && ['filter', 'command', 'palette', 'find'].includes(overlay.kind);
}
