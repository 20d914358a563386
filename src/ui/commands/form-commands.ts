import type { DeskView } from '../desk/desk.ts';
import { confirmWordsOf } from '../forms/confirm-words.ts';
import { openOverlay } from '../overlays/open-overlay.ts';
import { commandTable } from './command-table.ts';

/** What Enter does now. */
function acceptTitle(desk: DeskView): string {
  const form = openOverlay(desk, 'form')?.form;
  if (form?.state.focus === 'back') return 'back';
  return form?.evaluate().sendsNow ? 'send now' : 'continue';
}

/** What Enter does in a confirmation. */
function pressTitle(desk: DeskView): string {
  const focus = openOverlay(desk, 'form')?.form.state.confirm?.focus ?? 'press';
  return focus === 'send' ? confirmTitle(desk) : focus;
}

/** What confirming does: `send`, or the form's own word, such as `start`. */
function confirmTitle(desk: DeskView): string {
  const form = openOverlay(desk, 'form')?.form;
  return form ? confirmWordsOf(form.spec).verb : 'send';
}

export const formCommands = commandTable({
  'form.next': {
    title: 'next field',
    description: 'Go to the next field or button',
    scope: 'form',
    hint: 3,
    keys: ['Tab'],
  },
  'form.previous': {
    title: 'prev field',
    description: 'Go to the previous field or button',
    scope: 'form',
    keys: ['S-Tab'],
  },
  'form.accept': {
    title: 'continue',
    description: 'Press the focused button; in a field, check the form and continue',
    scope: 'form',
    titleNow: acceptTitle,
    hint: 1,
    keys: ['Enter'],
  },
  'form.choiceUp': {
    title: 'prev choice',
    description: 'Select the previous choice or preset of the field',
    scope: 'form',
    keys: ['Up'],
  },
  'form.choiceDown': {
    title: 'next choice',
    description: 'Select the next choice or preset of the field',
    scope: 'form',
    hint: 4,
    keys: ['Down'],
  },
  'form.remedy': {
    title: 'fix',
    description: 'Fix the cause of a refusal, where the form offers to',
    scope: 'form',
    keys: ['C-e'],
  },
  'form.find': {
    title: 'find',
    description: 'In a token field: search the token on all chains',
    scope: 'form',
    keys: ['C-f'],
  },
  'form.leave': {
    title: 'leave',
    description: 'Leave the form; nothing is sent or saved',
    scope: 'form',
    hint: 2,
    keys: ['Esc', 'C-c'],
  },
  'ended.leave': {
    title: 'back',
    description: 'Back to the desk; once the operation has ended, any other key does the same',
    scope: 'ended',
    hint: 1,
    keys: ['Esc', 'C-c'],
  },
  'confirm.switch': {
    title: 'other button',
    description: 'Focus the other button',
    scope: 'confirm',
    hint: 4,
    keys: ['Tab', 'S-Tab', 'Left', 'Right'],
  },
  'confirm.press': {
    title: 'press',
    description: 'Press the focused button',
    scope: 'confirm',
    titleNow: pressTitle,
    hint: 3,
    keys: ['Enter'],
  },
  'confirm.send': {
    title: 'send',
    description: 'Send the operation shown, once',
    scope: 'confirm',
    titleNow: confirmTitle,
    hint: 1,
    keys: ['y'],
  },
  'confirm.up': {
    title: 'up',
    description: 'Scroll up a confirmation that does not fit the screen',
    scope: 'confirm',
    keys: ['Up', 'PageUp'],
  },
  'confirm.down': {
    title: 'down',
    description: 'Scroll down a confirmation that does not fit the screen',
    scope: 'confirm',
    keys: ['Down', 'PageDown'],
  },
  'word.up': {
    title: 'up',
    description: 'Scroll up a confirmation that does not fit the screen',
    scope: 'word',
    keys: ['Up', 'PageUp'],
  },
  'word.down': {
    title: 'down',
    description: 'Scroll down a confirmation that does not fit the screen',
    scope: 'word',
    keys: ['Down', 'PageDown'],
  },
  'word.send': {
    title: 'send',
    description: 'Send the operation shown, once, after the word is typed',
    scope: 'word',
    titleNow: confirmTitle,
    hint: 1,
    keys: ['Enter'],
  },
  'word.back': {
    title: 'back',
    description: 'Back to the form; nothing is sent',
    scope: 'word',
    hint: 2,
    keys: ['Esc', 'C-c'],
  },
  'confirm.back': {
    title: 'back',
    description: 'Back to the form; nothing is sent',
    scope: 'confirm',
    hint: 2,
    keys: ['Esc', 'n', 'C-c'],
  },
  'bulk.up': {
    title: 'up',
    description: 'Scroll the steps up',
    scope: 'bulk',
    keys: ['Up', 'PageUp'],
  },
  'bulk.down': {
    title: 'down',
    description: 'Scroll the steps down',
    scope: 'bulk',
    hint: 2,
    keys: ['Down', 'PageDown'],
  },
  'bulk.again': {
    title: 'read again',
    description: 'When it has ended: read what is left and ask for the word again',
    scope: 'bulk',
    hint: 1,
    keys: ['r'],
  },
  'bulk.leave': {
    title: 'leave',
    description: 'Leave; a run in progress continues in the background',
    scope: 'bulk',
    hint: 3,
    keys: ['Esc', 'C-c'],
  },
});
