import type { Random } from '../../platform/time/random.ts';
import type { FaultKind, FaultRule } from './fault-rule.ts';

/** An active rule and its remaining hits. */
export interface ActiveFault extends FaultRule {
  readonly faultId: string;
  /** Number of hits. */
  readonly struck: number;
}

interface Entry {
  readonly faultId: string;
  readonly rule: FaultRule;
  readonly pattern: RegExp;
  skipLeft: number;
  timesLeft: number;
  struck: number;
}

/** Decides which fault applies to what; it does not act itself. Deterministic for the same rules, seed and subjects. */
export class FaultPlan {
  readonly #random: Random;
  #entries: Entry[] = [];
  #lastId = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  add(rule: FaultRule): ActiveFault {
    const entry: Entry = {
      faultId: `fault_${++this.#lastId}`,
      rule,
      pattern: globPattern(rule.route),
      skipLeft: rule.skip,
      timesLeft: rule.times ?? Number.POSITIVE_INFINITY,
      struck: 0,
    };
    this.#entries.push(entry);
    return view(entry);
  }

  list(): ActiveFault[] {
    return this.#entries.map(view);
  }

  /** Removes one rule, or all. Returns the number. */
  clear(faultId?: string): number {
    const before = this.#entries.length;
    this.#entries = faultId === undefined ? [] : this.#entries.filter((entry) => entry.faultId !== faultId);
    return before - this.#entries.length;
  }

  /** The first rule of these kinds that applies to the subject. Counts as one hit. */
  take(subject: string, kinds: readonly FaultKind[]): FaultRule | null {
    for (const entry of this.#entries) {
      if (!kinds.includes(entry.rule.kind) || !entry.pattern.test(subject)) continue;
      if (entry.skipLeft > 0) {
        entry.skipLeft--;
        continue;
      }
      if (entry.rule.probability < 1 && this.#random.next() >= entry.rule.probability) continue;
      entry.struck++;
      if (--entry.timesLeft === 0) this.#entries = this.#entries.filter((other) => other !== entry);
      return entry.rule;
    }
    return null;
  }
}

/** A path alone matches any method. Runs of stars are merged: many of them would make matching slow. */
function globPattern(glob: string): RegExp {
  const parts = glob.split(/\*+/).map((part) => part.replace(/[^\w\s]/g, '\\$&'));
  const prefix = glob.startsWith('/') ? '[A-Z]+ ' : '';
  return new RegExp(`^${prefix}${parts.join('.*')}$`, 's');
}

const view = ({ faultId, rule, timesLeft, struck }: Entry): ActiveFault => ({
  ...rule,
  faultId,
  times: Number.isFinite(timesLeft) ? timesLeft : null,
  struck,
});
