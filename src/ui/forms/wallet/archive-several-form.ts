import type { WalletsDraft } from '../../../actions/account/wallets.ts';
import { formatUsd } from '../../../domain/numbers/format.ts';
import type { GroupRow, WalletRow } from '../../../stores/account/account-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, type Span, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import { fittingWallets, modeRow } from '../group/group-parts.ts';
import { numbersField, readNumbers } from '../group/wallet-numbers.ts';
import { ordersRow } from './archive-form.ts';
import { heldUsd, settingRowsOf } from './wallet-holdings.ts';

/** The service takes this many in one request. */
const mostWallets = 100;

interface Draft extends WalletsDraft {
  readonly wallets: readonly WalletRow[];
}

/** Archives several wallets in one request; from a group, its members are chosen already. */
export function archiveSeveralForm(desk: Desk, group: GroupRow | null): FormSpec<Draft> {
  // Numbers refer to the list as it was when the form opened.
  const list = fittingWallets(desk, null);
  const members = list.flatMap(({ walletId }, index) => (group?.walletIds.includes(walletId) ? [index + 1] : []));
  desk.data.refresh('balances', 'holdings');
  return {
    id: 'wallets-archive',
    title: 'Archive several wallets',
    wants: ['settings'],
    initial: { wallets: members.join(' ') },
    subject: () => [span(group ? `Wallets of group ${group.name}` : 'Active wallets', 'title')],
    fields: () => [{ ...numbersField('Archive', list.length), maxLength: 400 }],
    evaluate: (values) => evaluate(desk, list, values),
    confirmation: ({ wallets }) => [
      modeRow(desk),
      effectRow,
      ...wallets.flatMap((wallet, index) => [
        {
          label: `${index + 1}.`,
          value: [holdsSpan(desk, wallet), muted('  '), walletSpan(wallet)],
          wraps: true,
        },
        ...settingRowsOf(desk, wallet),
      ]),
      ordersRow,
    ],
    operation: (draft) => ({ kind: 'archiveWallets', draft: plain(draft) }),
    expiryReason: ({ wallets }) => whyChanged(desk, wallets),
    submit: (draft) => desk.actions.send({ kind: 'archiveWallets', draft: plain(draft) }),
  };
}

const plain = ({ wallets }: Draft): WalletsDraft => ({
  wallets: wallets.map(({ walletId, label }) => ({ walletId, label })),
});

const effectRow: FormRow = {
  label: 'effect',
  value: [span('They leave pickers, balances and default wallets, with what they hold; each can be brought back.')],
  wraps: true,
};

function evaluate(desk: Desk, list: readonly WalletRow[], values: Values): Evaluation<Draft> {
  const chosen = readNumbers(values.wallets ?? '', list);
  const wallets = typeof chosen === 'string' ? [] : chosen;
  const problem = typeof chosen === 'string' ? chosen : whyNotThese(chosen);
  const form = whyChanged(desk, wallets);
  return {
    problems: { ...(problem ? { wallets: problem } : {}), ...(form ? { form } : {}) },
    preview: [effectRow, ...previewRows(desk, list, wallets)],
    draft: problem || form ? null : { wallets },
    submitLabel: wallets.length > 1 ? `Archive ${wallets.length} wallets` : 'Archive wallets',
  };
}

function whyNotThese({ length }: readonly WalletRow[]): string | null {
  if (length === 0) return 'Enter at least one wallet number from the list.';
  return length > mostWallets ? `Enter at most ${mostWallets} wallets; these are ${length}.` : null;
}

const whyChanged = (desk: Desk, wallets: readonly WalletRow[]): string | null => {
  const active = new Set(fittingWallets(desk, null).map(({ walletId }) => walletId));
  return wallets.every(({ walletId }) => active.has(walletId))
    ? null
    : 'One of these wallets is no longer active: close this form and open it again.';
};

/** The numbered list: what each wallet holds, in a column, and the wallet. */
function previewRows(desk: Desk, list: readonly WalletRow[], chosen: readonly WalletRow[]): FormRow[] {
  const holds = list.map((wallet) => holdsSpan(desk, wallet));
  const width = Math.max(0, ...holds.map(({ text }) => text.length));
  return list.map((wallet, index): FormRow => {
    const mark = chosen.includes(wallet) ? span('✓ ', 'accent') : muted('  ');
    const held = holds[index]!;
    return {
      label: String(index + 1),
      value: [mark, { ...held, text: held.text.padEnd(width + 2) }, walletSpan(wallet)],
    };
  });
}

const walletSpan = ({ label, chain, address }: WalletRow): Span =>
  span(`${label} · ${chain ?? 'several chains'} ${address}`);

function holdsSpan(desk: Desk, wallet: WalletRow): Span {
  const usd = heldUsd(desk, wallet);
  if (usd === null) return span('value unknown', 'warn');
  return usd.eq(0) ? muted('holds nothing') : span(`holds ${formatUsd(usd)} USD`, 'warn');
}
