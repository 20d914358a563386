import Big from 'big.js';
import { ApiError } from '../../client/http/errors.ts';
import type { Random } from '../../platform/time/random.ts';
import { type Fate, plainFate, type SpotDesk } from './spot-desk.fixture.ts';

const mutating = new Set(['swap.execute', 'trigger.create', 'trigger.cancel']);
const lost = new Error('the connection broke');
const refused = (id: string, outcome: 'rejected' | 'not-sent') =>
  new ApiError({ endpointId: id, kind: 'rejected', code: 'REFUSED', outcome, message: 'not now', status: 400 });

/**
 * Everything that can go wrong with a desk, its service and its machine, by one seed: answers lost or late, refusals, reads
 * that fail or are cut, swaps that fail, kills at any write or call, sleep, clock jumps, halts, and a person who decides.
 */
export class SpotWeather {
  readonly #random: Random;
  readonly #desk: SpotDesk;
  readonly #everyMs: number;
  readonly #isJumpy: boolean;
  /** How many times the wall clock was changed. */
  jumps = 0;
  /** When something last went wrong, on the monotonic clock, ms. */
  troubledAtMs = 0;

  constructor(desk: SpotDesk, random: Random, everyMs: number) {
    this.#desk = desk;
    this.#random = random;
    this.#everyMs = everyMs;
    this.#isJumpy = random.next() < 0.3;
  }

  #is = (share: number): boolean => this.#random.next() < share;
  #upTo = (most: number): number => Math.round(this.#random.next() * most);

  begin(): void {
    const desk = this.#desk;
    desk.fate = (id) => this.#fate(id);
    desk.killsAt = () => (this.#is(0.012) ? (this.#is(0.5) ? 'before' : 'after') : null);
    desk.service.course = () => ({ takesMs: 500 + this.#upTo(this.#is(0.2) ? 20_000 : 3_000), fails: this.#is(0.12) });
  }

  end(): void {
    const desk = this.#desk;
    desk.fate = () => plainFate;
    desk.killsAt = () => null;
    desk.service.course = () => ({ takesMs: 1_000, fails: false });
    if (desk.isDead) desk.restart();
    desk.context.trading.setState({ mode: 'active' });
    this.#trouble();
  }

  /** One stretch of time, with at most one event of the machine and one of the person. */
  async step(id: string): Promise<void> {
    const { service } = this.#desk;
    await this.#machine();
    this.#person(id);
    service.price = new Big((0.9 + this.#random.next() * 0.2).toFixed(3)).times(service.price).round(6);
    await this.#desk.pass(1_000 + this.#upTo(14_000), 3_000);
    if (!this.#desk.isDead) return;
    this.#desk.clock.stall(this.#upTo(this.#is(0.7) ? 5_000 : 3 * this.#everyMs));
    this.#desk.restart();
    this.#trouble();
  }

  async #machine(): Promise<void> {
    const { clock, context } = this.#desk;
    const roll = this.#random.next();
    if (roll < 0.07) this.#desk.kill();
    else if (roll < 0.13) clock.stall(this.#upTo(3 * this.#everyMs));
    else if (roll < 0.19 && this.#isJumpy) {
      clock.jumpWall(this.#upTo(6 * this.#everyMs) - 3 * this.#everyMs);
      this.jumps++;
    } else if (roll < 0.24) context.trading.setState({ mode: 'halted' });
    else return;
    this.#trouble();
  }

  #person(id: string): void {
    const { context, plans } = this.#desk;
    if (this.#is(0.4)) context.trading.setState({ mode: 'active' });
    if (this.#is(0.3)) this.#desk.settleAll();
    if (this.#is(0.03)) plans.pause(id);
    if (this.#is(0.4)) plans.resume(id);
  }

  #fate(id: string): Fate {
    const lateMs = this.#is(0.1) ? this.#upTo(8_000) : 0;
    if (!mutating.has(id)) {
      if (this.#is(0.08)) return { ...plainFate, lateMs, error: lost };
      return { ...plainFate, lateMs, cuts: this.#is(0.05) };
    }
    const roll = this.#random.next();
    if (roll < 0.3) this.#trouble();
    if (roll < 0.07) return { ...plainFate, lateMs, error: lost };
    if (roll < 0.13) return { ...plainFate, lateMs, error: lost, arrives: false };
    if (roll < 0.18) return { ...plainFate, lateMs, error: refused(id, 'rejected'), arrives: false };
    if (roll < 0.22) return { ...plainFate, lateMs, error: refused(id, 'not-sent'), arrives: false };
    if (roll < 0.26) return { ...plainFate, lateMs, kills: true, arrives: this.#is(0.5) };
    return { ...plainFate, lateMs };
  }

  #trouble(): void {
    this.troubledAtMs = this.#desk.clock.monotonic();
  }
}
