import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { buildRequest } from '../../client/http/build-request.ts';
import { ApiError } from '../../client/http/errors.ts';
import { getSettings, updateSettings } from '../../protocol/endpoints/account.ts';
import { accountWire } from '../../stores/account/account.fixture.ts';
import { type Json, settingAt, type TradeSettings, withSetting } from '../../stores/account/setting-rows.ts';
import { bindActions } from '../desk-actions.ts';
import { intentOf, type Operation, sendOperation } from '../operations.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import { reconcileOperation } from '../reconcile/reconcile-operation.ts';

const read = (wire: unknown): TradeSettings => getSettings.response.parse({ tradeSettings: wire }).tradeSettings;
const { tradeSettings } = accountWire.settings;
const path = ['chainPresetsBuy', '6', 'p1', 'slippageBps'];
const order = (settings: TradeSettings): Extract<Operation, { kind: 'updateSettings' }> => ({
  kind: 'updateSettings',
  draft: { settings, changes: [{ path, value: 100 }], summary: 'Solana buy p1: slippage 2.5 → 1' },
});

const sent = (one: Operation): string => {
  const { endpoint, input } = intentOf(fakeContext(() => ({})).context, one);
  return String(buildRequest(endpoint, input, new URL('https://api.example.com'), {}).body);
};
const replacing = ({ draft }: Extract<Operation, { kind: 'updateSettings' }>): Operation => ({
  kind: 'replaceSettings',
  draft,
});

test('a replacement has everything except the edited field unchanged, unknown fields, nulls and key order included', () => {
  const before = JSON.stringify({ tradeSettings });
  const after = before.replace('"slippageBps":250', '"slippageBps":100');
  expect(after).not.toBe(before);
  expect(sent(replacing(order(read(tradeSettings))))).toBe(after);
});

test('a partial update has the field with the change, whole, and no other', () => {
  const before = JSON.stringify({ tradeSettings: { chainPresetsBuy: tradeSettings.chainPresetsBuy } });
  expect(sent(order(read(tradeSettings)))).toBe(before.replace('"slippageBps":250', '"slippageBps":100'));
});

const key = fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text !== '__proto__');
const extra = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>, { maxKeys: 5 });
const preset = fc
  .record({
    known: fc.record(
      {
        slippageBps: fc.nat(10_000),
        mevProtectionEnabled: fc.option(fc.boolean()),
        customPriorityFeeSol: fc.oneof(fc.constant(null), fc.constant('0.10'), fc.constant(0.25)),
        maxPriceImpactPct: fc.option(fc.nat(100)),
      },
      { requiredKeys: ['slippageBps'] },
    ),
    extra,
  })
  .map(({ known, extra: more }) => ({ ...more, type: 'solana', ...known }));

test('a round trip changes only the edited field, for any settings', () => {
  const settings = fc.record({
    extra: extra.map(
      ({ autoEnableMultisend: _a, defaultWallets: _d, oneClickMode: _o, walletGroups: _w, ...rest }) => rest,
    ),
    p1: preset,
    p2: preset,
    bps: fc.nat(10_000),
  });
  fc.assert(
    fc.property(settings, ({ extra: more, p1, p2, bps }) => {
      const wire = { ...more, chainPresetsBuy: { '6': { p1, p2 } }, chainPresetsSell: null };
      const body = sent({
        kind: 'replaceSettings',
        draft: { settings: read(JSON.parse(JSON.stringify(wire))), changes: [{ path, value: bps }], summary: 'x' },
      });
      const expected = { ...wire, chainPresetsBuy: { '6': { p1: { ...p1, slippageBps: bps }, p2 } } };
      expect(body).toBe(JSON.stringify({ tradeSettings: expected }));
      // What was read is not touched by it.
      expect(settingAt(wire, path)).toBe(p1.slippageBps);
    }),
    { numRuns: cases(250, 1_000) },
  );
});

test('a new field is added, and nothing around it is lost', () => {
  const changed = withSetting(read(tradeSettings), { path: ['oneClickMode', '1', 'enabled'], value: true });
  expect(settingAt(changed, ['oneClickMode', '1'])).toEqual({ enabled: true });
  expect(settingAt(changed, ['oneClickMode', '6'])).toEqual(tradeSettings.oneClickMode['6']);
});

test('the response must have the new value: HTTP 200 with the old settings is not a success', async () => {
  const settings = read(tradeSettings);
  const taken = fakeContext((_id, input) => (input as { body: unknown }).body);
  expect(await sendOperation(taken.context, order(settings))).toMatchObject({ kind: 'accepted' });
  const ignored = fakeContext(() => ({ tradeSettings }));
  expect(await sendOperation(ignored.context, order(settings))).toMatchObject({ kind: 'unknown', code: 'NOT_TAKEN' });
  ignored.context.timers.stop();
});

test.each([
  [100, 'done'],
  [250, 'unclear'],
  [null, 'unclear'],
])('a check that finds %s is %s', async (value, verdict) => {
  const now = withSetting(read(tradeSettings), { path, value });
  const fake = fakeContext(() => ({ tradeSettings: now }));
  const { evidence } = intentOf(fake.context, order(read(tradeSettings)));
  expect(await reconcileOperation(fake.context.client, evidence, 0)).toMatchObject({ verdict });
});

test('a decimal sent as a number is read, and settings that are not an object are refused', () => {
  expect(settingAt(read(tradeSettings), ['chainPresetsBuy', '6', 'p1', 'bribeAmountSol'])).toBe(0.001);
  expect(getSettings.response.safeParse({ tradeSettings: 'x' }).success).toBe(false);
  const bad = getSettings.response.safeParse({ tradeSettings: { chainPresetsBuy: { '6': { p1: { type: 7 } } } } });
  expect(bad.error?.issues[0]?.path).toEqual(['tradeSettings', 'chainPresetsBuy', '6', 'p1', 'type']);
  expect(updateSettings.response.safeParse({ tradeSettings }).success).toBe(true);
});

describe('a service without a partial update', () => {
  const refusal = (status: number, code: string) =>
    new ApiError({
      endpointId: 'account.patchSettings',
      kind: 'rejected',
      code,
      status,
      outcome: status >= 500 || code.startsWith('HTTP_') ? 'unknown' : 'rejected',
      message: 'no such operation',
    });
  /** The service answers the partial update with `error`, and a read with `now`. */
  const service = (error: Error, now: unknown = tradeSettings) =>
    fakeContext((id, input) => {
      if (id === 'account.patchSettings') throw error;
      if (id !== 'account.settings') return (input as { body: unknown }).body;
      if (now instanceof Error) throw now;
      return { tradeSettings: now };
    });
  async function change(error: Error, now?: unknown) {
    const fake = service(error, now);
    const outcome = await sendOperation(fake.context, order(read(tradeSettings)));
    fake.context.timers.stop();
    return { outcome, requests: fake.requests().map(({ id }) => id), notices: fake.notices() };
  }
  const all = ['account.patchSettings', 'account.settings', 'account.updateSettings'];

  test.each([
    [404, 'NOT_FOUND'],
    [405, 'METHOD_NOT_ALLOWED'],
    [501, 'NOT_SUPPORTED'],
  ])('that says so with %d gets all settings, once a fresh read shows them unchanged', async (status, code) => {
    const { outcome, requests, notices } = await change(refusal(status, code));
    expect(requests).toEqual(all);
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(notices).toEqual(['ok: Settings changed: Solana buy p1: slippage 2.5 → 1']);
  });

  test.each([
    ['a page under 404', refusal(404, 'HTTP_404'), 'unknown'],
    ['a page under 501', refusal(501, 'HTTP_501'), 'unknown'],
    ['a fault of the service', refusal(500, 'INTERNAL_ERROR'), 'unknown'],
    ['a lost answer', new TypeError('lost'), 'unknown'],
    ['a refusal of these settings', refusal(400, 'INVALID_PARAMS'), 'rejected'],
    ['a refusal of this key', refusal(403, 'FORBIDDEN'), 'rejected'],
  ])('is not taken for one by %s', async (_what, error, kind) => {
    const { outcome, requests } = await change(error);
    expect(outcome.kind).toBe(kind);
    expect(requests).toEqual(['account.patchSettings']);
  });

  test('is not sent settings that another program has changed meanwhile, nor any without having read them', async () => {
    const elsewhere = await change(refusal(404, 'NOT_FOUND'), { ...tradeSettings, autoEnableMultisend: null });
    expect(elsewhere.outcome).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('they have changed at the service'),
    });
    expect(elsewhere.requests).toEqual(all.slice(0, 2));
    expect(elsewhere.notices.at(-1)).toContain('have changed at the service');
    const unread = await change(refusal(405, 'NO'), refusal(403, 'FORBIDDEN'));
    expect(unread.outcome).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('they cannot be read: FORBIDDEN'),
    });
    expect(unread.requests).toEqual(all.slice(0, 2));
  });

  test.each([
    ['its refusal', refusal(405, 'METHOD_NOT_ALLOWED'), []],
    ['a page under 405, once that outcome is decided', refusal(405, 'HTTP_405'), ['account.patchSettings']],
  ])('is asked for none again after %s', async (_what, error, first) => {
    const fake = service(error);
    await sendOperation(fake.context, order(read(tradeSettings)));
    expect(fake.requests().map(({ id }) => id)).toEqual(first.length > 0 ? first : all);
    const unresolved = fake.context.records.getState().records.filter(({ state }) => state === 'unknown');
    for (const { id } of unresolved) bindActions(fake.context).decide(id, 'not-done');
    expect(await sendOperation(fake.context, order(read(tradeSettings)))).toMatchObject({ kind: 'accepted' });
    expect(
      fake
        .requests()
        .slice(-2)
        .map(({ id }) => id),
    ).toEqual(['account.settings', 'account.updateSettings']);
    expect(fake.requests().filter(({ id }) => id === 'account.patchSettings')).toHaveLength(1);
    fake.context.timers.stop();
  });

  test('then nothing is sent where the settings have changed', async () => {
    const fake = service(new Error('not asked'), { ...tradeSettings, autoEnableMultisend: null });
    fake.context.session.setState({ takesSettingsPatch: false });
    const outcome = await sendOperation(fake.context, order(read(tradeSettings)));
    expect(outcome).toMatchObject({ kind: 'not-sent', code: 'NOT_REPLACED' });
    expect(fake.requests().map(({ id }) => id)).toEqual(['account.settings']);
    expect(fake.notices().at(-1)).toContain('they have changed at the service');
  });
});
