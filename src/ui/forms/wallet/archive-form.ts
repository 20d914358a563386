import type { WalletDraft } from '../../../actions/account/wallets.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { type WalletRow, walletRows } from '../../../stores/account/account-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow, FormSpec } from '../form-spec.ts';
import { modeRow } from '../group/group-parts.ts';
import { holdingRows, settingRowsOf } from './wallet-holdings.ts';

const effects = {
  archive:
    'It leaves pickers, balances and default wallets, keeps what it holds and its history, and can be brought back.',
  unarchive: 'It is back in pickers and balances. It does not become a default wallet again.',
} as const;

/** Archiving does not end what the wallet has started. */
export const ordersRow: FormRow = {
  label: 'orders',
  value: [span('Whether its trigger orders still fire is unknown: cancel them first.', 'warn')],
  wraps: true,
};

/** Archives a wallet; the form lists what it holds. */
export const archiveForm = (desk: Desk, wallet: WalletRow): FormSpec<WalletDraft> => {
  desk.data.refresh('balances', 'holdings');
  return {
    ...common(desk, wallet, 'archive', () => [...holdingRows(desk, wallet), ...settingRowsOf(desk, wallet), ordersRow]),
    wants: ['settings'],
    operation: (draft) => ({ kind: 'archiveWallet', draft }),
    submit: (draft) => desk.actions.send({ kind: 'archiveWallet', draft }),
  };
};

/** Brings an archived wallet back. */
export const unarchiveForm = (desk: Desk, wallet: WalletRow): FormSpec<WalletDraft> => ({
  ...common(desk, wallet, 'unarchive', () => []),
  operation: (draft) => ({ kind: 'unarchiveWallet', draft }),
  submit: (draft) => desk.actions.send({ kind: 'unarchiveWallet', draft }),
});

function common(desk: Desk, wallet: WalletRow, verb: keyof typeof effects, more: () => FormRow[]) {
  const title = verb === 'archive' ? 'Archive wallet' : 'Unarchive wallet';
  const rows = (): FormRow[] => [
    { label: 'effect', value: [span(effects[verb])], wraps: true },
    ...more(),
    ...walletRowsOf(desk, wallet),
  ];
  const problem = () => whyChanged(desk, wallet);
  return {
    id: `wallet-${verb}`,
    title,
    initial: {},
    subject: () => [span(wallet.label, 'title'), muted(`   ${wallet.chain ?? 'several chains'}`)],
    fields: () => [],
    evaluate: () => {
      const form = problem();
      return {
        problems: form ? { form } : {},
        preview: rows(),
        draft: form ? null : { walletId: wallet.walletId, label: wallet.label },
        submitLabel: title,
      };
    },
    confirmation: rows,
    expiryReason: problem,
  };
}

/** Why the form is outdated: the wallet is gone, or in another state than when the form opened. */
function whyChanged(desk: Desk, { walletId, isActive }: WalletRow): string | null {
  const now = walletRows(desk.data.read('wallets').data).find((row) => row.walletId === walletId);
  if (!now) return 'The service no longer lists this wallet.';
  if (now.isActive === isActive) return null;
  return now.isActive ? 'This wallet is active already.' : 'This wallet is archived already.';
}

/** Mode and service, and the wallet with its full address and id. */
export const walletRowsOf = (desk: Desk, { label, chain, address, walletId }: WalletRow): FormRow[] => [
  modeRow(desk),
  {
    label: 'wallet',
    value: [span(`${label} · ${chain ?? 'several chains'} · ${cleanText(walletId, 200)} ${address}`)],
    wraps: true,
  },
];
