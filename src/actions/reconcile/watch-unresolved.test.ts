import { describe, expect, test } from 'vitest';
import { ApiError } from '../../client/http/errors.ts';
import { isUnresolved } from '../../stores/orders/operation-records.ts';
import { bindActions } from '../desk-actions.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import { type OperationKind, orderKinds, unknownEndings } from '../pipeline/operation-kinds.fixture.ts';

const lookSeconds = [2, 5, 10, 30, 60];
const [firstLoss = ['', null]] = unknownEndings;

/** The response is lost; `see` returns what each read finds, from the first. */
function setUp(kind: OperationKind, see: (look: number) => unknown = () => kind.before, loss: unknown = firstLoss[1]) {
  const looks: number[] = [];
  const asked: string[] = [];
  const fake = fakeContext((id) => {
    asked.push(id);
    if (id === kind.mutation) throw loss;
    if (id !== kind.read) return kind.also[id];
    looks.push(fake.clock.monotonic() / 1_000);
    return see(looks.length);
  });
  const actions = bindActions(fake.context);
  const record = () => fake.context.records.getState().records[0]!;
  /** Whether the next operation of its kind is blocked. */
  const isBlocked = async () => {
    fake.readAll();
    const outcome = await kind.send(actions);
    return outcome.kind === 'not-sent' && outcome.code === 'IN_DOUBT';
  };
  /** Without the fills, which are read after it is resolved as done. */
  const journal = () => fake.journal().filter(({ event }) => event !== 'fills');
  const events = () => journal().map(({ event }) => event);
  return { ...fake, journal, looks, asked, actions, record, isBlocked, events, send: () => kind.send(actions) };
}

const kindsAndLosses = orderKinds.flatMap((kind) =>
  unknownEndings.map(([name, loss]) => [kind.name, name, kind, loss] as const),
);

test('what a check finds after the stop is neither written down nor said', async () => {
  const [kind] = orderKinds;
  let answer = (_row: unknown): void => {};
  const desk = setUp(kind!, () => new Promise((resolve) => (answer = resolve)));
  await desk.send();
  await desk.clock.advance(2_000);
  expect(desk.looks).toEqual([2]);
  const [lines, notices] = [desk.journal().length, desk.notices().length];
  desk.context.timers.stop();
  answer(kind!.after);
  await desk.clock.advance(120_000);
  expect([desk.journal().length, desk.notices().length]).toEqual([lines, notices]);
});

describe('the time of the next check', () => {
  const [kind] = orderKinds;

  test('is set for each check, and removed once the user has to decide', async () => {
    const desk = setUp(kind!);
    const due = () => {
      const { nextLooks } = desk.context.records.getState();
      const atMs = nextLooks[desk.record().id];
      return atMs === undefined ? null : (atMs - Date.UTC(2026, 0, 1)) / 1_000;
    };
    await desk.send();
    const seen = [due()];
    for (const second of lookSeconds) {
      await desk.clock.advance(second * 1_000 - desk.clock.monotonic());
      seen.push(due());
    }
    expect(seen).toEqual([...lookSeconds, null]);
  });

  test('is removed when evidence resolves it', async () => {
    const desk = setUp(kind!, () => kind!.after);
    await desk.send();
    await desk.clock.advance(2_000);
    expect(isUnresolved(desk.record())).toBe(true);
    await desk.clock.advance(3_000);
    expect(isUnresolved(desk.record())).toBe(false);
    expect(desk.context.records.getState().nextLooks).toEqual({});
  });
});

describe('without evidence', () => {
  test.each(kindsAndLosses)('%s lost by %s: five checks, then the user decides', async (_name, _loss, kind, loss) => {
    const desk = setUp(kind, undefined, loss);
    expect(await desk.send()).toMatchObject({ kind: 'unknown' });
    expect(isUnresolved(desk.record())).toBe(true);
    expect(desk.notices()).toEqual([expect.stringMatching(/^warn: .*: outcome unknown, /)]);
    await desk.clock.advance(59_999);
    expect(desk.looks).toEqual(lookSeconds.slice(0, 4));
    expect(desk.notices()).toHaveLength(1);
    await desk.clock.advance(3_600_000);
    expect(desk.looks).toEqual(lookSeconds);
    expect(desk.asked).toEqual([kind.mutation, ...lookSeconds.map(() => kind.read)]);
    expect(desk.events()).toEqual(['sent', 'unknown', 'looked', 'looked', 'looked', 'looked', 'looked']);
    expect(desk.notices().slice(1)).toEqual([
      `warn: ${kind.summary}: still unknown after a minute; resolve it in the activity pane (<focus.activity>)`,
    ]);
    expect(desk.clock.pending).toBe(0);
    expect(await desk.isBlocked()).toBe(true);
    expect(desk.asked.filter((id) => id === kind.mutation)).toHaveLength(1);
  });

  test.each(['done', 'not-done'] as const)('the user resolves it: %s', async (verdict) => {
    for (const kind of orderKinds) {
      const desk = setUp(kind);
      await desk.send();
      await desk.clock.advance(61_000);
      desk.actions.decide(desk.record().id, verdict);
      expect(desk.journal().at(-1)).toEqual({
        event: 'resolved',
        id: desk.record().id,
        at: '2026-01-01T00:01:01.000Z',
        verdict,
        by: 'person',
        why: 'decided on the desk',
      });
      const words = verdict === 'done' ? 'was done' : 'was not done';
      expect(desk.notices().at(-1)).toBe(`info: ${kind.summary}: ${words}, by your decision`);
      expect(isUnresolved(desk.record())).toBe(false);
      expect(desk.record()).toMatchObject({ state: 'unknown', resolution: { verdict, by: 'person' } });
      expect(await desk.isBlocked()).toBe(false);
    }
  });
});

describe('by evidence', () => {
  test.each(
    orderKinds.flatMap((kind) =>
      lookSeconds
        .slice(0, lookSeconds.length + 1 - kind.looks)
        .map((second, index) => [kind.name, second, index + 1, kind] as const),
    ),
  )('%s is found after %i s, and counts when it has been found often enough', async (_name, _second, turn, kind) => {
    const desk = setUp(kind, (look) => (look >= turn ? kind.after : kind.before));
    await desk.send();
    await desk.clock.advance(3_600_000);
    const looks = turn + kind.looks - 1;
    expect(desk.looks).toEqual(lookSeconds.slice(0, looks));
    expect(desk.events()).toEqual(['sent', 'unknown', ...Array(looks).fill('looked'), 'resolved']);
    const at = new Date(Date.UTC(2026, 0, 1) + lookSeconds[looks - 1]! * 1_000).toISOString();
    const id = desk.record().id;
    expect(desk.journal().slice(-2)).toEqual([
      { event: 'looked', id, at, verdict: 'done', why: kind.why },
      { event: 'resolved', id, at, verdict: 'done', by: 'evidence', why: kind.why },
    ]);
    expect(desk.notices()[1]).toBe(`info: ${kind.summary}: was done, ${kind.why}`);
    expect(desk.clock.pending).toBe(0);
    expect(await desk.isBlocked()).toBe(false);
  });

  test('a trigger order that fired first was not cancelled', async () => {
    const cancel = orderKinds.find(({ name }) => name === 'cancel')!;
    const desk = setUp(cancel, () => ({ ...(cancel.after as object), status: 'triggered' }));
    await desk.send();
    await desk.clock.advance(2_000);
    expect(desk.record().resolution).toMatchObject({ verdict: 'not-done', by: 'evidence' });
    expect(desk.notices().at(-1)).toBe(
      'info: cancel BUY JUP: was not done, the order is triggered: it can no longer be cancelled',
    );
  });

  test('everything on screen is read again with each check', async () => {
    const desk = setUp(orderKinds[0]!);
    await desk.send();
    await desk.clock.advance(60_000);
    const refreshes = desk.happened.filter(({ what }) => what === 'refresh').map(({ names }) => names);
    expect(refreshes).toEqual([['positions', 'perpOrders', 'fills', 'perpAccount', 'usage'], [], [], [], [], []]);
  });
});

const down = new ApiError({
  endpointId: 'x',
  kind: 'server',
  code: 'HTTP_503',
  outcome: 'unknown',
  message: 'down',
});

describe('a check', () => {
  const [close] = orderKinds as [OperationKind];

  test.each([
    ['refused', down, 'the account cannot be read: HTTP_503 down'],
    ['a fault', new RangeError('odd'), 'the account cannot be read: UNEXPECTED odd'],
  ])('that fails (%s) is journalled, and the next one counts', async (_what, error, why) => {
    const desk = setUp(close, (look) => {
      if (look === 1) throw error;
      return close.after;
    });
    await desk.send();
    await desk.clock.advance(2_000);
    expect(desk.journal().at(-1)).toMatchObject({ event: 'looked', verdict: 'unclear', why });
    expect(await desk.isBlocked()).toBe(true);
    await desk.clock.advance(3_000);
    expect(isUnresolved(desk.record())).toBe(true);
    await desk.clock.advance(5_000);
    expect(desk.record().resolution).toMatchObject({ verdict: 'done', by: 'evidence' });
  });

  test('that takes long does not delay the later ones', async () => {
    const desk = setUp(close, async (look) => {
      if (look === 1) await new Promise<void>((resolve) => desk.clock.setTimeout(resolve, 6_000));
      return close.before;
    });
    await desk.send();
    await desk.clock.advance(120_000);
    expect(desk.looks).toEqual([2, 8, 10, 30, 60]);
  });

  test('that quotes hostile text shows it cleaned', async () => {
    const cancel = orderKinds.find(({ name }) => name === 'cancel')!;
    const desk = setUp(cancel, () => ({ ...(cancel.before as object), status: '\u001B[2Jcancelled\u202E' }));
    await desk.send();
    await desk.clock.advance(2_000);
    expect(desk.record().looks[0]?.why).toMatch(/^the order is still .*cancelled/);
    expect(desk.record().looks[0]?.why).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  test.each(['done', 'not-done'] as const)(
    'under way when a person says “%s” says nothing any more',
    async (verdict) => {
      const { promise, resolve: answer } = Promise.withResolvers<unknown>();
      const desk = setUp(close, () => promise);
      await desk.send();
      await desk.clock.advance(2_500);
      desk.actions.decide(desk.record().id, verdict);
      answer(close.after);
      await desk.clock.advance(120_000);
      expect(desk.events()).toEqual(['sent', 'unknown', 'resolved']);
      expect(desk.record().resolution).toMatchObject({ verdict, by: 'person' });
      expect(desk.looks).toEqual([2]);
      expect(desk.clock.pending).toBe(0);
    },
  );

  test('requested by the user during the desk’s own is not a second one, and it is resolved once', async () => {
    const answers: ((positions: unknown) => void)[] = [];
    const desk = setUp(close, () => new Promise((resolve) => void answers.push(resolve)));
    await desk.send();
    for (const second of [2, 5]) {
      await desk.clock.advance(second * 1_000 - desk.clock.monotonic());
      const asked = desk.actions.reconcileNow(desk.record().id);
      await desk.clock.advance(0);
      expect(isUnresolved(desk.record())).toBe(true);
      for (const answer of answers.splice(0)) answer(close.after);
      await asked;
    }
    await desk.clock.advance(120_000);
    expect(desk.looks).toEqual([2, 2, 5, 5]);
    expect(desk.events()).toEqual(['sent', 'unknown', 'looked', 'looked', 'looked', 'resolved']);
  });

  test('counts only with a second one with the same result in a row', async () => {
    const seen = [close.after, close.before, close.after, close.after];
    const desk = setUp(close, (look) => seen[look - 1]);
    await desk.send();
    await desk.clock.advance(10_000);
    expect(isUnresolved(desk.record())).toBe(true);
    await desk.clock.advance(20_000);
    expect(isUnresolved(desk.record())).toBe(false);
  });

  test('of a resolved or unsent operation reads nothing', async () => {
    const desk = setUp(close);
    await desk.send();
    desk.actions.decide(desk.record().id, 'done');
    await desk.actions.reconcileNow(desk.record().id);
    await desk.actions.reconcileNow('nobody');
    desk.actions.decide(desk.record().id, 'not-done');
    desk.actions.decide('nobody', 'done');
    expect(desk.looks).toEqual([]);
    expect(desk.events()).toEqual(['sent', 'unknown', 'resolved']);
    expect(desk.record().resolution?.verdict).toBe('done');
  });
});

test.each(orderKinds)('a stopped desk makes no more checks: $name', async (kind) => {
  for (const afterMs of [0, 2_000, 30_000]) {
    const desk = setUp(kind);
    await desk.send();
    await desk.clock.advance(afterMs);
    const looked = desk.looks.length;
    desk.context.timers.stop();
    expect(desk.clock.pending).toBe(0);
    await desk.clock.advance(3_600_000);
    expect(desk.looks).toHaveLength(looked);
  }
});
