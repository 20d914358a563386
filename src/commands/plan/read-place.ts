import { findToken } from '../../actions/tokens/find-token.ts';
import type { ApiClient } from '../../client/http/api-client.ts';
import { allChains, contractChains } from '../../domain/market/chain.ts';
import { baseFeeRates } from '../../domain/market/fee-rates.ts';
import { quoteTokens } from '../../domain/market/token.ts';
import { arrivalPxOf } from '../../plans/arrival-px.ts';
import type { allKinds } from '../../plans/plan-grammar.ts';
import type { PerpFacts, PlanFacts, SpotFacts } from '../../plans/plan-kind.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { storesStart } from '../../service.ts';
import { feeRatesOf } from '../../stores/account/fee-rates.ts';
import { activeWallets, type DeskWallet, perpWallet, walletChains } from '../../stores/account/wallets.ts';
import { createStores } from '../../stores/create-stores.ts';
import { createQueryCache, type DeskData, type DeskQueries } from '../../stores/desk-data.ts';
import { perpMarkets } from '../../stores/market/perp-markets.ts';
import { balanceOf, usdPrice } from '../../stores/portfolio/spot-balance.ts';
import { readForCheck } from '../call/read-for-check.ts';
import type { CommandIo } from '../command.ts';
import type { ServiceTarget } from '../target.ts';

type Kind = (typeof allKinds)[number];
type Typed = Readonly<Record<string, string>>;

/** What a plan is built from, as the service says it now. */
export interface PlanPlace {
  readonly facts: PlanFacts;
  readonly walletId: string;
  readonly arrivalPx: string | null;
  /** Names as the service spells them. */
  readonly values: Typed;
  readonly usage: DeskQueries['usage'] | null;
}

interface Reads {
  readonly client: ApiClient;
  readonly target: ServiceTarget;
  readonly config: Config;
}

/** Reads market, wallets and key limits. Throws PlainError for what the account does not have; rejects with ApiError. */
export async function readPlace(
  kind: Kind,
  typed: Typed,
  walletId: string | null,
  { client, target, config }: Reads,
  io: CommandIo,
): Promise<PlanPlace> {
  const cache = createQueryCache();
  const { data } = createStores(cache, storesStart({ ...target, account: target.profile }, config, undefined), () =>
    io.clock.now(),
  );
  const names =
    kind.trades === 'perp'
      ? (['markets', 'wallets', 'usage', 'fees'] as const)
      : (['wallets', 'balances', 'holdings', 'usage'] as const);
  const deps = { client, cache, nativeUnit: config.balances.nativeUnit, clock: io.clock, signal: io.signal };
  const problems = await readForCheck(names, walletId, deps);
  const [problem] = problems.filter((text) => !/: (usage|fees) /.test(text));
  if (problem) throw new PlainError(problem);
  const usage = data.read('usage').data ?? null;
  const place =
    kind.trades === 'perp' ? perpPlace(data, typed, walletId) : await spotPlace(data, typed, walletId, client);
  return { ...place, usage };
}

function perpPlace(data: DeskData, { coin = '' }: Typed, walletId: string | null): Omit<PlanPlace, 'usage'> {
  const all = perpMarkets(data);
  const market =
    all.find((one) => one.coin === coin) ?? all.find((one) => one.coin.toLowerCase() === coin.toLowerCase());
  if (!market) throw new PlainError(`There is no perp market ${JSON.stringify(coin.slice(0, 32))}.`);
  const wallet = perpWallet(activeWallets(data.read('wallets').data), walletId);
  if (!wallet) throw new PlainError('The account has no wallet for perps.');
  const { bid, ask, markPx: mark, szDecimals, maxLeverage } = market;
  const fees = feeRatesOf(data) ?? baseFeeRates;
  const facts: PerpFacts = { kind: 'perp', coin: market.coin, szDecimals, maxLeverage, mark, bid, ask, fees };
  return { facts, walletId: wallet.walletId, arrivalPx: arrivalPxOf(facts), values: { coin: market.coin } };
}

/** The first wallet on a chain where both tokens are known. */
async function spotPlace(
  data: DeskData,
  { sell = '', buy = '' }: Typed,
  walletId: string | null,
  client: ApiClient,
): Promise<Omit<PlanPlace, 'usage'>> {
  const wallets = activeWallets(data.read('wallets').data).filter(
    (one) => walletId === null || one.walletId === walletId,
  );
  for (const wallet of wallets)
    for (const chain of walletChains(wallet).filter((one) => contractChains.includes(one) && allChains.includes(one))) {
      const [input, output] = [await tokenOf(client, chain, sell), await tokenOf(client, chain, buy)];
      if (input && output) return spotFacts(data, wallet, chain, input, output);
    }
  throw new PlainError(`No wallet of the account can sell ${sell.slice(0, 32)} for ${buy.slice(0, 32)}.`);
}

type Chain = SpotFacts['chain'];
type Token = SpotFacts['input'];

function spotFacts(
  data: DeskData,
  { walletId, address }: DeskWallet,
  chain: Chain,
  input: Token,
  output: Token,
): Omit<PlanPlace, 'usage'> {
  const at = { chain, address };
  const facts: SpotFacts = {
    kind: 'spot',
    chain,
    input,
    output,
    inputUsd: usdPrice({ data }, { ...input, chain }),
    outputUsd: usdPrice({ data }, { ...output, chain }),
    balance: balanceOf({ data }, at, { ...input, chain }),
  };
  const values = { sell: input.symbol, buy: output.symbol };
  return { facts, walletId, arrivalPx: arrivalPxOf(facts), values };
}

/** Money by its fixed address, anything else as the service finds it. */
async function tokenOf(client: ApiClient, chain: Chain, text: string): Promise<Token | null> {
  const known = quoteTokens.find((token) => token.chain === chain && token.symbol.toLowerCase() === text.toLowerCase());
  if (known) return { address: known.address, symbol: known.symbol, decimals: known.decimals };
  // Nothing but the client is used.
  const found = await findToken({ client } as Parameters<typeof findToken>[0], chain, text).catch(() => null);
  return found && { address: found.address, symbol: found.symbol, decimals: found.decimals };
}
