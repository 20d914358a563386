import { cleanText, textLimits } from '../../domain/clean-text.ts';
import { commands } from '../../keys/commands.ts';
import { withKeys } from '../../keys/keymap.ts';
import { scopeTitles } from '../../keys/scope-titles.ts';
import { remainingExecutions } from '../../stores/key-limits.ts';
import type { Notice } from '../../stores/notices.ts';
import { isInDoubt } from '../../stores/order-records.ts';
import { connectionWords } from '../bars/connection-words.ts';
import type { Desk } from '../desk.ts';
import { scopesNow } from '../keyboard/desk-keys.ts';
import { tourSteps } from '../tour/tour-steps.ts';
import { perpWalletNow } from '../wallet-in-hand.ts';
import { smallest } from '../workspaces/layout.ts';
import { workspaceOf } from '../workspaces/workspaces.ts';
import type { Part } from './part.ts';
import { speakable } from './speakable.ts';
import { overlayParts, spokenKeys } from './spoken-overlay.ts';
import { paneParts } from './spoken-pane.ts';

/** Nothing is drawn, so nothing is too small, and no confirmation is cut. */
export const spokenSize = { columns: Math.max(120, smallest.columns), rows: 400 };

/** Everything that can be said of the desk as it stands. */
export function deskParts(desk: Desk): Part[] {
  const { overlay, tour } = desk.ui.getState();
  return [
    connectionPart(desk),
    ...desk.notices.getState().notices.map(noticePart),
    workspacePart(desk),
    ...(overlay && overlay.kind !== 'help' ? overlayParts(desk, overlay, spokenSize) : paneParts(desk)),
    ...(tour && overlay === null ? [tourPart(desk, tour.step)] : []),
  ];
}

const workspacePart = (desk: Desk): Part => {
  const { workspace } = desk.ui.getState();
  return { key: `workspace ${workspace}`, lines: [`Workspace ${workspaceOf(workspace).title}.`] };
};

function connectionPart(desk: Desk): Part {
  const { state, reason } = desk.session.getState().connection;
  const why = state === 'connected' || !reason ? '' : `, ${speakable(reason)}`;
  return {
    key: `connection ${state} ${why}`,
    lines: [`Connection: ${connectionWords[state].word}${why}.`],
    isUrgent: true,
  };
}

const noticeWords: Readonly<Record<Notice['tone'], string>> = {
  ok: 'Done',
  info: 'Note',
  warn: 'Warning',
  error: 'Error',
};

const noticePart = ({ id, tone, text }: Notice): Part => ({
  key: `notice ${id}`,
  lines: [`${noticeWords[tone]}: ${speakable(text)}`],
  isUrgent: true,
});

function tourPart(desk: Desk, step: number): Part {
  const { title, text } = tourSteps[step] ?? { title: '', text: [] };
  return {
    key: `tour ${step}`,
    lines: [
      `Tour, ${step + 1} of ${tourSteps.length}: ${title}.`,
      ...text.map((sentence) => speakable(withKeys(sentence, desk.keymap))),
      'Enter goes on, Esc ends the tour.',
    ],
    isUrgent: true,
  };
}

/** What the header shows: mode, what may be sent, what nobody knows, account, connection, and what the key may still do. */
export function headerWords(desk: Desk): string {
  const { mode, profile, latencyMs, connection, executionsSinceUsage } = desk.session.getState();
  const { mode: trading, readOnly, isOneClick } = desk.trading.getState();
  const doubts = desk.records.getState().records.filter(isInDoubt).length;
  const wallet = perpWalletNow(desk);
  const usage = desk.data.read('usage').data;
  const left = usage && remainingExecutions(usage, executionsSinceUsage);
  return [
    mode.toUpperCase(),
    ...(profile === mode ? [] : [profile]),
    `trading ${trading}${readOnly ? ', read-only' : ''}${isOneClick ? ', one-click armed' : ''}`,
    ...(doubts === 0 ? [] : [`${doubts} unknown outcomes in the activity pane`]),
    ...(wallet ? [`wallet ${speakable(cleanText(wallet.label, textLimits.symbol))}`] : []),
    `${connectionWords[connection.state].word}${latencyMs === null ? '' : `, ${Math.round(latencyMs)} milliseconds`}`,
    ...(left ? [`${left.hour.left} of ${left.hour.of} executions left this hour`] : []),
  ].join(', ');
}

/** Every key that is heard at this moment, and what it does. */
export function keysWords(desk: Desk): string[] {
  return scopesNow(desk).flatMap((scope) => {
    const lines = commands
      .filter((command) => command.scope === scope && desk.keymap.keysOf(command.id).length > 0)
      .map(
        ({ id, description }) =>
          `${spokenKeys(desk.keymap.keysOf(id))}: ${speakable(withKeys(description, desk.keymap))}.`,
      );
    return lines.length === 0 ? [] : [`${scopeTitles[scope]}:`, ...lines];
  });
}
