import { describe, expect, it, test } from 'vitest';
import type { Command } from '../desk/desk.ts';
import { bindKeys } from '../keys/bind-keys.ts';
import { readKeyName } from '../keys/key-names.ts';
import { defaultBindings } from '../keys/keymap.ts';
import { scopesActiveWith } from '../keys/scopes.ts';
import { commands, deskKeymap } from './commands.ts';
import { scopes as allScopes } from './scopes.ts';

const problemsOf = (wanted: Record<string, readonly string[]>): string[] =>
  bindKeys(commands, wanted).problems.map(({ command, message }) => `${command}: ${message}`);

const idsIn = (scope: Command['scope']): string[] =>
  commands.filter((command) => command.scope === scope).map(({ id }) => id);

describe('keys of a person', () => {
  it('leave everything as it is where there are none', () => {
    expect(bindKeys(commands, {})).toEqual({ bindings: defaultBindings(commands), problems: [] });
  });

  it('replace all keys of their command, and no others', () => {
    const { bindings, problems } = bindKeys(commands, { 'position.close': ['F8', 'F7', 'alt-y'] });
    expect(problems).toEqual([]);
    const keymap = deskKeymap(bindings);
    expect(keymap.keysOf('position.close')).toEqual(['F8', 'F7', 'M-y']);
    expect(keymap.find('F7', ['positions', 'desk'])?.id).toBe('position.close');
    expect(keymap.find('c', ['positions', 'desk'])).toBeNull();
    expect(keymap.hints(['positions'])[0]?.key).toBe('F8');
    expect({ ...bindings, 'position.close': ['c'] }).toEqual(defaultBindings(commands));
  });

  it('may be none', () => {
    expect(problemsOf({ 'tape.size': [] })).toEqual([]);
  });

  it('may change places', () => {
    expect(problemsOf({ 'desk.refresh': ['R'], 'stream.retry': ['r'] })).toEqual([]);
  });

  it('may be the same in panes that are never focused together', () => {
    expect(problemsOf({ 'position.close': ['F7'], 'order.cancel': ['F7'] })).toEqual([]);
  });
});

describe('refused, with what is wrong', () => {
  test.each([
    [{ 'position.clsoe': ['c'] }, /^position\.clsoe: there is no such command\. Did you mean position\.close\?/],
    [{ 'position.close': ['Entr'] }, /^position\.close: "Entr" is not a key: a key is a character/],
    [{ 'position.close': ['constructor'] }, /"constructor" is not a key/],
    [{ 'position.close': [''] }, /"" is not a key/],
    [{ 'position.close': ['F13'] }, /"F13" is not a key/],
    [{ 'position.close': ['C-é'] }, /is not a key/],
    [{ 'position.close': ['C-i'] }, /a terminal sends the same for Ctrl-i and Tab/],
    [{ 'position.close': ['Ctrl-Z'] }, /Ctrl-z suspends the desk/],
    [{ 'position.close': ['r'] }, /^position\.close: "r" is also the key of desk\.refresh \(Refresh all data now\)/],
    [{ 'desk.refresh': ['c'] }, /^desk\.refresh: "c" is also the key of position\.close/],
    [{ 'position.close': ['F7'], 'desk.refresh': ['F7'] }, /F7.* is also the key of .*(desk\.refresh|position\.close)/],
    [
      { 'trading.mode': ['y'] },
      /^trading\.mode: "y" is also the key of .*(confirm\.send|activity\.done|question\.yes)/,
    ],
    [{ 'trading.mode': ['n'] }, /"n" is also the key of/],
    [{ 'trading.mode': [] }, /it must have a key/],
    [{ 'position.close': ['Esc'] }, /"Esc" always leaves and cannot be bound to anything else/],
    [{ 'position.close': ['C-c'] }, /"Ctrl-c" always leaves/],
    [{ 'overlay.close': ['F9'] }, /it must keep "Esc", which leaves/],
    [{ 'form.accept': ['a'] }, /"a" types or edits text there: use a key such as "F2"/],
    [{ 'prompt.complete': ['Space'] }, /"space" types or edits text there/],
    [{ 'palette.run': ['C-u'] }, /"Ctrl-u" types or edits text there/],
    [{ 'prompt.run': ['Tab'] }, /"Tab" is also the key of prompt\.complete/],
  ])('%j', (wanted, words) => {
    const problems = problemsOf(wanted);
    expect(problems[0]).toMatch(words);
  });

  test.each([...idsIn('confirm'), ...idsIn('word'), ...idsIn('question')])('%s is fixed', (id) => {
    expect(problemsOf({ [id]: [...(defaultBindings(commands)[id] ?? []), 'F7'] })).toEqual([
      `${id}: the keys of a confirmation are the same everywhere and cannot be changed`,
    ]);
  });

  it('a key that another command has there, whichever of the two was changed', () => {
    for (const scopes of allScopes.map(scopesActiveWith)) {
      const there = commands.filter(({ scope }) => scopes.includes(scope));
      for (const [index, other] of there.entries()) {
        const mine = there[(index * 7 + 1) % there.length];
        const key = defaultBindings(commands)[other.id]?.[0];
        if (!mine || mine.id === other.id || key === undefined) continue;
        // There, one key may do what fits the pane.
        if (mine.overrides?.includes(other.id) || other.overrides?.includes(mine.id)) continue;
        expect(problemsOf({ [mine.id]: [key] }).length, `${mine.id} = ${key} of ${other.id}`).toBeGreaterThan(0);
      }
    }
  });
});

test('every scope is heard somewhere, and the default keys are names that the table knows', () => {
  const heard = new Set(allScopes.flatMap(scopesActiveWith));
  expect(commands.filter(({ scope }) => !heard.has(scope)).map(({ id }) => id)).toEqual([]);
  for (const [id, keys] of Object.entries(defaultBindings(commands)))
    for (const key of keys) expect(readKeyName(key), `${id} ${key}`).toEqual({ key });
});
