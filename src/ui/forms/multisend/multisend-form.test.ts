import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../actions/pipeline/outcome.ts';
import type { OperationRecord, TaskState } from '../../../stores/orders/operation-records.ts';
import { readRows } from '../../desk/fake-desk.fixture.ts';
import { plainText } from '../../text/span.ts';
import { formLines } from '../form-view.ts';
import { openForm } from '../open-form.ts';
import { addresses, spotDesk } from '../spot-desk.fixture.ts';
import { triggerForm } from '../trigger/trigger-form.ts';
import { multisendRemedy } from './multisend-form.ts';

const wallet = { walletId: 'wal_main', address: addresses.main, label: 'main', chain: 'solana' } as const;
const refused: Outcome = { kind: 'rejected', code: 'NONCE_NOT_INITIALIZED', message: 'no nonce', requestId: 'req_1' };

/** A trigger order on screen that the service has just refused for want of nonce accounts. */
async function setUp(
  multisend: Outcome = { kind: 'accepted', message: 'Started', requestId: 'req_2', taskId: 'task-1' },
) {
  const asked: string[] = [];
  const fake = spotDesk({
    actions: {
      send: async ({ kind }) => {
        asked.push(kind);
        return kind === 'createTriggerOrder' ? refused : multisend;
      },
    },
  });
  openForm(fake.desk, triggerForm(fake.desk));
  const form = () => {
    const { overlay } = fake.desk.ui.getState();
    if (overlay?.kind !== 'form') throw new Error('no form');
    return overlay.form;
  };
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      form().key(key);
      await settle();
    }
    fake.advance(800);
  };
  await press('Tab', 'Tab', ...'40%', 'Tab', ...'USDC', 'Tab', 'Tab', 'Tab', 'Tab', ...'0.4');
  await press('Enter');
  await press('y');
  const screen = () => formLines(form(), { mode: 'paper', columns: 100, rows: 50 }).map(plainText).join('\n');
  const task = (over: Partial<TaskState>) => {
    const state = { atMs: 0, status: 'pending', isOver: false, txHash: null, code: null, message: null, ...over };
    fake.desk.records.setState({ records: [{ taskId: 'task-1', task: state } as OperationRecord] });
  };
  return { ...fake, asked, form, press, screen, task };
}

test.each([
  ['another code', { ...refused, code: 'NO_ROUTE' }, wallet],
  ['no rejection', { ...refused, kind: 'unknown' }, wallet],
  ['a wallet on another chain', refused, { ...wallet, chain: 'base' }],
  ['no wallet', refused, null],
] as const)('%s has no such remedy', (_what, outcome, of) => {
  expect(multisendRemedy(spotDesk().desk, outcome as Outcome, of)).toBeNull();
});

describe('a trigger order refused for want of nonce accounts', () => {
  test('says what helps, and Ctrl-E shows it with its cost and the whole address', async () => {
    const desk = await setUp();
    expect(desk.screen()).toContain('Trigger orders from main require multisend: press Ctrl-e to');
    await desk.press('C-e');
    expect(desk.form().spec.id).toBe('multisend');
    const rows = readRows(desk.form().evaluate().preview).join('\n');
    expect(rows).toMatch(/durable nonce accounts/);
    expect(rows).toMatch(/Locks some SOL .*unknown in advance/);
    expect(rows).toContain(addresses.main);
  });

  test('is no remedy before, and none once something was changed', async () => {
    const desk = await setUp();
    await desk.press('1');
    expect(desk.form().remedy()).toBeNull();
    await desk.press('C-e');
    expect(desk.form().spec.id).toBe('trigger');
  });

  test('is sent once, after a confirmation; its task is followed, and leads back to the order as typed', async () => {
    const desk = await setUp();
    const typed = desk.form().state.values;
    await desk.press('C-e');
    await desk.press('Enter');
    expect(desk.screen()).toContain('Send (y)');
    await desk.press('y');
    expect(desk.asked).toEqual(['createTriggerOrder', 'enableMultisend']);
    expect(desk.screen()).toMatch(/status +requested …/);
    desk.task({ status: 'pending' });
    expect(desk.screen()).toMatch(/status +pending/);
    await desk.press('Enter', 'x', 'y');
    expect(desk.form().spec.id).toBe('multisend');
    desk.task({ status: 'success', isOver: true, txHash: '5sig' });
    expect(desk.screen()).toMatch(/status +success[\s\S]*transaction +5sig[\s\S]*Any key returns to the order\./);
    await desk.press('Enter');
    expect(desk.form().spec.id).toBe('trigger');
    expect(desk.form().state).toMatchObject({ values: typed, phase: 'edit', outcome: null });
    expect(desk.screen()).toContain('Multisend is enabled for main. Your order is unchanged');
    expect(desk.asked).toHaveLength(2);
  });

  test.each([
    ['before it is sent', [], undefined, 'Multisend was not enabled.'],
    ['while the task runs', ['Enter', 'y'], { status: 'pending' }, 'is still being enabled.'],
    [
      'after the task has failed',
      ['Enter', 'y'],
      { status: 'failed', isOver: true, code: 'NO_SOL', message: 'too little' },
      'Multisend for main failed: NO_SOL.',
    ],
  ] as const)('Esc %s leads back too', async (_when, keys, task, words) => {
    const desk = await setUp();
    await desk.press('C-e');
    for (const key of keys) await desk.press(key);
    if (task) desk.task(task);
    await desk.press('Esc');
    expect(desk.form().spec.id).toBe('trigger');
    expect(desk.form().state.note).toContain(words);
    expect(desk.form().state.note).toContain('was not sent again');
  });

  test('a rejection of it stays on its own form', async () => {
    const desk = await setUp({ kind: 'rejected', code: 'FORBIDDEN', message: 'no scope', requestId: 'req_3' });
    await desk.press('C-e');
    for (const key of ['Enter', 'y']) await desk.press(key);
    expect(desk.form().spec.id).toBe('multisend');
    expect(desk.screen()).toMatch(/✕ Rejected: no scope[\s\S]*FORBIDDEN, request req_3/);
  });
});
