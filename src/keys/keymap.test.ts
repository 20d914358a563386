import { describe, expect, it } from 'vitest';
import { defaultBindings } from './bindings.ts';
import { commands, type Scope } from './commands.ts';
import { createKeymap } from './keymap.ts';

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
    const heardTogether: Scope[][] = [
      ['positions', 'desk', 'always'],
      ['orders', 'desk', 'always'],
      ['balances', 'desk', 'always'],
      ['tape', 'desk', 'always'],
      ['streams', 'desk', 'always'],
      ['activity', 'desk', 'always'],
      ['question', 'always'],
      ['messages', 'always'],
      ['form'],
      ['confirm', 'always'],
      ['bulk', 'always'],
      ['overlay', 'always'],
    ];
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
});
