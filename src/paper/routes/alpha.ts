import { callPlatform } from '../../domain/market/call-platform.ts';
import { groupChain, isAddress } from '../../domain/market/chain.ts';
import {
  alphaCallContext,
  alphaGlobalCalls,
  alphaMentions,
  alphaRecentCalls,
  alphaSources,
} from '../../protocol/endpoints/alpha.ts';
import { globalCalls, isSaid, mentionsOf, recentCalls } from '../exchange/spot/tokens/alpha-calls.ts';
import type { AlphaCall, AlphaSignal } from '../exchange/spot/tokens/alpha-signal.ts';
import type { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import { type Route, route } from '../service/handler.ts';
import { requireName } from './refuse-field.ts';

const platforms = ['discord', 'telegram', 'x', 'trade'];

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const isOn = ({ call }: AlphaSignal, platform: string) => callPlatform(call.platform) === callPlatform(platform);

const neighbours = 2;

/** Fields without a value are left out, but for the two that say that a post or trade has no text to show. */
function bare(call: AlphaCall): AlphaCall {
  const known = Object.fromEntries(Object.entries(call).filter(([, value]) => value !== null)) as AlphaCall;
  const hasNoText = ['x', 'trade'].includes(callPlatform(call.platform));
  return { ...known, contextMessages: null, messagePreview: hasNoText ? null : (call.messagePreview ?? null) };
}

/** The call with the surrounding messages of its source; `offset` counts from the call's own message. */
function withContext(signal: AlphaSignal, newestFirst: readonly AlphaSignal[]): AlphaCall {
  const call = bare(signal.call);
  if (call.messagePreview === null) return call;
  const said = newestFirst.filter((each) => isSaid(each) && each.sourceName === signal.sourceName);
  const place = said.indexOf(signal);
  const around = said.slice(Math.max(0, place - neighbours), place + neighbours + 1).reverse();
  const contextMessages = around.map((each) => ({
    author: each.call.caller?.username ?? undefined,
    text: each.call.messagePreview ?? '',
    timestampMs: each.call.timestampMs,
    offset: place - said.indexOf(each),
  }));
  return { ...call, contextMessages };
}

/** Calls of the connected sources and of the public feed, a row a token; the signals and messages about one token. */
export const alphaRoutes = ({ alpha }: SpotMarket): Route[] => {
  const about = (address: string) => alpha.signals.filter(({ tokenAddress }) => isSame(tokenAddress, address));
  return [
    route(alphaSources, () => ({ sources: [...alpha.sources] })),
    route(alphaRecentCalls, ({ query: { limit, sourceName, connectionId } }) => {
      const own = alpha.signals.filter(
        (signal) =>
          isSaid(signal) &&
          signal.connectionId !== null &&
          (connectionId === undefined || signal.connectionId === connectionId) &&
          (sourceName === undefined || isSame(signal.sourceName, sourceName)),
      );
      const calls = recentCalls(alpha, own);
      return { totalCount: calls.length, calls: calls.slice(0, limit) };
    }),
    route(alphaGlobalCalls, ({ query: { limit, platform = 'all' } }) => {
      requireName('platform', callPlatform(platform), ['all', ...platforms]);
      const wanted = platform === 'all' ? isSaid : (signal: AlphaSignal) => isOn(signal, platform);
      const calls = globalCalls(alpha, alpha.signals.filter(wanted));
      return { platform, totalCount: calls.length, calls: calls.slice(0, limit) };
    }),
    route(alphaCallContext, ({ params: { tokenAddress }, query }) => {
      const wanted = query.sourceFilter?.split(',');
      for (const platform of wanted ?? []) requireName('sourceFilter', callPlatform(platform), platforms);
      const signals = about(tokenAddress).filter(
        (signal) =>
          (query.includeBotSignals === true || !signal.call.isBot) &&
          (!wanted || wanted.some((platform) => isOn(signal, platform))),
      );
      const { cursor } = query;
      const rest = cursor === undefined ? signals : signals.filter(({ sequence }) => sequence < cursor);
      const page = rest.slice(0, query.limit);
      const hasMore = rest.length > page.length;
      return {
        tokenAddress,
        totalSignals: signals.length,
        hasMore,
        // With a limit of 0 the next page begins where this one does.
        ...(hasMore && { nextCursor: page.at(-1)?.sequence ?? (rest[0]?.sequence ?? 0) + 1 }),
        signals: page.map((signal) =>
          query.includeMessageContext === true ? withContext(signal, alpha.signals) : bare(signal.call),
        ),
      };
    }),
    route(alphaMentions, ({ params: { tokenAddress }, query: { limit } }) => {
      const said = about(tokenAddress).filter(isSaid);
      const token = said[0] && alpha.tokenOf(said[0]);
      const mentions = mentionsOf(said);
      return {
        tokenAddress,
        chain: token ? groupChain(token.chain) : isAddress('solana', tokenAddress) ? 'svm' : 'base',
        totalMentions: mentions.length,
        mentions: mentions.slice(0, limit),
        tokenSymbol: token?.symbol,
        firstSeenAt: mentions.at(-1)?.timestamp,
        lastSeenAt: mentions[0]?.timestamp,
      };
    }),
  ];
};
