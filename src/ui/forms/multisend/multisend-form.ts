import type { Operation } from '../../../actions/operations.ts';
import type { Outcome } from '../../../actions/pipeline/outcome.ts';
import { chains } from '../../../domain/market/chain.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyLabel } from '../../keys/keymap.ts';
import { span } from '../../text/span.ts';
import type { FormRow, FormSpec, ParentForm, Remedy } from '../form-spec.ts';
import { openForm } from '../open-form.ts';
import { isTaskDone, taskOf, taskProgress } from '../task-progress.ts';
import { type SpotWallet, walletRows } from '../wallet-choice.ts';

type SolanaWallet = Omit<SpotWallet, 'choice'>;

/** The service's code for a Solana wallet that has no durable nonce accounts yet. */
const nonceCode = 'NONCE_NOT_INITIALIZED';

/** Remedy for a trigger order rejected because its wallet has no nonce accounts; null for any other outcome. */
export function multisendRemedy(desk: Desk, outcome: Outcome, wallet: SolanaWallet | null): Remedy | null {
  if (outcome.kind !== 'rejected' || outcome.code !== nonceCode || wallet?.chain !== 'solana') return null;
  const [key = ''] = desk.keymap.keysOf('form.remedy');
  return {
    text: `Trigger orders from ${labelOf(wallet)} require multisend: press ${keyLabel(key)} to review and enable it. This form keeps your input.`,
    open: (parent) => openForm(desk, multisendForm(desk, wallet, parent)),
  };
}

const labelOf = ({ label }: SolanaWallet): string => cleanText(label, textLimits.name);

/** Creates a wallet's nonce accounts, follows the task to the end and returns to the parent form, if there is one. */
export function multisendForm(desk: Desk, wallet: SolanaWallet, parent: ParentForm | null): FormSpec<SolanaWallet> {
  let taskId: string | null = null;
  return {
    id: 'multisend',
    title: 'Enable multisend',
    initial: {},
    subject: () => [span(`Enable multisend for ${labelOf(wallet)}`, 'title', { bold: true })],
    fields: () => [],
    evaluate: () => ({ problems: {}, preview: rowsOf(desk, wallet), draft: wallet, submitLabel: 'Enable multisend' }),
    confirmation: () => rowsOf(desk, wallet),
    operation: toOperation,
    submit: async (draft) => {
      const outcome = await desk.actions.send(toOperation(draft));
      if (outcome.kind === 'accepted') taskId = outcome.taskId;
      return outcome;
    },
    progress: () => taskProgress(desk, taskId, parent ? 'the order' : 'the desk'),
    onClose: () => parent?.showNote(resultText(desk, taskId, labelOf(wallet))),
  };
}

const toOperation = (wallet: SolanaWallet): Operation => ({
  kind: 'enableMultisend',
  draft: { walletId: wallet.walletId, label: labelOf(wallet) },
});

const rowsOf = (desk: Desk, wallet: SolanaWallet): FormRow[] => [
  {
    label: 'effect',
    value: [span('The service creates durable nonce accounts for this wallet, which trigger orders need.')],
    wraps: true,
  },
  {
    label: 'cost',
    value: [
      span(
        `Locks some ${chains.solana.nativeSymbol} of the wallet in those accounts and pays a network fee. The amount is unknown in advance.`,
        'warn',
      ),
    ],
    wraps: true,
  },
  ...walletRows(desk, wallet),
];

function resultText(desk: Desk, taskId: string | null, label: string): string {
  const kept = 'Your order is unchanged and was not sent again.';
  const task = taskOf(desk, taskId);
  if (taskId === null) return `Multisend was not enabled. ${kept}`;
  if (!task?.isOver) return `Multisend for ${label} is still being enabled. ${kept}`;
  return isTaskDone(task.status)
    ? `Multisend is enabled for ${label}. ${kept}`
    : `Multisend for ${label} failed: ${cleanText(task.code ?? task.status, textLimits.symbol)}. ${kept}`;
}
