import { bindActions } from '../../src/actions/desk-actions.ts';
import type { ActionContext } from '../../src/actions/pipeline/action-context.ts';
import { fakeContext, memoryJournal } from '../../src/actions/pipeline/fake-context.fixture.ts';
import { OperationLog } from '../../src/actions/pipeline/operation-log.ts';
import type { ApiClient } from '../../src/client/http/api-client.ts';
import { ApiError, type ApiErrorKind, type ApiOutcome } from '../../src/client/http/errors.ts';
import { FakeClock } from '../../src/platform/time/fake-clock.fixture.ts';
import { type Random, seededRandom } from '../../src/platform/time/random.ts';
import { Timers } from '../../src/platform/time/timers.ts';
import type { AnyEndpoint } from '../../src/protocol/endpoint.ts';
import { accountWire } from '../../src/stores/account/account.fixture.ts';
import { createTradingStore } from '../../src/stores/account/trading.ts';
import { wire } from '../../src/stores/desk-data.fixture.ts';
import { type QueryName, queryKeys } from '../../src/stores/desk-data.ts';
import { createOperationRecordsStore } from '../../src/stores/orders/operation-records.ts';
import { orderRows } from '../../src/stores/orders/order-rows.ts';
import { perpOrderRows } from '../../src/stores/orders/perp-order-rows.ts';
import { positionRows } from '../../src/stores/portfolio/position-rows.ts';
import { runCommand } from '../../src/ui/commands/run-command.ts';
import type { Desk } from '../../src/ui/desk/desk.ts';
import { fakeDesk, readAtMs } from '../../src/ui/desk/fake-desk.fixture.ts';
import { cancelForm } from '../../src/ui/forms/cancel/cancel-form.ts';
import { closeForm } from '../../src/ui/forms/close/close-form.ts';
import type { FormController } from '../../src/ui/forms/form-controller.ts';
import { marginForm } from '../../src/ui/forms/margin/margin-form.ts';
import { openForm } from '../../src/ui/forms/open-form.ts';
import { movable, moveOrdersForm } from '../../src/ui/forms/perp/move-orders-form.ts';
import { swapForm } from '../../src/ui/forms/swap/swap-form.ts';
import { triggerForm } from '../../src/ui/forms/trigger/trigger-form.ts';

/** A request that would have left the machine. */
export interface SentRequest {
  readonly id: string;
  readonly input: unknown;
}

/** The forms, each with the keys that fill it in. */
const forms: Readonly<Record<string, readonly [fill: readonly string[], open: (desk: Desk) => void]>> = {
  close: [['5'], (desk) => openForm(desk, closeForm(desk, positionRows(desk.data)[0]!, 'w-main'))],
  margin: [['2', '5'], (desk) => openForm(desk, marginForm(desk, positionRows(desk.data)[0]!, 'w-main'))],
  cancel: [['Tab'], (desk) => openForm(desk, cancelForm(desk, orderRows(desk.data)[0]!))],
  swap: [['Tab', 'Tab', '1', 'Tab', ...'USDC'], (desk) => openForm(desk, swapForm(desk))],
  trigger: [
    ['Tab', 'C-u', ...'SOL', 'Tab', '1', 'Tab', ...'USDC', 'Tab', 'Tab', 'Tab', 'Tab', '2'],
    (desk) => openForm(desk, triggerForm(desk)),
  ],
  move: [['1'], (desk) => openForm(desk, moveOrdersForm(desk, movable(perpOrderRows(desk.data))))],
  preset: [[], pressPreset],
};

/** Buys USDC by the first key of its menu, which has been on screen for a second. */
function pressPreset(desk: Desk): void {
  const token = { chain: 'base', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } as const;
  desk.ui.setState({
    overlay: { kind: 'preset', token, walletId: 'w-base', shownAtMs: desk.monotonic() - 1_000 },
  });
  runCommand(desk, 'preset.buy1');
}

export const formNames = Object.keys(forms);

export interface KeysDesk {
  readonly clock: FakeClock;
  readonly sent: readonly SentRequest[];
  /** Orders of this desk need no confirmation. */
  readonly isOneClick: boolean;
  /** Keys that fill the form in. */
  readonly fill: readonly string[];
  /** The form on the screen; null when there is none. */
  form(): FormController | null;
  open(): void;
  /** Every price moves by so many percent. */
  movePrices(percent: number): void;
  connect(isConnected: boolean): void;
  /** All reads come anew, as they were. */
  readAgain(): void;
  close(): Promise<void>;
}

/** The slowest answer to an order, ms. */
const slowestMs = 4_000;

const names = ['positions', 'markets', 'orders', 'balances', 'holdings', 'wallets', 'usage', 'perpOrders'] as const;

/** The stores are filled once: ten thousand desks that each read their account would do nothing else. */
const shared = { context: fakeContext(() => {}).context, fake: fakeDesk() };
shared.fake.fill();
const filled = new Map<QueryName, unknown>(names.map((name) => [name, shared.fake.data.read(name).data]));

/** A desk with real forms and real actions, over a client that answers in random ways, at random times. */
export function openKeysDesk(formName: string, random: Random): KeysDesk {
  const clock = new FakeClock(readAtMs);
  const sent: SentRequest[] = [];
  const { fake } = shared;
  let price = 100;
  const client = randomClient(clock, random, sent, () => price);
  const isOneClick = random.int(4) === 0;
  const caps = {
    ...fake.desk.caps,
    oneClickUsd: isOneClick ? '1000000' : null,
    wordAboveUsd: random.int(4) === 0 ? '1' : '1000000',
    closeWordAbovePct: null,
  };
  const context = { ...contextOf(client, clock, random), caps, trading: createTradingStore({ isOneClick }) };
  const own = { now: () => clock.now(), monotonic: () => clock.monotonic(), caps };
  const desk: Desk = { ...fake.desk, ...own, actions: bindActions(context) };
  const [fill, open] = forms[formName]!;
  const put = (name: QueryName, data: unknown, updatedAt = clock.now()) =>
    void fake.cache.setQueryData(queryKeys.named(name), data, { updatedAt });
  const readAgain = () => {
    price = 100;
    for (const name of names) put(name, filled.get(name));
  };
  const form = () => {
    const { overlay } = desk.ui.getState();
    return overlay?.kind === 'form' ? overlay.form : null;
  };
  desk.ui.setState({ overlay: null });
  fake.connect({ state: 'connected' });
  // What earlier desks have sent must not use up the key's limits of this one.
  fake.session({ executionsSinceUsage: 0 });
  readAgain();
  // The amounts of the presets have stood for long.
  put('settings', accountWire.settings, readAtMs - 10_000);
  return {
    clock,
    sent,
    isOneClick,
    fill,
    form,
    readAgain,
    open: () => open(desk),
    movePrices: (percent) => {
      price *= 1 + percent / 100;
      fake.answer('markets', marketsAt(price), clock.now());
    },
    connect: (isConnected) => fake.connect({ state: isConnected ? 'connected' : 'reconnecting' }),
    close: async () => {
      context.timers.stop();
      // A form that is sending hears no key. Esc then leads out of any phase, and takes the form's listeners along.
      await clock.advance(slowestMs);
      for (let tries = 0; tries < 3; tries++) form()?.key('Esc');
    },
  };
}

const marketsAt = (percent: number) =>
  wire.markets.map(({ meta, ctx }) => ({ meta, ctx: { markPx: String((Number(ctx.markPx) * percent) / 100) } }));

function contextOf(client: ApiClient, clock: FakeClock, random: Random): ActionContext {
  const { context, fake } = shared;
  const records = createOperationRecordsStore();
  records.setState({ isLoaded: true });
  return {
    ...context,
    client,
    clock,
    records,
    random: seededRandom(random.int(2 ** 31)),
    data: fake.data,
    session: fake.desk.session,
    notices: fake.desk.notices,
    timers: new Timers(clock),
    log: new OperationLog(memoryJournal(), records, clock),
  };
}

const goodAnswers: Readonly<Record<string, unknown>> = {
  'perp.closePosition': { results: [{ status: 'success', oid: 7 }] },
  'perp.adjustMargin': { success: true },
  'trigger.cancel': { orderId: 'ord-1', status: 'cancelled' },
  'trigger.create': wire.orders.orders[0],
  'perp.modifyOrders': { results: [{ status: 'success', oid: 72 }] },
  'swap.execute': { status: 'submitted', taskId: 'task-1' },
};

function randomClient(clock: FakeClock, random: Random, sent: SentRequest[], price: () => number): ApiClient {
  return {
    baseUrl: 'https://api.example.com',
    onAnswer: () => () => {},
    async call<E extends AnyEndpoint>(endpoint: E, input: unknown) {
      if (endpoint.mutates) sent.push({ id: endpoint.id, input });
      else if (endpoint.id !== 'swap.quote') throw failure(endpoint, 'network', 'unknown');
      if (random.int(2) === 0)
        await new Promise<void>((resolve) => clock.setTimeout(resolve, random.int(endpoint.mutates ? slowestMs : 300)));
      const data = endpoint.response.parse(endpoint.mutates ? orderAnswer(endpoint, random) : quote(price()));
      return { data: data as never, requestId: 'req-1', pagination: null, latencyMs: 5, receivedAtMs: clock.now() };
    },
  };
}

/** Most are refused, so that the form can go on. */
function orderAnswer(endpoint: AnyEndpoint, random: Random): unknown {
  const luck = random.int(10);
  if (luck < 5) throw failure(endpoint, 'rejected', 'rejected');
  if (luck < 7) throw failure(endpoint, 'timeout', 'unknown');
  if (luck < 8) throw failure(endpoint, 'network', 'not-sent');
  return goodAnswers[endpoint.id];
}

const failure = ({ id: endpointId }: AnyEndpoint, kind: ApiErrorKind, outcome: ApiOutcome) =>
  new ApiError({ endpointId, kind, outcome, code: 'X', message: 'by chance' });

const quote = (price: number) => ({
  quoteId: 'q',
  chain: 'solana',
  inputMint: 'a',
  outputMint: 'b',
  inAmount: '1',
  outAmount: String(Math.round(1_400_000 * price)),
});
