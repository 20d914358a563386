import { describe, expect, test } from 'vitest';
import { commands } from '../command-list.ts';
import { type CommandSyntax, usageOf } from './command-syntax.ts';
import { commandHelp, overview } from './help-text.ts';
import { readArguments } from './read-arguments.ts';

const all: readonly CommandSyntax[] = commands.map(({ syntax }) => syntax);

const example = {
  name: 'try',
  summary: 'Try something',
  words: [
    { name: 'FILE', summary: 'the file to try' },
    { name: 'KIND', summary: 'how', choices: ['fast', 'slow'], isOptional: true },
  ],
  options: {
    port: { value: 'N', summary: 'a port' },
    mode: { short: 'm', value: 'MODE', choices: ['calm', 'wild'], summary: 'a mode' },
    tag: { value: 'TAG', summary: 'a tag', isRepeatable: true },
    yes: { summary: 'really' },
    no: { summary: 'rather not' },
  },
  exclusive: [['yes', 'no']],
} as const satisfies CommandSyntax;

const read = (...args: string[]) => readArguments(args, example);

describe('arguments', () => {
  test('are read as the syntax says', () => {
    expect(read('a.txt', '--port', '7', '--mode', 'WILD', '--tag=a', '--tag', 'b', '--yes')).toEqual({
      words: ['a.txt'],
      values: { port: '7', mode: 'wild', tag: ['a', 'b'], yes: true },
    });
  });

  test('a short name is the same option', () => {
    expect(read('a.txt', '-m', 'wild')).toEqual(read('a.txt', '--mode', 'wild'));
  });

  test.each([
    [['a', '-m'], '--mode takes a value: -m, --mode calm|wild.'],
    [['a', '--prot', '7'], 'There is no option "--prot". Did you mean --port?'],
    [['a', '--port'], '--port takes a value: --port N.'],
    [['a', '--yes=1'], '--yes takes no value: --yes.'],
    [['a', '--mode', 'wid'], '--mode is one of calm, wild, not "wid". Did you mean wild?'],
    [['a', '--yes', '--no'], '--yes and --no exclude each other.'],
    [[], 'Give FILE: the file to try.'],
    [['a', 'quick'], 'KIND is one of fast, slow, not "quick".'],
    [['a', 'fast', 'b'], 'Unexpected "b".'],
    [['a', '-x'], 'There is no option "-x".'],
  ])('%j is refused with what is allowed', (args, problem) => {
    expect(() => read(...args)).toThrow(`${problem} See: swapdeck try --help`);
    expect(() => read(...args)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

test('a usage line shows words, groups and repeated options', () => {
  expect(usageOf(example)).toBe('swapdeck try FILE [KIND] [--port N] [-m calm|wild] [--tag TAG] … [--yes | --no]');
});

describe('every command', () => {
  test.each(all.map((syntax) => [syntax.name, syntax] as const))('%s takes each of its options', (_, syntax) => {
    const words = (syntax.words ?? [])
      .filter(({ isOptional }) => !isOptional)
      .map(({ choices = ['x'] }) => choices[0]!);
    for (const [name, { value, choices }] of Object.entries(syntax.options)) {
      const given = choices ? [choices[0]!] : value === undefined ? [] : ['x'];
      expect(Object.keys(readArguments([...words, `--${name}`, ...given], syntax).values)).toEqual([name]);
    }
    for (const group of syntax.exclusive ?? []) for (const name of group) expect(syntax.options).toHaveProperty(name);
  });

  test.each(all.map((syntax) => [syntax.name, syntax] as const))('%s has a help that names all of it', (_, syntax) => {
    const help = commandHelp(syntax);
    for (const name of Object.keys(syntax.options)) expect(help).toContain(`--${name}`);
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(overview(all)).toContain(`  ${syntax.name} `);
  });

  test('sentences of the table begin alike and have no full stop', () => {
    for (const { summary, words = [], options } of all) {
      expect(summary).toMatch(/^[A-Z].*[^.]$/s);
      for (const text of [...words, ...Object.values(options)]) expect(text.summary).toMatch(/^[a-z].*[^.]$/s);
    }
  });
});
