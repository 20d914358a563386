import { groupThousands } from '../../../domain/numbers/format.ts';
import { activeWallet, walletWords } from '../../desk/active-wallet.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow, FormSpec } from '../form-spec.ts';

/** Arms one-click, after saying what it skips; has no fields. */
export function armOneClickForm(desk: Desk): FormSpec<true> {
  return {
    id: 'one-click',
    title: 'One-click',
    isLocal: true,
    initial: {},
    subject: () => [span(`Orders up to ${capText(desk)} USD are sent without a confirmation`, 'warn', { bold: true })],
    fields: () => [],
    evaluate: () => {
      const refusal = desk.actions.whyNotArmed();
      return {
        problems: refusal ? { form: refusal } : {},
        preview: rows(desk),
        draft: refusal ? null : true,
        submitLabel: 'Arm one-click',
      };
    },
    confirmation: () => rows(desk),
    submit: async () => {
      desk.actions.setOneClick(true);
      return { kind: 'accepted', message: 'One-click is armed', requestId: '', taskId: null };
    },
  };
}

const capText = ({ caps }: Desk): string => groupThousands(caps.oneClickUsd ?? '0');

function rows(desk: Desk): FormRow[] {
  const wallet = activeWallet(desk);
  return [
    { label: 'wallet', value: [span(wallet ? walletWords(wallet) : 'the one of each form')], wraps: true },
    {
      label: 'skips',
      value: [span('the confirmation of every form, preset and quick trade below the cap')],
      wraps: true,
    },
    { label: 'asks still', value: [muted('above the cap, and where a typed word is needed')], wraps: true },
    {
      label: 'ends',
      value: [muted('after ten minutes without an order, on a disconnect, a halt or another wallet')],
      wraps: true,
    },
  ];
}
