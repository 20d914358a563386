import { beforeEach, describe, expect, test, vi } from 'vitest';
import { tapeSwap } from '../../stores/market/tape-swap.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../desk/fake-desk.fixture.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import { columnsLines, pickLines } from '../overlays/table-overlays.ts';
import { paneLines } from '../panes/pane-lines.ts';
import { lineWidth } from '../text/span.ts';
import { createTheme } from '../theme/theme.ts';
import { themeNow } from '../theme/theme-now.ts';
import { themeNames } from '../theme/themes.ts';

const size = { columns: 120, rows: 40 };
const rect = { x: 0, y: 0, width: 100, height: 12 };
let fake: FakeDesk;
beforeEach(() => {
  fake = fakeDesk();
  fake.fill();
});

const press = (...keys: string[]): void => {
  for (const key of keys) handleKey(fake.desk, key, size);
};
const header = (pane: 'positions' | 'orders' | 'tape' = 'positions'): string =>
  texts(paneLines(fake.desk, pane, rect))[pane === 'tape' ? 2 : 1] ?? '';
const overlay = () => fake.desk.ui.getState().overlay;

describe('columns', () => {
  test('are hidden and shown again with space', () => {
    press('1', 'C', 'j', 'j', 'Space');
    expect(header()).not.toContain('ENTRY');
    press('Space', 'Esc');
    expect(header()).toContain('ENTRY');
    expect(overlay()).toBeNull();
  });

  test('are moved with < and >, and the selection goes with them', () => {
    press('1', 'C', '>', '>');
    expect(header()).toMatch(/SIZE +ENTRY +COIN +MARK/);
    press('<');
    expect(header()).toMatch(/SIZE +COIN +ENTRY/);
    press('r');
    expect(header()).toMatch(/COIN +SIZE +ENTRY/);
  });

  test('one always stays, and the desk says why', () => {
    press('1', 'C', ...Array.from({ length: 13 }, () => ['Space', 'j']).flat());
    expect(header()).toMatch(/┃ +TREND +┃/);
    expect(fake.notices().at(-1)).toBe('warn: at least one column must stay: show another one first');
  });

  test('of the tape are chosen in the same way', () => {
    fake.desk.tape.push(tapeSwap({ atMs: readAtMs }));
    expect(header('tape')).toMatch(/TIME +SIDE/);
    press('4', 'C', 'Space', 'q');
    expect(header('tape')).not.toContain('TIME');
  });

  test('that are hidden are not sorted by', () => {
    press('1', 'C', 'Space', 'Esc', 'l');
    expect(fake.desk.ui.getState().sort.positions?.column).toBe('size');
  });

  test('of the streams stay as they are', () => {
    press('5', 'C');
    expect(overlay()).toBeNull();
    expect(fake.notices().at(-1)).toMatch(/^warn: the columns of this pane cannot be changed/);
  });

  test('are listed with their mark, however small the screen', () => {
    press('1', 'C', 'Space');
    const view = overlay();
    if (view?.kind !== 'columns') throw new Error('no overlay');
    const lines = texts(columnsLines(fake.desk, view, { columns: 80, rows: 24 }));
    expect(lines[0]).toMatch(/Positions: columns ━+ 12 of 13 shown/);
    expect(lines[1]).toContain('▸ [ ] COIN');
    expect(lines[2]).toContain('[x] SIZE');
    const small = columnsLines(fake.desk, { ...view, selected: 'leverage' }, { columns: 60, rows: 8 });
    expect(small).toHaveLength(6);
    expect(texts(small).join('\n')).toContain('▸ [x] LEV');
  });
});

describe('copying', () => {
  test('sends one value, on Enter alone, and says which', () => {
    press('2', 'Y', 'j', 'k');
    expect(fake.done).toEqual([]);
    press('Enter');
    expect(fake.done).toHaveLength(1);
    const [name, text] = fake.done[0] as string[];
    expect(name).toBe('copyText');
    expect(fake.notices().at(-1)).toBe(`ok: sent to the terminal’s clipboard: order id ${text}`);
    expect(overlay()).toBeNull();
  });

  test('left with Esc copies nothing', () => {
    press('3', 'Y', 'Esc');
    expect([fake.done, fake.notices(), overlay()]).toEqual([[], [], null]);
  });

  test('has nothing to offer on the tape, where no row is selected', () => {
    press('4', 'Y');
    expect(fake.notices()).toEqual(['warn: nothing is selected']);
  });

  test('what was on the list is copied, although the row has gone since', () => {
    press('3', 'Y', 'j', 'j');
    const view = overlay();
    fake.desk.ui.setState({ filter: { balances: 'zzz' } });
    press('Enter');
    expect(fake.done).toEqual([['copyText', view?.kind === 'pick' ? view.items[2]?.value : '']]);
  });

  test('a long value is cut in sight, never in what is copied', () => {
    const value = 'x'.repeat(500);
    const view = { kind: 'pick', pane: 'orders', what: 'copy', selected: 0, items: [{ label: 'a', value }] } as const;
    for (const columns of [60, 80, 200])
      for (const line of pickLines(fake.desk, view, { columns, rows: 24 }))
        expect(lineWidth(line)).toBe(Math.min(columns - 4, 100));
    fake.desk.ui.setState({ overlay: view });
    press('Enter');
    expect(fake.done).toEqual([['copyText', value]]);
  });
});

describe('exporting', () => {
  test.each([
    [[], 'csv', /^coin,side,size,/],
    [['j'], 'json', /^\[\n {2}\{\n {4}"coin"/],
  ])('after E %j writes %s and says where', async (keys, extension, text) => {
    press('1', 'E', ...keys, 'Enter');
    await vi.waitFor(() => expect(fake.done).toHaveLength(1));
    await vi.waitFor(() => expect(fake.desk.ui.getState().exporting).toBeNull());
    const [, name, written, content] = fake.done[0] as string[];
    expect([name, written]).toEqual(['positions', extension]);
    expect(content).toMatch(text);
    expect(fake.notices().at(-1)).toMatch(new RegExp(`^ok: exported \\d+ rows? to /exports/positions\\.${extension}$`));
  });

  test('what cannot be written is said', async () => {
    fake = fakeDesk({
      openExport: async () => {
        throw new Error('ENOSPC: no space left on device');
      },
    });
    fake.fill();
    press('1', 'E', 'Enter');
    await vi.waitFor(() => expect(fake.desk.ui.getState().exporting).toBeNull());
    expect(fake.notices().at(-1)).toBe('error: export failed, nothing was written: ENOSPC: no space left on device');
  });

  test('with no row there is nothing to write', () => {
    fake.desk.ui.setState({ filter: { positions: 'zzz' } });
    press('1', 'E');
    expect(overlay()).toBeNull();
    expect(fake.notices().at(-1)).toMatch(/^warn: no rows to export/);
  });
});

describe('T', () => {
  test('goes through all themes and comes round', () => {
    fake = fakeDesk({ theme: createTheme('dark', 24) });
    const seen = themeNames.map(() => {
      press('T');
      return themeNow(fake.desk).name;
    });
    expect(seen).toEqual(['light', 'high-contrast', 'colour-blind', 'none', 'dark']);
    expect(themeNow(fake.desk)).toBe(fake.desk.theme);
  });

  test('says so where the terminal shows no colour', () => {
    press('T');
    expect(themeNow(fake.desk).depth).toBe(0);
    expect(fake.notices().at(-1)).toContain('this terminal shows no colour');
  });
});
