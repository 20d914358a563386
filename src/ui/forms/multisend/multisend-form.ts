import type { Order } from '../../../actions/orders.ts';
import type { Outcome } from '../../../actions/outcome.ts';
import { chains } from '../../../domain/chain.ts';
import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import { keyLabel } from '../../../keys/keymap.ts';
import type { Desk } from '../../desk.ts';
import { span } from '../../text/span.ts';
import type { Follow, FormBack, FormRow, FormSpec, Remedy } from '../form-spec.ts';
import { openForm } from '../open-form.ts';
import { type SpotWallet, walletRows } from '../wallet-choice.ts';

/** The service's code for a Solana wallet that has no durable nonce accounts yet. */
const nonceCode = 'NONCE_NOT_INITIALIZED';

/** What helps a trigger order that was refused because its wallet has no nonce accounts; null for any other outcome. */
export function multisendRemedy(desk: Desk, outcome: Outcome, wallet: SpotWallet | null): Remedy | null {
  if (outcome.kind !== 'rejected' || outcome.code !== nonceCode || wallet?.chain !== 'solana') return null;
  const [key = ''] = desk.keymap.keysOf('form.remedy');
  return {
    words: `${labelOf(wallet)} needs multisend for trigger orders: ${keyLabel(key)} shows what that is and asks. This order waits as you typed it.`,
    open: (back) => openForm(desk, multisendForm(desk, wallet, back)),
  };
}

const labelOf = ({ label }: SpotWallet): string => cleanText(label, textLimits.name);

/** Sets up a wallet's nonce accounts, follows the task to its end, and leads back to the order that needs them, where one does. */
export function multisendForm(desk: Desk, wallet: SpotWallet, back: FormBack | null): FormSpec<SpotWallet> {
  let taskId: string | null = null;
  return {
    id: 'multisend',
    title: 'Enable multisend',
    initial: {},
    subject: () => [span(`Enable multisend for ${labelOf(wallet)}`, 'title', { bold: true })],
    fields: () => [],
    evaluate: () => ({ problems: {}, preview: rowsOf(desk, wallet), draft: wallet, submitLabel: 'Enable multisend' }),
    confirmation: () => rowsOf(desk, wallet),
    order,
    submit: async (draft) => {
      const outcome = await desk.actions.send(order(draft));
      if (outcome.kind === 'accepted') taskId = outcome.taskId;
      return outcome;
    },
    follow: () => followTask(desk, taskId, back ? 'the order' : 'the desk'),
    closed: () => back?.say(endingWords(desk, taskId, labelOf(wallet))),
  };
}

const order = (wallet: SpotWallet): Order => ({
  kind: 'enableMultisend',
  draft: { walletId: wallet.walletId, label: labelOf(wallet) },
});

const rowsOf = (desk: Desk, wallet: SpotWallet): FormRow[] => [
  {
    label: 'what it does',
    value: [
      span('The service creates durable nonce accounts for this wallet, with which it can send a trigger order later.'),
    ],
    wraps: true,
  },
  {
    label: 'costs',
    value: [
      span(
        `A little ${chains.solana.nativeSymbol} of the wallet is locked in those accounts, and a network fee is paid. How much is not known before.`,
        'warn',
      ),
    ],
    wraps: true,
  },
  ...walletRows(desk, wallet),
];

const taskOf = ({ records }: Desk, taskId: string | null) =>
  taskId === null ? null : (records.getState().records.findLast((record) => record.taskId === taskId)?.task ?? null);

/** `back` is what a key leads back to. */
function followTask(desk: Desk, taskId: string | null, back: string): Follow {
  const task = taskOf(desk, taskId);
  const isOver = taskId === null || task?.isOver === true;
  const status = cleanText(
    task?.status ?? (taskId === null ? 'no task was named' : 'asked after …'),
    textLimits.symbol,
  );
  const trouble =
    task?.isOver && (task.code ?? task.message) ? ` ${cleanText(`${task.code ?? ''} ${task.message ?? ''}`, 200)}` : '';
  return {
    rows: [
      {
        label: 'status',
        value: [span(`${status}${trouble}`, isDone(task?.status) ? 'up' : trouble ? 'danger' : 'accent')],
        wraps: true,
      },
      ...(task?.txHash ? [{ label: 'transaction', value: [span(cleanText(task.txHash, 100))], wraps: true }] : []),
    ],
    isOver,
    next: isOver
      ? `Any key goes back to ${back}.`
      : `The task is followed. Esc goes back to ${back} without waiting for it.`,
  };
}

const isDone = (status: string | undefined): boolean => status?.toLowerCase() === 'success';

function endingWords(desk: Desk, taskId: string | null, label: string): string {
  const kept = 'The order is as you typed it, and was not sent again.';
  const task = taskOf(desk, taskId);
  if (taskId === null) return `Multisend was not enabled. ${kept}`;
  if (!task?.isOver) return `Multisend for ${label} is still being enabled. ${kept}`;
  return isDone(task.status)
    ? `Multisend is enabled for ${label}. ${kept}`
    : `Multisend for ${label} failed: ${cleanText(task.code ?? task.status, textLimits.symbol)}. ${kept}`;
}
