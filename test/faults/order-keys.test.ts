import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { type Random, seededRandom } from '../../src/platform/time/random.ts';
import { armAfterMs, type FormState } from '../../src/ui/forms/form-state.ts';
import { cases, isSoak, seed } from '../run/cases.ts';
import { formNames, type KeysDesk, openKeysDesk, type SentRequest } from './order-keys-desk.ts';

const sequences = cases(500, 10_000);
const movesPerRun = 16;
/** Between two repeats of a held key. */
const repeatMs = 30;
/** A quote that comes later than this sends nothing by itself. */
const promptMs = 3_000;

type Step =
  /** `isHeld`: the terminal's own repeat of a key that nobody has let go. */
  | { readonly kind: 'key'; readonly key: string; readonly isHeld: boolean }
  | { readonly kind: 'wait' | 'clock' | 'price'; readonly by: number }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'resize' | 'disconnect' | 'reconnect' | 'read again' };

const anyKey = [
  'y',
  'n',
  'Enter',
  'Esc',
  'Tab',
  'S-Tab',
  'Left',
  'Up',
  'Down',
  '5',
  'h',
  'a',
  'Backspace',
  'Space',
  'C-u',
];
const pastes = ['y', '\n', '5\n', 'y\r\n', '\t\n', 'yyyy'];

const press = (key: string): Step => ({ kind: 'key', key, isHeld: false });
const pick = <T>(random: Random, values: readonly T[]): T => values[random.int(values.length)]!;

/** One or more steps: what leads to a request is far more frequent than a blind choice would make it. */
function drawSteps(random: Random, word: string | null): Step[] {
  if (word !== null && random.int(3) === 0) return [...[...word].map(press), wait(random.int(600)), press('Enter')];
  const luck = random.int(100);
  if (luck < 12) return [press('Enter')];
  if (luck < 22) return [press('y')];
  if (luck < 34) return [press('Enter'), wait(pick(random, [150, 299, 300, 301, 900])), press('y')];
  if (luck < 38) return [press('Tab'), wait(pick(random, [30, 120, 400])), press('Enter')];
  if (luck < 48) return [press(pick(random, anyKey))];
  if (luck < 57) return holdKey(random);
  if (luck < 78) return [wait(pick(random, [30, 120, 299, 300, 301, 700, 751, 2_000]))];
  if (luck < 82) return [{ kind: 'paste', text: pick(random, pastes) }];
  if (luck < 85) return [{ kind: 'resize' }];
  if (luck < 89) return [{ kind: 'price', by: pick(random, [-5, -1.9, 1.9, 5]) }];
  if (luck < 91) return [{ kind: 'disconnect' }, wait(random.int(400)), { kind: 'reconnect' }];
  if (luck < 97) return [{ kind: 'clock', by: pick(random, [-3_600_000, -1_000, 350, 1_000, 3_600_000]) }];
  return [{ kind: 'read again' }];
}

const wait = (by: number): Step => ({ kind: 'wait', by });

/** First the press, after the keyboard's own delay its repeats, 30 ms apart. */
function holdKey(random: Random): Step[] {
  const key = pick(random, ['y', 'y', 'Enter', 'Enter', 'Tab', '5']);
  const repeats = 3 + random.int(12);
  const held: Step = { kind: 'key', key, isHeld: true };
  return [press(key), wait(pick(random, [30, 250, 500, 660])), ...Array.from({ length: repeats }, () => held)];
}

function take(desk: KeysDesk, step: Step): Promise<void> | void {
  switch (step.kind) {
    case 'key':
      if (step.isHeld) desk.clock.stall(repeatMs);
      return desk.form()?.key(step.key);
    case 'paste':
      return desk.form()?.paste(step.text);
    case 'wait':
      return desk.clock.advance(step.by);
    case 'clock':
      return desk.clock.jumpWall(step.by);
    case 'price':
      return desk.movePrices(step.by);
    case 'resize':
      return desk.form()?.disarm('The terminal was resized.');
    case 'disconnect':
      return desk.connect(false);
    case 'reconnect':
      return desk.connect(true);
    case 'read again':
      return desk.readAgain();
  }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
};

/** Of the confirmation on the screen, by the clock that never jumps. */
interface Drawn {
  readonly atMs: number;
  readonly draft: unknown;
  requests: number;
}

/** Plays one sequence. Throws what the desk did that it must not do; resolves to the number of requests. */
async function play(index: number, name: string): Promise<number> {
  const random = seededRandom(seed + index);
  const desk = openKeysDesk(name, random);
  const trace: unknown[] = [];
  let drawn: Drawn | null = null;
  let openedAtMs = 0;
  let openedState: unknown = null;
  const go = async (step: Step): Promise<void> => {
    const phase = desk.form()?.state.phase ?? 'closed';
    trace.push([desk.clock.monotonic(), phase, step]);
    const before = desk.sent.length;
    const isGoingOn = name === 'preset' && openedState !== null && desk.form()?.state === openedState;
    const page = {
      phase,
      drawn,
      openedAtMs,
      isGoingOn,
      isOneClick: desk.isOneClick,
      word: desk.form()?.state.confirm?.word,
    };
    await take(desk, step);
    await settle();
    const added = desk.sent.slice(before);
    const problem = added.length > 0 ? problemOf(step, page, added, desk.clock.monotonic()) : null;
    if (problem) throw new Error(problem);
    if (drawn) drawn.requests += added.length;
    if (step.kind === 'resize' || step.kind === 'disconnect') openedState = null;
    const state = desk.form()?.state;
    if (phase === 'confirm' && state?.phase === 'confirm' && disarms(step, name))
      throw new Error(`still armed after ${step.kind}`);
    if (state?.phase !== 'confirm') drawn = null;
    else if (phase !== 'confirm' || drawn === null)
      drawn = { atMs: drawnAtMs(state, step, desk.clock.monotonic()), draft: desk.form()?.confirmed, requests: 0 };
  };
  try {
    for (let move = 0; move < movesPerRun; move++) {
      if (!desk.form()) {
        desk.open();
        openedAtMs = desk.clock.monotonic();
        openedState = desk.form()?.state ?? null;
        for (const key of desk.fill) await go(press(key));
        await go(wait(400));
      }
      for (const step of drawSteps(random, desk.form()?.state.confirm?.word?.text ?? null)) await go(step);
    }
  } catch (error) {
    const words = trace.map((one) => JSON.stringify(one)).join('\n');
    const what = error instanceof Error ? error.message : error;
    throw new Error(`SWAPDECK_SEED=${seed}, sequence ${index}, ${name}: ${what}\n${words}`);
  } finally {
    await desk.close();
  }
  return desk.sent.length;
}

/** While a quote is awaited the confirmation comes up by itself, somewhere within the wait. */
const drawnAtMs = ({ confirm }: FormState, step: Step, nowMs: number): number =>
  step.kind === 'wait' ? (confirm?.shownAtMs ?? nowMs) : nowMs;

/** A price that moved more than the collar takes back what relies on it. */
const disarms = (step: Step, form: string): boolean =>
  step.kind === 'resize' ||
  step.kind === 'disconnect' ||
  (step.kind === 'price' && Math.abs(step.by) > 2 && ['close', 'margin', 'move'].includes(form));

/** What was on the screen when the key came. */
interface Page {
  readonly phase: string;
  readonly drawn: Drawn | null;
  readonly openedAtMs: number;
  readonly isOneClick: boolean;
  /** A preset was pressed, and its form waits for the quote, untouched. */
  readonly isGoingOn: boolean;
  readonly word: { readonly text: string; readonly typed: string } | null | undefined;
}

function problemOf(step: Step, page: Page, added: readonly SentRequest[], nowMs: number): string | null {
  const { phase, drawn, word } = page;
  if (added.length > 1) return `${added.length} requests at once`;
  if (page.isGoingOn && page.isOneClick && !['resize', 'disconnect'].includes(step.kind))
    return nowMs - page.openedAtMs > promptMs ? 'a request of a preset whose quote came too late' : null;
  if (step.kind !== 'key') return `a request by ${step.kind}`;
  if (step.isHeld) return `a request by the held key ${step.key}`;
  const isOneClick = phase === 'edit' && page.isOneClick && step.key === 'Enter';
  if (isOneClick) return nowMs - page.openedAtMs < armAfterMs ? 'a request of a form that has just come up' : null;
  if (phase !== 'confirm' || drawn === null) return `a request in the phase ${phase}`;
  if (drawn.requests > 0) return 'a second request of one confirmation';
  if (nowMs - drawn.atMs < armAfterMs) return `a request ${nowMs - drawn.atMs} ms after its confirmation was drawn`;
  if (word && word.typed !== word.text) return `a request without the word ${word.text}`;
  return differs(drawn.draft, added[0]!) ? `not what was confirmed: ${JSON.stringify(added[0]?.input)}` : null;
}

/** Whatever the draft on the screen names must be in the request as it stands there. */
function differs(draft: unknown, { input }: SentRequest): boolean {
  const shown = draft as Readonly<Record<string, unknown>>;
  const { body = {}, params = {} } = input as Readonly<Record<'body' | 'params', Readonly<Record<string, unknown>>>>;
  const said: Readonly<Record<string, unknown>> = { ...shown, ...(shown['body'] as object) };
  if ('modifications' in body) {
    const changes = shown['changes'] as readonly object[];
    const expected = changes.map((change) => ({ ...change, orderType: 'limit' }));
    return body['walletId'] !== shown['walletId'] || !isDeepStrictEqual(body['modifications'], expected);
  }
  return Object.entries({ ...body, ...params }).some(([key, value]) => {
    const expected = key === 'amount' && 'baseUnits' in said ? String(said['baseUnits']) : said[key];
    return expected !== value;
  });
}

test('one request at most for a confirmation, by one press of a key, 300 ms after it was drawn', async () => {
  const requests = new Map(formNames.map((name) => [name, 0]));
  for (let index = 0; index < sequences; index++) {
    const name = formNames[index % formNames.length]!;
    requests.set(name, requests.get(name)! + (await play(index, name)));
  }
  if (isSoak) console.log(`${sequences} sequences, requests of each form:`, Object.fromEntries(requests));
  // A form that never sends no proof.
  for (const [name, count] of requests) expect(count, name).toBeGreaterThan(0);
}, 600_000);
