import { beforeEach, describe, expect, test } from 'vitest';
import { addNotice } from '../../../stores/notices.ts';
import { operationRecord, unknownRecord } from '../../../stores/orders/operation-records.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../../desk/fake-desk.fixture.ts';
import { handleKey, handlePaste, scopesNow } from '../../keyboard/desk-keys.ts';

const size = { columns: 120, rows: 40 };
const press = ({ desk }: FakeDesk, ...keys: string[]): void => {
  for (const key of keys) handleKey(desk, key, size);
};
const ui = ({ desk }: FakeDesk) => desk.ui.getState();
const question = (fake: FakeDesk) => {
  const { overlay } = ui(fake);
  return overlay?.kind === 'question' ? overlay : null;
};

let fake: FakeDesk;
const decided = () => fake.done.filter(([name]) => name === 'decide');
const pass = (ms: number): void => {
  fake.clock.nowMs += ms;
};

beforeEach(() => {
  fake = fakeDesk();
  fake.fill();
  fake.desk.records.setState({
    records: [operationRecord({ id: 'over' }), unknownRecord({ id: 'doubt' }), operationRecord({ id: 'newest' })],
    isLoaded: true,
  });
});

describe('the pane', () => {
  test.each(['1', '2', '3', '4'])('leads back with Backspace to pane %s, also by way of the streams', (pane) => {
    press(fake, pane);
    const { focus } = ui(fake);
    press(fake, '6', '5', '6', '6', 'Backspace');
    expect(ui(fake).focus).toBe(focus);
  });

  test('is opened on the unknown order, whatever was selected in it before', () => {
    press(fake, '6', 'End', 'Esc');
    expect(ui(fake).selected.activity).toBe('over');
    press(fake, '6', 'n');
    expect(question(fake)).toMatchObject({ id: 'doubt' });
  });

  test('keeps its selection where nothing is unknown', () => {
    fake.desk.records.setState({ records: [operationRecord({ id: 'a' }), operationRecord({ id: 'b' })] });
    press(fake, '6', 'j', 'Esc', '6');
    expect(ui(fake).selected.activity).toBe('a');
  });

  test('details stay on their order when a newer one comes above it', () => {
    fake.desk.records.setState({ records: [operationRecord({ id: 'a' })] });
    press(fake, '6', 'Enter');
    expect(ui(fake)).toMatchObject({ overlay: { kind: 'details', pane: 'activity' }, selected: { activity: 'a' } });
  });

  test('notices are a pane of their own, where nothing is decided; Enter shows one whole, and stays on it', () => {
    addNotice(fake.desk.notices, { atMs: readAtMs, tone: 'ok', text: 'done' });
    press(fake, '6', 'M-n', 'Enter');
    expect(ui(fake)).toMatchObject({ focus: 'notices', overlay: { kind: 'details', pane: 'notices' } });
    addNotice(fake.desk.notices, { atMs: readAtMs, tone: 'ok', text: 'newer' });
    expect(ui(fake).selected.notices).toBe('notice 1');
    press(fake, 'Esc', 'y', 'n');
    expect(question(fake)).toBeNull();
  });
});

describe('sending a transfer again', () => {
  const resent = () => fake.done.filter(([name]) => name === 'resendTransfer');
  const lostTransfer = (over: object = {}) =>
    fake.desk.records.setState({
      records: [
        unknownRecord({
          id: 'doubt',
          operation: 'transfers.send',
          summary: 'send 0.5 SOL from main to sniper',
          input: { body: { correlationId: 'c1' } },
          sentAtMs: fake.clock.nowMs - 10_000,
          ...over,
        }),
      ],
    });

  test('asks, and only a yes after the question was read sends it', () => {
    lostTransfer();
    press(fake, '6', 'S', 'y');
    expect(question(fake)).toMatchObject({ id: 'doubt', verdict: 'resend' });
    expect(resent()).toEqual([]);
    pass(1_000);
    press(fake, 'y');
    expect(question(fake)).toBeNull();
    expect(resent()).toEqual([['resendTransfer', 'doubt']]);
    expect(decided()).toEqual([]);
  });

  test('is left with n', () => {
    lostTransfer();
    press(fake, '6', 'S');
    pass(1_000);
    press(fake, 'n');
    expect(resent()).toEqual([]);
  });

  test.each([
    ['another operation', { operation: 'swap.execute' }],
    ['a transfer of five minutes ago', { sentAtMs: readAtMs - 300_000 }],
    ['a transfer without a correlationId', { input: { body: {} } }],
  ])('is not offered for %s', (_, over) => {
    lostTransfer(over);
    press(fake, '6', 'S');
    expect(question(fake)).toBeNull();
    expect(fake.notices().at(-1)).toContain('only a transfer can be sent again');
  });
});

describe('deciding', () => {
  test.each([
    ['y', 'done'],
    ['n', 'not-done'],
  ])('%s asks, and only a yes after it is written down', (key, verdict) => {
    press(fake, '6', key);
    expect(question(fake)).toMatchObject({ id: 'doubt', verdict });
    expect(scopesNow(fake.desk)).toEqual(['question', 'always']);
    pass(1_000);
    expect(decided()).toEqual([]);
    press(fake, 'y');
    expect(decided()).toEqual([['decide', 'doubt', verdict]]);
    expect(ui(fake).overlay).toBeNull();
  });

  test.each(['n', 'Esc', 'C-c'])('%s leaves it open', (key) => {
    press(fake, '6', 'y');
    pass(1_000);
    press(fake, key);
    expect(ui(fake).overlay).toBeNull();
    expect(decided()).toEqual([]);
  });

  test.each(['y', 'n'])('%s held down decides nothing, however long', (key) => {
    press(fake, '6', key);
    pass(660);
    for (let repeat = 0; repeat < 500; repeat++) {
      press(fake, key);
      pass(33);
    }
    expect(decided()).toEqual([]);
    expect(question(fake)).not.toBeNull();
  });

  test('keys that come in a bunch decide nothing, and neither does a paste', () => {
    press(fake, '6', 'n', 'y', 'y');
    pass(299);
    press(fake, 'y');
    handlePaste(fake.desk, 'y');
    pass(1_000);
    handlePaste(fake.desk, 'y');
    expect(decided()).toEqual([]);
    press(fake, 'y');
    expect(decided()).toHaveLength(1);
  });

  test('no other key is heard meanwhile but those that are heard always', () => {
    press(fake, '6', 'n');
    pass(1_000);
    press(fake, 'j', '1', 'q', 'o', 'Enter', 't', 'F');
    expect(question(fake)).toMatchObject({ id: 'doubt' });
    expect(ui(fake).focus).toBe('activity');
    expect(fake.done.filter(([name]) => name === 'quit')).toEqual([]);
  });

  test('the question goes when evidence settles it meanwhile', () => {
    press(fake, '6', 'n');
    pass(1_000);
    const resolution = { atMs: readAtMs, verdict: 'done', by: 'evidence', why: 'gone' } as const;
    fake.desk.records.setState({ records: [unknownRecord({ id: 'doubt', resolution })] });
    expect(ui(fake).overlay).toBeNull();
    press(fake, 'y');
    expect(decided()).toEqual([]);
  });

  test('news of other orders leave the question standing', () => {
    press(fake, '6', 'n');
    fake.desk.records.setState(({ records }) => ({ records: [...records, operationRecord({ id: 'another' })] }));
    expect(question(fake)).toMatchObject({ id: 'doubt' });
  });

  test('a looks again, and nothing else', () => {
    press(fake, '6', 'a');
    expect(fake.done.filter(([name]) => name === 'reconcileNow')).toEqual([['reconcileNow', 'doubt']]);
    expect(ui(fake).overlay).toBeNull();
  });

  test.each(['y', 'n', 'a'])('%s on another order says what it is for', (key) => {
    press(fake, '6', 'End', key);
    expect(fake.notices().at(-1)).toBe('warn: only unresolved operations can be resolved: Home selects the first one');
    fake.desk.records.setState({ records: [operationRecord({ id: 'over' })] });
    press(fake, key);
    expect(fake.notices().at(-1)).toBe('warn: no operation is unresolved');
    expect(fake.done.filter(([name]) => name === 'decide' || name === 'reconcileNow')).toEqual([]);
  });
});
