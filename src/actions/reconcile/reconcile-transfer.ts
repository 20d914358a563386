import { isChain } from '../../domain/market/chain.ts';
import { quoteToken, type TokenRef } from '../../domain/market/token.ts';
import { listWallets } from '../../protocol/endpoints/account.ts';
import { portfolioBalances, portfolioPositions } from '../../protocol/endpoints/portfolio.ts';
import { readable } from '../../protocol/schema.ts';
import { balanceIn } from '../../stores/portfolio/wallet-balance.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { type EvidenceOf, type Finding, nativeFeePct, seemsDone, unclear } from './evidence.ts';

type Client = ActionContext['client'];
type Side = EvidenceOf<'transfer'>['from'];

/** A transfer counts as done if the one wallet has lost what the other one has gained. */
export async function reconcileTransfer(client: Client, evidence: EvidenceOf<'transfer'>): Promise<Finding> {
  const { chain, from, to } = evidence;
  if (!isChain(chain)) return unclear('the chain is unknown');
  const token = { chain, address: evidence.token };
  const balances = {
    holdings: (await client.call(portfolioPositions, { query: { chain } })).data,
    natives: isNative(token) ? (await client.call(portfolioBalances, { query: { chain } })).data : undefined,
  };
  const changeOf = ({ address, before }: Side): bigint | null => {
    const now = address === null || before === null ? null : balanceIn(balances, token, address);
    return now === null || before === null ? null : now - BigInt(before);
  };
  const [lost, gained] = [changeOf(from), to && changeOf(to)];
  if (lost === null) return unclear('the balance of the sending wallet is unknown');
  const words = `the sending wallet's balance changed by ${lost} base units`;
  const amount = BigInt(evidence.amount);
  // What the destinations of a split get is unknown, so nothing confirms the other side.
  if (to === null || gained === null) return unclear(words);
  const both = `${words}, the receiving one's by ${gained}`;
  return isSpent(-lost, amount, token) && gained === amount ? seemsDone(both) : unclear(both);
}

const isNative = (token: TokenRef): boolean => quoteToken(token)?.kind === 'native';

/** Network fees are paid in the native token too. */
function isSpent(spent: bigint, amount: bigint, token: TokenRef): boolean {
  return spent >= amount && spent <= (isNative(token) ? (amount * (100n + nativeFeePct)) / 100n : amount);
}

/** The service archives the wallet when its transfer has succeeded, and not otherwise. */
export async function reconcileRetire(client: Client, { walletId }: EvidenceOf<'retired-wallet'>): Promise<Finding> {
  const { data } = await client.call(listWallets, {});
  const wallet = readable(data).find((one) => one.walletId === walletId);
  if (!wallet) return unclear('the wallet is not listed');
  return wallet.state?.toUpperCase() === 'ARCHIVED'
    ? seemsDone('the wallet is archived')
    : unclear(`the wallet is ${wallet.state ?? 'not archived'}`);
}
