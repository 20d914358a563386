import { intentOf } from '../../actions/operations.ts';
import { quoteSwap } from '../../actions/orders/quote-swap.ts';
import { type Guarded, whyRefused } from '../../actions/pipeline/guard.ts';
import { loadTradingMode } from '../../actions/pipeline/trading-mode.ts';
import type { ApiClient } from '../../client/http/api-client.ts';
import { ApiError } from '../../client/http/errors.ts';
import { identifyAccount } from '../../client/http/identify-account.ts';
import { accountModeFile } from '../../hold-account.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import type { Stores } from '../../stores/create-stores.ts';
import type { QueryName } from '../../stores/desk-data.ts';
import type { CommandIo } from '../command.ts';
import { readOrders } from '../journal/read-orders.ts';
import type { ServiceTarget } from '../target.ts';
import type { SortedInput } from './call-input.ts';
import { type DeskOperation, deskOperations } from './desk-operation.ts';
import { createDeskStores, guardContext } from './desk-stores.ts';
import { readForCheck } from './read-for-check.ts';

/** What the desk's risk check says about a call. */
export interface RiskVerdict {
  /** `incomplete`: nothing that was checked refuses it, but something could not be checked; `gaps` says what. */
  readonly verdict: 'passed' | 'refused' | 'incomplete';
  /** Of the refusal; null without one. */
  readonly code: string | null;
  readonly message: string | null;
  readonly gaps: readonly string[];
  /** The operations that were called to find out. All are reads. */
  readonly reads: readonly string[];
}

interface Deps {
  readonly client: ApiClient;
  readonly target: ServiceTarget;
  readonly config: Config;
  readonly io: CommandIo;
}

/**
 * Checks a call as the desk checks an operation before it sends it: trading mode, read-only profile, unresolved
 * operations, age of the data, own caps and key limits. Reads what that needs; changes nothing. Rejects with ApiError
 * if the service does not say which account this is.
 */
export async function checkRisk(
  endpoint: AnyEndpoint,
  input: SortedInput,
  { client, target, config, io }: Deps,
): Promise<RiskVerdict> {
  const reads = new Set<string>();
  client.onAnswer(({ endpointId }) => void reads.add(endpointId));
  const { stores, cache } = createDeskStores(target, config, io);
  const accountId = await identifyAccount(client, target.apiKey);
  stores.session.setState({ accountId });
  loadTradingMode({
    trading: stores.trading,
    modeFile: accountModeFile(io.paths.stateDir, stores.session),
    clock: io.clock,
  });
  await loadRecords(stores, accountId, io);

  const known = deskOperations[endpoint.id];
  const gaps = known
    ? await readForCheck(readsOf(endpoint, known, config), perpWalletOf(endpoint, input), {
        client,
        cache,
        nativeUnit: config.balances.nativeUnit,
        clock: io.clock,
        signal: io.signal,
      })
    : [];
  const guarded = known && (await readOperation(known, input, stores, client, gaps));
  if (guarded === null) gaps.push('What the call would do could not be told, so no cap and no limit was checked.');
  const refusal = whyRefused(
    guardContext(stores, config, target, io),
    guarded ?? { ...withoutLimits(endpoint), risk: known ? 'adds' : 'neutral' },
  );
  return {
    verdict: refusal ? 'refused' : gaps.length > 0 ? 'incomplete' : 'passed',
    code: refusal?.code ?? null,
    message: refusal?.message ?? null,
    gaps,
    reads: [...reads],
  };
}

/** Journalled operations of the account may be in flight or unresolved. The journal is only read. */
async function loadRecords({ records }: Stores, accountId: string, io: CommandIo): Promise<void> {
  const journal = await readOrders(io, false);
  if (journal)
    records.setState({ records: journal.records.filter((one) => one.accountId === accountId), isLoaded: true });
}

/** What an order that adds risk needs to be checked against the limits of the account, if there are any. */
function readsOf({ id }: AnyEndpoint, { reads }: DeskOperation, { risk }: Config): readonly QueryName[] {
  const { maxOpenPositions, maxOpenOrders, maxHeatPct } = risk;
  const isLimited = [maxOpenPositions, maxOpenOrders, maxHeatPct].some((limit) => limit !== null);
  return isLimited && adding.includes(id) ? [...new Set([...reads, ...ofAccount])] : reads;
}

const adding: readonly string[] = ['perp.placeOrder', 'perp.modifyOrder', 'perp.modifyOrders', 'trigger.create'];
const ofAccount = ['positions', 'markets', 'perpOrders', 'orders', 'balances', 'holdings'] as const;

async function readOperation(
  known: DeskOperation,
  input: SortedInput,
  stores: Stores,
  client: ApiClient,
  gaps: string[],
): Promise<Guarded | null> {
  const quote = known.quote?.(input);
  const impact = quote
    ? await quoteSwap({ client }, quote).then(
        ({ priceImpactPct }) => priceImpactPct,
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          gaps.push(`No quote, so the price impact was not checked: ${error.code}: ${error.message}`);
          return null;
        },
      )
    : null;
  const operation = known.read(input, stores.data, impact);
  return operation && intentOf(stores, operation);
}

/** What applies to every call: the trading mode and a read-only profile. */
const withoutLimits = ({ id }: AnyEndpoint) => ({ walletId: '', instrument: `call:${id}`, side: '', needs: [] });

/** The wallet whose perp account the call is about; null for the service's choice: a spot call names another one. */
function perpWalletOf({ id }: AnyEndpoint, { body }: SortedInput): string | null {
  const { walletId } = body ?? {};
  return id.startsWith('perp.') && typeof walletId === 'string' ? walletId : null;
}
