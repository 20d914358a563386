import { type SignalToken, tokenKey } from './signal-token.ts';
import type { CallSum, Signal, TokenCalls } from './signals.ts';

/** Limit for a source that keeps sending the same signal under new ids. */
const mostIds = 8;
const mostFacts = 20;
/** Lists may have times in seconds: a call closer than this is the same one. */
const sameCallMs = 1_000;

const ofToken = 'token ';

/** The id of a call's row: all calls of a token share it. */
export const callRowId = (token: SignalToken): string => `${ofToken}${tokenKey(token)}`;

/** Whether `more` is a later call of the token than `known`, and not the same one told again. */
export const isLaterCall = (known: Signal, more: Signal): boolean =>
  known.kind === 'call' && more.kind === 'call' && !isSame(known, more) && more.atMs > known.atMs;

/**
 * Whether two signals of one row are the same one told twice: by an id, or by time. A list has no id of its calls; the id of
 * a message and that of its signal may not be linked, but their caller is the same.
 */
export function isSame(known: Signal, more: Signal): boolean {
  const ids = ownIds(known);
  if (ownIds(more).some((id) => ids.includes(id))) return true;
  const isClose = known.kind === 'call' && Math.abs(more.atMs - known.atMs) < sameCallMs;
  return isClose && (certainty(known) < 2 || certainty(more) < 2 || isSameCaller(known, more));
}

const ownIds = ({ ids }: Signal): string[] => ids.filter((id) => !id.startsWith(ofToken));

const isSameCaller = ({ userName: one }: Signal, { userName: other }: Signal): boolean =>
  one !== null && other !== null && isSameName(one, other);

/** One row of two: of the same signal known values stay and missing ones are added; of two calls the later one is told. */
export function mergeSignals(known: Signal, more: Signal): Signal {
  const token = mergeToken(known.token, more.token);
  const calls = mergeCalls(known.calls, more.calls);
  if (known.kind !== 'call' || isSame(known, more)) return { ...fill(known, more), token, calls };
  return { ...(isLaterCall(known, more) ? more : known), token, calls };
}

function fill(known: Signal, more: Signal): Signal {
  const labels = new Set(known.facts.map(({ label }) => label));
  const isChanged = more.messageState === 'edited' && more.message !== null;
  return {
    ...known,
    kind: known.kind === 'call' ? more.kind : known.kind,
    ids: [...new Set([...known.ids, ...more.ids])].slice(0, mostIds),
    ...whoCalled(known, more),
    ...(isChanged && { message: more.message }),
    messageState: known.messageState === 'deleted' ? 'deleted' : (more.messageState ?? known.messageState),
    priceUsd: known.priceUsd ?? more.priceUsd,
    marketCapUsd: known.marketCapUsd ?? more.marketCapUsd,
    liquidityUsd: known.liquidityUsd ?? more.liquidityUsd,
    trade: known.trade ?? more.trade,
    facts: [...known.facts, ...more.facts.filter(({ label }) => !labels.has(label))].slice(0, mostFacts),
  };
}

type Who = Pick<Signal, 'platform' | 'place' | 'caller' | 'userName' | 'isVerified' | 'isBot' | 'message'>;

/** Who made a call, where, and in which words: nobody is shown with another's words. */
function whoCalled(known: Signal, more: Signal): Who {
  const [best, other] = certainty(more) > certainty(known) ? [more, known] : [known, more];
  const isAnother = best.userName !== null && other.userName !== null && !isSameName(best.userName, other.userName);
  const rest: Partial<Who> = isAnother ? {} : other;
  return {
    platform: best.platform ?? rest.platform ?? null,
    place: best.place ?? rest.place ?? null,
    caller: best.caller ?? rest.caller ?? null,
    userName: best.userName ?? rest.userName ?? null,
    isVerified: best.isVerified ?? rest.isVerified ?? null,
    isBot: best.isBot ?? rest.isBot ?? null,
    message: best.message ?? rest.message ?? null,
  };
}

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A signal names its caller; the own list the latest one; the public list the latest on X, whoever called last. */
const certainty = (signal: Signal): number => (ownIds(signal).length > 0 ? 2 : signal.calls?.own ? 1 : 0);

function mergeToken(known: SignalToken, more: SignalToken): SignalToken {
  // With a different address it is a different token.
  if (tokenKey(known) !== tokenKey(more)) return known;
  return { ...known, symbol: known.symbol ?? more.symbol, name: known.name ?? more.name };
}

/** The latest read of each list counts. */
const mergeCalls = (known: TokenCalls | null, more: TokenCalls | null): TokenCalls | null =>
  known && more ? { own: newer(known.own, more.own), everyone: newer(known.everyone, more.everyone) } : (known ?? more);

const newer = (known: CallSum | null, more: CallSum | null): CallSum | null =>
  known && more && known.readAtMs > more.readAtMs ? known : (more ?? known);
