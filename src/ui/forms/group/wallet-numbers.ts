import type { WalletRow } from '../../../stores/account/account-rows.ts';
import { muted, span } from '../../text/span.ts';
import type { Field, FormRow } from '../form-spec.ts';

/** A field for wallet numbers from the list below it: `2 1` is the second wallet, then the first. */
export const numbersField = (label: string, count: number): Field => ({
  id: 'wallets',
  label,
  kind: 'text',
  width: 24,
  unit: count === 0 ? '' : 'numbers from the list',
});

/** Parses wallet numbers into wallets, in the typed order. Returns an error message if they are invalid. */
export function readNumbers(text: string, list: readonly WalletRow[]): readonly WalletRow[] | string {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const found = words.map((word) => (/^\d{1,4}$/.test(word) ? list[Number(word) - 1] : undefined));
  const bad = words.find((_, index) => found[index] === undefined);
  if (bad !== undefined)
    return list.length === 0
      ? 'There are no wallets to choose from.'
      : `There is no wallet ${bad} in the list: enter numbers from 1 to ${list.length}, such as 1 ${Math.min(2, list.length)}.`;
  const chosen = found.filter((one): one is WalletRow => one !== undefined);
  return new Set(chosen).size === chosen.length ? chosen : 'Enter each wallet only once.';
}

/** The numbered list, with the chosen wallets marked. */
export const listRows = (list: readonly WalletRow[], chosen: readonly WalletRow[]): FormRow[] =>
  list.map((wallet, index) => {
    const place = chosen.indexOf(wallet);
    const mark = place < 0 ? muted('  ') : span('✓ ', 'accent');
    const text = `${wallet.label} · ${wallet.chain ?? 'several chains'} ${wallet.address}`;
    return { label: String(index + 1), value: [mark, place < 0 ? muted(text) : span(text)] };
  });

/** The wallets in order with full addresses, for a confirmation. */
export const walletLines = (wallets: readonly WalletRow[]): FormRow[] =>
  wallets.map((wallet, index) => ({
    label: `${index + 1}.`,
    value: [span(`${wallet.label} · ${wallet.chain ?? 'several chains'} ${wallet.address || wallet.walletId}`)],
    wraps: true,
  }));
