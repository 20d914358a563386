import { type Problems, walletProblems } from '../../../actions/pipeline/limits.ts';
import { type SplitRequest, type SplitShare, splitAssets } from '../../../actions/transfers/plan-split.ts';
import { allChains, type Chain, chains } from '../../../domain/market/chain.ts';
import { groupRows, type WalletRow, walletRows } from '../../../stores/account/account-rows.ts';
import { walletChains } from '../../../stores/account/wallets.ts';
import { balanceOf } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { type AmountReader, amountField, type TypedAmount } from '../amount-field.ts';
import type { Field, Values } from '../form-spec.ts';
import { numbersField, readNumbers } from '../group/wallet-numbers.ts';
import { shortfallOf } from '../spot-inputs.ts';
import type { Token } from '../token-field.ts';
import { missingWallet, type SpotWallet, spotWallets, walletField } from '../wallet-choice.ts';
import { equalShares, readShares } from './split-shares.ts';

/** Chains whose native token can be split. */
export const splitChains: readonly Chain[] = allChains.filter((chain) => splitAssets[chain] !== undefined);

/** The value of the destination field for an own list of wallets; any other is a group id. */
export const ownList = 'list';

/** What was typed, as far as it is valid. */
export interface SplitInputs {
  readonly from: SpotWallet | null;
  readonly token: Token | null;
  readonly balance: bigint | null;
  readonly amount: TypedAmount | null;
  /** The receiving wallets with their shares, in order; of a group the expected ones. */
  readonly parts: readonly { readonly wallet: WalletRow; readonly share: SplitShare }[];
  readonly request: SplitRequest | null;
  readonly problems: Problems;
}

/** Wallets that a split can pay out to, archived ones excluded. */
export const payees = (desk: Desk): WalletRow[] =>
  walletRows(desk.data.read('wallets').data).filter(
    (wallet) =>
      wallet.isActive && wallet.problem === null && walletChains(wallet).some((chain) => splitChains.includes(chain)),
  );

const groups = (desk: Desk) =>
  groupRows(desk.data.read('groups').data, desk.data.read('wallets').data).filter(
    ({ problem, walletIds }) => problem === null && walletIds.length > 0,
  );

export function splitFields(desk: Desk, values: Values, { token, balance }: SplitInputs): readonly Field[] {
  const isList = values.to === ownList;
  return [
    { ...walletField(spotWallets(desk, splitChains)), label: 'From' },
    amountField(token, balance, values.amount),
    {
      id: 'to',
      label: 'To',
      kind: 'choice',
      choices: [
        { value: ownList, label: 'wallets by number' },
        ...groups(desk).map(({ groupId, name, walletIds }) => ({
          value: groupId,
          label: `group ${name}, ${walletIds.length} wallets`,
        })),
      ],
    },
    ...(isList
      ? [
          numbersField('Wallets', payees(desk).length),
          { id: 'shares', label: 'Shares', kind: 'text', width: 24, unit: '% each; empty: equal' } as const,
        ]
      : []),
  ];
}

export function readSplit(desk: Desk, values: Values, readAmount: AmountReader): SplitInputs {
  const wallets = spotWallets(desk, splitChains);
  const from = wallets.find(({ choice }) => choice === values.walletId) ?? null;
  const token = from && nativeToken(from.chain);
  const balance = from && token && balanceOf(desk, from, token);
  const typed = readAmount(values.amount ?? '', token, balance);
  const amount = typeof typed === 'string' ? null : typed;
  const short = shortfallOf(amount, token, balance);
  const { parts, to, problems: toProblems } = readDestinations(desk, values);
  const problems = {
    ...(from ? walletProblems(desk, from) : { walletId: missingWallet(desk, wallets, splitChains) }),
    ...(typeof typed === 'string' ? { amount: typed } : short ? { amount: short } : {}),
    ...toProblems,
  };
  const request =
    from && amount && to && Object.keys(problems).length === 0
      ? { walletId: from.walletId, chain: from.chain, baseUnits: amount.baseUnits, to }
      : null;
  return { from, token, balance, amount, parts, request, problems };
}

function readDestinations(
  desk: Desk,
  values: Values,
): Pick<SplitInputs, 'parts' | 'problems'> & { readonly to: SplitRequest['to'] | null } {
  if (values.to !== ownList) {
    const group = groups(desk).find(({ groupId }) => groupId === values.to);
    if (!group) return { parts: [], to: null, problems: { to: 'This group no longer exists: choose another.' } };
    const known = walletRows(desk.data.read('wallets').data);
    const parts = equalShares(group.walletIds).flatMap((share) => {
      const wallet = known.find(({ walletId }) => walletId === share.walletId);
      return wallet ? [{ wallet, share }] : [];
    });
    return { parts, to: { groupId: group.groupId }, problems: {} };
  }
  const list = payees(desk);
  const chosen = readNumbers(values['wallets'] ?? '', list);
  if (typeof chosen === 'string') return { parts: [], to: null, problems: { wallets: chosen } };
  if (chosen.length === 0)
    return { parts: [], to: null, problems: { wallets: 'Enter at least one wallet number from the list.' } };
  const shares = readShares(
    values['shares'] ?? '',
    chosen.map(({ walletId }) => walletId),
  );
  if (typeof shares === 'string') return { parts: [], to: null, problems: { shares } };
  const parts = chosen.flatMap((wallet, index) => {
    const share = shares[index];
    return share ? [{ wallet, share }] : [];
  });
  return { parts, to: { shares }, problems: {} };
}

function nativeToken(chain: Chain): Token {
  const { nativeAddress, nativeSymbol, nativeDecimals } = chains[chain];
  return { chain, address: nativeAddress, symbol: nativeSymbol, decimals: nativeDecimals, namesakes: 0 };
}
