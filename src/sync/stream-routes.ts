import type { StreamManager } from '../client/stream-model.ts';
import { cleanText } from '../domain/clean-text.ts';
import { readDecimal } from '../domain/decimal.ts';
import type { Clock } from '../platform/clock.ts';
import { isUnreadable } from '../protocol/schema.ts';
import type { AnyStream } from '../protocol/stream.ts';
import { evmTokenSwaps } from '../protocol/streams/evm.ts';
import { svmTokenSwaps } from '../protocol/streams/svm.ts';
import type { DeskData, QueryName } from '../stores/desk-data.ts';
import type { SessionStore } from '../stores/session.ts';
import type { Tape } from '../stores/tape.ts';
import type { Watchlist } from '../stores/watchlist.ts';
import { accountStreams, swapStream } from './desk-streams.ts';
import { reconcile } from './reconcile.ts';

interface Routes {
  readonly streams: StreamManager;
  readonly data: DeskData;
  readonly tape: Tape;
  readonly session: SessionStore;
  readonly clock: Clock;
  /** Something happened to this task. */
  readonly onTask: (taskId: string) => void;
}

/** Which reads a notification concerns, by its `type`. It carries no data of its own: it only says that something moved. */
const pokes = new Map<unknown, readonly QueryName[]>([
  ['swap', ['balances', 'holdings', 'usage']],
  ['transfer', ['balances', 'holdings']],
  ['crosschainSwap', ['balances', 'holdings']],
  ['claim', ['balances', 'holdings']],
  ['automation', ['orders', 'balances', 'holdings', 'usage']],
  ['strategy', ['orders', 'balances', 'holdings']],
  ['perpsOrder', ['positions', 'perpOrders', 'fills', 'perpAccount', 'balances', 'usage']],
]);

/** Connects streams to stores: this file is where an event becomes state. Returns the function that disconnects them. */
export function startStreamRoutes(
  { streams, data, tape, session, clock, onTask }: Routes,
  watchlist: Watchlist,
): () => void {
  const poke = (type: unknown): void => data.refresh(...(pokes.get(type) ?? ['orders', 'positions', 'balances']));
  let isFirst = true;
  const stops = [
    streams.onStatus((connection) => {
      const isUp = connection.state === 'connected' && session.getState().connection.state !== 'connected';
      session.setState({ connection });
      // At the start everything is being read anyway.
      if (isUp && !isFirst) reconcile({ session, data, clock });
      if (isUp) isFirst = false;
    }),
    // Once more when every channel stands: what happened before that was not told either.
    streams.onGap((gap) => {
      // The tape has missed nothing where another stream came back late.
      if (!gap.late || isOnTape(gap.late))
        tape.push({ kind: 'gap', atMs: gap.toMs, lengthMs: gap.toMs - gap.fromMs, reason: gap.reason });
      reconcile({ session, data, clock });
    }),
    ...accountStreams.map((stream) =>
      streams.subscribe(
        stream,
        {},
        {
          onEvent: (event) => {
            if (isUnreadable(event)) return poke(null);
            poke(event.type);
            const taskId = event.taskId ?? event.rootTaskId;
            if (taskId) onTask(taskId);
          },
        },
      ),
    ),
    followWatchlist(watchlist, (tokenId) => routeSwaps(streams, tape, clock, tokenId)),
  ];
  session.setState({ connection: streams.status() });
  return () => {
    for (const stop of stops) stop();
  };
}

/** Listens to the swaps of every token on the list, as it stands. */
function followWatchlist(watchlist: Watchlist, listen: (tokenId: string) => () => void): () => void {
  const heard = new Map<string, () => void>();
  const follow = (tokens: readonly string[]): void => {
    for (const [tokenId, stop] of heard)
      if (!tokens.includes(tokenId)) {
        stop();
        heard.delete(tokenId);
      }
    for (const tokenId of tokens) if (!heard.has(tokenId)) heard.set(tokenId, listen(tokenId));
  };
  follow(watchlist.getState().tokens);
  const stopFollowing = watchlist.subscribe(({ tokens }) => follow(tokens));
  return () => {
    stopFollowing();
    follow([]);
  };
}

const isOnTape = ({ id }: AnyStream): boolean => id === svmTokenSwaps.id || id === evmTokenSwaps.id;

/** Feeds the swaps of one token (`chain:address`) to the tape. */
function routeSwaps(streams: StreamManager, tape: Tape, clock: Clock, tokenId: string): () => void {
  const swaps = swapStream(tokenId);
  if (!swaps) return () => {};
  const unreadable = (reason: string): void => tape.push({ kind: 'unreadable', atMs: clock.now(), tokenId, reason });
  if (swaps.family === 'svm')
    return streams.subscribe(swaps.stream, swaps.filter, {
      onEvent: (swap, heardAtMs) =>
        isUnreadable(swap)
          ? unreadable(swap.unreadable)
          : pushSwap(tape, tokenId, { ...swap, atMs: swap.blockTime * 1000, sizeNative: swap.sizeSol }, heardAtMs),
    });
  return streams.subscribe(swaps.stream, swaps.filter, {
    onEvent: (swap, heardAtMs) =>
      isUnreadable(swap)
        ? unreadable(swap.unreadable)
        : pushSwap(
            tape,
            tokenId,
            { ...swap, atMs: swap.timestamp * 1000, sizeNative: swap.amountNative, sizeUsd: swap.amountUsd },
            heardAtMs,
          ),
  });
}

interface SwapFields {
  readonly atMs: number;
  readonly isBuy: boolean;
  readonly sizeNative: string;
  readonly sizeUsd: string;
  readonly priceUsd: string;
  readonly maker?: string | null | undefined;
}

function pushSwap(tape: Tape, tokenId: string, swap: SwapFields, heardAtMs: number): void {
  const { atMs, isBuy, sizeNative, sizeUsd, priceUsd, maker } = swap;
  tape.push(
    {
      kind: 'swap',
      atMs,
      tokenId,
      isBuy,
      sizeNative,
      sizeUsd,
      // A size that is negative or no number would turn the shares of the whole minute into nonsense.
      usd: Math.max(0, Number(readDecimal(sizeUsd) ?? 0)),
      priceUsd,
      maker: maker ? cleanText(maker, 100) : null,
    },
    heardAtMs,
  );
}
