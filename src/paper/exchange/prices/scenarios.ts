import type { ScenarioName } from '../../names.ts';
import { type Asset, assets } from './assets.ts';

/** A part of a scenario, in time of the market. */
interface Stage {
  readonly minutes: number;
  /** Change of a coin's log price over the stage, besides its own noise. */
  readonly change: (coin: string, asset: Asset) => number;
  /** By what volatility is multiplied meanwhile. */
  readonly wildness: number;
  /** What the crowd pays meanwhile above the oracle for the perps of a coin, as a share of its price. */
  readonly premium?: Readonly<Record<string, number>>;
  /** The venue does not answer. */
  readonly isOut?: boolean;
}

export interface Scenario {
  readonly summary: string;
  readonly stages: readonly Stage[];
}

/** How far a coin goes when the whole market moves BTC by 1 %. */
const beta = ({ volatility }: Asset): number => volatility / assets['BTC']!.volatility;
const market =
  (change: number): Stage['change'] =>
  (_, asset) =>
    change * beta(asset);

/** One coin, and those that follow it, half as much. */
const only =
  (leader: string, change: number): Stage['change'] =>
  (coin, { follows }) =>
    coin === leader ? change : follows[0] === leader ? (change * follows[1]) / 2 : 0;

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  'flash-crash': {
    summary: 'everything falls within four minutes, BTC by a tenth; most of it comes back within half an hour',
    stages: [
      { minutes: 4, change: market(-0.105), wildness: 5 },
      { minutes: 3, change: market(0.02), wildness: 5 },
      { minutes: 25, change: market(0.055), wildness: 3 },
      { minutes: 60, change: market(0), wildness: 1.8 },
    ],
  },
  'short-squeeze': {
    summary: 'SOL rises by a third within half an hour, and gives half of it back',
    stages: [
      { minutes: 25, change: only('SOL', 0.3), wildness: 3 },
      { minutes: 10, change: only('SOL', 0), wildness: 4 },
      { minutes: 60, change: only('SOL', -0.16), wildness: 2 },
    ],
  },
  depeg: {
    summary: 'the dollar tokens that are not the hub of their chain fall to 0.91, and come back over two hours',
    stages: [
      { minutes: 20, change: only('USDT', -0.095), wildness: 1.5 },
      { minutes: 15, change: only('USDT', 0), wildness: 1.5 },
      { minutes: 120, change: only('USDT', 0.092), wildness: 1 },
    ],
  },
  'funding-spike': {
    summary: 'longs crowd into SOL: its perps stand 0.3 % above spot and pay over 200 % a year for eight hours',
    stages: [
      { minutes: 20, change: only('SOL', 0.03), wildness: 1.5, premium: { SOL: 0.002 } },
      { minutes: 480, change: only('SOL', 0), wildness: 1, premium: { SOL: 0.003 } },
    ],
  },
  'exchange-outage': {
    summary: 'the market falls by a few per cent while nothing answers for three minutes, streams included',
    stages: [
      { minutes: 0.5, change: market(-0.005), wildness: 3 },
      { minutes: 3, change: market(-0.02), wildness: 3, isOut: true },
      { minutes: 30, change: market(0.01), wildness: 2 },
    ],
  },
  listing: { summary: 'a new token graduates from its bonding curve, and trades', stages: [] },
  rug: {
    summary: 'a new token that a few people hold closely is listed, and they sell everything three minutes later',
    stages: [],
  },
};

const minuteMs = 60_000;

/** What a scenario adds between two times since its start, ms of the market. */
export class ScenarioPart {
  readonly #parts: readonly { readonly stage: Stage; readonly share: number; readonly ms: number }[];
  readonly #ms: number;

  constructor(name: ScenarioName, fromMs: number, toMs: number) {
    let startMs = 0;
    this.#ms = toMs - fromMs;
    this.#parts = scenarios[name].stages.map((stage) => {
      const lengthMs = stage.minutes * minuteMs;
      const ms = Math.max(0, Math.min(toMs, startMs + lengthMs) - Math.max(fromMs, startMs));
      startMs += lengthMs;
      return { stage, share: ms / lengthMs, ms };
    });
  }

  /** Log change of a coin. */
  change(coin: string): number {
    return this.#parts.reduce((sum, { stage, share }) => sum + share * stage.change(coin, assets[coin]!), 0);
  }

  /** What the crowd pays for the perps of a coin, as a share of its price. */
  premium(coin: string): number {
    const paid = this.#parts.reduce((sum, { stage, ms }) => sum + ms * (stage.premium?.[coin] ?? 0), 0);
    return this.#ms === 0 ? 0 : paid / this.#ms;
  }

  get isOut(): boolean {
    return this.#parts.some(({ stage, ms }) => stage.isOut && ms > 0);
  }

  /** Factor of the variance; 1 outside of the stages. */
  get variance(): number {
    const extra = this.#parts.reduce((sum, { stage, ms }) => sum + ms * (stage.wildness ** 2 - 1), 0);
    return this.#ms === 0 ? 1 : 1 + extra / this.#ms;
  }
}

/** Market time from begin to end, ms. */
export const scenarioMs = (name: ScenarioName): number =>
  scenarios[name].stages.reduce((sum, { minutes }) => sum + minutes * minuteMs, 0);
