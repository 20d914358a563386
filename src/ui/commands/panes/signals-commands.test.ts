import { describe, expect, test } from 'vitest';
import { jup, sol } from '../../../stores/desk-data.fixture.ts';
import { signal } from '../../../stores/signals/signals.fixture.ts';
import { keepContext, type Signal } from '../../../stores/signals/signals.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../../desk/fake-desk.fixture.ts';
import { handleKey } from '../../keyboard/desk-keys.ts';
import type { PaneId } from '../../panes/pane-ids.ts';
import { focusPane } from '../workspace-commands.ts';
import { followContext, followSignals } from './signals-commands.ts';

const wallets = [
  { walletId: 'w-main', address: jup, state: 'ACTIVE', chain: 'solana', label: 'main' },
  { walletId: 'w-base', address: `0x${'b'.repeat(40)}`, state: 'ACTIVE', chain: 'base', label: 'base one' },
];
const onBase = `0x${'a'.repeat(40)}`;
const unorderable: Signal['token'] = { chain: null, network: 'hype', address: 'x', symbol: null, name: null };
const based: Signal['token'] = { chain: 'base', network: 'base', address: onBase, symbol: 'PEPE', name: null };

/** The pane focused by its key, with these signals, the first one newest; they came a while ago. */
function opened(signals: readonly Partial<Signal>[]): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  fake.answer('wallets', wallets, readAtMs);
  for (const [index, over] of signals.entries())
    fake.signals.list.add(signal({ ids: [`s${index}`], atMs: readAtMs - index * 1_000, ...over }), readAtMs - 60_000);
  press(fake, '0');
  return fake;
}

const press = (fake: FakeDesk, ...keys: readonly string[]): void => {
  for (const key of keys) handleKey(fake.desk, key, { columns: 120, rows: 40 });
};
const ui = ({ desk }: FakeDesk) => desk.ui.getState();
const form = (fake: FakeDesk) => {
  const { overlay } = ui(fake);
  return overlay?.kind === 'form' ? overlay.form : null;
};

describe('one key from a signal to a form', () => {
  test.each([
    ['s', 'swap'],
    ['o', 'trigger'],
  ])('%s fills in a %s form by address, on the token’s own chain, and sends nothing', (key, id) => {
    const fake = opened([{}, { token: based }]);
    press(fake, key);
    expect(form(fake)?.spec.id).toBe(id);
    expect(form(fake)?.state.values).toMatchObject({ walletId: 'w-main', sell: 'SOL', buy: jup, amount: '' });
    press(fake, 'Esc', 'j', key);
    expect(form(fake)?.state.values).toMatchObject({ walletId: 'w-base', sell: 'ETH', buy: onBase });
    expect(fake.done).toEqual([]);
  });

  test('the wallet that the person named is taken where it is on the chain', () => {
    const fake = opened([{}]);
    fake.answer('wallets', [...wallets, { ...wallets[0], walletId: 'w-two' }], readAtMs);
    fake.desk.activeWallet.setState({ spotId: 'w-two' });
    handleKey(fake.desk, 's', { columns: 120, rows: 40 });
    expect(form(fake)?.state.values.walletId).toBe('w-two');
  });

  test.each([
    ['an address of no chain', { token: { ...based, address: '0x1' } as Signal['token'] }, /not a valid Base address/],
    [
      'an unknown chain',
      { token: { ...based, chain: null, network: 'hype' } as Signal['token'] },
      /does not know the chain hype/,
    ],
    [
      'a chain without a wallet',
      { token: { ...based, chain: 'bsc' } as Signal['token'] },
      /no active wallet is on BNB/,
    ],
  ])('with %s it says why there is none', (_what, over, why) => {
    const fake = opened([over]);
    press(fake, 's', 'o');
    expect(form(fake)).toBeNull();
    expect(fake.notices()).toEqual([expect.stringMatching(why), expect.stringMatching(why)]);
  });

  test('one that has come in under the key is not meant; a chosen row is', () => {
    const fake = opened([{}, {}]);
    fake.signals.list.add(signal({ ids: ['new'], atMs: readAtMs, token: based }), readAtMs - 300);
    press(fake, 's');
    expect(form(fake)).toBeNull();
    expect(fake.notices()).toEqual([expect.stringContaining('a new signal has just moved to the top')]);
    press(fake, 'j', 's');
    expect(form(fake)?.state.values.buy).toBe(jup);
    press(fake, 'Esc', 'Home');
    fake.clock.nowMs += 400;
    press(fake, 's');
    expect(form(fake)?.state.values.buy).toBe(onBase);
  });

  test('a row that is no signal fills nothing in; without any row, and in other panes, the form is empty', () => {
    const fake = opened([]);
    press(fake, 's');
    expect(form(fake)?.state.values.buy).toBe('');
    press(fake, 'Esc');
    fake.signals.list.addGap({ kind: 'gap', atMs: readAtMs - 9_000, fromMs: 0, reason: 'x' });
    press(fake, 's');
    expect(form(fake)).toBeNull();
    fake.signals.list.add(signal({ ids: ['a'] }), 0);
    press(fake, '1', 's');
    expect(form(fake)?.state.values.buy).toBe('');
  });
});

describe('the list', () => {
  test('f goes through the kinds and back to all', () => {
    const fake = opened([{}]);
    const seen = Array.from({ length: 5 }, () => {
      press(fake, 'f');
      return ui(fake).signals.kind;
    });
    expect(seen).toEqual(['call', 'trade', 'creation', 'graduation', null]);
  });

  test('p holds it still and lets it go', () => {
    const fake = opened([{}]);
    press(fake, 'p');
    fake.signals.list.add(signal({ ids: ['new'], atMs: readAtMs }), readAtMs);
    expect(ui(fake).signals.held?.rows).toHaveLength(1);
    press(fake, 'Space');
    expect(ui(fake).signals.held).toBeNull();
  });

  test('the first row follows what comes; another stays on its signal', () => {
    const fake = opened([{}, {}, {}]);
    press(fake, 'j', 'j');
    expect(ui(fake).selected.signals).toBe('signal 3');
    press(fake, 'g');
    expect(ui(fake).selected.signals).toBeUndefined();
  });

  test('r reads the calls again too', () => {
    const fake = opened([{}]);
    press(fake, 'r');
    expect(fake.signals.state.refreshes).toBe(1);
  });

  test('Enter shows details, asks who else called the token, and stays on the row', () => {
    const fake = opened([{}, { token: { ...based, address: '0x1' } as Signal['token'] }]);
    press(fake, 'Enter');
    expect(ui(fake)).toMatchObject({
      overlay: { kind: 'details', pane: 'signals' },
      selected: { signals: 'signal 1' },
    });
    press(fake, 'Esc', 'j', 'Enter');
    expect(fake.signals.state.asked).toEqual([jup]);
  });
});

test('the streams are on while a pane of theirs is seen, and else only when they are to stay on', () => {
  const fake = opened([]);
  const see = (...visible: PaneId[]): void => fake.desk.ui.setState({ visible });
  see('positions');
  const stop = followSignals(fake.desk);
  const isOn = (): boolean => fake.desk.signals.getState().isListening;
  expect(isOn()).toBe(false);
  for (const pane of ['signals', 'context', 'sources', 'callers'] as const) {
    see(pane, 'chart');
    expect(isOn(), pane).toBe(true);
    expect(fake.signals.state.areCallersWanted, pane).toBe(pane === 'callers');
    see('chart');
    expect(isOn(), pane).toBe(false);
  }
  see('signals');
  press(fake, 'w');
  see('positions');
  expect(isOn()).toBe(true);
  press(fake, 'w');
  expect(isOn()).toBe(false);
  stop();
  see('signals');
  expect(isOn()).toBe(false);
});

describe('the token of a chosen signal', () => {
  const onSol: Signal['token'] = { chain: 'solana', network: 'sol', address: sol, symbol: 'SOL', name: null };

  test('is the one of the chart, and of a tape that shows one token; other tokens move neither', () => {
    const fake = opened([{ token: based }, {}, { token: onSol }, { token: based }]);
    press(fake, 'j');
    expect(ui(fake)).toMatchObject({ chart: { tokenId: `solana:${jup}` }, tape: { tokenId: null } });
    fake.desk.ui.setState(({ tape }) => ({ tape: { ...tape, tokenId: `solana:${jup}`, scroll: 4 } }));
    press(fake, 'j');
    expect(ui(fake)).toMatchObject({
      chart: { tokenId: `solana:${sol}` },
      tape: { tokenId: `solana:${sol}`, scroll: 0 },
    });
    press(fake, 'j');
    expect(ui(fake)).toMatchObject({ chart: { tokenId: `solana:${sol}` }, tape: { tokenId: `solana:${sol}` } });
  });

  test('is asked about when one stops there while the context is seen, and not again', () => {
    const fake = opened([{ token: based }, { token: based }, {}, { token: unorderable }]);
    const timers = fakeTimers();
    const stop = followContext(fake.desk, timers);
    const { asked } = fake.signals.state;
    press(fake, 'j', 'j');
    timers.run();
    expect(asked).toEqual([]);
    fake.desk.ui.setState({ visible: ['signals', 'context'] });
    press(fake, 'k', 'j');
    expect(timers.waiting()).toBe(1);
    timers.run();
    expect(asked).toEqual([jup]);
    keepContext(fake.signals.store, jup, {});
    press(fake, 'k');
    timers.run();
    press(fake, 'j');
    timers.run();
    expect(asked).toEqual([jup, onBase]);
    press(fake, 'j', 'g');
    timers.run();
    expect(asked).toHaveLength(2);
    press(fake, 'j');
    stop();
    expect(timers.waiting()).toBe(0);
  });
});

test('at the end of the context, older calls are asked for', () => {
  const fake = opened([{}]);
  const calls = ['a', 'b'].map((id) => ({ signal: signal({ ids: [`signal ${id}`] }), around: [] }));
  keepContext(fake.signals.store, jup, { calls: { state: 'there', items: calls } });
  focusPane(fake.desk, 'context');
  press(fake, 'g');
  expect(fake.signals.state.askedOlder).toEqual([]);
  press(fake, 'j', 'G');
  expect(fake.signals.state.askedOlder).toEqual([jup, jup]);
});

test('from the context the forms are filled in as from the feed', () => {
  const fake = opened([{}, { token: based }]);
  press(fake, 'j');
  focusPane(fake.desk, 'context');
  press(fake, 's');
  expect(form(fake)?.state.values).toMatchObject({ walletId: 'w-base', sell: 'ETH', buy: onBase });
});

/** Timers that come due when the test says so. */
function fakeTimers() {
  const due = new Map<number, () => void>();
  let last = 0;
  return {
    setTimeout: (run: () => void) => {
      due.set(++last, run);
      return last;
    },
    clearTimeout: (timer: unknown) => void due.delete(timer as number),
    waiting: () => due.size,
    run: () => {
      for (const [timer, run] of due) {
        due.delete(timer);
        run();
      }
    },
  };
}
