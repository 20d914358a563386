import type { StreamManager } from '../../client/streams/stream-model.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { AnyStream, StreamData } from '../../protocol/stream.ts';
import { alphaPersonal, alphaSignalFeedGlobal, alphaSignalFeedPersonal } from '../../protocol/streams/alpha.ts';
import { svmBondingCurveCreations, svmBondingCurveGraduations } from '../../protocol/streams/svm.ts';
import type { SignalList } from '../../stores/signals/signal-list.ts';
import type { Signal } from '../../stores/signals/signals.ts';
import { signalOfCurve, signalOfFeed, signalsOfMessage } from './read-signal.ts';

/** Converts an event to signals, or returns why it is unreadable. */
type Reader<S extends AnyStream> = (data: StreamData<S>, nowMs: number) => readonly Signal[] | string;

/** Adds events of the signal streams to the list until the returned function is called. */
export function startSignalFeeds(streams: StreamManager, list: SignalList, clock: Clock): () => void {
  const feed = <S extends AnyStream>(stream: S, read: Reader<S>): (() => void) =>
    streams.subscribe(
      stream,
      {},
      {
        onEvent: (data) => {
          const nowMs = clock.now();
          const found = isUnreadable(data) ? data.unreadable : read(data, nowMs);
          if (typeof found === 'string')
            list.addUnreadable({ atMs: nowMs, stream: stream.id, reason: cleanText(found, 200) });
          else for (const signal of found) list.add(signal, nowMs);
        },
      },
    );
  const ofFeed: Reader<typeof alphaSignalFeedGlobal> = (data, nowMs) => {
    const found = signalOfFeed(data, nowMs);
    return found === null || typeof found === 'string' ? (found ?? []) : [found];
  };
  const stops = [
    feed(alphaSignalFeedGlobal, ofFeed),
    feed(alphaSignalFeedPersonal, ofFeed),
    feed(alphaPersonal, signalsOfMessage),
    feed(svmBondingCurveCreations, (data, nowMs) => [signalOfCurve('creation', data, nowMs)]),
    feed(svmBondingCurveGraduations, (data, nowMs) => [signalOfCurve('graduation', data, nowMs)]),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
