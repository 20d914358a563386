import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWatchlistStore, dropToken, watchToken } from '../../stores/market/watchlist.ts';
import { createOpeningsStore } from '../../stores/portfolio/openings.ts';
import { createDeskUi } from '../../ui/desk/desk-ui.ts';
import {
  persistCommands,
  persistOpenings,
  persistTables,
  persistWatchlist,
  readWatchlist,
  restoreLayouts,
} from './persist-desk.ts';

let stateDir = '';
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'swapdeck-keep-'));
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

const configured = ['solana:a', 'solana:b'];
const newUi = () => createDeskUi({ minUsd: 0, tokenId: null });

test('the next desk starts with the saved tables, command history, layouts and tokens', () => {
  const said: string[] = [];
  const keepAll = () => {
    const ui = newUi();
    const watchlist = createWatchlistStore(configured, readWatchlist(stateDir));
    persistTables(ui, stateDir, (text) => said.push(text));
    persistCommands(ui, stateDir);
    persistWatchlist(watchlist, configured, stateDir, (text) => said.push(text));
    return { ui, watchlist, keepLayouts: restoreLayouts(ui, stateDir) };
  };
  const first = keepAll();
  first.ui.setState({ sort: { positions: { column: 'pnl', descending: true } }, commandHistory: ['halt'] });
  first.ui.setState({ workspace: 'perps', focus: 'markets' });
  dropToken(first.watchlist, 'solana:a');
  first.keepLayouts();
  const next = keepAll();
  expect(next.ui.getState()).toMatchObject({
    sort: { positions: { column: 'pnl', descending: true } },
    commandHistory: ['halt'],
    workspace: 'perps',
    focus: 'markets',
  });
  expect(next.watchlist.getState().tokens).toEqual(['solana:b']);
  expect(said).toEqual([]);
});

test('a failed write is reported once per file, and repeated with the next change', () => {
  const said: string[] = [];
  // A file in the folder's place refuses everybody, root too.
  const blocked = join(stateDir, 'blocked');
  writeFileSync(blocked, '');
  const ui = newUi();
  const watchlist = createWatchlistStore(configured, readWatchlist(blocked));
  persistTables(ui, blocked, (text) => said.push(text));
  persistWatchlist(watchlist, configured, blocked, (text) => said.push(text));
  persistCommands(ui, blocked);
  const keepLayouts = restoreLayouts(ui, blocked);
  for (const descending of [true, false]) ui.setState({ sort: { orders: { column: 'status', descending } } });
  ui.setState({ commandHistory: ['help'] });
  watchToken(watchlist, 'solana:c');
  watchToken(watchlist, 'solana:d');
  keepLayouts();
  expect(said).toEqual([
    expect.stringMatching(/^columns and sorting are not saved: /),
    expect.stringMatching(/^the tape's tokens are not saved: /),
  ]);
  rmSync(blocked);
  dropToken(watchlist, 'solana:c');
  expect(readWatchlist(blocked)).toEqual({ added: ['solana:d'], dropped: [] });
});

test('the day’s opening outlasts the desk, beside those of other accounts; an invalid one is skipped', () => {
  const opening = { atMs: 5, equityUsd: '62690.27', unrealised: { BTC: '-1.5' } };
  const said: string[] = [];
  const open = () => {
    const openings = createOpeningsStore();
    persistOpenings(openings, stateDir, (text) => said.push(text));
    return openings;
  };
  const [mine, another] = [open(), open()];
  mine.setState({ me: [opening] });
  another.setState({ you: [opening] });
  expect(open().getState()).toEqual({ me: [opening], you: [opening] });
  const file = join(stateDir, 'openings.json');
  writeFileSync(file, JSON.stringify({ me: [opening], you: [{ ...opening, equityUsd: '1e9' }] }));
  expect(open().getState()).toEqual({ me: [opening] });
  writeFileSync(file, 'torn');
  expect(open().getState()).toEqual({});
  expect(said).toEqual([]);
});
