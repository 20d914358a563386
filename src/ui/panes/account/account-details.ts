import { formatClock } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type Field, isoTime } from '../../export/field.ts';
import { oneClickText } from './account-columns.ts';
import type { AccountEntry } from './account-entry.ts';
import { suggestionDetails, suggestionFields } from './suggestion-details.ts';

interface Detail {
  readonly label: string;
  readonly value: string;
}

const detail = (label: string, value: string | null): Detail => ({ label, value: value || '–' });

/** Details of a row, with addresses and ids in full. */
export function accountDetails(entry: AccountEntry, { keymap }: Pick<DeskView, 'keymap'>): readonly Detail[] {
  switch (entry.kind) {
    case 'wallet': {
      const { row } = entry;
      if (row.problem !== null) return [detail('unreadable', row.problem)];
      return [
        detail('label', row.label),
        detail('address', row.address),
        detail('wallet id', cleanText(row.walletId, 200)),
        detail('chain', row.chain ?? 'several'),
        detail('state', row.state),
        ...(row.archivedAt ? [detail('archived', row.archivedAt)] : []),
      ];
    }
    case 'group': {
      const { row } = entry;
      if (row.problem !== null) return [detail('unreadable', row.problem)];
      return [
        detail('group', row.name),
        detail('group id', cleanText(row.groupId, 200)),
        detail('chain', row.chain ?? 'any'),
        ...row.wallets.map((label, index) =>
          detail(`wallet ${index + 1}`, `${label}  ${cleanText(row.walletIds[index], 200)}`),
        ),
        detail('created', row.createdAt),
        detail('updated', row.updatedAt),
      ];
    }
    case 'setting':
      return [
        detail('chain', entry.row.chain || 'all'),
        detail('what', entry.row.what),
        ...(entry.row.kind === 'one-click' ? [detail('summary', oneClickText(entry.row.value))] : []),
        detail('value', jsonText(entry.row.value)),
      ];
    case 'suggestion':
      return suggestionDetails(entry, keymap);
    case 'session': {
      const { session } = entry;
      return [
        detail('agent', cleanText(session.agentId, 200)),
        detail('session', cleanText(session.sessionId, 200)),
        detail('state', session.status),
        detail('asked', `${formatClock(session.askedAtMs)} UTC`),
        detail('task', cleanText(session.prompt)),
        ...(session.finalResponse ? [detail('answer', cleanText(session.finalResponse))] : []),
        ...(session.error ? [detail('error', cleanText(session.error))] : []),
        ...(session.trouble ? [detail('status read', cleanText(session.trouble))] : []),
      ];
    }
  }
}

const jsonText = (value: unknown): string =>
  typeof value === 'string'
    ? cleanText(value)
    : (JSON.stringify(value, null, 2) ?? '')
        .split('\n')
        .map((line) => cleanText(line))
        .join('\n');

/** Exact values of a row, for export and copy. */
export function accountFields(entry: AccountEntry, desk: Pick<DeskView, 'keymap'>): readonly Field[] {
  if (entry.kind === 'suggestion') return suggestionFields(entry.row);
  const named = accountDetails(entry, desk).map(({ label, value }) => ({
    name: label.replace(/[^a-z0-9]+/gi, '_').toLowerCase(),
    value: value === '–' ? null : value,
  }));
  return entry.kind === 'session'
    ? [...named.filter(({ name }) => name !== 'asked'), { name: 'asked_at', value: isoTime(entry.session.askedAtMs) }]
    : named;
}
