import { chains } from '../../domain/market/chain.ts';
import type { TokenRef } from '../../domain/market/token.ts';
import { paneFrame } from '../components/pane-frame.ts';
import type { Desk } from '../desk/desk.ts';
import type { FormController } from '../forms/form-controller.ts';
import { labelWidth } from '../forms/form-field-view.ts';
import { formLines, formWidth } from '../forms/form-view.ts';
import { type Line, muted } from '../text/span.ts';
import type { Size } from '../workspaces/layout.ts';
import { ownersLine, ownersTable } from './owners-lines.ts';

const panelWidth = 44;

/** The form, with who owns the token that it buys: in a box on its right if there is room, else on a line of the form. */
export function formWithOwners(desk: Desk, form: FormController, size: Size): Line[] {
  const frame = { mode: desk.session.getState().mode, ...size };
  const bought = form.bought();
  if (bought === null) return formLines(form, frame);
  const width = formWidth(size.columns);
  // Without a stream there is only a sentence to show.
  const isTold = bought === 'none' || chains[bought.chain].family === 'svm';
  if (!isTold || width + panelWidth > size.columns - 4)
    return formLines(form, { ...frame, above: bought === 'none' ? [] : [ownersRow(desk, bought, width)] });
  const lines = formLines(form, frame);
  const body = bought === 'none' ? [[muted('Enter a token to buy.')]] : ownersTable(desk, bought, panelWidth - 4);
  const panel = paneFrame({ title: 'Who owns this', focused: false, width: panelWidth, height: lines.length, body });
  return lines.map((line, at) => [...line, ...(panel[at] ?? [])]);
}

const ownersRow = (desk: Desk, token: TokenRef, width: number): Line => [
  muted('owners'.padEnd(labelWidth)),
  ...ownersLine(desk, token, width - 4 - labelWidth),
];
