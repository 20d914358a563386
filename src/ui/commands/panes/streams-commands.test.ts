import { describe, expect, test } from 'vitest';
import { mainAddress, sol, wire } from '../../../stores/desk-data.fixture.ts';
import { rawMessage, streamRow } from '../../../stores/streams.fixture.ts';
import { type FakeDesk, fakeDesk } from '../../desk/fake-desk.fixture.ts';
import { handleKey, scopesNow } from '../../keyboard/desk-keys.ts';

const size = { columns: 120, rows: 40 };
const press = ({ desk }: FakeDesk, ...keys: string[]): void => {
  for (const key of keys) handleKey(desk, key, size);
};
const ui = ({ desk }: FakeDesk) => desk.ui.getState();
const messages = (fake: FakeDesk) => {
  const { overlay } = ui(fake);
  return overlay?.kind === 'messages' ? overlay : null;
};
const form = (fake: FakeDesk) => {
  const { overlay } = ui(fake);
  return overlay?.kind === 'form' ? overlay.form : null;
};

/** The streams pane with one stream of the desk; the catalog's rows follow it. */
function opened(): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  fake.connect({ state: 'connected' });
  fake.streams.state.rows = [streamRow()];
  press(fake, '5');
  return fake;
}

const choose = (fake: FakeDesk, streamId: string) =>
  fake.desk.ui.setState({ selected: { streams: `catalog ${streamId}` } });

describe('the pane', () => {
  test.each(['1', '2', '3', '4'])('leads back with Backspace to pane %s, from which it was opened', (pane) => {
    const fake = fakeDesk();
    press(fake, pane);
    const { focus } = ui(fake);
    press(fake, '5', '5');
    expect(ui(fake).focus).toBe('streams');
    press(fake, 'Backspace');
    expect(ui(fake).focus).toBe(focus);
  });

  test('leaves a zoomed desk zoomed', () => {
    const fake = fakeDesk();
    press(fake, '2', 'z', '5', 'Backspace');
    expect(ui(fake)).toMatchObject({ focus: 'orders', zoomed: 'orders' });
  });
});

describe('watching', () => {
  test.each(['a', 'Enter'])('a stream with filters asks for them (%s), and its row is selected', async (key) => {
    const fake = opened();
    choose(fake, 'svm.wallet.nativeBalance');
    press(fake, key);
    expect(scopesNow(fake.desk)).toEqual(['form']);
    expect(form(fake)?.state.values).toEqual({ walletAddress: wire.wallets[0]?.address });
    form(fake)?.paste(mainAddress);
    // The key that opened the form has been let go.
    fake.clock.nowMs += 1_000;
    press(fake, 'Enter');
    await Promise.resolve();
    await Promise.resolve();
    expect(fake.streams.state.watched).toEqual([['svm.wallet.nativeBalance', { walletAddress: mainAddress }]]);
    expect(ui(fake)).toMatchObject({ overlay: null, selected: { streams: fake.streams.state.rows[1]?.key } });
  });

  test('a stream without filters is asked for at once', () => {
    const fake = opened();
    choose(fake, 'svm.bondingCurve.creations');
    press(fake, 'a');
    expect(ui(fake).overlay).toBeNull();
    expect(fake.streams.state.watched).toEqual([['svm.bondingCurve.creations', {}]]);
    expect(fake.notices()).toEqual(['ok: watching svm.bondingCurve.creations: ⏎ shows its raw messages']);
  });

  test('what the service does not offer is not asked for: Enter tells all about it, a says why', () => {
    const fake = opened();
    fake.streams.store.setState(({ catalog }) => ({
      catalog: catalog.map((stream) => ({ ...stream, isOffered: false })),
    }));
    choose(fake, 'svm.bondingCurve.creations');
    press(fake, 'a');
    expect(fake.notices()).toEqual(['warn: this service does not offer svm.bondingCurve.creations']);
    press(fake, 'Enter');
    expect(ui(fake).overlay).toMatchObject({ kind: 'details', pane: 'streams' });
    expect(fake.streams.state.watched).toEqual([]);
  });

  test('a refusal is said', () => {
    const fake = opened();
    fake.streams.state.refusal = 'you already watch this stream';
    choose(fake, 'svm.bondingCurve.creations');
    press(fake, 'a');
    expect(fake.notices()).toEqual(['warn: you already watch this stream']);
  });

  test('x ends what is watched, and says why the rest stays', () => {
    const fake = opened();
    press(fake, 'x');
    choose(fake, 'svm.bondingCurve.creations');
    press(fake, 'x');
    expect(fake.notices()).toEqual([
      'warn: the desk itself uses this stream (Balances and positions panes): x ends only streams that you watch',
      'warn: you do not watch this stream',
    ]);
    const { state } = fake.streams;
    const watched = streamRow({ streamId: 'svm.token.swaps', filter: { tokenAddress: sol }, isWatched: true });
    state.rows = [...state.rows, watched];
    fake.desk.ui.setState({ selected: { streams: watched.key } });
    press(fake, 'x');
    expect(state.unwatched).toEqual([watched.key]);
  });
});

describe('R', () => {
  test('asks again for refused channels although the connection stands', () => {
    const fake = opened();
    fake.streams.state.rows = [streamRow({ state: 'refused', reason: 'no' })];
    press(fake, 'R');
    expect(fake.done).toEqual([['retryStream']]);
  });

  test.each(['failed', 'reconnecting', 'disconnected'] as const)('tries again when %s', (state) => {
    const fake = opened();
    fake.connect({ state });
    press(fake, 'R');
    expect(fake.done).toEqual([['retryStream']]);
  });
});

describe('the messages', () => {
  function shown(): FakeDesk {
    const fake = opened();
    fake.streams.state.messages = [9, 8, 7].map((seq) => rawMessage(`{"event":"${seq}"}`, { seq }));
    press(fake, 'Enter');
    return fake;
  }

  test('open with Enter on a stream that is asked for, with keys of their own, and Esc leads back', () => {
    const fake = shown();
    expect(messages(fake)).toMatchObject({ rowKey: streamRow().key, isAll: false });
    expect(scopesNow(fake.desk)).toEqual(['messages', 'always']);
    press(fake, 'Esc');
    expect(ui(fake)).toMatchObject({ overlay: null, focus: 'streams' });
  });

  test('are gone through; the first row follows what comes, any other stays on its message', () => {
    const fake = shown();
    press(fake, 'j');
    expect(messages(fake)?.selectedSeq).toBe(8);
    press(fake, 'End');
    expect(messages(fake)?.selectedSeq).toBe(7);
    press(fake, 'PageUp');
    expect(messages(fake)?.selectedSeq).toBeNull();
  });

  test('are held still with p, and let go', () => {
    const fake = shown();
    press(fake, 'p');
    expect(messages(fake)?.held?.map(({ seq }) => seq)).toEqual([9, 8, 7]);
    press(fake, 'p');
    expect(messages(fake)?.held).toBeNull();
  });

  test('of all channels are shown with a, and of the one again', () => {
    const fake = shown();
    press(fake, 'a');
    expect(messages(fake)?.isAll).toBe(true);
    press(fake, 'a');
    expect(messages(fake)?.isAll).toBe(false);
  });

  test('one is shown whole with Enter, scrolls to its end and no further, and Esc goes back to the list', () => {
    const fake = shown();
    press(fake, 'j', 'Enter');
    expect(messages(fake)?.opened).toMatchObject({ message: { seq: 8 }, scroll: 0 });
    press(fake, 'j', 'k', 'k');
    expect(messages(fake)?.opened?.scroll).toBe(0);
    press(fake, 'G');
    expect(messages(fake)?.opened?.scroll).toBe(2);
    press(fake, 'Esc');
    expect(messages(fake)).toMatchObject({ opened: null, selectedSeq: 8 });
  });
});
