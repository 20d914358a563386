import Big from 'big.js';
import { liquidationPx } from '../../domain/market/perp-rules.ts';
import type { Random } from '../../platform/time/random.ts';
import { jup, mainAddress, sol, usdc, wire } from '../../stores/desk-data.fixture.ts';

export const walletId = 'w-main';
const maxLeverage = 40;
const ids = ['perp.positions', 'perp.orders', 'perp.fills', 'portfolio.positions', 'portfolio.history', 'trigger.list'];

interface Trade {
  readonly txHash: string;
  readonly timestamp: number;
  readonly inputToken: string;
  readonly inputAmount: string;
}

interface Trigger {
  readonly orderId: string;
  readonly amount: string;
  readonly value: string;
  status: string;
  readonly createdAt: string;
}

/**
 * How the service answers a read. `cut`: it ends early without saying so; `marked`: rows are missing and it says so;
 * `stale`: the previous response.
 */
type Fault = 'whole' | 'empty' | 'cut' | 'marked' | 'torn' | 'stale' | 'down';

/**
 * A simulated account: a moving market, other people and programs that trade on it, and responses that are late, torn
 * or incomplete. It shares no code with what reads it.
 */
export class MovingAccount {
  readonly #random: Random;
  readonly #nowMs: () => number;
  /** Whether `marginUsed` includes unrealised PnL. */
  readonly #hasPnlInMargin: boolean;
  /** Reads that are always incomplete in this run. */
  readonly #broken: ReadonlyMap<string, Fault>;
  readonly #last = new Map<string, unknown>();
  #mark: Big;
  #szi: Big;
  #entry: Big;
  #deposit: Big;
  #leverage = 5;
  #nextId = 100;
  #orders = new Map<number, { coin: string; cloid: string | null }>();
  #fills: object[] = [];
  #held = new Map([
    [jup, 100_000_000n],
    [sol, 84_000_000_000n],
    [usdc, 5_000_000n],
  ]);
  #trades: Trade[] = [];
  readonly #triggers: Trigger[] = [];

  constructor(random: Random, nowMs: () => number) {
    this.#random = random;
    this.#nowMs = nowMs;
    const isLong = this.#chance(0.5);
    this.#mark = new Big(90_000 + this.#below(20_000));
    this.#entry = this.#mark.times(1 + (this.#random.next() - 0.5) * 0.06).round(1);
    this.#szi = new Big(1_000 + this.#below(9_000)).div(10_000).times(isLong ? 1 : -1);
    this.#deposit = this.#szi.abs().times(this.#entry).div(5).round(6);
    this.#hasPnlInMargin = this.#chance(0.5);
    if (this.#chance(0.2)) this.#held = new Map([...this.#held].slice(0, 1 + this.#below(2)));
    for (let count = this.#below(4); count > 0; count--) this.#rest(this.#chance(0.7) ? 'BTC' : 'ETH', null);
    for (let count = this.#below(3); count > 0; count--) this.#addTrigger('500000000', '1.5');
    const broken = (this.#chance(0.3) ? ids : []).filter(() => this.#chance(0.5));
    this.#broken = new Map(broken.map((id) => [id, this.#faultOf(['empty', 'cut', 'marked', 'torn'])]));
  }

  get szi(): Big {
    return this.#szi;
  }

  get leverage(): number {
    return this.#leverage;
  }

  oidsOf(coin: string): number[] {
    return [...this.#orders].flatMap(([oid, order]) => (order.coin === coin ? [oid] : []));
  }

  triggerStatus(orderId: string): string | undefined {
    return this.#triggers.find((order) => order.orderId === orderId)?.status;
  }

  openTrigger(): string | null {
    return this.#triggers.find(({ status }) => status === 'active')?.orderId ?? null;
  }

  balance(token: string): bigint {
    return this.#held.get(token) ?? 0n;
  }

  /** One second of the market. Funding is paid now and then. */
  moves(): void {
    const isJump = this.#chance(0.02);
    const share = (this.#random.next() - 0.5) * (isJump ? 0.06 : 0.004);
    this.#mark = this.#mark.times(1 + share).round(1);
    if (this.#chance(0.05)) this.#deposit = this.#deposit.plus((this.#random.next() - 0.5) * 0.4).round(6);
    if (this.#szi.eq(0)) return;
    const liquidation = this.#liquidation();
    if (liquidation && (this.#szi.gt(0) ? this.#mark.lte(liquidation) : this.#mark.gte(liquidation)))
      this.trade(this.#szi.times(-1), { px: liquidation });
  }

  /**
   * Another trader acts on the account, never with exactly the terms of `ours`, nor in parts that add up to them: the
   * service shows nothing that could tell the two apart.
   */
  meddles(ours: { readonly sz: Big; readonly baseUnits: bigint; readonly margin: Big }): void {
    const turn = this.#below(8);
    if (turn === 0) this.#rest(this.#chance(0.6) ? 'BTC' : 'ETH', null);
    if (turn === 1) this.#orders.delete(this.#one([...this.#orders.keys()]) ?? 0);
    if (turn === 2 || turn === 3) {
      const share = this.#one([1, 1, 0.5, 0.25, this.#random.next(), -this.#random.next()])!;
      let sz = this.#szi.times(-share).round(4);
      if (sz.abs().eq(ours.sz)) sz = sz.times('0.8').round(4);
      // An order that was resting before, or a new one.
      const [oid] = this.#chance(0.6) ? this.oidsOf('BTC') : [];
      if (oid !== undefined) this.#orders.delete(oid);
      if (!sz.eq(0)) this.trade(sz, oid === undefined ? {} : { oid });
    }
    if (turn === 4) {
      // No few of these add up to the requested amount.
      const amount = ours.margin.times(this.#one([-0.8, 0.7, 1.5])!);
      if (this.#deposit.plus(amount).gt(0)) this.#deposit = this.#deposit.plus(amount);
    }
    if (turn === 5) this.#spends(jup, (ours.baseUnits * BigInt(this.#one([90, 99, 103, 47, 14])!)) / 100n, true);
    if (turn === 6) this.#spends(this.#one([jup, sol])!, BigInt(this.#below(50_000_000)), this.#chance(0.3));
    if (turn === 7) {
      this.#addTrigger(this.#one(['500000000', '400000000'])!, this.#one(['1.5', '1.7', '1.6001'])!);
      const open = this.openTrigger();
      if (open && this.#chance(0.3)) this.setTrigger(open, this.#one(['triggered', 'expired', 'success'])!);
    }
  }

  /** Changes the position at the mark; `szi` is signed. */
  trade(szi: Big, { oid = this.#nextId++, cloid = null as string | null, px = this.#mark } = {}): void {
    const start = this.#szi;
    const parts = this.#chance(0.3) && szi.abs().gte('0.0002') ? [szi.div(2).round(4, Big.roundDown)] : [];
    let from = start;
    for (const part of [...parts, szi.minus(parts[0] ?? 0)]) {
      const closes = from.times(part).lt(0);
      this.#fills.unshift({
        coin: 'BTC',
        side: part.gt(0) ? 'buy' : 'sell',
        px: px.toFixed(),
        sz: part.abs().toFixed(),
        time: this.#nowMs(),
        oid,
        startPosition: from.toFixed(),
        cloid,
        ...(this.#chance(0.8) ? { direction: `${closes ? 'Close' : 'Open'} ${from.gt(0) ? 'Long' : 'Short'}` } : {}),
      });
      from = from.plus(part);
    }
    const share = start.eq(0) ? new Big(1) : from.div(start);
    this.#deposit = share.lte(0) ? new Big(0) : this.#deposit.times(share).round(6);
    this.#szi = from;
  }

  addMargin(amount: Big): void {
    this.#deposit = this.#deposit.plus(amount);
  }

  setLeverage(leverage: number): void {
    this.#leverage = leverage;
  }

  sell(token: string, baseUnits: bigint): void {
    this.#spends(token, baseUnits, true);
  }

  cancel(coin: string): void {
    for (const oid of this.oidsOf(coin)) this.#orders.delete(oid);
  }

  place(cloid: string): void {
    if (this.#chance(0.5)) this.#rest('BTC', cloid);
    else this.trade(new Big('0.01'), { cloid });
  }

  create(amount: string, value: string): void {
    this.#addTrigger(amount, value);
  }

  setTrigger(orderId: string, status: string): void {
    const order = this.#triggers.find((one) => one.orderId === orderId);
    if (order?.status === 'active') order.status = status;
  }

  /** The service's response to a read. */
  answer(id: string, input: unknown): unknown {
    const fault =
      this.#broken.get(id) ??
      this.#faultOf(['whole', 'whole', 'whole', 'empty', 'cut', 'marked', 'torn', 'stale', 'down']);
    if (fault === 'down') throw new Error('503');
    const fresh = this.view(id, input);
    const whole = fault === 'stale' ? (this.#last.get(id) ?? fresh) : fresh;
    this.#last.set(id, fresh);
    return this.#spoilt(whole, fault);
  }

  /** The true state, as a healthy service reports it. */
  view(id: string, input: unknown): unknown {
    const { coin, start_time: startMs = 0 } = (input as { query?: { coin?: string; start_time?: number } }).query ?? {};
    if (id === 'perp.positions')
      return { ...wire.positions, positions: [...this.#positionRows(), wire.positions.positions[1]] };
    if (id === 'perp.orders') return this.#orderRows().filter((order) => coin === undefined || order.coin === coin);
    if (id === 'perp.fills') return this.#fills.filter((fill) => (fill as { time: number }).time >= startMs);
    if (id === 'portfolio.positions')
      return {
        positions: [...this.#held].flatMap(([tokenAddress, raw]) =>
          raw > 0n ? [{ walletAddress: mainAddress, tokenAddress, network: 'sol', latestBalanceRaw: `${raw}` }] : [],
        ),
      };
    if (id === 'portfolio.history')
      return {
        trades: this.#trades.map((trade) => ({ chain: 'sol', walletAddress: mainAddress, outputToken: sol, ...trade })),
      };
    if (id === 'trigger.list') return { orders: this.#triggers.map((order) => this.#triggerRow(order)) };
    const { orderId } = (input as { params: { orderId: string } }).params;
    return this.#triggerRow(this.#triggers.find((order) => order.orderId === orderId)!);
  }

  #spoilt(answer: unknown, fault: Fault): unknown {
    const isList = Array.isArray(answer);
    const field = isList ? null : Object.entries(answer as object).find(([, value]) => Array.isArray(value))?.[0];
    if (!isList && field === undefined) return answer;
    const rows = (isList ? answer : (answer as Record<string, unknown>)[field!]) as readonly unknown[];
    if (fault === 'marked' && !isList) {
      const mark = this.#one([{ hasMore: true }, { warnings: ['solana: timeout'] }]);
      return { ...(answer as object), [field!]: rows.filter(() => this.#chance(0.6)), ...mark };
    }
    const left = { empty: 0, cut: this.#below(rows.length + 1) }[fault as string] ?? rows.length;
    const kept = rows
      .slice(0, left)
      .map((row) => (fault === 'torn' && this.#chance(0.3) ? { coin: 5, orderId: 5 } : row));
    return isList ? kept : { ...(answer as object), [field!]: kept };
  }

  #positionRows(): object[] {
    if (this.#szi.eq(0)) return [];
    const value = this.#szi.abs().times(this.#mark);
    const pnl = this.#szi.times(this.#mark.minus(this.#entry));
    return [
      {
        coin: 'BTC',
        szi: this.#szi.toFixed(),
        entryPx: this.#entry.toFixed(),
        leverageType: 'isolated',
        leverageValue: String(this.#leverage),
        positionValue: value.toFixed(),
        unrealizedPnl: pnl.toFixed(6),
        liquidationPx: this.#liquidation()?.toFixed(1) ?? null,
        marginUsed: this.#deposit.plus(this.#hasPnlInMargin ? pnl : 0).toFixed(6),
      },
    ];
  }

  #orderRows() {
    return [...this.#orders].map(([oid, { coin, cloid }]) => ({
      coin,
      side: 'buy',
      limitPx: '1',
      sz: '1',
      oid,
      cloid,
    }));
  }

  #triggerRow({ value, ...order }: Trigger): object {
    const trigger = { direction: 'below', metric: 'price_usd', value };
    return { ...order, inputToken: sol, outputToken: jup, chain: 'solana', trigger };
  }

  #liquidation(): Big | null {
    return liquidationPx({ szi: this.#szi, entryPx: this.#entry, margin: this.#deposit, maxLeverage });
  }

  #rest(coin: string, cloid: string | null): void {
    this.#orders.set(this.#nextId++, { coin, cloid });
  }

  #spends(token: string, baseUnits: bigint, isTrade: boolean): void {
    const had = this.balance(token);
    const spent = baseUnits > had ? had / 2n : baseUnits;
    this.#held.set(token, had - spent);
    const trade = { txHash: `tx${this.#nextId++}`, timestamp: Math.floor(this.#nowMs() / 1_000) };
    if (isTrade && spent > 0n) this.#trades.unshift({ ...trade, inputToken: token, inputAmount: `${spent}` });
  }

  #addTrigger(amount: string, value: string): void {
    const createdAt = new Date(this.#nowMs()).toISOString();
    this.#triggers.unshift({ orderId: `ord-${this.#nextId++}`, amount, value, status: 'active', createdAt });
  }

  #faultOf(faults: readonly Fault[]): Fault {
    return this.#one(faults)!;
  }

  #one<T>(choices: readonly T[]): T | undefined {
    return choices[this.#below(choices.length)];
  }

  #below(bound: number): number {
    return Math.floor(this.#random.next() * bound);
  }

  #chance(share: number): boolean {
    return this.#random.next() < share;
  }
}
