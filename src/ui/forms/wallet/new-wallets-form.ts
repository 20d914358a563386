import type { NewWallets } from '../../../actions/account/wallets.ts';
import { chains } from '../../../domain/market/chain.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { modeRow, readName } from '../group/group-parts.ts';

/** The service makes this many in one request. */
const mostWallets = 16;

const chainChoices = [
  { value: 'svm', label: chains.solana.name },
  { value: 'base', label: chains.base.name },
  { value: 'bsc', label: chains.bsc.name },
] as const satisfies readonly { value: NewWallets['chain']; label: string }[];

const fields: readonly Field[] = [
  { id: 'name', label: 'Name', kind: 'text', width: 32 },
  { id: 'chain', label: 'Chain', kind: 'choice', choices: chainChoices },
  { id: 'count', label: 'How many', kind: 'text', width: 6, unit: `1 to ${mostWallets}` },
];

/** Makes new wallets at the service, in a group of their own. */
export function newWalletsForm(desk: Desk): FormSpec<NewWallets> {
  return {
    id: 'wallets-new',
    title: 'New wallets',
    wants: ['groups'],
    initial: { name: '', chain: 'svm', count: '1' },
    subject: () => [span('Wallets with new addresses, in a group of their own', 'title')],
    fields: () => fields,
    evaluate,
    confirmation: (draft) => [
      modeRow(desk),
      { label: 'group', value: [span(draft.name, 'title')], wraps: true },
      { label: 'chain', value: [span(draft.chain)] },
      { label: 'wallets', value: [span(namesOf(draft))], wraps: true },
      keyRow,
    ],
    operation: (draft) => ({ kind: 'newWallets', draft }),
    submit: (draft) => desk.actions.send({ kind: 'newWallets', draft }),
  };
}

/** The service keeps the keys. It has no operation that unmakes a wallet. */
const keyRow: FormRow = {
  label: 'keys',
  value: [muted('The service makes and keeps them. A wallet cannot be deleted, only archived.')],
  wraps: true,
};

function namesOf({ name, count }: NewWallets): string {
  if (count === 1) return `1 new wallet: ${name} 1`;
  return `${count} new wallets: ${name} 1 ${count === 2 ? 'and' : 'to'} ${name} ${count}`;
}

function evaluate(values: Values): Evaluation<NewWallets> {
  const name = readName(values.name ?? '');
  const count = /^\d{1,3}$/.test(values.count?.trim() ?? '') ? Number(values.count) : 0;
  const chain = chainChoices.find(({ value }) => value === values.chain)?.value ?? null;
  const isGood = count >= 1 && count <= mostWallets;
  const problems = {
    ...(typeof name === 'string' ? { name } : {}),
    ...(isGood ? {} : { count: `Enter a whole number from 1 to ${mostWallets}.` }),
  };
  const draft = typeof name === 'string' || !isGood || !chain ? null : { ...name, chain, count };
  return {
    problems,
    preview: [...(draft ? [{ label: 'wallets', value: [span(namesOf(draft))], wraps: true }] : []), keyRow],
    draft,
    submitLabel: isGood && count > 1 ? `Create ${count} wallets` : 'Create wallet',
  };
}
