import { describe, expect, test } from 'vitest';
import { wire } from '../../stores/desk-data.fixture.ts';
import { commands } from '../commands/commands.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../desk/fake-desk.fixture.ts';
import type { Scope } from '../keys/scopes.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import { panesIn } from '../workspaces/workspaces.ts';
import { handleKey, handlePaste, scopesNow } from './desk-keys.ts';

const size = { columns: 120, rows: 40 };

function filled(over: Parameters<typeof fakeDesk>[0] = {}): FakeDesk {
  const fake = fakeDesk(over);
  fake.fill();
  fake.connect({ state: 'connected' });
  return fake;
}

const press = ({ desk }: FakeDesk, ...keys: readonly string[]): void => {
  for (const key of keys) handleKey(desk, key, size);
};

const ui = ({ desk }: FakeDesk) => desk.ui.getState();
const formOf = (fake: FakeDesk) => {
  const { overlay } = ui(fake);
  return overlay?.kind === 'form' ? overlay.form : null;
};

test('every command that a form or a confirmation does not hear itself is run by the table, and nothing else is', () => {
  const own: readonly Scope[] = ['form', 'confirm', 'word', 'ended', 'bulk', 'prompt', 'palette', 'find', 'found'];
  const wanted = commands.filter(({ scope }) => !own.includes(scope)).map(({ id }) => id);
  const runs = commands.filter(({ run }) => run).map(({ id }) => id);
  expect(runs.sort()).toEqual(wanted.sort());
});

test('every command runs on a desk that has read nothing yet', () => {
  for (const { id, run } of commands) expect(() => run?.(fakeDesk().desk), id).not.toThrow();
});

describe('the scopes heard', () => {
  test('are the pane and the desk, or what lies over them alone', () => {
    const fake = filled();
    expect(scopesNow(fake.desk)).toEqual(['positions', 'desk', 'always']);
    press(fake, '4');
    expect(scopesNow(fake.desk)).toEqual(['tape', 'desk', 'always']);
    press(fake, '?');
    expect(scopesNow(fake.desk)).toEqual(['overlay', 'always']);
    press(fake, 'Esc', '1', 'c');
    expect(scopesNow(fake.desk)).toEqual(['form']);
    press(fake, 'Enter');
    expect(scopesNow(fake.desk)).toEqual(['confirm', 'always']);
  });

  test('are not those of a form any more when its order is on its way, and when it is over', async () => {
    const fake = filled();
    press(fake, '1', 'c', 'Enter');
    fake.clock.nowMs += 1_000;
    press(fake, 'y');
    expect(scopesNow(fake.desk)).toEqual(['always']);
    await Promise.resolve();
    await Promise.resolve();
    expect(formOf(fake)?.state.phase).toBe('done');
    expect(scopesNow(fake.desk)).toEqual(['ended', 'always']);
    press(fake, 'Esc');
    expect(formOf(fake)).toBeNull();
  });
});

describe('a command that cannot be used says why', () => {
  test.each([
    [
      'no position',
      (fake: FakeDesk) => fake.answer('positions', { ...wire.positions, positions: [] }, readAtMs),
      'positions',
      'c',
      'no position is selected: focus the positions pane (1) and select one',
    ],
    [
      'an unreadable position',
      (fake: FakeDesk) => fake.answer('positions', { ...wire.positions, positions: [{ coin: 5 }] }, readAtMs),
      'positions',
      'c',
      'no position is selected: focus the positions pane (1) and select one',
    ],
    [
      'cross margin',
      (fake: FakeDesk) => fake.desk.ui.setState({ selected: { positions: 'ETH' } }),
      'positions',
      'm',
      'ETH is on cross margin: only isolated margin can be adjusted',
    ],
    [
      'an ended order',
      (fake: FakeDesk) => fake.desk.ui.setState({ selected: { orders: 'ord-2' } }),
      'orders',
      'x',
      'this order is cancelled: only an active one can be changed or cancelled',
    ],
    [
      'no order',
      (fake: FakeDesk) => fake.answer('orders', { orders: [] }, readAtMs),
      'orders',
      'x',
      'no trigger order is selected: focus the orders pane (2) and select one',
    ],
    ['nothing to detail', () => {}, 'tape', 'Enter', 'nothing is selected'],
    ['a stream that is up', () => {}, 'positions', 'R', 'the stream is connected and no channel was refused'],
    [
      'a first attempt',
      (fake: FakeDesk) => fake.connect({ state: 'connecting' }),
      'positions',
      'R',
      'the stream is connecting: R retries after a failure',
    ],
    [
      'no perp wallet',
      (fake: FakeDesk) => fake.answer('wallets', [wire.wallets[1]], readAtMs),
      'positions',
      'c',
      'the perp wallet is unknown: the account has no multi-chain wallet, or its wallets are not read yet',
    ],
  ] as const)('%s', (_what, arrange, focus, key, reason) => {
    const fake = filled();
    arrange(fake);
    fake.desk.ui.setState({ focus: focus as PaneId });
    press(fake, key);
    expect(fake.notices()).toEqual([`warn: ${reason}`]);
    expect(ui(fake).overlay).toBeNull();
    expect(fake.done).toEqual([]);
  });

  test('a key without a meaning here says and does nothing', () => {
    const fake = filled();
    press(fake, 'x', 'C-z', '€');
    expect(fake.notices()).toEqual([]);
    expect(ui(fake).overlay).toBeNull();
  });
});

describe('a terminal that is too small', () => {
  const small = [
    { columns: 59, rows: 40 },
    { columns: 120, rows: 15 },
  ];

  test('opens no form and runs nothing but quit', () => {
    for (const tooSmall of small)
      for (const { id, scope } of commands) {
        const fake = filled();
        if (scope === 'orders' || scope === 'tape') fake.desk.ui.setState({ focus: scope });
        const before = ui(fake);
        for (const key of fake.desk.keymap.keysOf(id)) handleKey(fake.desk, key, tooSmall);
        expect(
          fake.done.filter(([what]) => what !== 'quit'),
          id,
        ).toEqual([]);
        expect(ui(fake), id).toEqual(before);
      }
  });

  test('does not let a form on it hear a key, so that nothing unseen is sent', () => {
    for (const tooSmall of small) {
      const fake = filled();
      press(fake, 'c', 'Enter');
      fake.clock.nowMs += 1_000;
      for (const key of ['y', 'Enter', 'Tab', 'Enter', 'y']) handleKey(fake.desk, key, tooSmall);
      expect(fake.done).toEqual([]);
      expect(formOf(fake)?.state.phase).toBe('confirm');
      handleKey(fake.desk, 'q', tooSmall);
      expect(fake.done).toEqual([['quit']]);
    }
  });
});

describe('a form', () => {
  test('of the selected position, from key to exactly one request', async () => {
    const fake = filled();
    press(fake, 'j', 'c');
    expect(formOf(fake)?.spec.title).toBe('Close position');
    press(fake, 'h', 'Enter', 'y');
    expect(fake.done, 'a key that is held must not confirm').toEqual([]);
    fake.clock.nowMs += 750;
    press(fake, 'y', 'y', 'Enter', 'y');
    expect(fake.done).toEqual([['closePosition', { walletId: 'w-main', coin: 'ETH', percentage: 50, side: 'short' }]]);
    await Promise.resolve();
    await Promise.resolve();
    expect(formOf(fake)?.state.phase).toBe('done');
    press(fake, 'Space');
    expect(ui(fake).overlay).toBeNull();
    expect(fake.done).toHaveLength(1);
  });

  test('opens for each of its commands, and Esc leaves nothing', () => {
    for (const [focus, key, title] of [
      ['positions', 'c', 'Close position'],
      ['positions', 'm', 'Adjust margin'],
      ['orders', 'x', 'Cancel trigger order'],
      ['tape', 'o', /order/i],
      ['tape', 's', /swap/i],
    ] as const) {
      const fake = filled();
      fake.desk.ui.setState({ focus });
      press(fake, key);
      expect(formOf(fake)?.spec.title, key).toMatch(title);
      press(fake, 'Esc');
      expect(ui(fake).overlay, key).toBeNull();
      expect(fake.done, key).toEqual([]);
    }
  });
});

describe('pasted text', () => {
  test('does nothing on the desk, over the help, or at a confirmation', () => {
    for (const keys of [[], ['?'], ['c', 'Enter']]) {
      const fake = filled();
      press(fake, ...keys);
      fake.clock.nowMs += 1_000;
      const [before, phase] = [ui(fake), formOf(fake)?.state];
      handlePaste(fake.desk, 'y\rqc\n');
      expect(ui(fake)).toEqual(before);
      expect(formOf(fake)?.state).toEqual(phase);
      expect(fake.done).toEqual([]);
    }
  });

  test('goes into the field of a form and presses nothing', () => {
    const fake = filled();
    press(fake, 'c');
    handlePaste(fake.desk, ' 25\r\n');
    expect(formOf(fake)?.state).toMatchObject({ phase: 'edit', values: { percentage: '25' } });
  });

  test('goes into the filter, clean and short, and does not leave it', () => {
    const fake = filled();
    press(fake, '/');
    handlePaste(fake.desk, `b\u001B[31mtc\r${'x'.repeat(100)}`);
    expect(ui(fake).filter.positions).toMatch(/^b�tc x+$/);
    expect(ui(fake).filter.positions).toHaveLength(40);
    expect(ui(fake).overlay).toMatchObject({ kind: 'filter' });
  });
});

describe('the filter', () => {
  test('takes what is typed, commands included', () => {
    const fake = filled();
    press(fake, '/', 'q', 'c', 'Space', '漢', 'Backspace', '1');
    expect(ui(fake).filter).toEqual({ positions: 'qc 1' });
    expect(fake.done).toEqual([]);
    press(fake, 'C-u', 'e', 'Enter');
    expect(ui(fake)).toMatchObject({ filter: { positions: 'e' }, overlay: null });
    press(fake, '/', 'x', 'Esc');
    expect(ui(fake)).toMatchObject({ filter: { positions: '' }, overlay: null });
  });

  test('ends at 40 characters, and named keys are not typed', () => {
    const fake = filled();
    press(fake, '/', ...'👍'.repeat(1), ...'x'.repeat(50), 'Up', 'Tab');
    expect([...(ui(fake).filter.positions ?? '')]).toHaveLength(40);
    expect(ui(fake).filter.positions).toBe(`👍${'x'.repeat(39)}`);
  });

  test('belongs to its pane', () => {
    const fake = filled();
    press(fake, '2', '/', 's', 'Enter', '1');
    expect(ui(fake).filter).toEqual({ orders: 's' });
  });
});

describe('the selection', () => {
  test('moves in the order shown and stops at the ends', () => {
    const fake = filled();
    press(fake, 'Up');
    expect(ui(fake).selected.positions).toBe('BTC');
    press(fake, 'j', 'j', 'j');
    expect(ui(fake).selected.positions).toBe('ETH');
    press(fake, 'g');
    expect(ui(fake).selected.positions).toBe('BTC');
    press(fake, 'G', 'PageDown');
    expect(ui(fake).selected.positions).toBe('ETH');
  });

  test('stays on its row when the rows take another order', () => {
    const fake = filled();
    press(fake, 'j');
    fake.answer('positions', { ...wire.positions, positions: wire.positions.positions.toReversed() }, readAtMs);
    press(fake, 'c');
    expect(formOf(fake)?.evaluate().draft).toMatchObject({ coin: 'ETH' });
  });

  test('of an empty pane stays empty', () => {
    const fake = fakeDesk();
    press(fake, 'j', 'G');
    expect(ui(fake).selected).toEqual({});
  });
});

describe('sorting', () => {
  test('steps through the columns with a title, and past the ends back to the order of the service', () => {
    const fake = filled();
    fake.desk.ui.setState({ focus: 'balances' });
    const seen: (string | undefined)[] = [];
    for (let index = 0; index < 6; index++) {
      press(fake, 'Right');
      seen.push(ui(fake).sort.balances?.column);
    }
    expect(seen).toEqual(['wallet', 'chain', 'address', 'native', 'usd', undefined]);
    press(fake, 'Left');
    expect(ui(fake).sort.balances).toEqual({ column: 'usd', descending: true });
    press(fake, 'v', 'Left');
    expect(ui(fake).sort.balances).toEqual({ column: 'native', descending: false });
  });

  test('of the tape is none, and reversing no sort is nothing', () => {
    const fake = filled();
    press(fake, 'v', '4', 'Right', 'v');
    expect(ui(fake).sort).toEqual({});
  });
});

describe('focus and zoom', () => {
  test('go round, and the focused pane is always on screen', () => {
    const fake = filled();
    press(fake, 'S-Tab');
    expect(ui(fake).focus).toBe(panesIn('desk').at(-1));
    press(fake, 'Tab', 'z');
    expect(ui(fake)).toMatchObject({ focus: 'positions', zoomed: 'positions' });
    press(fake, '3');
    expect(ui(fake)).toMatchObject({ focus: 'balances', zoomed: 'balances' });
    press(fake, 'z');
    expect(ui(fake).zoomed).toBeNull();
  });

  test('a pane of another workspace leads there, and Backspace back to the pane one came from', () => {
    const fake = filled();
    press(fake, '2', 'z', '5');
    expect(ui(fake)).toMatchObject({ workspace: 'activity', focus: 'streams', zoomed: null });
    press(fake, '1');
    expect(ui(fake)).toMatchObject({ workspace: 'desk', focus: 'positions' });
    press(fake, 'F6', 'Backspace');
    expect(ui(fake)).toMatchObject({ workspace: 'desk', focus: 'positions', back: null });
    press(fake, 'Backspace');
    expect(ui(fake)).toMatchObject({ workspace: 'desk', focus: 'positions' });
  });

  test('a workspace is found at the pane used last in it; one that has the pane is not left', () => {
    const fake = filled();
    press(fake, 'F2', '7');
    expect(ui(fake)).toMatchObject({ workspace: 'perps', focus: 'chart' });
    press(fake, 'M-1');
    expect(ui(fake)).toMatchObject({ workspace: 'desk', focus: 'chart' });
    press(fake, '1', 'F2');
    expect(ui(fake)).toMatchObject({ workspace: 'perps', focus: 'positions' });
  });

  test('Esc takes the zoom away; at rest it changes nothing', () => {
    const fake = filled();
    press(fake, 'F6', 'z', 'Esc');
    expect(ui(fake)).toMatchObject({ workspace: 'activity', zoomed: null });
    const before = ui(fake);
    press(fake, 'Esc', 'Esc');
    expect(ui(fake)).toEqual(before);
  });
});

describe('arranging panes', () => {
  const layoutsOf = (fake: FakeDesk) => ui(fake).layouts;

  test('is for the workspace and the size on screen, and can be taken back', () => {
    const fake = filled();
    press(fake, 'W', 'Right', '>');
    expect(Object.keys(layoutsOf(fake))).toHaveLength(1);
    const [change] = Object.values(layoutsOf(fake));
    expect(change?.panes.slice(0, 2)).toEqual(['orders', 'positions']);
    press(fake, 'r');
    expect(layoutsOf(fake)).toEqual({});
    press(fake, 'W');
    expect(ui(fake).overlay).toBeNull();
  });

  test('hears no key of the desk', () => {
    const fake = filled();
    press(fake, 'W', 'c', 's', 'F');
    expect(ui(fake).overlay).toEqual({ kind: 'arrange' });
    expect(fake.notices()).toEqual([]);
  });
});

describe('the tape', () => {
  const push = (fake: FakeDesk, count: number) => {
    for (let index = 0; index < count; index++)
      fake.desk.tape.push({ kind: 'gap', atMs: readAtMs, lengthMs: 1, reason: 'x' });
  };

  test('is held still at its newest row, and let go', () => {
    const fake = filled();
    push(fake, 3);
    press(fake, '4', 'p');
    expect(ui(fake).tape).toMatchObject({ pausedAtSeq: 3, scroll: 0 });
    press(fake, 'j', 'Space');
    expect(ui(fake).tape).toMatchObject({ pausedAtSeq: null, scroll: 0 });
  });

  test('scrolls to its oldest row and not into nothing', () => {
    const fake = filled();
    push(fake, 25);
    press(fake, '4', 'PageDown', 'PageDown', 'PageDown', 'PageDown');
    expect(ui(fake).tape.scroll).toBe(24);
    press(fake, 'End', 'Up');
    expect(ui(fake).tape.scroll).toBe(23);
    press(fake, 'Home', 'Up');
    expect(ui(fake).tape.scroll).toBe(0);
  });

  test('goes round its sizes and tokens', () => {
    const fake = filled();
    press(fake, '4');
    const sizes = Array.from({ length: 5 }, () => {
      press(fake, 'f');
      return ui(fake).tape.minUsd;
    });
    expect(sizes).toEqual([100, 1_000, 10_000, 100_000, 0]);
    const tokens = Array.from({ length: 3 }, () => {
      press(fake, 't');
      return ui(fake).tape.tokenId;
    });
    expect(tokens).toEqual([...fake.desk.tapeTokens, null]);
  });
});

test('help and details scroll and close; refresh, retry and quit are done once a press', () => {
  const fake = filled();
  press(fake, '?', 'Down', 'Down', 'Up');
  expect(ui(fake).overlay).toEqual({ kind: 'help', scroll: 3 });
  press(fake, 'Up', 'Up', 'c', 'q');
  expect(ui(fake).overlay).toBeNull();
  press(fake, 'Enter');
  expect(ui(fake).overlay).toEqual({ kind: 'details', pane: 'positions', scroll: 0 });
  press(fake, 'Esc', 'r');
  fake.connect({ state: 'failed' });
  press(fake, 'R', 'C-c');
  expect(fake.done).toEqual([['refresh'], ['retryStream'], ['quit']]);
});

test('in the help, / searches: letters are typed there, the halting one as well; Enter keeps, Esc clears', () => {
  const fake = fakeDesk();
  press(fake, '?', '/', 'H', 'q', 'Backspace', 'a', 'l', 't');
  expect(ui(fake).overlay).toEqual({ kind: 'help', scroll: 0, query: 'Halt', isTyping: true });
  expect(fake.done).toEqual([]);
  press(fake, 'Enter', 'j');
  expect(ui(fake).overlay).toEqual({ kind: 'help', scroll: 3, query: 'Halt', isTyping: false });
  press(fake, '/', 'Esc');
  expect(ui(fake).overlay).toEqual({ kind: 'help', scroll: 0, query: '', isTyping: false });
  press(fake, 'q');
  expect(ui(fake).overlay).toBeNull();
});
