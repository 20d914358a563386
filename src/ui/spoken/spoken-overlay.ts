import { withKeys } from '../../keys/keymap.ts';
import { rawAnswer } from '../../stores/raw-answer.ts';
import { bulkLines } from '../bulk/bulk-lines.ts';
import type { Desk } from '../desk.ts';
import type { Overlay } from '../desk-ui.ts';
import { rawLines } from '../overlays/raw-lines.ts';
import { columnsLines } from '../overlays/table-overlays.ts';
import { paneLines } from '../panes/pane-lines.ts';
import { isTablePane, tablePanes } from '../panes/pane-list.ts';
import { messagesLines } from '../panes/streams/messages-lines.ts';
import { selectedRow } from '../panes/visible-rows.ts';
import { presetLines } from '../presets/preset-lines.ts';
import { quickLines } from '../presets/quick-lines.ts';
import { tokenLines } from '../token/token-lines.ts';
import type { Size } from '../workspaces/layout.ts';
import type { Part } from './part.ts';
import { keyWords, speakable, spokenLines } from './speakable.ts';
import { formParts } from './spoken-form.ts';
import { filterParts, findParts, paletteParts, promptParts } from './spoken-search.ts';

/** What lies over the desk. */
export function overlayParts(desk: Desk, overlay: Overlay, size: Size): Part[] {
  switch (overlay.kind) {
    case 'form':
      return formParts(overlay.form, desk.session.getState().mode);
    case 'bulk':
      return bulkParts(desk, overlay, size);
    case 'command':
      return promptParts(desk, overlay, size);
    case 'palette':
      return paletteParts(desk, overlay, size);
    case 'details':
      return detailParts(desk, overlay);
    case 'filter':
      return filterParts(desk, overlay);
    case 'pick':
      return pickParts(desk, overlay);
    case 'columns':
      return columnParts(desk, overlay, size);
    case 'quick':
      return [whole('quick', `quick ${overlay.positionKey}`, spokenLines(quickLines(desk, overlay, size)))];
    case 'question':
      return [whole('question', `question ${overlay.id} ${overlay.verdict}`, questionLines(desk))];
    case 'messages':
      return [
        whole(
          'messages',
          `messages ${overlay.rowKey} ${overlay.selectedSeq} ${overlay.opened?.message.seq} ${overlay.opened?.scroll}`,
          spokenLines(messagesLines(desk, overlay, { x: 0, y: 0, width: 100, height: 16 })),
        ),
      ];
    case 'arrange':
      return [whole('arrange', 'arrange', ['Arranging panes changes a screen only. Esc leaves it.'])];
    case 'preset':
      return [whole('preset', `preset ${overlay.token.address}`, spokenLines(presetLines(desk, overlay, size)))];
    case 'find':
      return findParts(desk, overlay, size);
    case 'token':
      return [whole('token', overlay.tokenId, spokenLines(tokenLines(desk, overlay.tokenId, 90)))];
    // The help is read at its key and stays nowhere; what is new here must be left by a key that works everywhere.
    default:
      return [whole('overlay', overlay.kind, ['Esc leads back.'])];
  }
}

const whole = (kind: string, key: string, lines: readonly string[]): Part => ({
  key: `${kind} ${key}`,
  lines,
  isPlace: true,
});

type Of<K extends Overlay['kind']> = Extract<Overlay, { readonly kind: K }>;

/** The list before its word, then what it came to. */
function bulkParts(desk: Desk, { bulk }: Of<'bulk'>, size: Size): Part[] {
  const { phase, readAtMs, typed, note } = bulk.view;
  const { run } = desk.bulk.getState();
  const drawn = (): string[] => spokenLines(bulkLines(bulk, desk, size));
  if (phase === 'reading') return [{ key: 'bulk reading', lines: drawn(), isUrgent: true }];
  if (phase === 'plan' || !run)
    return [
      { key: `bulk plan ${readAtMs} ${note}`, lines: drawn(), isUrgent: true, isPlace: true },
      {
        key: `typed ${typed}`,
        lines: [typed === '' ? 'Nothing typed.' : `${[...typed].join(' ')}.`],
        within: `bulk plan ${readAtMs} ${note}`,
      },
    ];
  return [
    // Each result is said by its notice.
    ...(run.isOver ? [{ key: 'bulk over', lines: drawn().slice(-2), isUrgent: true, isPlace: true }] : []),
  ];
}

const rawWidth = 200;

function detailParts(desk: Desk, { pane, scroll, isRaw }: Of<'details'>): Part[] {
  const row = isTablePane(pane) ? selectedRow(desk, pane) : null;
  if (row === null || !isTablePane(pane)) return [{ key: 'details gone', lines: ['This row is gone. Esc closes.'] }];
  const { title, details, keyOf } = tablePanes[pane];
  const words = () => details(row, desk).map(({ label, value }) => `${label}: ${speakable(value)}.`);
  const lines = isRaw ? spokenLines(rawLines(rawAnswer(row), rawWidth)) : words();
  return [
    {
      key: `details ${pane} ${keyOf(row)} ${isRaw === true}`,
      lines: [`${title}, details:`, ...lines, 'Esc closes.'],
      isPlace: true,
    },
    // Scrolling has nothing to show here.
    { key: `scrolled ${scroll}`, lines: [] },
  ];
}

function pickParts(desk: Desk, { what, items, selected }: Of<'pick'>): Part[] {
  const item = items[selected];
  const verb = what === 'copy' ? 'Copy a value' : 'Export';
  return [
    {
      key: `pick ${what}`,
      lines: [`${verb}. ${withKeys('{pick.down} goes on, {pick.take} takes it, Esc leaves.', desk.keymap)}`].map(
        speakable,
      ),
      isPlace: true,
    },
    {
      key: `picked ${selected}`,
      lines: item ? [`${item.label} ${speakable(item.value)}, ${selected + 1} of ${items.length}.`] : [],
      isPlace: true,
    },
  ];
}

function columnParts(desk: Desk, overlay: Of<'columns'>, size: Size): Part[] {
  const lines = spokenLines(columnsLines(desk, overlay, size));
  const { pane, selected } = overlay;
  const choice = desk.ui.getState().columns[pane];
  return [
    { key: `columns ${pane}`, lines: lines.slice(0, 1), isPlace: true },
    {
      key: `column ${selected} ${JSON.stringify(choice)}`,
      lines: columnWords(lines.slice(1), selected),
      isPlace: true,
    },
  ];
}

const columnWords = (lines: readonly string[], selected: string): string[] => {
  const line = lines.find((text) => text.toLowerCase().includes(selected.toLowerCase())) ?? selected;
  return [line.replace('[x]', 'shown:').replace('[ ]', 'hidden:')];
};

/** The question stands in the activity pane, in the place of the row's own lines. */
function questionLines(desk: Desk): string[] {
  const lines = spokenLines(paneLines(desk, 'activity', { x: 0, y: 0, width: 100, height: 40 }));
  const at = lines.findIndex((text) => text.includes('Mark '));
  return at < 0 ? ['A question that keys answer; Esc leaves it open.'] : lines.slice(at, at + 5);
}

/** The keys of a command as they are said. */
export const spokenKeys = (keys: readonly string[]): string => keys.map(keyWords).join(' or ');
