import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseCommand } from '../../src/commands/command-line.ts';
import { readArguments } from '../../src/commands/syntax/read-arguments.ts';

const root = join(import.meta.dirname, '../..');

/** The code blocks and code spans of a page, a line each. */
const codeOf = (text: string): string[] => [
  ...[...text.matchAll(/^```[a-z]*\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n')),
  ...[...text.matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line),
  ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span),
];

/** What follows the program's name; null for another command. Variables may stand before it. */
function argumentsIn(line: string): string[] | null {
  const [, direct, viaNpm] = /^(?:[A-Z_]+=\S+ )*(?:(?:npx )?swapdeck(?: (.*))?|npm start(?: -- (.*))?)$/.exec(
    line.trim(),
  ) ?? [null];
  if (direct === null || /[…[\]|]/.test(line)) return null;
  // What a shell takes away: comments, redirections, quotes.
  const rest = (direct ?? viaNpm ?? '').replace(/(^| +)#.*| [>;&].*/s, '');
  return (rest.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'));
}

const quoted = globSync(['{README,SECURITY,CONTRIBUTING}.md', 'docs/*.md', 'examples/*.md'], { cwd: root }).flatMap(
  (file) =>
    codeOf(readFileSync(join(root, file), 'utf8')).flatMap((line) => {
      const args = argumentsIn(line);
      return args ? [[file, args.join(' '), args] as const] : [];
    }),
);

test('command lines are found', () => expect(quoted.length).toBeGreaterThan(40));

test.each(quoted)('%s: swapdeck %s', (_, line, args) => {
  const choice = chooseCommand(args);
  // A name alone is talked about; a placeholder is no value.
  if (choice.kind !== 'run' || line === choice.command.syntax.name || / (NAME|SHELL)\b/.test(` ${line}`)) return;
  readArguments(choice.args, choice.command.syntax);
});
