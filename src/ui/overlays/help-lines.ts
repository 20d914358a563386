import { displayWidth } from '../../domain/text/text-width.ts';
import { headingOf, scopes } from '../commands/scopes.ts';
import type { CommandInfo } from '../keys/command.ts';
import { type Keymap, keyLabel, withKeys } from '../keys/keymap.ts';
import { blank, type Line, muted, span, wrap } from '../text/span.ts';

const keysWidth = 18;

/** Every command with its keys and its description, wrapped to `width`. */
export function helpBody(keymap: Keymap, width = 100): Line[] {
  return scopes.flatMap((scope): Line[] => {
    const own = keymap.commands.filter((command) => command.scope === scope);
    return [
      [span(headingOf(scope), 'title', { bold: true })],
      ...own.flatMap((command) => helpLines(keymap, command, width)),
      ...(own.length === 0 ? [[muted('  No keys of its own: the keys of the desk work here.')]] : []),
      blank,
    ];
  });
}

function helpLines(keymap: Keymap, { id, description }: CommandInfo, width: number): Line[] {
  const keys = `  ${keymap.keysOf(id).map(keyLabel).join(' ')}`.padEnd(keysWidth);
  const room = Math.max(20, width - displayWidth(keys));
  return wrap(withKeys(description, keymap), room).map(
    (line, index): Line => [index === 0 ? span(keys, 'accent') : span(' '.repeat(displayWidth(keys))), ...line],
  );
}
