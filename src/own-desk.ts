import type { OwnKeys } from './actions/own-key/own-keys.ts';
import { allChains, type Chain, chains } from './domain/market/chain.ts';
import { parseTokenId } from './domain/market/token.ts';
import { PlainError } from './platform/process/plain-error.ts';
import type { ChainRpc } from './signing/chain/chain-rpc.ts';
import type { OwnWallet } from './signing/own-wallet.ts';
import { ownWalletId } from './stores/account/wallets.ts';
import type { OwnHolding, OwnHoldings, OwnWalletEntry } from './stores/portfolio/own-holdings.ts';

/** The desk's own wallets: their keys' users, and what their chains say that they hold. */
export interface OwnDesk extends OwnKeys {
  readonly entries: readonly OwnWalletEntry[];
  /** `tokens`: EVM tokens to look for, as `chain:address`, because EVM chains list none. Never rejects for one chain. */
  readHoldings(tokens: readonly string[]): Promise<OwnHoldings>;
}

const chainsOf = ({ family }: OwnWallet): readonly Chain[] =>
  allChains.filter((chain) => chains[chain].family === family);

export function createOwnDesk(keys: OwnKeys): OwnDesk {
  const signing = new Set<string>();
  const entries = keys.wallets.map((wallet) => ({
    walletId: ownWalletId(wallet.name),
    label: wallet.name,
    address: wallet.address,
    family: wallet.family,
    chains: chainsOf(wallet),
  }));
  return {
    ...keys,
    entries,
    async sign(wallet, transaction, summary) {
      const key = `${wallet.name} ${transaction.chain}`;
      if (signing.has(key)) throw new PlainError('the signer has not answered to the last transaction yet');
      signing.add(key);
      try {
        return await keys.sign(wallet, transaction, summary);
      } finally {
        signing.delete(key);
      }
    },
    readHoldings: (tokens) => readHoldings(keys, entries, tokens),
  };
}

async function readHoldings(
  keys: OwnKeys,
  entries: readonly OwnWalletEntry[],
  tokens: readonly string[],
): Promise<OwnHoldings> {
  const read = entries.flatMap((entry) =>
    entry.chains.flatMap((chain) => {
      const [rpc] = keys.rpcs(chain);
      return rpc ? [holdingsOn(rpc, entry, tokens)] : [];
    }),
  );
  const found = await Promise.all(read);
  return {
    wallets: entries,
    holdings: found.flatMap(({ holdings }) => holdings),
    problems: found.flatMap(({ problem }) => (problem ? [problem] : [])),
  };
}

async function holdingsOn(rpc: ChainRpc, entry: OwnWalletEntry, tokens: readonly string[]) {
  const { chain } = rpc;
  const asked = tokens.flatMap((id) => {
    const token = parseTokenId(id);
    return token?.chain === chain && token.address !== chains[chain].nativeAddress ? [token.address] : [];
  });
  try {
    const balances = await rpc.balances(entry.address, asked);
    const holdings = balances.map(
      ({ token, baseUnits, decimals }): OwnHolding => ({
        walletId: entry.walletId,
        address: entry.address,
        chain,
        tokenAddress: token,
        baseUnits,
        decimals,
      }),
    );
    return { holdings, problem: null };
  } catch (error) {
    return { holdings: [], problem: { chain, why: error instanceof Error ? error.message : String(error) } };
  }
}
