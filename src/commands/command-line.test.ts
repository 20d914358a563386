import { describe, expect, test } from 'vitest';
import { chooseCommand } from './command-line.ts';

const run = (...argv: string[]) => {
  const choice = chooseCommand(argv);
  return choice.kind === 'run' ? [choice.command.syntax.name, ...choice.args] : choice.kind;
};

describe('choosing the command', () => {
  test('none means the desk, with every option', () => {
    expect(run()).toEqual(['desk']);
    expect(run('--paper', '--seed', '7')).toEqual(['desk', '--paper', '--seed', '7']);
    expect(run('--profile', 'call')).toEqual(['desk', '--profile', 'call']);
  });

  test('options may precede the name', () => {
    expect(run('--profile', 'main', 'call', 'perp.positions')).toEqual(['call', '--profile', 'main', 'perp.positions']);
    expect(run('--base-url=http://x', 'doctor')).toEqual(['doctor', '--base-url=http://x']);
  });

  test('a name may have two words', () => {
    expect(run('paper', 'reset', '--state', 'x')).toEqual(['paper reset', '--state', 'x']);
    expect(run('paper', '--port', '0')).toEqual(['paper', '--port', '0']);
    expect(chooseCommand(['help', 'paper', 'reset'])).toMatchObject({
      kind: 'help',
      command: { syntax: { name: 'paper reset' } },
    });
    expect(() => run('help', 'frobnicate')).toThrow(/no command "frobnicate"/);
  });

  test('the first of two words alone says which there are', () => {
    expect(() => run('wallet')).toThrow(/^"wallet" is one of wallet add, .*See: swapdeck wallet add --help/);
  });

  test('what follows -- is for another program', () => {
    expect(run('wallet', 'add', 'hw', '--', 'sign', '-h')).toEqual(['wallet add', 'hw', '--', 'sign', '-h']);
  });

  test('help and version', () => {
    expect([run('--help'), run('-h'), run('help'), run('login', '--help')]).toEqual(['help', 'help', 'help', 'help']);
    expect([run('--version'), run('-V')]).toEqual(['version', 'version']);
    expect(run('paper', '--version')).toEqual(['paper', '--version']);
  });

  test('an unknown one is refused, naming the nearest', () => {
    expect(() => run('docter')).toThrow(/"docter".*Did you mean doctor\?/);
    expect(() => run('\x1b[2Jfrobnicate')).toThrow(/^There is no command "\\u001b\[2Jfrobnicate"\. See/);
    expect(() => run('docter')).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});
