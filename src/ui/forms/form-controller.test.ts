import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases, isSoak } from '../../../test/run/cases.ts';
import type { Operation } from '../../actions/operations.ts';
import type { Confirmation } from '../../actions/pipeline/confirmation.ts';
import type { Outcome } from '../../actions/pipeline/outcome.ts';
import { deskKeymap } from '../commands/commands.ts';
import { plainText } from '../text/span.ts';
import { FormController } from './form-controller.ts';
import type { FormSpec, Values } from './form-spec.ts';
import { armAfterMs } from './form-state.ts';
import { formLines } from './form-view.ts';

const accepted: Outcome = { kind: 'accepted', message: 'done', requestId: 'req_1', taskId: null };
const refused: Outcome = { kind: 'rejected', code: 'NO_ROUTE', message: 'no route', requestId: 'req_1' };

interface Draft {
  readonly amount: string;
}

function open({ answer = async () => accepted }: { answer?: () => Promise<Outcome> } = {}) {
  const sent: Draft[] = [];
  const world = { nowMs: 1_000, closed: 0, blocked: null as string | null, price: '100', opened: 0 };
  const spec: FormSpec<Draft> = {
    id: 'test',
    title: 'Test',
    initial: { amount: '', side: 'buy' },
    subject: () => [],
    fields: () => [
      { id: 'amount', label: 'Amount', kind: 'text', choices: [{ value: '50%', label: '50%', key: 'h' }] },
      {
        id: 'side',
        label: 'Side',
        kind: 'choice',
        choices: [
          { value: 'buy', label: 'buy' },
          { value: 'sell', label: 'sell' },
        ],
      },
    ],
    evaluate: ({ amount = '' }: Values) => ({
      problems: /\d/.test(amount) ? {} : { amount: 'Type a number.' },
      preview: [],
      draft: /\d/.test(amount) ? { amount } : null,
      submitLabel: 'Send',
      referencePrice: world.price,
    }),
    confirmation: () => [],
    submit: (draft) => {
      sent.push(draft);
      return answer();
    },
    onClose: () => {
      world.closed++;
    },
  };
  const form = new FormController<Draft>(spec, {
    keymap: deskKeymap(),
    now: () => world.nowMs,
    onChange: () => {},
    close: () => {},
    blockReason: () => world.blocked,
    confirmation: () => ({ by: 'key' }),
    maxScroll: () => 0,
    executed: () => '',
  });
  const press = (...keys: string[]) => {
    for (const key of keys) {
      form.key(key);
      form.drawn();
    }
  };
  return { form, press, sent, world };
}

const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

describe('a confirmation', () => {
  it('takes a held key for nothing on the page that it turned to', async () => {
    const { form, press, sent, world } = open({ answer: async () => refused });
    press('5', 'Enter');
    // Enter goes on repeating: it must not press Cancel, nor anything else.
    for (let repeat = 0; repeat < 20; repeat++) {
      world.nowMs += 40;
      press('Enter');
    }
    expect(form.state.phase).toBe('confirm');
    press('y');
    await settle();
    world.nowMs += 40;
    press('y');
    expect(sent).toHaveLength(1);
    expect(form.state).toMatchObject({ phase: 'edit', values: { amount: '5' } });
    // The same key pressed anew is a key again.
    world.nowMs += 1_000;
    press('y');
    expect(form.state.values.amount).toBe('5y');
  });

  it.each([
    ['the keys of a field typed on', ['5', '0', 'y']],
    ['the way to a button of the form', ['Tab', 'Enter']],
    ['a key typed again', ['h', 'y', 'y']],
  ])('takes nothing of a burst that began before it: %s', (_what, keys) => {
    const { form, press, sent, world } = open();
    press('5', 'Enter');
    for (const key of keys) {
      world.nowMs += armAfterMs - 1;
      press(key);
    }
    expect([sent, form.state.phase, form.state.confirm?.focus]).toEqual([[], 'confirm', 'back']);
    world.nowMs += 1_000;
    press('y');
    expect(sent).toHaveLength(1);
  });

  it('counts from the moment it is drawn: on a terminal that takes no frames it is never armed', () => {
    const { form, press, sent, world } = open();
    press('5');
    form.key('Enter');
    world.nowMs += 5_000;
    form.key('y');
    expect(sent).toEqual([]);
    form.drawn();
    form.key('y');
    world.nowMs += armAfterMs - 1;
    form.drawn();
    form.key('Tab');
    expect(sent).toEqual([]);
    world.nowMs += 1_000;
    form.key('y');
    expect(sent).toHaveLength(1);
  });

  it('sends what it shows when it is pressed after a moment', async () => {
    const { form, press, sent, world } = open();
    press('5', 'Enter');
    expect(form.state.phase).toBe('confirm');
    world.nowMs += armAfterMs;
    press('y');
    expect(sent).toEqual([{ amount: '5' }]);
    expect(form.state.phase).toBe('sending');
    await settle();
    expect(form.state).toMatchObject({ phase: 'done', outcome: accepted });
  });

  it('is deaf before 300 ms, to every key that could send', () => {
    const { form, press, sent, world } = open();
    press('5', 'Enter', 'y');
    world.nowMs += armAfterMs - 1;
    press('y', 'Tab', 'Enter', 'Enter');
    expect(sent).toEqual([]);
    expect(form.state.phase).toBe('confirm');
  });

  it('never sends for a held Enter: it starts on Cancel each time', () => {
    const { press, sent, world } = open();
    press('5');
    for (let repeat = 0; repeat < 200; repeat++) {
      press('Enter');
      world.nowMs += 33;
    }
    expect(sent).toEqual([]);
  });

  it('sends once for a double press', async () => {
    const { press, sent, world } = open();
    press('5', 'Enter');
    world.nowMs += armAfterMs;
    press('y', 'y', 'Enter', 'y');
    await settle();
    expect(sent).toHaveLength(1);
  });

  it('is not pressed by a paste, with or without a line break', () => {
    const { form, press, sent, world } = open();
    form.paste('5\ny\r\n');
    expect(form.state).toMatchObject({ phase: 'edit', values: { amount: '5 y' } });
    press('C-u', '5', 'Enter');
    world.nowMs += armAfterMs;
    for (const text of ['y', '\n', 'y\n', '\r']) form.paste(text);
    expect(sent).toEqual([]);
    expect(form.state.phase).toBe('confirm');
  });

  it('is taken back by a resize or a lost connection, and says why', () => {
    const { form, press, sent, world } = open();
    press('5', 'Enter');
    world.nowMs += armAfterMs;
    form.disarm('The terminal was resized.');
    press('y');
    expect(sent).toEqual([]);
    expect(form.state).toMatchObject({ phase: 'edit', values: { amount: '5y' } });
  });

  it('is taken back when its price has moved by more than the collar', () => {
    const { form, press, world } = open();
    press('5', 'Enter');
    world.price = '102';
    form.checkPrice(2);
    expect(form.state.phase).toBe('confirm');
    world.price = '97.9';
    form.checkPrice(2);
    expect(form.state).toMatchObject({ phase: 'edit', note: expect.stringMatching(/2\.1 %/) });
  });

  it('does not send what became blocked while it was on screen', () => {
    const { form, press, sent, world } = open();
    press('5', 'Enter');
    world.nowMs += armAfterMs;
    world.blocked = 'balances are old';
    press('y');
    expect(sent).toEqual([]);
    expect(form.state).toMatchObject({ phase: 'edit', note: 'balances are old' });
  });

  it('keeps what was typed when the order is refused, and can be confirmed anew', async () => {
    const { form, press, sent, world } = open({ answer: async () => refused });
    for (const round of [1, 2]) {
      press(...(round === 1 ? ['5', 'Enter'] : ['Enter']));
      world.nowMs += armAfterMs;
      press('y');
      await settle();
      expect(form.state).toMatchObject({ phase: 'edit', values: { amount: '5' }, outcome: refused });
      expect(sent).toHaveLength(round);
    }
  });

  it('takes an action that throws for unknown, never for failed', async () => {
    const { form, press, world } = open({ answer: () => Promise.reject(new Error('boom')) });
    press('5', 'Enter');
    world.nowMs += armAfterMs;
    press('y');
    await settle();
    expect(form.state).toMatchObject({ phase: 'done', outcome: { kind: 'unknown', message: 'boom' } });
  });
});

describe('editing', () => {
  it('goes to the field that is wrong and shows why', () => {
    const { form, press } = open();
    press('x', 'Tab', 'Enter');
    expect(form.state).toMatchObject({ phase: 'edit', focus: 'amount', attempted: true });
  });

  it('does not touch a choice with the editing keys', () => {
    const { form, press } = open();
    press('Tab', 'Backspace', 'Delete', 'C-u', 'Left', 'Right', 'x');
    expect(form.state.values.side).toBe('buy');
  });

  it('takes a pasted letter as text, not as a preset', () => {
    const { form, press } = open();
    form.paste('h');
    expect(form.state.values.amount).toBe('h');
    press('C-u', 'h');
    expect(form.state.values.amount).toBe('50%');
  });

  it('cleans pasted text of what would reach the terminal', () => {
    const { form } = open();
    form.paste('1\u001b[31m2\u202e3');
    expect(form.state.values.amount).toBe('1�2�3');
  });

  it('says what it waits for instead of confirming while nothing may be sent', () => {
    const { form, press, world } = open();
    world.blocked = 'balances are old';
    press('5', 'Enter');
    expect(form.state).toMatchObject({ phase: 'edit', values: { amount: '5' } });
    expect(form.evaluate()).toMatchObject({ blocked: 'balances are old', draft: null });
    world.blocked = null;
    press('Tab', 'Enter');
    expect(form.state.phase).toBe('confirm');
  });

  it('leaves with Esc, and with any key once it is done', async () => {
    const { form, press, world } = open();
    press('Esc');
    expect(world.closed).toBe(1);
    press('5', 'Enter');
    world.nowMs += armAfterMs;
    press('y');
    await settle();
    expect(form.state.phase).toBe('done');
    press('x');
    expect(world.closed).toBe(2);
  });
});

describe('whatever is pressed', () => {
  const key = (name: string) => ({ kind: 'key' as const, key: name });
  const anyKey = fc.constantFrom(
    'y',
    'n',
    'Enter',
    'Esc',
    'Tab',
    'S-Tab',
    'Left',
    'Up',
    '5',
    'h',
    'Backspace',
    'Space',
  );
  // Keys that lead to a request are far more frequent than a blind choice would make them.
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('y', 'Enter').map(key) },
    { weight: 2, arbitrary: anyKey.map(key) },
    { weight: 4, arbitrary: fc.constantFrom(33, 299, 300).map((ms) => ({ kind: 'wait' as const, ms })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('y', '\n', '5\n', 'y\r\n').map((text) => ({ kind: 'paste' as const, text })),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'settle' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'disarm' as const }) },
  );

  it('sends at most one request per confirmation, only armed, only by a key', async () => {
    const runs = cases(300, 10_000);
    let requests = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), fc.boolean(), async (steps, isRefused) => {
        const { form, press, sent, world } = open({ answer: async () => (isRefused ? refused : accepted) });
        let confirmations = 0;
        press('5');
        for (const move of steps) {
          const { phase, confirm } = form.state;
          const sentBefore = sent.length;
          if (move.kind === 'key') press(move.key);
          else if (move.kind === 'paste') form.paste(move.text);
          else if (move.kind === 'disarm') form.disarm('resized');
          else if (move.kind === 'wait') world.nowMs += move.ms;
          else await settle();
          if (phase !== 'confirm' && form.state.phase === 'confirm') confirmations++;
          if (sent.length > sentBefore) {
            expect(sent.length).toBe(sentBefore + 1);
            expect(move.kind).toBe('key');
            expect(phase).toBe('confirm');
            expect(world.nowMs - (confirm?.shownAtMs ?? world.nowMs)).toBeGreaterThanOrEqual(armAfterMs);
          }
        }
        expect(sent.length).toBeLessThanOrEqual(confirmations);
        requests += sent.length;
      }),
      { numRuns: runs },
    );
    if (isSoak) console.log(`${runs} runs, ${requests} requests`);
    // Runs that send nothing prove nothing.
    expect(requests).toBeGreaterThan(runs / 10);
  });
});

describe('typing into a choice', () => {
  it('changes nothing and says what does, until the next key', () => {
    const { form, press } = open();
    press('Tab');
    expect(form.state).toMatchObject({ focus: 'side', typedInto: null });
    press('s');
    expect(form.state.values.side).toBe('buy');
    expect(form.state.typedInto).toBe('side');
    expect(said(form)).toMatch(/‹buy›.*\n.*↑↓ changes this, Tab moves on\./);
    press('Down');
    expect(form.state).toMatchObject({ typedInto: null, values: { side: 'sell' } });
    form.paste('sell\n');
    expect(form.state).toMatchObject({ typedInto: 'side', values: { side: 'sell' } });
    press('Tab');
    expect(said(form)).not.toContain('Tab moves on');
  });

  it('says nothing on a button, and none in a text field', () => {
    const { form, press } = open();
    press('1');
    expect(form.state.typedInto).toBeNull();
    press('Tab', 'Tab', '1');
    expect(form.state.typedInto).toBeNull();
  });
});

const said = (form: FormController<Draft>): string =>
  formLines(form as FormController, { mode: 'paper', columns: 80, rows: 24 })
    .map(plainText)
    .join('\n');

describe('two operations of one form', () => {
  const first: Operation = { kind: 'suggestTrade', draft: 'first' as never };
  const second: Operation = { kind: 'suggestTrade', draft: 'second' as never };

  function openTwo(by: Record<'first' | 'second', Confirmation>, whyFirstRefused: string | null = null) {
    const of = (operation: Operation) => (operation === first ? by.first : by.second);
    const form = new FormController<Draft>(
      {
        id: 'two',
        title: 'Two',
        initial: { amount: '1' },
        subject: () => [],
        fields: () => [{ id: 'amount', label: 'Amount', kind: 'text' }],
        evaluate: ({ amount = '' }) => ({ problems: {}, preview: [], draft: { amount }, submitLabel: 'Send' }),
        confirmation: () => [],
        operation: () => second,
        firstOperation: () => first,
        submit: async () => accepted,
      },
      {
        keymap: deskKeymap(),
        now: () => 0,
        onChange: () => {},
        close: () => {},
        blockReason: (operation) => (operation === first ? whyFirstRefused : null),
        confirmation: of,
        maxScroll: () => 0,
        executed: () => '',
      },
    );
    return form;
  }

  const key: Confirmation = { by: 'key' };
  const nothing: Confirmation = { by: 'nothing' };
  const word: Confirmation = { by: 'word', word: 'SET', why: 'unknown before' };

  it('are never sent without a confirmation, not even by one-click', () => {
    const form = openTwo({ first: nothing, second: nothing });
    expect(form.evaluate().sendsNow).toBe(false);
    form.confirmAtOnce(true);
    expect(form.state).toMatchObject({ phase: 'confirm', confirm: { word: null } });
  });

  it('ask for the word that either of them needs', () => {
    const form = openTwo({ first: word, second: key });
    form.confirmAtOnce(true);
    expect(form.state.confirm?.word).toMatchObject({ text: 'SET' });
  });

  it('are both checked: a refusal of the first blocks the form', () => {
    expect(openTwo({ first: key, second: key }, 'Trading is reducing.').evaluate()).toMatchObject({
      blocked: 'Trading is reducing.',
      draft: null,
    });
  });
});
