import { expect, test } from 'vitest';
import { deskKeymap } from '../commands/commands.ts';
import { headingOf, scopes } from '../commands/scopes.ts';
import { fakeDesk } from '../desk/fake-desk.fixture.ts';
import { workspaceIds } from '../workspaces/layout.ts';
import { layoutOf, panesIn } from '../workspaces/workspaces.ts';
import { paneIds } from './pane-ids.ts';
import { paneLines } from './pane-lines.ts';
import { isTablePane, panes, tablePane } from './panes.ts';

test.each(paneIds)('%s has all that derives from its entry', (id) => {
  const { title, heading, home, focus } = panes[id];
  expect([title, heading, focus.title, focus.description].map((text) => text.trim())).not.toContain('');
  expect(deskKeymap().command(`focus.${id}`)).toMatchObject({ ...focus, scope: 'desk' });
  expect(scopes).toContain(id);
  expect(panesIn(home)).toContain(id);
  const lines = paneLines(fakeDesk().desk, id, { x: 0, y: 0, width: 60, height: 12 });
  expect(lines).toHaveLength(12);
  if (isTablePane(id)) expect(tablePane(id).id).toBe(id);
});

test('titles and headings tell panes apart', () => {
  for (const of of [(id: (typeof paneIds)[number]) => panes[id].title, headingOf])
    expect(new Set(paneIds.map(of)).size).toBe(paneIds.length);
});

test('every size of a workspace shows the same panes', () => {
  for (const id of workspaceIds) {
    const shown = (['compact', 'medium', 'large'] as const).map((size) => JSON.stringify(layoutOf(id, size)));
    for (const pane of panesIn(id)) for (const layout of shown) expect(layout, id).toContain(`"${pane}"`);
  }
});
