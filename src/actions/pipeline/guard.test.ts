import { describe, expect, test } from 'vitest';
import { wire } from '../../stores/desk-data.fixture.ts';
import { bindActions } from '../desk-actions.ts';
import { type FakeContext, fakeContext } from './fake-context.fixture.ts';
import { type Guarded, whyRefused } from './guard.ts';
import { freeLimits, orderKinds, unknownEndings } from './operation-kinds.fixture.ts';
import type { Outcome } from './outcome.ts';

const [close, marginIn, marginOut, , , swap] = orderKinds;

const adds: Guarded = {
  walletId: 'w',
  instrument: 'perp:BTC',
  side: 'buy',
  risk: 'adds',
  needs: ['markets'],
  limits: freeLimits('swap'),
};
const sent = (over: Partial<Record<string, unknown>> = {}) => ({
  event: 'sent',
  id: 'earlier',
  mode: 'paper',
  profile: 'try',
  operation: 'x',
  summary: 'buy BTC',
  walletId: 'w',
  blocks: 'w perp:BTC buy',
  ...over,
});
const unknown = { event: 'unknown', id: 'earlier', code: 'TIMEOUT', message: 'lost' };

/** Every reason to refuse, in order of precedence. */
const reasons: readonly (readonly [string, (fake: FakeContext) => void, string])[] = [
  [
    'READ_ONLY',
    ({ context }) => context.trading.setState({ readOnly: 'The profile is for looking only.' }),
    'The profile is for looking only.',
  ],
  [
    'WRONG_ACCOUNT',
    ({ context }) => context.trading.setState({ wrongAccount: 'The key is another account’s.' }),
    'The key is another account’s.',
  ],
  ['LOCKED', ({ context }) => context.trading.setState({ lock: 'Another desk.' }), 'Another desk.'],
  [
    'JOURNAL_NOT_READ',
    ({ context }) => context.records.setState({ isLoaded: false }),
    'Nothing is sent until the journal of earlier runs has been read.',
  ],
  [
    'HALTED',
    ({ context }) => context.trading.setState({ mode: 'halted' }),
    'Trading is halted: nothing is sent. Press <trading.mode> to resume.',
  ],
  [
    'REDUCING',
    ({ context }) => context.trading.getState().mode === 'halted' || context.trading.setState({ mode: 'reducing' }),
    'Only orders that reduce risk are sent now. Press <trading.mode> to resume.',
  ],
  ['STILL_SENT', ({ context }) => context.log.write(sent()), '“buy BTC” is in flight: wait for its outcome.'],
  ['NOT_FRESH', ({ clock }) => clock.stall(5_001), 'Waiting for the market prices: they were last read 5.0 s ago.'],
  [
    'OVER_LIMIT',
    ({ reads, clock }) => {
      const constraints = { ...wire.usage.constraints, maxSlippageBps: 49 };
      reads.answer('usage', { ...wire.usage, constraints }, clock.now());
    },
    "At most 0.49 % (49 bps) by the key's limit.",
  ],
];

const setUp = () => fakeContext(() => ({}));

test('without a reason to refuse, an intent passes', () => {
  expect(whyRefused(setUp().context, adds)).toBeNull();
});

test.each(reasons)('%s', (code, happen, message) => {
  const fake = setUp();
  happen(fake);
  expect(whyRefused(fake.context, adds)).toEqual({ code, message });
});

test.each(reasons.map(([code], index) => [code, index] as const))(
  '%s comes before all that is weaker',
  (code, index) => {
    const fake = setUp();
    for (const [, happen] of reasons.slice(index)) happen(fake);
    expect(whyRefused(fake.context, adds)?.code).toBe(code);
  },
);

test('an unresolved operation is named with its time and where to resolve it', () => {
  const { context } = setUp();
  context.log.write(sent());
  context.log.write(unknown);
  expect(whyRefused(context, adds)).toEqual({
    code: 'IN_DOUBT',
    message:
      'The outcome of “buy BTC” (00:00:00 UTC) is unknown: resolve it in the activity pane (<focus.activity>) first.',
  });
});

test('where a limit of the account has set the mode, the refusal says so', () => {
  const { context } = setUp();
  const why = 'limit reached: daily loss of 104.20 USD, limit 100 USD';
  context.trading.setState({ mode: 'reducing', since: { atMs: 0, why } });
  expect(whyRefused(context, adds)?.message).toBe(
    `Only orders that reduce risk are sent now (${why}). Press <trading.mode> to resume.`,
  );
});

test.each([
  ['active', 'adds', null],
  ['active', 'reduces', null],
  ['active', 'neutral', null],
  ['reducing', 'adds', 'REDUCING'],
  ['reducing', 'reduces', null],
  ['reducing', 'neutral', null],
  ['halted', 'adds', 'HALTED'],
  ['halted', 'reduces', 'HALTED'],
  ['halted', 'neutral', 'HALTED'],
] as const)('%s and an order that is %s: %s', (mode, risk, code) => {
  const { context } = setUp();
  context.trading.setState({ mode });
  expect(whyRefused(context, { ...adds, risk })?.code ?? null).toBe(code);
});

test.each([
  ['adds', 'NOT_FRESH'],
  ['reduces', null],
  ['neutral', null],
] as const)('stale reads and an order that is %s: %s', (risk, code) => {
  const fake = setUp();
  fake.clock.stall(3_600_000);
  expect(whyRefused(fake.context, { ...adds, risk })?.code ?? null).toBe(code);
});

describe('an unknown outcome blocks the same wallet, instrument and side, and nothing else', () => {
  test.each([
    ['the very same', {}, true],
    ['the same, as one that reduces', { risk: 'reduces' }, true],
    ['the same, as one that is neutral', { risk: 'neutral' }, true],
    ['another wallet', { walletId: 'w2' }, false],
    ['another instrument', { instrument: 'perp:ETH' }, false],
    ['a longer name', { instrument: 'perp:BTCDOM' }, false],
    ['the other side', { side: 'sell' }, false],
    ['no wallet', { walletId: '' }, false],
  ] as const)('%s', (_what, change, isBlocked) => {
    const { context } = setUp();
    context.log.write(sent());
    context.log.write(unknown);
    expect(whyRefused(context, { ...adds, ...change })?.code).toBe(isBlocked ? 'IN_DOUBT' : undefined);
  });

  test('addresses are compared without case', () => {
    const { context } = setUp();
    const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
    void bindActions(context).send({
      kind: 'executeSwap',
      draft: {
        walletId: 'w',
        chain: 'base',
        inputMint: token,
        outputMint: '0x0000000000000000000000000000000000000001',
        baseUnits: 1n,
        slippageBps: 50,
        limits: freeLimits('swap'),
        summary: 'x',
      },
    });
    const again = { ...adds, instrument: `swap:base:${token.toLowerCase()}`, side: 'sell' };
    expect(whyRefused(context, again)?.code).toBe('STILL_SENT');
  });

  test.each(['accepted', 'rejected', 'not-sent'])('an outcome %s blocks nothing', (event) => {
    const { context } = setUp();
    context.log.write(sent());
    context.log.write({ event, id: 'earlier' });
    expect(whyRefused(context, adds)).toBeNull();
  });

  test('an old unknown outcome blocks like a new one', () => {
    const { context } = setUp();
    context.log.write(sent());
    context.log.write(unknown);
    for (let index = 0; index < 500; index++) {
      context.log.write(sent({ id: `${index}` }));
      context.log.write({ event: 'accepted', id: `${index}` });
    }
    expect(whyRefused(context, adds)?.code).toBe('IN_DOUBT');
  });
});

describe('sent in the same tick', () => {
  test.each(orderKinds)('$name twice is one request', async (kind) => {
    const fake = fakeContext(() => new Promise(() => {}));
    const actions = bindActions(fake.context);
    void kind.send(actions);
    const ended: Outcome[] = [];
    void kind.send(actions).then((outcome) => ended.push(outcome));
    await fake.clock.advance(0);
    expect(ended).toMatchObject([{ kind: 'not-sent', code: 'STILL_SENT', requestId: null }]);
    expect(ended[0]?.message).toContain(`“${kind.summary}”`);
    expect(fake.requests()).toHaveLength(1);
    expect(fake.journal()).toHaveLength(1);
  });

  test('different orders are sent in parallel', async () => {
    const fake = fakeContext(() => new Promise(() => {}));
    // Both spend the same token of the same wallet, so the transfer would wait for the swap.
    const different = orderKinds.filter(({ name }) => name !== 'transfer');
    for (const kind of different) void kind.send(bindActions(fake.context));
    await fake.clock.advance(0);
    expect(fake.requests().map(({ id }) => id)).toEqual(different.map(({ mutation }) => mutation));
  });
});

test.each(orderKinds)('a refused $name is not in the journal', async (kind) => {
  const fake = fakeContext(() => ({}));
  fake.context.trading.setState({ mode: 'halted' });
  expect(await kind.send(bindActions(fake.context))).toMatchObject({ kind: 'not-sent', code: 'HALTED' });
  expect(fake.happened).toEqual([]);
});

test.each(orderKinds)(
  '$name is $risk: it passes old reads only when it reduces, and so in reducing mode',
  async (kind) => {
    const old = fakeContext(() => kind.accepted);
    old.clock.stall(60_000);
    const reducing = fakeContext(() => kind.accepted);
    reducing.context.trading.setState({ mode: 'reducing' });
    const codes = [];
    for (const { context } of [old, reducing]) {
      const outcome = await kind.send(bindActions(context));
      codes.push(outcome.kind === 'accepted' ? null : 'code' in outcome && outcome.code);
    }
    expect(codes).toEqual(kind.risk === 'adds' ? ['NOT_FRESH', 'REDUCING'] : [null, null]);
  },
);

test('adding margin, removing margin and closing do not block each other', async () => {
  const fake = fakeContext(() => {
    throw unknownEndings[0]?.[1];
  });
  const actions = bindActions(fake.context);
  for (const kind of [close, marginIn, marginOut, swap])
    expect(await kind?.send(actions)).toMatchObject({ kind: 'unknown' });
});
