import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { remainingExecutions } from '../../stores/account/key-limits.ts';
import type { Notice } from '../../stores/notices.ts';
import { isUnresolved } from '../../stores/orders/operation-records.ts';
import { connectionWords } from '../bars/connection-words.ts';
import { headingOf } from '../commands/scopes.ts';
import { perpWalletNow } from '../desk/active-wallet.ts';
import type { Desk } from '../desk/desk.ts';
import { scopesNow } from '../keyboard/desk-keys.ts';
import { withKeys } from '../keys/keymap.ts';
import { tourSteps } from '../tour/tour-steps.ts';
import { smallest } from '../workspaces/layout.ts';
import { workspaceOf } from '../workspaces/workspaces.ts';
import type { Part } from './part.ts';
import { speakable } from './speakable.ts';
import { overlayParts, spokenKeys } from './spoken-overlay.ts';
import { paneParts } from './spoken-pane.ts';

/** A nominal size large enough that nothing is ever cut. */
export const spokenSize = { columns: Math.max(120, smallest.columns), rows: 400 };

/** Everything that can be announced about the desk's current state. */
export function deskParts(desk: Desk): Part[] {
  const { overlay, tour } = desk.ui.getState();
  return [
    connectionPart(desk),
    ...desk.notices.getState().notices.map(noticePart),
    workspacePart(desk),
    ...(overlay && (overlay.kind !== 'help' || overlay.isTyping)
      ? overlayParts(desk, overlay, spokenSize)
      : paneParts(desk)),
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
      'Enter for the next step, Esc ends the tour.',
    ],
    isUrgent: true,
  };
}

/** The header in words: mode, trading state, unknown outcomes, wallet, connection and executions left. */
export function headerWords(desk: Desk): string {
  const { mode, profile, latencyMs, connection, executionsSinceUsage } = desk.session.getState();
  const { mode: trading, readOnly, isOneClick } = desk.trading.getState();
  const unresolved = desk.records.getState().records.filter(isUnresolved).length;
  const wallet = perpWalletNow(desk);
  const usage = desk.data.read('usage').data;
  const left = usage && remainingExecutions(usage, executionsSinceUsage);
  return [
    mode.toUpperCase(),
    ...(profile === mode ? [] : [profile]),
    `trading ${trading}${readOnly ? ', read-only' : ''}${isOneClick ? ', one-click armed' : ''}`,
    ...(unresolved === 0
      ? []
      : [`${unresolved} unknown ${unresolved === 1 ? 'outcome' : 'outcomes'} in the activity pane`]),
    ...(wallet ? [`wallet ${speakable(cleanText(wallet.label, textLimits.symbol))}`] : []),
    `${connectionWords[connection.state].word}${latencyMs === null ? '' : `, ${Math.round(latencyMs)} milliseconds`}`,
    ...(left ? [`${left.hour.left} of ${left.hour.of} executions left this hour`] : []),
  ].join(', ');
}

/** All keys that work now, and what they do. */
export function keysWords(desk: Desk): string[] {
  return scopesNow(desk).flatMap((scope) => {
    const lines = desk.keymap.commands
      .filter((command) => command.scope === scope && desk.keymap.keysOf(command.id).length > 0)
      .map(
        ({ id, description }) =>
          `${spokenKeys(desk.keymap.keysOf(id))}: ${speakable(withKeys(description, desk.keymap))}.`,
      );
    return lines.length === 0 ? [] : [`${headingOf(scope)}:`, ...lines];
  });
}
