import { describe, expect, it } from 'vitest';
import { allKinds } from '../../plans/plan-grammar.ts';
import { defaultBindings, withKeys } from '../keys/keymap.ts';
import { isPlace, type Scope, scopesActiveWith } from '../keys/scopes.ts';
import { commands, deskKeymap } from './commands.ts';
import { kindCommandId } from './panes/plan-commands.ts';
import { planPresetIds } from './plan-preset-commands.ts';
import { scopes as allScopes } from './scopes.ts';

const keyless = new Set<string>([...allKinds.map(({ kind }) => kindCommandId(kind)), ...planPresetIds]);

describe('key tables', () => {
  it('give every command a unique id, a title, a description and a key', () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    for (const command of commands) {
      expect(command.title, command.id).toMatch(/\S/);
      expect(command.description, command.id).toMatch(/\S{2}/);
      // The kinds of plans are found in the palette and on the command line; plan.create opens the form of all of them. Presets
      // get their keys where they get their plans.
      if (!keyless.has(command.id)) expect(command.keys.length, command.id).toBeGreaterThan(0);
    }
  });

  it('never give one key two meanings where both are heard', () => {
    for (const scopes of allScopes.map(scopesActiveWith)) {
      const there = commands.filter(({ scope }) => scopes.includes(scope));
      const overridden = there.flatMap(({ overrides = [] }) => overrides);
      const keys = there
        .filter(({ id }) => !overridden.includes(id))
        .flatMap(({ id }) => defaultBindings(commands)[id] ?? []);
      expect(
        keys.filter((key, index) => keys.indexOf(key) !== index),
        scopes.join('+'),
      ).toEqual([]);
    }
  });

  it('override only commands of the desk, and every key of theirs that is taken is announced', () => {
    for (const { scope, keys, overrides = [] } of commands.filter((command) => command.overrides))
      for (const other of commands.filter(({ id }) => overrides.includes(id))) {
        expect([other.scope, isPlace(scope)], other.id).toEqual(['desk', false]);
        expect(
          other.keys.some((key) => keys.includes(key)),
          other.id,
        ).toBe(true);
      }
  });

  it('offers the key of a command that is overridden for the other one only', () => {
    const hinted = (...scopes: Scope[]) =>
      deskKeymap()
        .hints(scopes)
        .filter(({ key }) => key === 's')
        .map(({ command }) => command.id);
    expect(hinted('ladder', 'desk')).toEqual(['ladder.sell']);
    expect(hinted('chart', 'desk')).toEqual(['swap.create']);
  });

  it('finds a pane key in its pane only', () => {
    const keymap = deskKeymap();
    expect(keymap.find('c', ['positions', 'desk'])?.id).toBe('position.close');
    expect(keymap.find('c', ['tape', 'desk'])).toBeNull();
    expect(keymap.find('q', ['tape', 'desk'])?.id).toBe('desk.quit');
  });

  it('names keys in a text by what they do', () => {
    const keymap = deskKeymap({ ...defaultBindings(commands), 'focus.orders': ['F2'], 'tape.size': [] });
    expect(withKeys('orders ({focus.orders}), tape ({focus.tape}), {tape.size}, {no such}', keymap)).toBe(
      'orders (F2), tape (4), –, {no such}',
    );
  });
});
