import { addNotice, type Notice } from '../../stores/notices.ts';
import { withKeys } from '../keys/keymap.ts';
import type { DeskView } from './desk.ts';

type Voice = Pick<DeskView, 'notices' | 'now'>;

/** Adds a notice: in the footer for a while, and in the notices pane. The text is shown literally. */
export const notify = (desk: Voice, tone: Notice['tone'], text: string): void =>
  addNotice(desk.notices, { atMs: desk.now(), tone, text });

/** Adds a notice after resolving `{command.id}` in its text to keys. */
export const notifyWithKeys = (desk: Voice & Pick<DeskView, 'keymap'>, tone: Notice['tone'], text: string): void =>
  notify(desk, tone, withKeys(text, desk.keymap));
