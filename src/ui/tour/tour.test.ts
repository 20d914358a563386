import { beforeEach, describe, expect, test } from 'vitest';
import { commands, deskKeymap } from '../commands/commands.ts';
import { type FakeDesk, fakeDesk, texts } from '../desk/fake-desk.fixture.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import { lineWidth } from '../text/span.ts';
import { beginTour } from './tour-keys.ts';
import { tourLines } from './tour-lines.ts';
import { nextStep, startTour, withCommand } from './tour-state.ts';
import { tourSteps } from './tour-steps.ts';

const size = { columns: 80, rows: 24 };
let fake: FakeDesk;
const press = (...keys: string[]): void => {
  for (const key of keys) handleKey(fake.desk, key, size);
};
const tour = () => fake.desk.ui.getState().tour;

beforeEach(() => {
  fake = fakeDesk();
  fake.fill();
  beginTour(fake.desk);
});

describe('on the desk', () => {
  test('Enter leads through all steps and out', () => {
    for (let step = 0; step < tourSteps.length; step++) {
      expect(tour()?.step).toBe(step);
      press('Enter');
    }
    expect(tour()).toBeNull();
    expect(fake.notices().at(-1)).toContain('Tour ended');
  });

  test.each([0, 1, 2, 3, 4])('Esc ends it at step %i, and does nothing else', (step) => {
    press(...Array<string>(step).fill('Enter'));
    press('Esc');
    expect(tour()).toBeNull();
    expect(fake.desk.ui.getState().focus).toBe('positions');
  });

  test('the key of a step does its work, ticks it and goes on', () => {
    press('2');
    expect(fake.desk.ui.getState().focus).toBe('orders');
    expect(tour()).toEqual({ step: 1, ticked: [0] });
  });

  test('a key of another step does its work, and ticks nothing', () => {
    press('j');
    expect(tour()).toEqual(startTour);
  });

  test('what a key has opened is left first: Enter and Esc are its own there', () => {
    press('Enter', 's');
    expect(fake.desk.ui.getState().overlay?.kind).toBe('form');
    expect(tour()).toEqual({ step: 1, ticked: [1] });
    press('Esc');
    expect(fake.desk.ui.getState().overlay).toBeNull();
    expect(tour()?.step).toBe(2);
  });

  test('without a tour nothing is changed', () => {
    press('Esc');
    press('Enter');
    expect(fake.desk.ui.getState().overlay?.kind).toBe('details');
  });

  test('it can be had again at any time', () => {
    press('Esc', 'F9');
    expect(tour()).toEqual(startTour);
  });
});

describe('the panel', () => {
  test.each(tourSteps.map((_, step) => step))('of step %i fits the smallest screen, whole', (step) => {
    for (const columns of [60, 80, 120, 200]) {
      const lines = tourLines({ step, ticked: [] }, fake.desk.keymap, columns);
      expect(new Set(lines.map(lineWidth)).size).toBe(1);
      expect(lineWidth(lines[0] ?? [])).toBeLessThanOrEqual(columns);
      expect(lines.length).toBeLessThanOrEqual(columns < 80 ? 8 : 6);
      expect(texts(lines).join('')).not.toContain('…');
    }
  });

  test('names the keys in force, and no other', () => {
    const keymap = deskKeymap(Object.fromEntries(commands.map(({ id }) => [id, ['§']])));
    for (const step of tourSteps.keys()) {
      const text = texts(tourLines({ step, ticked: [] }, keymap, 120)).join(' ');
      expect(text).toContain('§');
      expect(text).not.toMatch(/[{}]/);
    }
  });
});

test('each step is about a command that exists', () => {
  for (const step of tourSteps)
    expect(
      commands.some(({ id }) => step.isAbout(id)),
      step.title,
    ).toBe(true);
  expect(withCommand(startTour, 'desk.theme')).toBe(startTour);
  expect(nextStep({ step: tourSteps.length - 1, ticked: [] })).toBeNull();
});
