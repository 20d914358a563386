import Big from 'big.js';
import { ApiError } from '../../client/http/errors.ts';
import { fieldsOf } from '../../domain/fields.ts';
import type { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { jup, mainAddress, usdc } from '../../stores/desk-data.fixture.ts';

interface Task {
  readonly taskId: string;
  /** What sent it, as the test names it. */
  readonly tag: string;
  readonly amount: bigint;
  readonly arrivedAtMs: number;
  readonly endsAtMs: number;
  readonly fails: boolean;
  status: 'submitted' | 'success' | 'failed';
}

interface Trigger {
  readonly orderId: string;
  readonly tag: string;
  readonly amount: bigint;
  readonly value: Big;
  readonly isAbove: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly fails: boolean;
  status: 'active' | 'triggered' | 'success' | 'failed' | 'cancelled' | 'expired';
  firedAtMs: number | null;
}

interface Trade {
  readonly txHash: string;
  readonly atMs: number;
  readonly amount: bigint;
}

/** How the next swap or trigger order goes; the test chooses. */
export interface Course {
  /** How long its task takes, ms. */
  readonly takesMs: number;
  readonly fails: boolean;
}

/**
 * A spot service in memory that sells JUP for USDC: swaps as tasks that take a while and may fail, and a book of trigger
 * orders by price. Its clock is its own: the desk's wall clock may jump. Answers as the wire has them.
 */
export class FakeSpotService {
  readonly tasks: Task[] = [];
  readonly triggers: Trigger[] = [];
  readonly trades: Trade[] = [];
  price = new Big(1);
  held = 100_000_000n;
  course: () => Course = () => ({ takesMs: 1_500, fails: false });
  readonly #clock: FakeClock;
  readonly #startMs: number;
  #nextId = 1;

  constructor(clock: FakeClock) {
    this.#clock = clock;
    this.#startMs = clock.now() - clock.monotonic();
  }

  /** Base units that were sold, and that may still be sold by what is under way. */
  sold(): { readonly done: bigint; readonly mayBe: bigint } {
    const sum = (all: readonly { readonly amount: bigint }[]) => all.reduce((units, { amount }) => units + amount, 0n);
    const done = sum([...this.tasks, ...this.triggers].filter(({ status }) => status === 'success'));
    return { done, mayBe: sum(this.tasks.filter(({ status }) => status === 'submitted')) };
  }

  /** Lets what is due happen: tasks end, orders fire and expire. */
  tick(): void {
    const nowMs = this.#clock.monotonic();
    for (const task of this.tasks)
      if (task.status === 'submitted' && task.endsAtMs <= nowMs) task.status = this.#sell(task) ? 'success' : 'failed';
    for (const order of this.triggers) {
      const isReached = order.isAbove ? this.price.gte(order.value) : this.price.lte(order.value);
      if (order.status === 'active' && order.expiresAtMs <= nowMs) order.status = 'expired';
      if (order.status === 'active' && isReached) Object.assign(order, { status: 'triggered', firedAtMs: nowMs });
      else if (order.status === 'triggered' && nowMs - (order.firedAtMs ?? 0) >= 2_000)
        order.status = this.#sell(order) ? 'success' : 'failed';
    }
  }

  /** Answers one call. `tag` names what sent it. */
  answer(id: string, input: unknown, tag: string): unknown {
    this.tick();
    const { body, params, query } = fieldsOf(input);
    const orderId = String(fieldsOf(params)['orderId']);
    switch (id) {
      case 'swap.quote':
        return this.#quote(fieldsOf(query));
      case 'swap.execute':
        return this.#swap(fieldsOf(body), tag);
      case 'tasks.get':
        return this.#task(String(fieldsOf(params)['taskId']));
      case 'trigger.create':
        return this.#create(fieldsOf(body), tag);
      case 'trigger.get':
        return this.#order(this.#find(orderId));
      case 'trigger.list':
        return this.orders();
      case 'trigger.cancel':
        return this.#cancel(this.#find(orderId));
      case 'portfolio.positions':
        return this.positions();
      case 'portfolio.history':
        return { trades: this.trades.map((trade) => this.#trade(trade)).reverse() };
      default:
        throw new Error(`the service has no ${id}`);
    }
  }

  positions() {
    const jups = { walletAddress: mainAddress, tokenAddress: jup, network: 'sol', tokenDecimal: 6 };
    return {
      positions: [{ ...jups, latestBalanceRaw: `${this.held}`, latestTokenUsdPrice: Number(this.price.toFixed()) }],
    };
  }

  orders() {
    return { orders: this.triggers.map((order) => this.#order(order)).reverse(), nextCursor: null };
  }

  #sell({ amount, fails }: Task | Trigger): boolean {
    if (fails || amount > this.held) return false;
    this.held -= amount;
    this.trades.push({ txHash: `tx-${this.#nextId++}`, atMs: this.#wallMs(), amount });
    return true;
  }

  #quote({ amount, ...query }: Record<string, unknown>) {
    const outAmount = this.price.times(String(amount)).round(0, Big.roundDown).toFixed();
    return { ...query, quoteId: 'q', inAmount: String(amount), outAmount, priceImpactPct: '0.1' };
  }

  #swap({ amount }: Record<string, unknown>, tag: string) {
    const arrivedAtMs = this.#clock.monotonic();
    const { takesMs, fails } = this.course();
    const taskId = `task-${this.#nextId++}`;
    const swap = { taskId, tag, amount: BigInt(String(amount)), arrivedAtMs, endsAtMs: arrivedAtMs + takesMs, fails };
    this.tasks.push({ ...swap, status: 'submitted' });
    return { status: 'submitted', taskId };
  }

  #task(taskId: string) {
    const task = this.tasks.find((one) => one.taskId === taskId);
    if (!task) throw this.#refusal('NOT_FOUND', `there is no task ${taskId}`);
    const isFailed = task.status === 'failed';
    const error = { errorCode: isFailed ? 'SLIPPAGE_EXCEEDED' : null, errorMessage: null };
    return { taskId, taskType: 'swap', status: task.status, txHash: isFailed ? null : 'tx', ...error };
  }

  #create(body: Record<string, unknown>, tag: string) {
    const createdAtMs = this.#clock.monotonic();
    const order: Trigger = {
      orderId: `ord-${this.#nextId++}`,
      tag,
      amount: BigInt(String(body['amount'])),
      value: new Big(String(body['triggerValue'])),
      isAbove: body['triggerDirection'] === 'above',
      createdAtMs,
      expiresAtMs: createdAtMs + Number(body['expiryHours']) * 3_600_000,
      fails: this.course().fails,
      status: 'active',
      firedAtMs: null,
    };
    this.triggers.push(order);
    return this.#order(order);
  }

  #cancel(order: Trigger) {
    if (order.status !== 'active') throw this.#refusal('INVALID_PARAMS', `order ${order.orderId} is ${order.status}`);
    order.status = 'cancelled';
    return { orderId: order.orderId, status: 'cancelled' };
  }

  #find(orderId: string): Trigger {
    const order = this.triggers.find((one) => one.orderId === orderId);
    if (!order) throw this.#refusal('NOT_FOUND', `there is no order ${orderId}`);
    return order;
  }

  #order({ orderId, amount, status, createdAtMs, isAbove, value }: Trigger) {
    return {
      orderId,
      amount: `${amount}`,
      inputToken: jup,
      outputToken: usdc,
      status,
      createdAt: new Date(this.#startMs + createdAtMs).toISOString(),
      chain: 'solana',
      trigger: { metric: 'price_usd', direction: isAbove ? 'above' : 'below', value: value.toFixed() },
    };
  }

  #trade({ txHash, atMs, amount }: Trade) {
    const wallet = { chain: 'sol', txHash, timestamp: atMs, walletAddress: mainAddress };
    return { ...wallet, inputToken: jup, inputAmount: `${amount}`, outputToken: usdc, outputAmount: `${amount}` };
  }

  #refusal = (code: string, message: string) =>
    new ApiError({ endpointId: 'spot', kind: 'rejected', code, outcome: 'rejected', message, status: 400 });

  #wallMs = (): number => this.#startMs + this.#clock.monotonic();
}
