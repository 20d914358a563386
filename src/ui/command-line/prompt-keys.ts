import { cleanText } from '../../domain/clean-text.ts';
import type { Desk } from '../desk.ts';
import { graphemes } from '../forms/form-state.ts';
import { completeCommand } from './complete-command.ts';
import { deskVocabulary } from './desk-vocabulary.ts';
import { explainLine } from './explain-prompt.ts';
import type { WhyDisabled } from './plan.ts';
import { longestLine, type PromptEvent, type PromptState, promptReducer, withLine } from './prompt-state.ts';

/** Editing keys, as every text field has them. */
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

/** One key at the prompt. */
export function promptKey(desk: Desk, key: string, whyDisabled: WhyDisabled): void {
  const { overlay, commandHistory: history } = desk.ui.getState();
  if (overlay?.kind !== 'command') return;
  const { prompt } = overlay;
  switch (desk.keymap.find(key, ['prompt'])?.id) {
    case 'prompt.leave':
      return desk.ui.setState({ overlay: null });
    case 'prompt.run':
      return run(desk, prompt, whyDisabled);
    case 'prompt.complete':
      return change(desk, { type: 'complete', step: 1, completion: completionNow(desk, prompt) });
    case 'prompt.completeBack':
      return change(desk, { type: 'complete', step: -1, completion: completionNow(desk, prompt) });
    case 'prompt.older':
      return change(desk, { type: 'recall', step: 1, history });
    case 'prompt.newer':
      return change(desk, { type: 'recall', step: -1, history });
  }
  // Rubbing out what is not there leads back, as in other programs with such a line.
  if (key === 'Backspace' && prompt.text === '') return desk.ui.setState({ overlay: null });
  const text = key === 'Space' ? ' ' : key;
  const event = editing[key] ?? (graphemes(text).length === 1 ? ({ type: 'insert', text } as const) : null);
  if (event) change(desk, event);
}

/** Pasted text is typed, on one line; it runs nothing. */
export function promptPaste(desk: Desk, text: string): void {
  change(desk, { type: 'insert', text: cleanText(text, longestLine).replace(/ +/g, ' ') });
}

/** Completion is about what stands before the cursor's end of the line. */
export const completionNow = (desk: Desk, { text }: PromptState) => completeCommand(text, deskVocabulary(desk));

function change(desk: Desk, event: PromptEvent): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'command')
    desk.ui.setState({ overlay: { kind: 'command', prompt: promptReducer(overlay.prompt, event) } });
}

/** What can't be run stays, with the reason; what is run is remembered, whatever becomes of it. */
function run(desk: Desk, prompt: PromptState, whyDisabled: WhyDisabled): void {
  const line = prompt.text.trim();
  if (line === '') return desk.ui.setState({ overlay: null });
  const { plan, text } = explainLine(desk, line, whyDisabled);
  if (!plan || 'problem' in plan) return change(desk, { type: 'refuse', problem: text });
  desk.ui.setState(({ commandHistory }) => ({ overlay: null, commandHistory: withLine(commandHistory, line) }));
  plan.run(desk);
}
