import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWatchlist, dropToken, watchToken } from '../stores/watchlist.ts';
import { createDeskUi } from '../ui/desk-ui.ts';
import { keepCommands, keepTables, keepWatchlist, readWatchlist, restoreLayouts } from './keep-desk.ts';

let stateDir = '';
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'swapdeck-keep-'));
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

const configured = ['solana:a', 'solana:b'];
const newUi = () => createDeskUi({ minUsd: 0, tokenId: null });

test('the next desk begins with the tables, the commands, the layouts and the tokens of the one before', () => {
  const said: string[] = [];
  const keepAll = () => {
    const ui = newUi();
    const watchlist = createWatchlist(configured, readWatchlist(stateDir));
    keepTables(ui, stateDir, (text) => said.push(text));
    keepCommands(ui, stateDir);
    keepWatchlist(watchlist, configured, stateDir, (text) => said.push(text));
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

test('where nothing can be written it is said once of each, and tried again with the next change', () => {
  const said: string[] = [];
  // A file in the folder's place refuses everybody, root too.
  const blocked = join(stateDir, 'blocked');
  writeFileSync(blocked, '');
  const ui = newUi();
  const watchlist = createWatchlist(configured, readWatchlist(blocked));
  keepTables(ui, blocked, (text) => said.push(text));
  keepWatchlist(watchlist, configured, blocked, (text) => said.push(text));
  keepCommands(ui, blocked);
  const keepLayouts = restoreLayouts(ui, blocked);
  for (const descending of [true, false]) ui.setState({ sort: { orders: { column: 'status', descending } } });
  ui.setState({ commandHistory: ['help'] });
  watchToken(watchlist, 'solana:c');
  watchToken(watchlist, 'solana:d');
  keepLayouts();
  expect(said).toEqual([
    expect.stringMatching(/^columns and sorting are not kept: /),
    expect.stringMatching(/^the tape's tokens are not kept: /),
  ]);
  rmSync(blocked);
  dropToken(watchlist, 'solana:c');
  expect(readWatchlist(blocked)).toEqual({ added: ['solana:d'], dropped: [] });
});
