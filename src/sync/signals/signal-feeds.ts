import type { StreamManager } from '../../client/streams/stream-model.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { AnyStream, StreamData } from '../../protocol/stream.ts';
import {
  alphaPersonal,
  alphaSignalFeedGlobal,
  alphaSignalFeedNamed,
  alphaSignalFeedPersonal,
  alphaSignalFeedProfile,
} from '../../protocol/streams/alpha.ts';
import { svmBondingCurveCreations, svmBondingCurveGraduations } from '../../protocol/streams/svm.ts';
import { hearCalls } from '../../stores/signals/hear-calls.ts';
import type { SignalList } from '../../stores/signals/signal-list.ts';
import type { Signal, SignalsStore } from '../../stores/signals/signals.ts';
import { signalOfCurve, signalOfFeed, signalsOfMessage } from './read-signal.ts';

interface Into {
  readonly list: SignalList;
  readonly store: SignalsStore;
  readonly clock: Clock;
}

/** Converts an event to signals, or returns why it is unreadable. */
type Reader = (data: never, nowMs: number) => readonly Signal[] | string;

const ofFeed = (data: StreamData<typeof alphaSignalFeedGlobal>, nowMs: number): readonly Signal[] | string => {
  const found = signalOfFeed(data, nowMs);
  return found === null || typeof found === 'string' ? (found ?? []) : [found];
};

const ofNamed = (data: StreamData<typeof alphaSignalFeedNamed>, nowMs: number): readonly Signal[] | string =>
  data.message ? signalsOfMessage(data.message, nowMs) : ofFeed(data, nowMs);

type Curve = StreamData<typeof svmBondingCurveCreations>;

/** The streams that the desk listens to, and how their events are read. */
const feeds: readonly (readonly [AnyStream, Reader])[] = [
  [alphaSignalFeedGlobal, ofFeed],
  [alphaSignalFeedPersonal, ofFeed],
  [alphaPersonal, signalsOfMessage],
  [svmBondingCurveCreations, (data: Curve, nowMs: number) => [signalOfCurve('creation', data, nowMs)]],
  [svmBondingCurveGraduations, (data: Curve, nowMs: number) => [signalOfCurve('graduation', data, nowMs)]],
];

/** Streams of one feed, whose id only the user knows: they are heard where the user watches them. */
const watchedFeeds: readonly (readonly [AnyStream, Reader])[] = [
  [alphaSignalFeedNamed, ofNamed],
  [alphaSignalFeedProfile, ofFeed],
];

function take(stream: AnyStream, read: Reader, data: unknown, { list, store, clock }: Into): void {
  const nowMs = clock.now();
  const found = isUnreadable(data) ? data.unreadable : read(data as never, nowMs);
  if (typeof found === 'string')
    return list.addUnreadable({ atMs: nowMs, stream: stream.id, reason: cleanText(found, 200) });
  for (const signal of found) {
    if (signal.messageState === 'deleted') list.learn(signal, nowMs);
    else list.add(signal, nowMs);
  }
  hearCalls(
    store,
    found.filter(({ messageState }) => messageState !== 'deleted'),
    null,
  );
}

/** Adds events of the signal streams to the list until the returned function is called. */
export function startSignalFeeds(streams: StreamManager, into: Into): () => void {
  const stops = feeds.map(([stream, read]) =>
    streams.subscribe(stream, {}, { onEvent: (data) => take(stream, read, data, into) }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Adds an event of a stream that the user watches; nothing for other streams than single feeds. */
export function hearWatched(stream: AnyStream, data: unknown, into: Into): void {
  const found = watchedFeeds.find(([known]) => known === stream);
  if (found) take(stream, found[1], data, into);
}
