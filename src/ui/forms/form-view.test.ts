import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../actions/pipeline/outcome.ts';
import { hostileTexts, isCellSafe, wire } from '../../stores/desk-data.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../desk/fake-desk.fixture.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import { lineWidth, plainText } from '../text/span.ts';
import type { FormController } from './form-controller.ts';
import { formRows } from './form-rows.ts';
import { armAfterMs } from './form-state.ts';
import { formLines, formWidth, maxScroll } from './form-view.ts';

/** The rows of a confirmation as lines of this terminal. */
const confirmRows = (form: FormController, { columns }: { columns: number }): string[] => {
  const rows = form.spec.confirmation(form.confirmed).map((row) => ({ ...row, wraps: true }));
  return texts(formRows(rows, formWidth(columns) - 4));
};

const roomy = { columns: 120, rows: 40 };

interface Open {
  readonly fake: FakeDesk;
  readonly form: FormController;
  press(...keys: readonly string[]): void;
  drawn(columns?: number, rows?: number): string[];
}

function open(focus: PaneId, key: string, outcome?: Outcome): Open {
  const fake = fakeDesk(outcome ? { outcome } : {});
  fake.fill();
  fake.connect({ state: 'connected' });
  fake.desk.ui.setState({ focus });
  const press = (...keys: readonly string[]): void => {
    for (const one of keys) handleKey(fake.desk, one, roomy);
  };
  press(key);
  const { overlay } = fake.desk.ui.getState();
  if (overlay?.kind !== 'form') throw new Error(`no form: ${fake.notices().join()}`);
  const drawn = (columns = 120, rows = 40) => texts(formLines(overlay.form, { mode: 'paper', columns, rows }));
  return { fake, form: overlay.form, press, drawn };
}

const forms = [
  ['close', 'positions', 'c', []],
  ['margin', 'positions', 'm', ['2', '5']],
] as const;

const sizes = [60, 72, 80, 120, 200].flatMap((columns) => [16, 18, 24, 40].map((rows) => ({ columns, rows })));
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

describe.each(forms)('the %s form', (_id, focus, key, typed) => {
  test('is one box of one width on any terminal, with both buttons, its mode in words, and its fields', () => {
    const { form, press } = open(focus, key);
    press(...typed);
    for (const { columns, rows } of sizes) {
      const lines = formLines(form, { mode: 'live', columns, rows });
      const width = lineWidth(lines[0] ?? []);
      expect(width).toBeLessThanOrEqual(columns);
      expect(lines.length).toBeLessThanOrEqual(rows - 2);
      for (const line of lines) expect(lineWidth(line)).toBe(width);
      const text = texts(lines).join('\n');
      expect(text).toContain(' LIVE ');
      expect(text).toMatch(/Back .*…/);
      for (const { label } of form.fields()) expect(text).toContain(label);
    }
  });

  test('shows the whole confirmation where it fits; where it does not, it is sent only once its last row was shown', () => {
    const opened = open(focus, key);
    opened.press(...typed, 'Enter');
    const { form, fake } = opened;
    expect(form.state.phase).toBe('confirm');
    const { confirmed } = form;
    const squeeze = (text: string): string => text.replace(/[\s┃]/g, '');
    for (const size of sizes) {
      if (maxScroll(form, size) > 0) continue;
      const text = squeeze(opened.drawn(size.columns, size.rows).join(''));
      for (const { label, value } of form.spec.confirmation(confirmed)) {
        expect(text, `${size.columns}×${size.rows}`).toContain(squeeze(label));
        for (const word of plainText(value).split(' '))
          expect(text, `${size.columns}×${size.rows} ${label}`).toContain(squeeze(word));
      }
      expect(text).toContain(squeeze(plainText(form.spec.subject(form.state.values))));
      expect(text).toContain('Send(y)');
    }
    expect(maxScroll(form, { columns: 80, rows: 24 }), 'at 80×24 all is seen').toBe(0);
    const low = { columns: 60, rows: 16 };
    const rowsSeen = new Set<string>();
    const look = (): void => {
      for (const line of opened.drawn(low.columns, low.rows)) rowsSeen.add(squeeze(line));
    };
    look();
    fake.clock.nowMs += 1_000;
    if (maxScroll(form, low) > 0) {
      handleKey(fake.desk, 'y', low);
      expect(form.state.phase, 'not sent before its last row was shown').toBe('confirm');
    }
    while (!form.state.confirm?.isRead && maxScroll(form, low) > 0) {
      handleKey(fake.desk, 'Down', low);
      look();
    }
    for (const row of confirmRows(form, low)) expect([...rowsSeen].join('\n')).toContain(squeeze(row));
    fake.clock.nowMs += 1_000;
    handleKey(fake.desk, 'y', low);
    expect(form.state.phase).toBe('sending');
  });

  test('starts a confirmation on Back', () => {
    const { fake, drawn, press, form } = open(focus, key);
    press(...typed, 'Enter');
    expect(form.state.confirm?.focus).toBe('back');
    expect(drawn().join('\n')).toContain('‹ Send (y) ›');
    fake.clock.nowMs += armAfterMs;
    press('Tab');
    expect(drawn().join('\n')).toContain('‹ Back ›');
  });
});

describe('a problem', () => {
  test('stands in words under its field, from the first change or try on', () => {
    const { drawn, press } = open('positions', 'm');
    const before = drawn().join('\n');
    expect(before).not.toMatch(/Type an? /i);
    press('Enter');
    const lines = drawn();
    const at = lines.findIndex((line) => line.includes('Amount'));
    expect(lines[at + 1]).toMatch(/┃ {14}\S.*┃/);
  });

  test('that no field can mend is shown after a try', () => {
    const { drawn, press, fake } = open('positions', 'c');
    fake.answer('positions', { ...wire.positions, positions: [] }, readAtMs);
    expect(drawn().join('\n')).not.toContain('no open BTC');
    press('Enter');
    expect(drawn().join('\n')).toContain('You no longer have an open BTC position.');
  });
});

describe('an ending', () => {
  const send = async (outcome: Outcome): Promise<Open> => {
    const opened = open('positions', 'c', outcome);
    opened.press('Enter');
    opened.fake.clock.nowMs += 300;
    opened.press('y');
    expect(opened.drawn().join('\n')).toContain('Sent. Waiting for the response …');
    await settle();
    return opened;
  };

  test('accepted says what was done, the request and the task', async () => {
    const { drawn } = await send({ kind: 'accepted', message: 'Closed 100 %', requestId: 'req-5', taskId: 'task-9' });
    const text = drawn().join('\n');
    for (const words of ['✓ Closed 100 %', 'req-5', 'task-9', 'Any key returns to the desk'])
      expect(text).toContain(words);
  });

  test('unknown says so, never “failed”, and what to look at', async () => {
    const { drawn } = await send({ kind: 'unknown', code: 'TIMEOUT', message: 'no answer in 15 s', requestId: null });
    const text = drawn().join('\n');
    for (const words of [
      '! Unknown outcome: no answer in 15 s',
      'The service may have executed it',
      'TIMEOUT',
      'no request id',
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/fail/i);
  });

  test.each([
    ['rejected', 'Rejected: too low', 'MARGIN, request req-5'],
    ['not-sent', 'Not sent: too low', 'MARGIN'],
  ] as const)('%s goes back to the form with what was typed, the reason and the code', async (kind, words, code) => {
    const requestId = kind === 'rejected' ? 'req-5' : null;
    const { drawn, form } = await send({ kind, code: 'MARGIN', message: 'too low', requestId } as Outcome);
    expect(form.state).toMatchObject({ phase: 'edit', values: { percentage: '100' } });
    expect(drawn().join('\n')).toContain(`✕ ${words}`);
    expect(drawn().join('\n')).toContain(code);
  });

  test.each(hostileTexts)('with a task called %j is safe to show', async (taskId) => {
    const { form } = await send({ kind: 'accepted', message: 'Done', requestId: 'r', taskId });
    for (const line of formLines(form, { mode: 'paper', ...roomy })) {
      expect(isCellSafe(plainText(line)), JSON.stringify(plainText(line))).toBe(true);
      expect(lineWidth(line)).toBe(72);
    }
  });
});

test('a confirmation that was taken back says why', () => {
  const { drawn, form, press } = open('positions', 'c');
  press('Enter');
  form.disarm('The terminal was resized: review and confirm again.');
  expect(drawn().join('\n')).toContain('The terminal was resized');
});
