import { expect, test } from 'vitest';
import type { Command } from '../desk/desk.ts';
import { scopesActiveWith } from '../keys/scopes.ts';
import { commands } from './commands.ts';
import { scopes as allScopes, headingOf, scopes } from './scopes.ts';

/** Names of the commands whose value occurs more than once. */
const twice = (list: readonly Command[], readValue: (command: Command) => unknown): string[] => {
  const values = list.map(readValue);
  return list.flatMap(({ id }, index) => (values.indexOf(values[index]) === index ? [] : [id]));
};

const wrong = (isWrong: (command: Command) => boolean): string[] => commands.filter(isWrong).map(({ id }) => id);

test('an id is a place and what is done there', () => {
  expect(wrong(({ id }) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
});

test('a title is a word or two in the middle of a sentence', () => {
  expect(wrong(({ title }) => !/^(\p{Lu}{2,}|[^\p{Lu}\s])(.*[^\s.])?$/u.test(title) || title.length > 16)).toEqual([]);
});

test('a description begins as a sentence does and ends without a full stop, as in a list', () => {
  expect(wrong(({ description }) => !/^\p{Lu}.*[^\s.]$/u.test(description) || /\s{2}/.test(description))).toEqual([]);
});

test('no two commands of a scope say the same of themselves', () => {
  for (const scope of scopes) {
    const own = commands.filter((command) => command.scope === scope);
    expect(
      twice(own, ({ description }) => description),
      scope,
    ).toEqual([]);
  }
});

test('every scope has a heading of its own', () => {
  const titles = scopes.map(headingOf);
  expect(new Set(titles).size).toBe(titles.length);
  expect(wrong(({ scope }) => !scopes.includes(scope))).toEqual([]);
});

test('where hints are shown together, each has a place of its own', () => {
  for (const scopes of allScopes.map(scopesActiveWith)) {
    const shown = commands.filter(({ scope, hint }) => scopes.includes(scope) && hint !== undefined);
    expect(
      twice(shown, ({ hint }) => hint),
      scopes.join('+'),
    ).toEqual([]);
  }
});
