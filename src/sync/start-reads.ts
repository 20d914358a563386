import type { DeskData } from '../stores/desk-data.ts';
import type { PriceSamples } from '../stores/market/price-samples.ts';
import { takeOpening } from '../stores/portfolio/equity.ts';
import { checkAccount } from './account/check-account.ts';
import { forgetCountedOrders } from './account/forget-counted-orders.ts';
import { followPerpWallet } from './account/perp-wallet-id.ts';
import type { ReadSources } from './read-sources.ts';
import { startCandles } from './reads/candles.ts';
import { startTokenInfo } from './reads/token-info.ts';

/**
 * Starts the effects of what is read, and the reads that follow from it. `walletId`: the configured wallet; `alertTokens`: the
 * tokens of price alerts, as `chain:address`. Returns the functions that stop them.
 */
export function startReads(
  sources: ReadSources,
  walletId: string | null,
  alertTokens: () => readonly string[],
): (() => void)[] {
  const { client, cache, clock, stores } = sources;
  const { data, session, trading, activeWallet, watchlist, candles, priceSamples } = stores;
  return [
    data.subscribe(() => sampleMarks(data, priceSamples)),
    data.subscribe(() => takeOpening(stores, clock.now())),
    followPerpWallet(cache, data, activeWallet),
    client.onAnswer(({ outcome, latencyMs }) => outcome === 'ok' && session.setState({ latencyMs })),
    forgetCountedOrders(cache, session),
    checkAccount(data, trading, walletId),
    startTokenInfo(cache, client, data, watchlist, clock, alertTokens),
    startCandles(cache, client, candles),
  ];
}

/** Keeps the marks of each markets response as samples. */
function sampleMarks(data: DeskData, samples: PriceSamples): void {
  const { data: markets, updatedAtMs } = data.read('markets');
  if (markets) samples.take(markets, updatedAtMs);
}
