import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import { readChain } from '../../domain/market/chain.ts';
import { tokenId } from '../../domain/market/token.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { Timers } from '../../platform/time/timers.ts';
import { batchTokens } from '../../protocol/endpoints/tokens.ts';
import { readable } from '../../protocol/schema.ts';
import { queryKeys, type TokenInfo } from '../../stores/desk-data.ts';

const batchLimit = 100;
/** Pause after a failure. The cache changes many times a second, and each change would otherwise cause a request. */
const askAgainAfterMs = 10_000;

/** Reads the name of each wanted token once. After a failure and a pause, `onAgain` is called to request the tokens again. */
export function createTokenNames(cache: QueryClient, client: ApiClient, clock: Clock, onAgain: () => void) {
  const asked = new Set<string>();
  const pauses = new Timers(clock);
  const ask = async (ids: readonly string[]): Promise<void> => {
    try {
      const answer = await client.call(batchTokens, { body: { tokens: [...ids] } });
      for (const token of readable(answer.data.tokens)) {
        const id = idOf(token.chain, token.address);
        if (!id) continue;
        const info: TokenInfo = {
          tokenId: id,
          symbol: cleanText(token.symbol ?? '', textLimits.symbol),
          name: cleanText(token.name ?? '', textLimits.name),
          decimals: token.decimals,
        };
        cache.setQueryData(queryKeys.token(info.tokenId), info);
      }
    } catch {
      // Until then the screen shows the address.
      pauses.after(askAgainAfterMs, () => {
        for (const id of ids) asked.delete(id);
        onAgain();
      });
    }
  };
  return {
    want(ids: readonly string[]): void {
      const missing = [...new Set(ids)].filter((id) => !asked.has(id)).slice(0, batchLimit);
      for (const id of missing) asked.add(id);
      if (missing.length > 0) void ask(missing);
    },
    stop: () => pauses.stop(),
  };
}

/** `chain:address`, or null for a chain that the desk does not know. */
export function idOf(chainName: string | null | undefined, address: string): string | null {
  const chain = readChain(chainName);
  return chain && tokenId({ chain, address });
}
