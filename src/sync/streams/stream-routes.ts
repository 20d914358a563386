import type { StreamManager } from '../../client/streams/stream-model.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { evmTokenSwaps } from '../../protocol/streams/evm.ts';
import { svmTokenSwaps } from '../../protocol/streams/svm.ts';
import type { Stores } from '../../stores/create-stores.ts';
import type { QueryName } from '../../stores/desk-data.ts';
import type { Tape } from '../../stores/market/tape.ts';
import type { WatchlistStore } from '../../stores/market/watchlist.ts';
import { reconcile } from '../account/reconcile.ts';
import { accountStreams, swapStream } from './desk-streams.ts';

interface Routes extends Pick<Stores, 'data' | 'tape' | 'session' | 'watchlist'> {
  readonly streams: StreamManager;
  readonly clock: Clock;
  /** Called when a notification names a task. */
  readonly onTask: (taskId: string) => void;
}

/** The reads to repeat after a notification, by its `type`. A notification carries no data: it only says what changed. */
const pokes = new Map<unknown, readonly QueryName[]>([
  ['swap', ['balances', 'holdings', 'usage']],
  ['transfer', ['balances', 'holdings']],
  ['crosschainSwap', ['balances', 'holdings']],
  ['claim', ['balances', 'holdings']],
  ['automation', ['orders', 'balances', 'holdings', 'usage']],
  ['strategy', ['orders', 'balances', 'holdings']],
  ['perpsOrder', ['positions', 'perpOrders', 'fills', 'perpAccount', 'balances', 'usage']],
]);

/** Routes stream events to the stores. Returns the function that stops it. */
export function startStreamRoutes({ streams, data, tape, session, watchlist, clock, onTask }: Routes): () => void {
  const poke = (type: unknown): void => data.refresh(...(pokes.get(type) ?? ['orders', 'positions', 'balances']));
  let isFirst = true;
  const stops = [
    streams.onStatus((connection) => {
      const isUp = connection.state === 'connected' && session.getState().connection.state !== 'connected';
      session.setState({ connection });
      // On the first connect, everything is being read anyway.
      if (isUp && !isFirst) reconcile({ session, data, clock });
      if (isUp) isFirst = false;
    }),
    // A gap ends once every channel is subscribed. Events before that were missed too, so reconcile once more.
    streams.onGap((gap) => {
      // If only another stream resubscribed late, the tape has no gap.
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

/** Subscribes to the swaps of the tokens on the watch list, and follows its changes. */
function followWatchlist(watchlist: WatchlistStore, listen: (tokenId: string) => () => void): () => void {
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

/** Routes the swaps of one token (`chain:address`) to the tape. */
function routeSwaps(streams: StreamManager, tape: Tape, clock: Clock, tokenId: string): () => void {
  const swaps = swapStream(tokenId);
  if (!swaps) return () => {};
  const unreadable = (reason: string): void => tape.push({ kind: 'unreadable', atMs: clock.now(), tokenId, reason });
  if (swaps.family === 'svm')
    return streams.subscribe(swaps.stream, swaps.filter, {
      onEvent: (swap, heardAtMs) =>
        isUnreadable(swap)
          ? unreadable(swap.unreadable)
          : pushSwap(tape, tokenId, { ...swap, atMs: swap.blockTime, sizeNative: swap.sizeSol }, heardAtMs),
    });
  return streams.subscribe(swaps.stream, swaps.filter, {
    onEvent: (swap, heardAtMs) =>
      isUnreadable(swap)
        ? unreadable(swap.unreadable)
        : pushSwap(
            tape,
            tokenId,
            { ...swap, atMs: swap.timestamp, sizeNative: swap.amountNative, sizeUsd: swap.amountUsd },
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
      // A negative or non-numeric size would corrupt the statistics of the whole minute.
      usd: Math.max(0, Number(readDecimal(sizeUsd) ?? 0)),
      priceUsd,
      maker: maker ? cleanText(maker, 100) : null,
    },
    heardAtMs,
  );
}
