import type { Scope } from './command.ts';
import { commands } from './commands.ts';
import { createKeymap, keyLabel, withKeys } from './keymap.ts';
import { scopeTitles } from './scope-titles.ts';

/** docs/keybindings.md, from the tables. */
export function keysDoc(): string {
  const keymap = createKeymap();
  const sections = (Object.keys(scopeTitles) as Scope[]).flatMap((scope) => {
    const rows = commands
      .filter((command) => command.scope === scope)
      .map(
        ({ id, description }) =>
          `| ${keymap
            .keysOf(id)
            .map((key) => `\`${keyLabel(key)}\``)
            .join(' ')} | ${withKeys(description, keymap)} | \`${id}\` |`,
      );
    return rows.length === 0
      ? []
      : [`## ${scopeTitles[scope]}`, '', '| keys | what it does | command |', '| --- | --- | --- |', ...rows, ''];
  });
  return [
    '# Keys',
    '',
    'Written by `npm run docs` from `src/keys/`, which the footer and the help (`?`) read too. A pane’s own keys come before',
    'those of the desk. In a field, letters and digits are typed; `Ctrl-U` clears it; a field with presets names their letters.',
    'Below 60×16 only `q` and `Ctrl-C` are heard. `[keys]` in the configuration gives a command other keys; what can be typed',
    'at `:` is in [commands.md](commands.md).',
    '',
    ...sections,
  ].join('\n');
}
