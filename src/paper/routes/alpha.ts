import {
  alphaCallContext,
  alphaGlobalCalls,
  alphaMentions,
  alphaRecentCalls,
  alphaSources,
} from '../../protocol/endpoints/alpha.ts';
import type { AlphaCall, AlphaSignal } from '../exchange/spot/tokens/alpha-service.ts';
import type { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import { PaperError, type Route, route } from '../service/handler.ts';

const calls = (signals: AlphaSignal[], limit: number) => ({
  totalCount: signals.length,
  calls: signals.slice(0, limit).map(({ call }) => call),
});

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const neighbours = 2;

/** The call with the surrounding messages of its source; `offset` counts from the call's own message. */
function withContext(signal: AlphaSignal, newestFirst: readonly AlphaSignal[]): AlphaCall {
  if (!signal.call.messagePreview) return signal.call;
  const said = newestFirst.filter(({ call, sourceName }) => call.messagePreview && sourceName === signal.sourceName);
  const place = said.indexOf(signal);
  const around = said.slice(Math.max(0, place - neighbours), place + neighbours + 1).reverse();
  const contextMessages = around.map((each) => ({
    author: each.call.caller?.username,
    text: each.call.messagePreview ?? '',
    timestampMs: each.call.timestampMs,
    offset: place - said.indexOf(each),
  }));
  return { ...signal.call, contextMessages };
}

function sequenceOf(cursor: string): number {
  const match = /^alpha-signals:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw new PaperError(400, 'INVALID_PARAMS', 'cursor was not issued by this list');
  return Number(match[1]);
}

/** Signals of the connected sources and of all sources. */
export const alphaRoutes = (spot: SpotMarket): Route[] => {
  const about = (address: string) => spot.alpha.signals.filter((signal) => isSame(signal.tokenAddress, address));
  return [
    route(alphaSources, () => ({ sources: [...spot.alpha.sources] })),
    route(alphaRecentCalls, ({ query: { limit, sourceName, connectionId } }) => {
      const own = spot.alpha.signals.filter(
        (signal) =>
          signal.connectionId !== null &&
          (connectionId === undefined || signal.connectionId === connectionId) &&
          (sourceName === undefined || isSame(signal.sourceName, sourceName)),
      );
      return calls(own, limit);
    }),
    route(alphaGlobalCalls, ({ query: { limit, platform } }) => {
      const all = spot.alpha.signals;
      return calls(platform === undefined ? all : all.filter(({ call }) => isSame(call.platform, platform)), limit);
    }),
    route(alphaCallContext, ({ params: { address }, query }) => {
      const wanted = query.sourceFilter?.split(',').map((name) => name.trim());
      const all = spot.alpha.signals;
      const signals = all
        .filter(({ tokenAddress }) => isSame(tokenAddress, address))
        .filter(
          ({ call, sourceName }) =>
            (query.includeBotSignals !== false || !call.isBot) &&
            (!wanted || wanted.some((name) => isSame(name, sourceName) || isSame(name, call.platform))),
        );
      const below = query.cursor === undefined ? Number.POSITIVE_INFINITY : sequenceOf(query.cursor);
      const rest = signals.filter(({ sequence }) => sequence < below);
      const next = rest[query.limit];
      return {
        tokenAddress: address,
        totalSignals: signals.length,
        hasMore: next !== undefined,
        nextCursor: next ? Buffer.from(`alpha-signals:${next.sequence + 1}`).toString('base64url') : null,
        signals: rest
          .slice(0, query.limit)
          .map((signal) => (query.includeMessageContext === true ? withContext(signal, all) : signal.call)),
      };
    }),
    route(alphaMentions, ({ params: { address }, query: { limit } }) => ({
      tokenAddress: address,
      mentions: about(address)
        .filter(({ call }) => call.messagePreview)
        .slice(0, limit)
        .map(({ call, sourceName }) => ({
          messageId: call.source?.messageId ?? call.source?.tweetId ?? call.signalId,
          platform: call.platform,
          sourceName,
          text: call.messagePreview,
          timestampMs: call.timestampMs,
        })),
    })),
  ];
};
