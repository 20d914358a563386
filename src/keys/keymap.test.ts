import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultBindings } from './bindings.ts';
import { commands } from './commands.ts';
import { heardTogether } from './heard-together.ts';
import { createKeymap, withKeys } from './keymap.ts';

describe('key tables', () => {
  it('give every command a unique id, a title, a description and a key', () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    for (const command of commands) {
      expect(command.title, command.id).toMatch(/\S/);
      expect(command.description, command.id).toMatch(/\S{2}/);
      expect(defaultBindings[command.id]?.length, command.id).toBeGreaterThan(0);
    }
  });

  it('bind nothing that is not a command', () => {
    const ids = new Set(commands.map(({ id }) => id));
    expect(Object.keys(defaultBindings).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('never give one key two meanings where both are heard', () => {
    for (const scopes of heardTogether) {
      const keys = commands
        .filter(({ scope }) => scopes.includes(scope))
        .flatMap(({ id }) => defaultBindings[id] ?? []);
      expect(
        keys.filter((key, index) => keys.indexOf(key) !== index),
        scopes.join('+'),
      ).toEqual([]);
    }
  });

  it('finds a pane key in its pane only', () => {
    const keymap = createKeymap();
    expect(keymap.find('c', ['positions', 'desk'])?.id).toBe('position.close');
    expect(keymap.find('c', ['tape', 'desk'])).toBeNull();
    expect(keymap.find('q', ['tape', 'desk'])?.id).toBe('desk.quit');
  });

  it('names keys in a text by what they do', () => {
    const keymap = createKeymap({ ...defaultBindings, 'focus.orders': ['F2'], 'tape.size': [] });
    expect(withKeys('orders ({focus.orders}), tape ({focus.tape}), {tape.size}, {no such}', keymap)).toBe(
      'orders (F2), tape (4), –, {no such}',
    );
  });

  it('names only commands that exist in its reasons', () => {
    const folder = join(import.meta.dirname, 'commands');
    const files = [join(import.meta.dirname, 'needs.ts'), ...readdirSync(folder).map((name) => join(folder, name))];
    const source = files.map((file) => readFileSync(file, 'utf8')).join();
    const named = [...source.matchAll(/\{([a-z]+\.[A-Za-z]+)\}/g)].map(([, id]) => id);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((id) => !commands.some((command) => command.id === id))).toEqual([]);
  });
});
