import type { AlertsFile, KeptAlert } from '../platform/alerts-file.ts';
import type { Clock } from '../platform/clock.ts';
import { addNotice, type NoticesStore } from '../stores/notices.ts';
import { toProblem } from '../stores/problem.ts';
import {
  addRule,
  isSameRule,
  mostRules,
  type PriceRule,
  type PriceRulesStore,
  parsePriced,
  pricedText,
  type SetPriceRule,
} from './price-rules.ts';

interface Surroundings {
  readonly rules: PriceRulesStore;
  readonly file: AlertsFile;
  readonly notices: NoticesStore;
  readonly clock: Clock;
}

/**
 * Takes up the price alerts that were set on the desk before, and writes every change down, until the returned function is
 * called. A file that cannot be used costs the alerts in it, never the desk.
 */
export function keepRules(around: Surroundings): () => void {
  const { rules, file } = around;
  const trouble = (what: string, error: unknown): void => say(around, `${what}: ${toProblem(error).message}`);
  try {
    for (const rule of readRules(around)) {
      const isKnown = rules.getState().rules.some((known) => isSameRule(known, rule));
      if (!isKnown && rules.getState().rules.length < mostRules) addRule(rules, rule);
    }
  } catch (error) {
    trouble('The price alerts that were set on the desk cannot be read, and those set now end with it', error);
    return () => {};
  }
  let isWritable = true;
  return rules.subscribe((now, before) => {
    const [ours, were] = [setOnDesk(now.rules), setOnDesk(before.rules)];
    if (!isWritable || isSame(ours, were)) return;
    try {
      // What another desk of this account has set meanwhile stays.
      const others = readRules(around).filter((rule) => ![...were, ...ours].some((own) => isSameRule(own, rule)));
      file.write([...others, ...ours].map(toKept));
    } catch (error) {
      isWritable = false;
      trouble('Price alerts end with the desk: they could not be written down', error);
    }
  });
}

function readRules(around: Surroundings): SetPriceRule[] {
  const { alerts, setAside } = around.file.read();
  if (setAside !== null)
    say(around, `Not all price alerts that were set on the desk could be read. The file is put aside: ${setAside}`);
  return alerts.flatMap(toRule);
}

const say = ({ notices, clock }: Surroundings, text: string): void =>
  addNotice(notices, { atMs: clock.now(), tone: 'error', text });

const setOnDesk = (rules: readonly PriceRule[]): PriceRule[] => rules.filter(({ isConfigured }) => !isConfigured);

const isSame = (some: readonly PriceRule[], others: readonly PriceRule[]): boolean =>
  some.length === others.length && some.every((rule, at) => rule === others[at]);

const toKept = ({ of, name, direction, value, isOnce, isArmed }: SetPriceRule): KeptAlert => ({
  of: pricedText(of),
  name,
  direction,
  value,
  once: isOnce,
  armed: isArmed,
});

/** The name is kept too: it may be one that only the service knew. */
function toRule({ of, name, direction, value, once, armed }: KeptAlert): SetPriceRule[] {
  const priced = parsePriced(of);
  return priced ? [{ of: priced.of, name, direction, value, isOnce: once, isArmed: armed }] : [];
}
