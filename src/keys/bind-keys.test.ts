import { describe, expect, it, test } from 'vitest';
import { bindKeys } from './bind-keys.ts';
import { defaultBindings } from './bindings.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { heardTogether } from './heard-together.ts';
import { readKeyName } from './key-names.ts';
import { createKeymap } from './keymap.ts';

const problemsOf = (wanted: Record<string, readonly string[]>): string[] =>
  bindKeys(wanted).problems.map(({ command, message }) => `${command}: ${message}`);

const idsIn = (scope: Command['scope']): string[] =>
  commands.filter((command) => command.scope === scope).map(({ id }) => id);

describe('keys of a person', () => {
  it('leave everything as it is where there are none', () => {
    expect(bindKeys({})).toEqual({ bindings: defaultBindings, problems: [] });
  });

  it('replace all keys of their command, and no others', () => {
    const { bindings, problems } = bindKeys({ 'position.close': ['F8', 'F7', 'alt-y'] });
    expect(problems).toEqual([]);
    const keymap = createKeymap(bindings);
    expect(keymap.keysOf('position.close')).toEqual(['F8', 'F7', 'M-y']);
    expect(keymap.find('F7', ['positions', 'desk'])?.id).toBe('position.close');
    expect(keymap.find('c', ['positions', 'desk'])).toBeNull();
    expect(keymap.hints(['positions'])[0]?.key).toBe('F8');
    expect({ ...bindings, 'position.close': ['c'] }).toEqual(defaultBindings);
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
    [{ 'position.close': ['Entr'] }, /^position\.close: "Entr" is no key: a key is a character/],
    [{ 'position.close': ['constructor'] }, /"constructor" is no key/],
    [{ 'position.close': [''] }, /"" is no key/],
    [{ 'position.close': ['F13'] }, /"F13" is no key/],
    [{ 'position.close': ['C-é'] }, /is no key/],
    [{ 'position.close': ['C-i'] }, /a terminal sends the same for Ctrl-i and Tab/],
    [{ 'position.close': ['Ctrl-Z'] }, /Ctrl-z puts the desk to sleep/],
    [
      { 'position.close': ['r'] },
      /^position\.close: "r" is also the key of desk\.refresh \(Read everything again, now\)/,
    ],
    [{ 'desk.refresh': ['c'] }, /^desk\.refresh: "c" is also the key of position\.close/],
    [{ 'position.close': ['F7'], 'desk.refresh': ['F7'] }, /F7.* is also the key of .*(desk\.refresh|position\.close)/],
    [
      { 'trading.mode': ['y'] },
      /^trading\.mode: "y" is also the key of .*(confirm\.send|activity\.done|question\.yes)/,
    ],
    [{ 'trading.mode': ['n'] }, /"n" is also the key of/],
    [{ 'trading.mode': [] }, /it must have a key/],
    [{ 'position.close': ['Esc'] }, /"Esc" leads out everywhere and can do nothing else/],
    [{ 'position.close': ['C-c'] }, /"Ctrl-c" leads out everywhere/],
    [{ 'overlay.close': ['F9'] }, /it must keep "Esc", which leads out/],
    [{ 'form.accept': ['a'] }, /"a" is for typing there: take a key such as "F2"/],
    [{ 'prompt.complete': ['Space'] }, /"space" is for typing there/],
    [{ 'palette.run': ['C-u'] }, /"Ctrl-u" is for typing there/],
    [{ 'prompt.run': ['Tab'] }, /"Tab" is also the key of prompt\.complete/],
  ])('%j', (wanted, words) => {
    const problems = problemsOf(wanted);
    expect(problems[0]).toMatch(words);
  });

  test.each([...idsIn('confirm'), ...idsIn('word'), ...idsIn('question')])('%s is fixed', (id) => {
    expect(problemsOf({ [id]: [...(defaultBindings[id] ?? []), 'F7'] })).toEqual([
      `${id}: the keys of a confirmation are the same everywhere and cannot be changed`,
    ]);
  });

  it('a key that another command has there, whichever of the two was changed', () => {
    for (const scopes of heardTogether) {
      const there = commands.filter(({ scope }) => scopes.includes(scope));
      for (const [index, other] of there.entries()) {
        const mine = there[(index * 7 + 1) % there.length];
        const key = defaultBindings[other.id]?.[0];
        if (!mine || mine.id === other.id || key === undefined) continue;
        expect(problemsOf({ [mine.id]: [key] }).length, `${mine.id} = ${key} of ${other.id}`).toBeGreaterThan(0);
      }
    }
  });
});

test('every scope is heard somewhere, and the default keys are names that the table knows', () => {
  const heard = new Set(heardTogether.flat());
  expect(commands.filter(({ scope }) => !heard.has(scope)).map(({ id }) => id)).toEqual([]);
  for (const [id, keys] of Object.entries(defaultBindings))
    for (const key of keys) expect(readKeyName(key), `${id} ${key}`).toEqual({ key });
});
