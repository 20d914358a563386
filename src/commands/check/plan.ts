import { z } from 'zod';
import { chains } from '../../domain/market/chain.ts';
import { isOffByDefault } from '../../protocol/check-names.ts';
import type { AnyEndpoint, CallInput } from '../../protocol/endpoint.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { type OpenNames, pathKey } from '../../protocol/names.ts';
import { baseDollar, busyToken, isSource, type KnownValues, solanaDollar } from './known-values.ts';

/** Whether the service is a live one decides which operations have a known path. */
interface Around {
  readonly mode: 'paper' | 'live';
  readonly names: OpenNames;
  readonly nowMs: number;
}

/** Reads of every account first: they give the input of the others. */
export const plannedReads: readonly AnyEndpoint[] = allEndpoints
  .filter(({ mutates }) => !mutates)
  .toSorted((one, other) => Number(isSource(other.id)) - Number(isSource(one.id)));

/** How many operations a check never calls. */
export const changingCount = allEndpoints.length - plannedReads.length;

/** Reads that are left out, and why. */
const leftOut: Readonly<Record<string, string>> = {
  'swap.transaction': 'it prepares a trade',
};

/** A GET is harmless by its nature; of the others, only these are called. */
const harmlessPosts: readonly string[] = ['tokens.batch', 'ws.session'];

/** Reads that only the stream client makes. */
export const streamReads: readonly string[] = ['ws.auth'];

const periodMs = 30 * 86_400_000;

type Give = (known: KnownValues, around: Around) => unknown;

/** Required fields by name. */
const fields: Readonly<Record<string, Give>> = {
  chain: () => busyToken.chain,
  inputMint: () => busyToken.address,
  outputMint: () => solanaDollar.address,
  // 0.01 SOL.
  amount: () => '10000000',
  q: () => 'SOL',
  tokenId: (known) => known.tokenId,
  tokens: (known) => [known.tokenId],
  address: (known) => known.calledToken,
  tokenAddress: (known) => known.calledToken,
  walletAddress: (known) => known.wallet('solana'),
  chainId: () => String(chains.base.chainId),
  start_time: (_, { nowMs }) => String(nowMs - periodMs),
  subscriptions: () => [{ stream: 'alpha.signalFeedGlobal', filter: {} }],
};

/** Fields of single operations: required ones of another meaning, and optional ones that make the answer fuller. */
const ofOperation: Readonly<Record<string, Readonly<Record<string, Give>>>> = {
  'swap.approveAllowance': {
    tokenAddress: () => baseDollar.address,
    walletAddress: (known) => known.wallet('base'),
  },
  'agents.listSuggestions': { state: () => 'ALL' },
  'alpha.callContext': { includeMessageContext: () => 'true', includeBotSignals: () => 'true' },
};

const whyUnknown: Readonly<Record<string, string>> = {
  orderId: 'the account has no trigger order',
  groupId: 'the account has no wallet group',
  coin: 'no perp market is known',
  walletId: 'the account has no wallet',
  walletAddress: 'the account has no wallet on that chain',
  taskId: 'no answer names a task',
};

type Planned = { readonly input: CallInput<AnyEndpoint> } | { readonly skipped: string };

/** The input of a read, from what earlier answers gave; or why it can't be made. */
export function planRead(endpoint: AnyEndpoint, known: KnownValues, around: Around): Planned {
  const reason = leftOut[endpoint.id];
  if (reason) return { skipped: reason };
  if (endpoint.method !== 'GET' && !harmlessPosts.includes(endpoint.id))
    return { skipped: `it is a ${endpoint.method} that is not known to be harmless` };
  if (around.mode === 'live' && isOffByDefault(endpoint.id, around.names))
    return { skipped: `its path is unknown; ${pathKey(endpoint.id)} under [names] sets it` };
  const input: Record<string, Record<string, unknown>> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!(schema instanceof z.ZodObject)) continue;
    const given: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      const value = valueFor(endpoint, name, field, known, around);
      if (value !== undefined) given[name] = value;
      else if (!isOptional(field)) return { skipped: whyUnknown[name] ?? `no answer gives its ${name}` };
    }
    input[part] = given;
  }
  // The client validates it against the operation's schemas, which the compiler cannot follow here.
  return { input: input as CallInput<AnyEndpoint> };
}

const isOptional = (field: z.ZodType): boolean => field.safeParse(undefined).success;

/** Undefined for an optional field that stays out, and for one whose value is unknown. */
function valueFor({ id }: AnyEndpoint, name: string, field: z.ZodType, known: KnownValues, around: Around): unknown {
  const own = ofOperation[id]?.[name];
  if (own) return field.safeParse(own(known, around)).success ? own(known, around) : undefined;
  return isOptional(field) ? undefined : (fields[name]?.(known, around) ?? known.first(name));
}
