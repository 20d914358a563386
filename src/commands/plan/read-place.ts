import type { ApiClient } from '../../client/http/api-client.ts';
import { baseFeeRates } from '../../domain/market/fee-rates.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { allKinds } from '../../plans/plan-grammar.ts';
import type { PerpFacts, PlanFacts } from '../../plans/plan-kind.ts';
import { ownKeyRefusal } from '../../plans/read-spot-inputs.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { storesStart } from '../../service.ts';
import { feeRatesOf } from '../../stores/account/fee-rates.ts';
import {
  activeWallets,
  type DeskWallet,
  isOwnWalletId,
  perpWallet,
  perpWallets,
} from '../../stores/account/wallets.ts';
import { createStores } from '../../stores/create-stores.ts';
import { createQueryCache, type DeskData, type DeskQueries } from '../../stores/desk-data.ts';
import { perpMarkets } from '../../stores/market/perp-markets.ts';
import { readForCheck } from '../call/read-for-check.ts';
import type { CommandIo } from '../command.ts';
import type { ServiceTarget } from '../target.ts';
import { named } from './plan-token.ts';
import { spotPlace, spotText, type WalletWish } from './spot-place.ts';

type Kind = (typeof allKinds)[number];
type Typed = Readonly<Record<string, string>>;

/** What a plan is built from, as the service says it now. */
export interface PlanPlace {
  readonly facts: PlanFacts;
  readonly walletId: string;
  /** Names as the service spells them. */
  readonly values: Typed;
  /** Which wallet trades what, as a sentence. */
  readonly text: string;
  readonly usage: DeskQueries['usage'] | null;
}

type Place = Omit<PlanPlace, 'usage'>;

interface Reads {
  readonly client: ApiClient;
  readonly target: ServiceTarget;
  readonly config: Config;
}

/** Reads market, wallets and key limits. Throws PlainError for what the account does not have; rejects with ApiError. */
export async function readPlace(
  kind: Kind,
  typed: Typed,
  asked: string | null,
  { client, target, config }: Reads,
  io: CommandIo,
): Promise<PlanPlace> {
  if (asked !== null && isOwnWalletId(asked)) throw new PlainError(ownKeyRefusal);
  const cache = createQueryCache();
  const { data } = createStores(cache, storesStart({ ...target, account: target.profile }, config, undefined), () =>
    io.clock.now(),
  );
  const wish = { asked, usual: target.wallet };
  const names =
    kind.trades === 'perp'
      ? (['markets', 'wallets', 'usage', 'fees'] as const)
      : (['wallets', 'balances', 'holdings', 'usage'] as const);
  const deps = { client, cache, nativeUnit: config.balances.nativeUnit, clock: io.clock, signal: io.signal };
  const problems = await readForCheck(names, asked ?? target.wallet, deps);
  const [problem] = problems.filter((text) => !/: (usage|fees) /.test(text));
  if (problem) throw new PlainError(problem);
  refuseUnknown(data, asked);
  const usage = data.read('usage').data ?? null;
  const place =
    kind.trades === 'perp'
      ? perpPlace(data, typed, wish)
      : await swapPlace(typed, wish, { data, client, cache, signal: io.signal });
  return { ...place, usage };
}

/** A wallet that was asked for and is not there: another one must not trade in its place. Throws PlainError. */
function refuseUnknown(data: DeskData, asked: string | null): void {
  const wallets = activeWallets(data.read('wallets').data);
  if (asked === null || wallets.some(({ walletId }) => walletId === asked)) return;
  const known = wallets.map(nameOf).join(', ');
  throw new PlainError(
    `The account has no active wallet ${JSON.stringify(named(asked))}. Wallets: ${known || 'none'}.`,
  );
}

const nameOf = ({ walletId, label }: DeskWallet): string =>
  `${cleanText(walletId, 64)} (${cleanText(label, textLimits.name)})`;

function perpPlace(data: DeskData, { coin = '' }: Typed, { asked, usual }: WalletWish): Place {
  const all = perpMarkets(data);
  const market =
    all.find((one) => one.coin === coin) ?? all.find((one) => one.coin.toLowerCase() === coin.toLowerCase());
  if (!market) throw new PlainError(`There is no perp market ${JSON.stringify(coin.slice(0, 32))}.`);
  const wallets = activeWallets(data.read('wallets').data);
  const wallet = perpWallet(wallets, asked ?? usual);
  if (!wallet) throw new PlainError('The account has no wallet for perps.');
  if (asked !== null && wallet.walletId !== asked)
    throw new PlainError(
      `The wallet ${named(asked)} has no perp account. Wallets for perps: ${perpWallets(wallets).map(nameOf).join(', ')}.`,
    );
  const { bid, ask, markPx: mark, szDecimals, maxLeverage } = market;
  const fees = feeRatesOf(data) ?? baseFeeRates;
  const facts: PerpFacts = { kind: 'perp', coin: market.coin, szDecimals, maxLeverage, mark, bid, ask, fees };
  return { facts, walletId: wallet.walletId, values: { coin: market.coin }, text: `From ${nameOf(wallet)}.` };
}

async function swapPlace(typed: Typed, wish: WalletWish, reads: Parameters<typeof spotPlace>[2]): Promise<Place> {
  const { facts, wallet } = await spotPlace(typed, wish, reads);
  const values = { sell: facts.input.symbol, buy: facts.output.symbol };
  return { facts, walletId: wallet.walletId, values, text: spotText(wallet, facts) };
}
