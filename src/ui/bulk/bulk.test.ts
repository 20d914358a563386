import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import type { DeskActions } from '../../actions/desk-actions.ts';
import type { BulkPlan } from '../../actions/orders/run-bulk.ts';
import { hostileTexts, isCellSafe } from '../../stores/desk-data.fixture.ts';
import type { BulkItem } from '../../stores/orders/bulk.ts';
import { fakeDesk, texts } from '../desk/fake-desk.fixture.ts';
import { handleKey, handleKeys, handlePaste, scopesNow } from '../keyboard/desk-keys.ts';
import { lineWidth } from '../text/span.ts';
import { bulkLines } from './bulk-lines.ts';
import { bulkProgress } from './open-bulk.ts';

const size = { columns: 120, rows: 40 };

const planOf = (...labels: readonly string[]): BulkPlan => ({
  title: 'Flatten',
  steps: labels.map((label) => ({
    label,
    run: async () => ({ kind: 'accepted', message: 'done', requestId: 'req-1', taskId: null }),
  })),
});

/** A desk whose plan is what the test says, and whose runs are noted and played by hand. */
function setUp({
  plan = planOf('close BTC long 0.15', 'cancel 1 open ETH order'),
  ...over
}: {
  plan?: BulkPlan;
  refusal?: string | null;
} = {}) {
  const fake = fakeDesk();
  const reads: string[] = [];
  const runs: BulkPlan[] = [];
  const current = { plan };
  const read = async (what: string): Promise<BulkPlan> => {
    reads.push(what);
    return current.plan;
  };
  const actions: DeskActions = {
    ...fake.desk.actions,
    whyRefused: () => over.refusal ?? null,
    setMode: (mode, why) => {
      fake.done.push(['setMode', mode, why]);
      fake.desk.trading.setState({ mode });
    },
    planFlatten: () => read('flatten'),
    planCancelAll: () => read('cancelAll'),
    runBulk: async (started) => {
      expect(desk.bulk.getState().run?.isOver ?? true).toBe(true);
      runs.push(started);
      const items = started.steps.map(
        ({ label }): BulkItem => ({ label, state: 'waiting', trouble: null, requestId: null, recordId: null }),
      );
      desk.bulk.setState({ run: { title: started.title, items, isOver: false } });
    },
  };
  const desk = { ...fake.desk, actions };
  fake.fill();
  fake.connect({ state: 'connected' });
  const press = (...keys: readonly string[]): void => {
    for (const key of keys) handleKey(desk, key, size);
  };
  const overlay = () => {
    const { overlay: shown } = desk.ui.getState();
    return shown?.kind === 'bulk' ? shown.bulk : null;
  };
  const screen = (at = size): string => texts(bulkLines(overlay()!, desk, at)).join('\n');
  /** Opens it, and waits until its list has been on screen for long enough. */
  const opened = async (key = 'F'): Promise<void> => {
    press(key);
    await Promise.resolve();
    fake.clock.nowMs += 300;
  };
  const items = (...states: readonly Partial<BulkItem>[]): void =>
    desk.bulk.setState(({ run }) => ({
      run: run && { ...run, items: run.items.map((item, index) => ({ ...item, ...states[index] })) },
    }));
  const end = (): void => desk.bulk.setState(({ run }) => ({ run: run && { ...run, isOver: true } }));
  return { ...fake, desk, reads, runs, current, press, overlay, screen, opened, items, end };
}

describe('the typed word', () => {
  test('is not typed by what comes in one piece with its Enter, pasted where a terminal has no brackets for that', async () => {
    const desk = setUp();
    await desk.opened();
    handleKeys(desk.desk, [...'FLATTEN', 'Enter'], size);
    expect(desk.runs).toEqual([]);
    expect(desk.overlay()?.view).toMatchObject({ phase: 'plan', typed: '' });
  });

  test.each([
    ['F', 'flatten', 'FLATTEN'],
    ['X', 'cancelAll', 'CANCEL'],
  ])('%s reads the account, lists it, and sends it when %s is typed as %s', async (key, read, word) => {
    const desk = setUp();
    desk.press(key);
    expect(desk.screen()).toContain('Reading the account …');
    await Promise.resolve();
    desk.clock.nowMs += 300;
    expect(desk.reads).toEqual([read]);
    expect(desk.screen()).toMatch(
      /2 requests, sent one at a time, each once\.[\s\S]*· close BTC long 0\.15[\s\S]*· cancel 1 open ETH/,
    );
    desk.press(...word.slice(0, -1), 'Enter');
    expect(desk.runs).toEqual([]);
    desk.press(word.slice(-1), 'Enter', 'Enter', 'Enter');
    expect(desk.runs).toEqual([desk.current.plan]);
  });

  test('lists what each step changes, below its label where there is no room', async () => {
    const [close, cancel] = planOf('close BTC long 0.15', 'cancel 2 open ETH orders').steps;
    if (!close || !cancel) throw new Error('the plan lacks its steps');
    const long = 'stop 3,700 (whole position); take profit 3,100 (whole position); sell 1.4000 at 3,950.5';
    const steps = [
      { ...close, effect: 'realised PnL ≈ +92.93 USD before the fee' },
      { ...cancel, effect: long },
    ];
    const desk = setUp({ plan: { title: 'Flatten', steps } });
    await desk.opened();
    expect(desk.screen()).toMatch(/· close BTC long 0\.15 {3}realised PnL ≈ \+92\.93 USD before the fee/);
    expect(desk.screen()).toMatch(/· cancel 2 open ETH orders +┃\n.* {6}stop 3,700 \(whole position\); take profit/);
  });

  test('is taken in small letters, mended, and no key of the desk meanwhile', async () => {
    const desk = setUp();
    await desk.opened();
    desk.press(...'flattenx', 'Backspace', 'q', 'H', 'Enter');
    expect(desk.runs).toEqual([]);
    expect(desk.done).toEqual([]);
    desk.press('Backspace', 'Backspace', 'Enter');
    expect(desk.runs).toHaveLength(1);
  });

  test.each([
    ['another word', [...'CANCEL']],
    ['more than the word', [...'FLATTENN']],
    ['none', []],
  ])('%s sends nothing', async (_what, keys) => {
    const desk = setUp();
    await desk.opened();
    desk.press(...keys, 'Enter');
    expect(desk.runs).toEqual([]);
  });

  test('cannot be pasted', async () => {
    const desk = setUp();
    await desk.opened();
    handlePaste(desk.desk, 'FLATTEN\n');
    desk.press('Enter');
    expect(desk.runs).toEqual([]);
  });

  test('typed before the list has been on screen for 300 ms sends nothing', async () => {
    const desk = setUp();
    desk.press('F');
    await Promise.resolve();
    desk.clock.nowMs += 299;
    desk.press(...'FLATTEN', 'Enter');
    expect(desk.runs).toEqual([]);
    desk.clock.nowMs += 1;
    desk.press('Enter');
    expect(desk.runs).toHaveLength(1);
  });

  test('for a list read more than 30 s ago reads it again instead', async () => {
    const desk = setUp();
    await desk.opened();
    desk.press(...'FLATTEN');
    desk.clock.nowMs += 30_000;
    desk.press('Enter');
    expect(desk.runs).toEqual([]);
    await Promise.resolve();
    expect(desk.reads).toHaveLength(2);
    expect(desk.screen()).toContain('The list was 30 s old and was reloaded');
    expect(desk.screen()).toContain('_______');
  });

  test('is taken back when the connection is lost', async () => {
    const desk = setUp();
    await desk.opened();
    desk.press(...'FLATTEN');
    desk.connect({ state: 'reconnecting' });
    desk.press('Enter');
    expect(desk.runs).toEqual([]);
    expect(desk.screen()).toContain('The stream connection was lost');
    desk.press(...'FLATTEN', 'Enter');
    expect(desk.runs).toHaveLength(1);
  });

  test('is taken back by an interruption', async () => {
    const desk = setUp();
    await desk.opened();
    desk.press(...'FLATTEN');
    desk.overlay()?.disarm('The terminal was resized.');
    desk.press('Enter');
    expect(desk.runs).toEqual([]);
    expect(desk.screen()).toContain('The terminal was resized.');
  });
});

test('halted: the word says that it leads to reducing, and does so before anything is sent', async () => {
  const desk = setUp({ refusal: 'Trading is halted' });
  desk.desk.trading.setState({ mode: 'halted' });
  await desk.opened();
  expect(desk.screen()).toContain('Typing the word first switches to REDUCING');
  desk.press(...'FLATTEN', 'Enter');
  expect(desk.done).toEqual([['setMode', 'reducing', 'FLATTEN was typed']]);
  expect(desk.runs).toHaveLength(1);
});

test.each([
  [{ readOnly: 'The profile is for looking.' }, null, 'The profile is for looking.'],
  [{ lock: 'Another desk.', mode: 'halted' }, null, 'Another desk.'],
  [{}, 'Waiting for the journal.', 'Waiting for the journal.'],
] as const)('%j with %j: it says so and asks for no word', async (trading, refusal, words) => {
  const desk = setUp({ refusal });
  desk.desk.trading.setState(trading);
  await desk.opened();
  expect(desk.screen()).toContain(words);
  expect(desk.screen()).not.toContain('Type FLATTEN');
  desk.press(...'FLATTEN', 'Enter');
  expect(desk.runs).toEqual([]);
});

test('nothing to do is said, and nothing can be sent', async () => {
  const desk = setUp({ plan: planOf() });
  await desk.opened();
  expect(desk.screen()).toContain('Nothing to do: no open positions, perp orders or trigger orders.');
  desk.press(...'FLATTEN', 'Enter');
  expect(desk.runs).toEqual([]);
  desk.press('Esc');
  expect(desk.desk.ui.getState()).toMatchObject({ overlay: null, bulk: null });
});

describe('a run', () => {
  const results: readonly Partial<BulkItem>[] = [
    { state: 'accepted' },
    { state: 'rejected', trouble: 'NO_MARGIN not enough', requestId: 'req-9' },
    { state: 'unknown', trouble: 'TIMEOUT lost' },
    { state: 'not-sent', trouble: 'HALTED trading is halted' },
  ];
  async function running() {
    const desk = setUp({ plan: planOf('a', 'b', 'c', 'd') });
    await desk.opened();
    desk.press(...'FLATTEN', 'Enter');
    return desk;
  }

  test('shows how far it is and a result for each, with what it came to at the end', async () => {
    const desk = await running();
    desk.items({ state: 'accepted' }, { state: 'sending' });
    expect(desk.screen()).toMatch(/▕█{10}░{30}▏ 1 of 4/);
    expect(desk.screen()).toMatch(/✓ a {3}accepted[\s\S]*▸ b {3}sending …[\s\S]*· c /);
    desk.items(...results);
    desk.end();
    const said = desk.screen();
    expect(said).toMatch(/✕ b {3}rejected NO_MARGIN not enough, request req-9/);
    expect(said).toMatch(/\? c {3}unknown TIMEOUT lost/);
    expect(said).toMatch(/– d {3}not sent HALTED trading is halted/);
    expect(said).toContain('✓ 1 accepted   ✕ 1 rejected   ? 1 unknown   – 1 not sent');
    expect(said).toContain('see the activity pane (6)');
  });

  test('is begun anew only by a key, a fresh reading and the word', async () => {
    const desk = await running();
    desk.press('r');
    expect(desk.reads).toHaveLength(1);
    desk.items(...results);
    desk.end();
    desk.press('Enter', 'F', 'r');
    await Promise.resolve();
    expect(desk.reads).toHaveLength(2);
    expect(desk.runs).toHaveLength(1);
    expect(desk.screen()).toContain('Type FLATTEN');
  });

  test('goes on behind the desk: the foot counts, and its key or the other one shows it again', async () => {
    const desk = await running();
    desk.items({ state: 'accepted' }, { state: 'sending' });
    expect(bulkProgress(desk.desk)).toBeNull();
    desk.press('Esc');
    expect(desk.overlay()).toBeNull();
    expect(desk.notices().at(-1)).toBe(
      'warn: Still running: sent requests cannot be stopped. F shows the run, H halts the rest.',
    );
    expect(bulkProgress(desk.desk)).toMatchObject({ tone: 'info', text: 'Flatten: 1 of 4, F shows it' });
    desk.press('X');
    expect(desk.screen()).toContain('1 of 4');
    desk.press('Esc');
    desk.items(...results);
    desk.end();
    expect(bulkProgress(desk.desk)).toBeNull();
    desk.press('F');
    expect(desk.screen()).toContain('✓ 1 accepted');
    desk.press('Esc');
    expect(desk.desk.ui.getState().bulk).toBeNull();
    desk.press('F');
    expect(desk.reads).toHaveLength(2);
    expect(desk.runs).toHaveLength(1);
  });

  test('H halts while it runs', async () => {
    const desk = await running();
    expect(scopesNow(desk.desk)).toEqual(['bulk', 'always']);
    desk.press('H');
    expect(desk.done).toEqual([['setMode', 'halted', 'H was pressed']]);
  });
});

describe('on the screen', () => {
  const sizes = [
    { columns: 60, rows: 16 },
    { columns: 80, rows: 24 },
    { columns: 200, rows: 60 },
  ];

  test.each(sizes)(
    'at $columns×$rows nothing is wider or higher than the screen, and the word stands there',
    async (at) => {
      const many = Array.from({ length: 100 }, (_, index) => `cancel trigger order ${index} ${'x'.repeat(index)}`);
      const desk = setUp({ plan: planOf(...many) });
      desk.desk.trading.setState({ mode: 'halted' });
      await desk.opened();
      const lines = bulkLines(desk.overlay()!, desk.desk, at);
      expect(lines.length).toBeLessThanOrEqual(at.rows - 2);
      expect(new Set(lines.map(lineWidth)).size).toBe(1);
      expect(lineWidth(lines[0]!)).toBeLessThanOrEqual(at.columns);
      expect(desk.screen(at)).toMatch(/Type FLATTEN/);
      expect(desk.screen(at)).toMatch(/1–\d+ of 100 lines/);
    },
  );

  test('a long list scrolls to its very end and back, a step for every press', async () => {
    const desk = setUp({ plan: planOf(...Array.from({ length: 60 }, (_, index) => `step ${index}.`)) });
    await desk.opened();
    expect(desk.screen()).not.toContain('step 59.');
    for (let press = 0; press < 40; press++) {
      desk.press('Down');
      desk.screen();
    }
    expect(desk.screen()).toContain('step 59.');
    const last = desk.screen();
    desk.press('Up');
    expect(desk.screen()).not.toBe(last);
  });

  test('what is being sent stays in sight', async () => {
    const desk = setUp({ plan: planOf(...Array.from({ length: 60 }, (_, index) => `step ${index}.`)) });
    await desk.opened();
    desk.press(...'FLATTEN', 'Enter');
    desk.items(...Array.from({ length: 50 }, () => ({ state: 'accepted' }) as const), { state: 'sending' });
    expect(desk.screen()).toContain('▸ step 50.');
  });

  test.each(hostileTexts)('%j as what the service says stays in its cell', async (hostile) => {
    const desk = setUp();
    await desk.opened();
    desk.press(...'FLATTEN', 'Enter');
    desk.items({ state: 'rejected', trouble: `CODE ${hostile}`, requestId: hostile });
    const lines = bulkLines(desk.overlay()!, desk.desk, { columns: 80, rows: 24 });
    for (const line of texts(lines)) expect(isCellSafe(line)).toBe(true);
    expect(new Set(lines.map(lineWidth)).size).toBe(1);
  });
});

test('whatever is pressed, pasted or happens, a list is sent at most once, whole, and never beside another', async () => {
  const word = [...'FLATTEN'];
  const keys = [...word, 'Enter', 'Enter', 'Esc', 'F', 'X', 'H', 'r', 'Up', 'Down', 'Backspace', 'Tab', 'q', 'y'];
  const act = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...keys).map((key) => [key]) },
    { weight: 3, arbitrary: fc.constant([...word, 'Enter']) },
    { weight: 2, arbitrary: fc.constantFrom('later', 'much later', 'over', 'resize', 'paste').map((what) => [what]) },
  );
  const property = fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
    const desk = setUp();
    const begun: BulkPlan[] = [];
    let typedWords = 0;
    for (const step of acts.flat()) {
      desk.current.plan = planOf(`plan ${desk.reads.length}`);
      const { typed = '', phase } = desk.overlay()?.view ?? {};
      if (step === 'later') desk.clock.nowMs += 400;
      else if (step === 'much later') desk.clock.nowMs += 31_000;
      else if (step === 'over') desk.end();
      else if (step === 'resize') desk.overlay()?.disarm('resized');
      else if (step === 'paste') handlePaste(desk.desk, 'FLATTEN');
      else {
        if (step === 'Enter' && phase === 'plan' && ['FLATTEN', 'CANCEL'].includes(typed)) typedWords++;
        desk.press(step);
      }
      await Promise.resolve();
      if (desk.runs.length > begun.length) {
        expect(desk.runs.length).toBe(begun.length + 1);
        expect(begun).not.toContain(desk.runs.at(-1));
        begun.push(desk.runs.at(-1)!);
      }
    }
    expect(begun.length).toBeLessThanOrEqual(typedWords);
  });
  await fc.assert(property, { numRuns: cases(100, 2_000) });
});
