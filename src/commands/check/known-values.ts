import { fieldsOf } from '../../domain/fields.ts';
import { type Chain, isAddress, readChain } from '../../domain/market/chain.ts';
import { quoteToken, quoteTokens, type TokenRef, tokenId } from '../../domain/market/token.ts';

/** Texts at a path such as `orders[].orderId` of an answer. */
export function textsAt(data: unknown, path: string): string[] {
  let values: readonly unknown[] = [data];
  for (const step of path.split('.')) {
    const name = step.replace('[]', '');
    values = values.map((value) => (name === '' ? value : fieldsOf(value)[name]));
    if (step.endsWith('[]')) values = values.flatMap((value) => (Array.isArray(value) ? value : []));
  }
  return values.filter((value) => typeof value === 'string' && value !== '') as string[];
}

/** Operations whose answers give the input of others: field name → where it is in the answer. */
const sources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'account.usage': {},
  'account.wallets': { walletId: '[].walletId', walletAddress: '[].address' },
  'perp.markets': { coin: '[].meta.name' },
  'trigger.list': { orderId: 'orders[].orderId' },
  'walletGroups.list': { groupId: 'groups[].groupId' },
  'agents.listSuggestions': { taskId: 'suggestions[].linkedTaskId' },
  'alpha.recentCalls': { calledToken: 'calls[].tokenAddress' },
  'alpha.globalCalls': { calledToken: 'calls[].tokenAddress' },
};

export const isSource = (endpointId: string): boolean => Object.hasOwn(sources, endpointId);

const quote = (chain: Chain, symbol: string): TokenRef =>
  quoteTokens.find((token) => token.chain === chain && token.symbol === symbol)!;

/** The most traded token of Solana, in which its native balances are counted too. */
export const busyToken = quote('solana', 'SOL');
export const solanaDollar = quote('solana', 'USDC');
export const baseDollar = quote('base', 'USDC');

/** Input for the operations and streams that need some: from earlier answers, or public addresses. */
export class KnownValues {
  readonly #values = new Map<string, string[]>();
  #held: readonly TokenRef[] = [];

  learn(endpointId: string, data: unknown): void {
    if (endpointId === 'portfolio.positions') this.#hold(fieldsOf(data)['positions']);
    for (const [name, path] of Object.entries(sources[endpointId] ?? {}))
      this.#values.set(name, [...(this.#values.get(name) ?? []), ...textsAt(data, path)]);
  }

  #hold(positions: unknown): void {
    if (!Array.isArray(positions)) return;
    this.#held = positions.flatMap((row) => {
      const { network, tokenAddress: address } = fieldsOf(row);
      const chain = readChain(network);
      return chain && typeof address === 'string' && isAddress(chain, address) ? [{ chain, address }] : [];
    });
  }

  /** A token of the account that is neither native nor a stablecoin. */
  heldToken(chain: Chain): TokenRef | undefined {
    return this.#held.find((token) => token.chain === chain && quoteToken(token) === null);
  }

  first(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  /** Address of the first wallet whose address has the format of the chain. */
  wallet(chain: Chain): string | undefined {
    return this.#values.get('walletAddress')?.find((address) => isAddress(chain, address));
  }

  /** Address of a Solana token that somebody has called; without a call the busiest token. */
  get calledToken(): string {
    return this.#values.get('calledToken')?.find((address) => isAddress('solana', address)) ?? busyToken.address;
  }

  readonly tokenId = tokenId(busyToken);
}
