import type { AlertsFile, SavedAlert } from '../platform/files/alerts-file.ts';
import type { Clock } from '../platform/time/clock.ts';
import { addNotice, type NoticesStore } from '../stores/notices.ts';
import { toProblem } from '../stores/problem.ts';
import {
  addRule,
  isSameRule,
  maxRules,
  type PriceRule,
  type PriceRulesStore,
  parsePriced,
  pricedText,
  type SetPriceRule,
} from './price-rules.ts';

interface Deps {
  readonly rules: PriceRulesStore;
  readonly file: AlertsFile;
  readonly notices: NoticesStore;
  readonly clock: Clock;
}

/**
 * Restores the price alerts set on the desk and saves every change, until the returned function is called. An unusable
 * file costs only its alerts, never the desk.
 */
export function persistRules(around: Deps): () => void {
  const { rules, file } = around;
  const trouble = (what: string, error: unknown): void => say(around, `${what}: ${toProblem(error).message}`);
  try {
    for (const rule of readRules(around)) {
      const isKnown = rules.getState().rules.some((known) => isSameRule(known, rule));
      if (!isKnown && rules.getState().rules.length < maxRules) addRule(rules, rule);
    }
  } catch (error) {
    trouble('The price alerts set on the desk cannot be read, and new ones last only until the desk closes', error);
    return () => {};
  }
  let isWritable = true;
  return rules.subscribe((now, before) => {
    const [ours, were] = [setOnDesk(now.rules), setOnDesk(before.rules)];
    if (!isWritable || isSame(ours, were)) return;
    try {
      // Keeps what another desk of this account has set meanwhile.
      const others = readRules(around).filter((rule) => ![...were, ...ours].some((own) => isSameRule(own, rule)));
      file.write([...others, ...ours].map(toKept));
    } catch (error) {
      isWritable = false;
      trouble('Price alerts last only until the desk closes: they could not be saved', error);
    }
  });
}

function readRules(around: Deps): SetPriceRule[] {
  const { alerts, setAside } = around.file.read();
  if (setAside !== null)
    say(around, `Some price alerts set on the desk could not be read. The file was moved to ${setAside}`);
  return alerts.flatMap(toRule);
}

const say = ({ notices, clock }: Deps, text: string): void =>
  addNotice(notices, { atMs: clock.now(), tone: 'error', text });

const setOnDesk = (rules: readonly PriceRule[]): PriceRule[] => rules.filter(({ isConfigured }) => !isConfigured);

const isSame = (some: readonly PriceRule[], others: readonly PriceRule[]): boolean =>
  some.length === others.length && some.every((rule, at) => rule === others[at]);

const toKept = ({ of, name, direction, value, isOnce, isArmed }: SetPriceRule): SavedAlert => ({
  of: pricedText(of),
  name,
  direction,
  value,
  once: isOnce,
  armed: isArmed,
});

/** The name is saved too: it may be one that only the service knew. */
function toRule({ of, name, direction, value, once, armed }: SavedAlert): SetPriceRule[] {
  const priced = parsePriced(of);
  return priced ? [{ of: priced.of, name, direction, value, isOnce: once, isArmed: armed }] : [];
}
