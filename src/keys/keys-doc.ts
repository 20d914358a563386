import { commands, type Scope } from './commands.ts';
import { createKeymap, keyLabel } from './keymap.ts';

const titles: Readonly<Record<Scope, string>> = {
  desk: 'Everywhere on the desk',
  always: 'Everywhere but where text is typed',
  positions: 'Positions pane',
  orders: 'Trigger orders pane',
  balances: 'Balances pane',
  tape: 'Tape',
  streams: 'Streams pane',
  messages: 'Messages of a stream',
  activity: 'Activity pane',
  question: 'At a question in the activity pane',
  form: 'In a form',
  confirm: 'At a confirmation',
  word: 'At a confirmation by a typed word',
  bulk: 'Flatten and cancel all',
  overlay: 'Help and details',
};

/** docs/keybindings.md, from the tables. */
export function keysDoc(): string {
  const keymap = createKeymap();
  const sections = (Object.keys(titles) as Scope[]).flatMap((scope) => {
    const rows = commands
      .filter((command) => command.scope === scope)
      .map(
        ({ id, description }) =>
          `| ${keymap
            .keysOf(id)
            .map((key) => `\`${keyLabel(key)}\``)
            .join(' ')} | ${description} | \`${id}\` |`,
      );
    return rows.length === 0
      ? []
      : [`## ${titles[scope]}`, '', '| keys | what it does | command |', '| --- | --- | --- |', ...rows, ''];
  });
  return [
    '# Keys',
    '',
    'Written by `npm run docs` from `src/keys/`, which the footer and the help (`?`) read too. A pane’s own keys come before',
    'those of the desk. In a field, letters and digits are typed; `Ctrl-U` clears it; a field with presets names their letters.',
    'Below 60×16 only `q` and `Ctrl-C` are heard.',
    '',
    ...sections,
  ].join('\n');
}
