import type { Command } from '../command.ts';

/** In a form, at a confirmation, in flatten and cancel all. */
export const formsCommands: readonly Command[] = [
  { id: 'form.next', title: 'next field', description: 'Go to the next field or button', scope: 'form', hint: 2 },
  { id: 'form.previous', title: 'previous field', description: 'Go back to the field before', scope: 'form' },
  {
    id: 'form.accept',
    title: 'continue',
    description: 'Press the focused button; in a field, check the form and go on',
    scope: 'form',
    hint: 1,
  },
  {
    id: 'form.choiceUp',
    title: 'previous choice',
    description: 'Previous value of a field with choices or presets',
    scope: 'form',
  },
  {
    id: 'form.choiceDown',
    title: 'next choice',
    description: 'Next value of a field with choices or presets',
    scope: 'form',
    hint: 3,
  },
  {
    id: 'form.remedy',
    title: 'what helps',
    description: 'What helps against a refusal, where the form says that something does',
    scope: 'form',
  },
  {
    id: 'form.leave',
    title: 'leave',
    description: 'Leave the form; nothing is sent and nothing is kept',
    scope: 'form',
    hint: 4,
  },
  { id: 'confirm.switch', title: 'other button', description: 'Go to the other button', scope: 'confirm', hint: 2 },
  {
    id: 'confirm.press',
    title: 'press the button',
    description: 'Press the focused button',
    scope: 'confirm',
    hint: 1,
  },
  { id: 'confirm.send', title: 'send', description: 'Send what is shown, once', scope: 'confirm', hint: 3 },
  {
    id: 'word.send',
    title: 'send',
    description: 'Send what is shown, once, when the word stands there',
    scope: 'word',
    hint: 1,
  },
  { id: 'word.back', title: 'back', description: 'Back to the form; nothing is sent', scope: 'word', hint: 2 },
  { id: 'confirm.back', title: 'back', description: 'Back to the form; nothing is sent', scope: 'confirm', hint: 4 },
  { id: 'bulk.up', title: 'up', description: 'Steps further up', scope: 'bulk' },
  { id: 'bulk.down', title: 'down', description: 'Steps further down', scope: 'bulk', hint: 2 },
  {
    id: 'bulk.again',
    title: 'read again',
    description: 'After the end: read what is left, and ask for the word anew',
    scope: 'bulk',
    hint: 1,
  },
  {
    id: 'bulk.leave',
    title: 'leave',
    description: 'Leave it; what is under way goes on behind the desk',
    scope: 'bulk',
    hint: 3,
  },
];
