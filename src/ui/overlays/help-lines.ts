import { displayWidth } from '../../domain/text/text-width.ts';
import { headingOf, scopes } from '../commands/scopes.ts';
import type { CommandInfo } from '../keys/command.ts';
import { type Keymap, keyLabel, withKeys } from '../keys/keymap.ts';
import { blank, type Line, muted, span, wrap } from '../text/span.ts';

const keysWidth = 18;

/**
 * Every command with its keys and its description, wrapped to `width`; with a query, only those that contain all of its words
 * in their heading, keys, name or description.
 */
export function helpBody(keymap: Keymap, width = 100, query = ''): Line[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const body = scopes.flatMap((scope): Line[] => {
    const heading = headingOf(scope);
    const all = keymap.commands.filter((command) => command.scope === scope);
    const own = all.filter((command) => matches(words, `${heading} ${textOf(keymap, command)}`));
    if (own.length === 0 && words.length > 0) return [];
    return [
      [span(heading, 'title', { bold: true })],
      ...own.flatMap((command) => helpLines(keymap, command, width)),
      ...(own.length === 0 ? [[muted('  No keys of its own: the keys of the desk work here.')]] : []),
      blank,
    ];
  });
  return body.length > 0 ? body : [[muted('No command matches: use fewer words.')]];
}

const matches = (words: readonly string[], text: string): boolean =>
  words.every((word) => text.toLowerCase().includes(word));

const textOf = (keymap: Keymap, { id, title, description }: CommandInfo): string =>
  [...keymap.keysOf(id).map(keyLabel), title, withKeys(description, keymap), id].join(' ');

function helpLines(keymap: Keymap, { id, description }: CommandInfo, width: number): Line[] {
  const keys = `  ${keymap.keysOf(id).map(keyLabel).join(' ')}`.padEnd(keysWidth);
  const room = Math.max(20, width - displayWidth(keys));
  return wrap(withKeys(description, keymap), room).map(
    (line, index): Line => [index === 0 ? span(keys, 'accent') : span(' '.repeat(displayWidth(keys))), ...line],
  );
}
