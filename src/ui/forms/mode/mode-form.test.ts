import { describe, expect, test } from 'vitest';
import { fakeDesk, texts } from '../../desk/fake-desk.fixture.ts';
import { handleKey, handlePaste } from '../../keyboard/desk-keys.ts';
import { formLines } from '../form-view.ts';

const size = { columns: 120, rows: 40 };

function setUp(mode: 'active' | 'reducing' | 'halted') {
  const fake = fakeDesk();
  fake.fill();
  fake.connect({ state: 'connected' });
  const since = mode === 'active' ? null : { atMs: fake.clock.nowMs, why: 'H was pressed' };
  fake.desk.trading.setState({ mode, since });
  const press = (...keys: readonly string[]): void => {
    for (const key of keys) handleKey(fake.desk, key, size);
  };
  const form = () => {
    const { overlay } = fake.desk.ui.getState();
    return overlay?.kind === 'form' ? overlay.form : null;
  };
  const screen = (at = size): string => texts(formLines(form()!, { mode: 'paper', ...at })).join('\n');
  return { ...fake, press, form, screen };
}

describe('H', () => {
  test('while active halts at once, and asks nothing', () => {
    const desk = setUp('active');
    desk.press('H');
    expect(desk.done).toEqual([['setMode', 'halted', 'H was pressed']]);
    expect(desk.form()).toBeNull();
  });

  test.each(['1', '2', '3', '4', '5', '6'])('is heard in pane %s', (pane) => {
    const desk = setUp('active');
    desk.press(pane, 'H');
    expect(desk.done).toEqual([['setMode', 'halted', 'H was pressed']]);
  });

  test.each([
    ['the help', ['?']],
    ['the details', ['1', 'Enter']],
    ['a confirmation', ['1', 'c', 'Enter']],
  ] as const)('halts over %s too', (_what, keys) => {
    for (const mode of ['active', 'reducing'] as const) {
      const desk = setUp(mode);
      desk.press(...keys, 'H');
      expect(desk.done).toEqual([['setMode', 'halted', 'H was pressed']]);
    }
  });

  test('takes a confirmation back', () => {
    const desk = setUp('active');
    desk.press('1', 'c', 'Enter', 'H');
    expect(desk.form()?.state).toMatchObject({ phase: 'edit', note: 'Trading was halted.' });
  });

  test('is a letter where text is typed', () => {
    const desk = setUp('active');
    desk.press('s', 'Tab', 'H', 'Esc', '1', '/', 'H');
    expect(desk.done).toEqual([]);
    expect(desk.desk.ui.getState().filter.positions).toBe('H');
  });

  test('over something else changes nothing while halted', () => {
    const desk = setUp('halted');
    desk.press('?', 'H');
    expect(desk.done).toEqual([]);
    expect(desk.desk.ui.getState().overlay?.kind).toBe('help');
  });
});

describe('the choice', () => {
  test.each([
    ['halted', /HALTED since 14:03:22 UTC: H was pressed/, 'Keep halted', []],
    ['halted', /‹reducing›/, 'Switch to reducing', ['Down']],
    ['halted', /‹active›/, 'Switch to active', ['Up']],
    ['reducing', /REDUCING since 14:03:22 UTC/, 'Switch to halted', []],
    ['reducing', /‹reducing \(now\)›/, 'Keep reducing', ['Down']],
  ] as const)('%s says %s, with the button %s', (mode, words, button, keys) => {
    const desk = setUp(mode);
    desk.press('H', ...keys);
    expect(desk.screen()).toMatch(words);
    expect(desk.screen()).toContain(button);
    expect(desk.screen()).toContain('can fill in any mode: 1 trigger');
  });

  test.each([
    ['halted', [], []],
    ['halted', ['Down'], [['setMode', 'reducing', 'chosen on the desk']]],
    ['reducing', [], [['setMode', 'halted', 'chosen on the desk']]],
    ['reducing', ['Down'], []],
  ] as const)('%s, %j and Enter, does it and goes', async (mode, keys, done) => {
    const desk = setUp(mode);
    desk.press('H', ...keys, 'Enter');
    await Promise.resolve();
    await Promise.resolve();
    expect(desk.done).toEqual(done);
    expect(desk.form()).toBeNull();
  });

  test('back to active needs the typed word, whole, and not pasted', async () => {
    const desk = setUp('halted');
    desk.press('H', 'Up', 'Enter');
    expect(desk.screen()).toContain('Trading was stopped: H was pressed.');
    expect(desk.screen()).toMatch(/Type ACTIVE and press ⏎ to apply it/);
    desk.clock.nowMs += 1_000;
    handlePaste(desk.desk, 'ACTIVE');
    desk.press('Enter', ...'activ', 'Enter');
    expect(desk.done).toEqual([]);
    desk.press('e', 'Enter');
    await Promise.resolve();
    expect(desk.done).toEqual([['setMode', 'active', 'chosen on the desk']]);
  });

  test('a reason from a file of the disk stays in its cell', () => {
    const desk = setUp('halted');
    desk.desk.trading.setState({ since: { atMs: desk.clock.nowMs, why: '\u001B[2Jgone' } });
    desk.press('H');
    expect(desk.screen()).not.toContain('\u001B');
  });

  test('is there whole at 60×16, the word too', () => {
    const desk = setUp('halted');
    desk.press('H', 'Up', 'Enter');
    const small = desk.screen({ columns: 60, rows: 16 });
    expect(small).toContain('Type ACTIVE');
    expect(small).toContain('______');
  });
});
