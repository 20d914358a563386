import type { CreateGroup } from '../../../actions/account/wallet-groups.ts';
import { allChains, type Chain, chains, readChain } from '../../../domain/market/chain.ts';
import type { WalletRow } from '../../../stores/account/account-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyOf } from '../../keys/keymap.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormSpec, Values } from '../form-spec.ts';
import { fittingWallets, groupRowsOf, readName } from './group-parts.ts';
import { listRows, numbersField, readNumbers, walletLines } from './wallet-numbers.ts';

interface Draft extends CreateGroup {
  readonly wallets: readonly WalletRow[];
}

/** `any` is a group without a chain. */
const groupChains = [
  ...allChains.map((chain) => ({ value: chain, label: chains[chain].name })),
  { value: 'any', label: 'any' },
];

/** Creates a wallet group. Wallets can be added right away if a chain is chosen. */
export function createGroupForm(desk: Desk): FormSpec<Draft> {
  return {
    id: 'group-create',
    title: 'New wallet group',
    initial: { name: '', chain: 'solana', wallets: '' },
    subject: () => [span('A named, ordered list of wallets', 'title')],
    fields: (values) => fieldsOf(desk, values),
    evaluate: (values) => evaluate(desk, values),
    confirmation: (draft) => [
      ...groupRowsOf(desk, null),
      { label: 'name', value: [span(draft.name, 'title')], wraps: true },
      { label: 'chain', value: [span(draft.chain === null ? 'any' : chains[draft.chain].name)] },
      ...walletLines(draft.wallets),
      ...(draft.wallets.length === 0 ? [{ label: 'wallets', value: [muted('none yet')] }] : []),
    ],
    operation: (draft) => ({ kind: 'createGroup', draft: plain(draft) }),
    submit: (draft) => desk.actions.send({ kind: 'createGroup', draft: plain(draft) }),
  };
}

const plain = ({ name, chain, walletIds }: Draft): CreateGroup => ({ name, chain, walletIds });

const chainOf = ({ chain }: Values): Chain | null => readChain(chain);

const fieldsOf = (desk: Desk, values: Values): Field[] => [
  { id: 'name', label: 'Name', kind: 'text', width: 32 },
  { id: 'chain', label: 'Chain', kind: 'choice', choices: groupChains },
  // The service accepts initial wallets only together with a chain.
  ...(chainOf(values) === null ? [] : [numbersField('Wallets', fittingWallets(desk, chainOf(values)).length)]),
];

function evaluate(desk: Desk, values: Values): Evaluation<Draft> {
  const chain = chainOf(values);
  const list = chain === null ? [] : fittingWallets(desk, chain);
  const name = readName(values.name ?? '');
  const chosen = chain === null ? [] : readNumbers(values.wallets ?? '', list);
  const problems = {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof chosen === 'string' ? { wallets: chosen } : {}),
  };
  const wallets = typeof chosen === 'string' ? [] : chosen;
  return {
    problems,
    preview:
      chain === null
        ? [
            {
              label: 'wallets',
              value: [muted(`add them after creating the group, with ${keyOf(desk.keymap, 'account.add')}`)],
              wraps: true,
            },
          ]
        : listRows(list, wallets),
    draft:
      typeof name === 'string' || typeof chosen === 'string'
        ? null
        : { ...name, chain, wallets, walletIds: wallets.map(({ walletId }) => walletId) },
    submitLabel: 'Create group',
  };
}
