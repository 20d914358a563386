import { withKeys } from '../keys/keymap.ts';
import { addNotice, type Notice } from '../stores/notices.ts';
import type { Desk } from './desk.ts';

type Voice = Pick<Desk, 'notices' | 'now'>;

/** A notice: in the footer for a while, and in the notices pane. The text is taken as it is. */
export const say = (desk: Voice, tone: Notice['tone'], text: string): void =>
  addNotice(desk.notices, { atMs: desk.now(), tone, text });

/** The same of a text of the desk's own, with the keys that it names resolved. */
export const sayKeys = (desk: Voice & Pick<Desk, 'keymap'>, tone: Notice['tone'], text: string): void =>
  say(desk, tone, withKeys(text, desk.keymap));
