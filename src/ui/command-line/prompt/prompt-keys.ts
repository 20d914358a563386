import { cleanText } from '../../../domain/text/clean-text.ts';
import type { Desk } from '../../desk/desk.ts';
import { graphemes } from '../../forms/form-state.ts';
import { closeOverlay, type OverlayOf, patchOverlay } from '../../overlays/open-overlay.ts';
import { deskVocabulary } from '../desk-vocabulary.ts';
import { completeCommand } from './complete-command.ts';
import { explainLine } from './explain-prompt.ts';
import { maxLineLength, type PromptEvent, type PromptState, promptReducer, withLine } from './prompt-state.ts';

/** Editing keys, as in every text field. */
const editing: Readonly<Record<string, PromptEvent>> = {
  Backspace: { type: 'backspace' },
  Delete: { type: 'delete' },
  Left: { type: 'left' },
  Right: { type: 'right' },
  Home: { type: 'home' },
  End: { type: 'end' },
  'C-u': { type: 'clear' },
  'C-w': { type: 'clearWord' },
};

/** Handles a key at the prompt. */
export function promptKey(desk: Desk, { prompt }: OverlayOf<'command'>, key: string): void {
  const { commandHistory: history } = desk.ui.getState();
  switch (desk.keymap.find(key, ['prompt'])?.id) {
    case 'prompt.leave':
      return closeOverlay(desk);
    case 'prompt.run':
      return run(desk, prompt);
    case 'prompt.complete':
      return change(desk, { type: 'complete', step: 1, completion: completionNow(desk, prompt) });
    case 'prompt.completeBack':
      return change(desk, { type: 'complete', step: -1, completion: completionNow(desk, prompt) });
    case 'prompt.older':
      return change(desk, { type: 'recall', step: 1, history });
    case 'prompt.newer':
      return change(desk, { type: 'recall', step: -1, history });
  }
  // Backspace on an empty line closes the prompt, as in vim.
  if (key === 'Backspace' && prompt.text === '') return closeOverlay(desk);
  const text = key === 'Space' ? ' ' : key;
  const event = editing[key] ?? (graphemes(text).length === 1 ? ({ type: 'insert', text } as const) : null);
  if (event) change(desk, event);
}

/** Inserts pasted text on one line; never runs it. */
export function promptPaste(desk: Desk, _view: OverlayOf<'command'>, text: string): void {
  change(desk, { type: 'insert', text: cleanText(text, maxLineLength).replace(/ +/g, ' ') });
}

/** Completion of the whole line, whatever the cursor position. */
export const completionNow = (desk: Desk, { text }: PromptState) => completeCommand(text, deskVocabulary(desk));

const change = (desk: Desk, event: PromptEvent): void =>
  patchOverlay(desk, 'command', ({ prompt }) => ({ prompt: promptReducer(prompt, event) }));

/** Runs the line and adds it to the history; a line that cannot run stays, with the reason. */
function run(desk: Desk, prompt: PromptState): void {
  const line = prompt.text.trim();
  if (line === '') return closeOverlay(desk);
  const { plan, text } = explainLine(desk, line);
  if (!plan || 'problem' in plan) return change(desk, { type: 'refuse', problem: text });
  desk.ui.setState(({ commandHistory }) => ({ overlay: null, commandHistory: withLine(commandHistory, line) }));
  plan.run(desk);
}
