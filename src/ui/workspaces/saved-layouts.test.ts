import { expect, test } from 'vitest';
import { createDeskUi } from '../desk/desk-ui.ts';
import { layoutsToSave, startLayouts } from './saved-layouts.ts';

const layouts = { 'desk medium': { panes: ['tape', 'chart'] as const, shares: [30, 70] } };

test('the screen is found as it was left', () => {
  const ui = createDeskUi({ minUsd: 0, tokenId: null });
  ui.setState({ workspace: 'perps', focus: 'chart', layouts });
  const kept = JSON.parse(JSON.stringify(layoutsToSave(ui.getState())));
  expect(startLayouts(kept)).toEqual({ workspace: 'perps', focus: 'chart', recent: ['chart'], layouts });
});

test.each([
  [{}, {}],
  [{ workspace: 'cockpit', focus: 'tape' }, {}],
  [
    { workspace: 'desk', focus: 'account' },
    { workspace: 'desk', focus: 'positions', recent: ['positions'] },
  ],
])('%j starts with what this version has of it', (kept, expected) => {
  expect(startLayouts({ layouts: {}, ...kept })).toEqual({ layouts: {}, ...expected });
});
