import { parseTokenId, type TokenRef, tokenId } from '../../domain/market/token.ts';
import { rawAnswer } from '../../stores/raw-answer.ts';
import { bulkLines } from '../bulk/bulk-lines.ts';
import type { Desk } from '../desk/desk.ts';
import type { Overlay } from '../desk/desk-ui.ts';
import { withKeys } from '../keys/keymap.ts';
import { leavingLines } from '../leaving/leaving-lines.ts';
import { helpBody } from '../overlays/help-lines.ts';
import type { OverlayOf } from '../overlays/open-overlay.ts';
import { rawLines } from '../overlays/raw-lines.ts';
import { columnsLines } from '../overlays/table-overlays.ts';
import { paneLines } from '../panes/pane-lines.ts';
import { selectedRow } from '../panes/pane-rows.ts';
import { isTablePane, tablePane } from '../panes/panes.ts';
import { messagesLines } from '../panes/streams/messages-lines.ts';
import { presetLines } from '../presets/preset-lines.ts';
import { quickLines } from '../presets/quick-lines.ts';
import { plainText } from '../text/span.ts';
import { spokenOwners } from '../token/owners-lines.ts';
import { isOver, ownersView } from '../token/owners-view.ts';
import { tokenLines } from '../token/token-lines.ts';
import type { Size } from '../workspaces/layout.ts';
import type { Part } from './part.ts';
import { keyWords, speakable, spokenLines } from './speakable.ts';
import { formParts } from './spoken-form.ts';
import { filterParts, findParts, paletteParts, promptParts } from './spoken-search.ts';

type PartsOf<Kind extends Overlay['kind']> = (desk: Desk, overlay: OverlayOf<Kind>, size: Size) => Part[];

/** How each kind of overlay is read out. */
const partsByKind: { readonly [Kind in Overlay['kind']]: PartsOf<Kind> } = {
  // The help is read when its key is pressed; it only needs a way to close it.
  help: (desk, { query = '', isTyping }) =>
    isTyping
      ? [
          whole('help', `help ${query}`, [
            `Search ${query}`,
            ...spokenLines(query ? helpBody(desk.keymap, 200, query) : []),
          ]),
        ]
      : [whole('overlay', 'help', ['Esc closes this.'])],
  form: (desk, { form }) => formParts(form, desk.session.getState().mode, ownersParts(desk, form.bought())),
  bulk: bulkParts,
  command: promptParts,
  palette: paletteParts,
  details: detailParts,
  filter: filterParts,
  pick: pickParts,
  columns: columnParts,
  find: findParts,
  quick: (desk, overlay, size) => [
    whole('quick', `quick ${overlay.positionKey}`, spokenLines(quickLines(desk, overlay, size))),
  ],
  question: (desk, { id, verdict }) => [whole('question', `question ${id} ${verdict}`, questionLines(desk))],
  messages: (desk, overlay) => {
    const { rowKey, selectedSeq, opened } = overlay;
    const key = `messages ${rowKey} ${selectedSeq} ${opened?.message.seq} ${opened?.scroll}`;
    return [whole('messages', key, spokenLines(messagesLines(desk, overlay, { x: 0, y: 0, width: 100, height: 16 })))];
  },
  arrange: () => [whole('arrange', 'arrange', ['Arranging panes only changes the screen layout. Esc closes this.'])],
  preset: (desk, overlay, size) => [
    whole('preset', `preset ${overlay.token.address}`, spokenLines(presetLines(desk, overlay, size))),
  ],
  leaving: (desk, overlay, size) => [
    whole('leaving', `leaving ${overlay.doing} ${overlay.problem}`, spokenLines(leavingLines(desk, overlay, size))),
  ],
  token: (desk, { tokenId }) => [
    whole('token', tokenId, tokenWords(desk, tokenId)),
    ...ownersParts(desk, parseTokenId(tokenId)),
  ],
};

/** Parts of the open overlay. */
export function overlayParts(desk: Desk, overlay: Overlay, size: Size): Part[] {
  // The table's type pairs each kind with its view, which the compiler cannot infer for an arbitrary kind.
  const parts = partsByKind[overlay.kind] as PartsOf<Overlay['kind']>;
  return parts(desk, overlay, size);
}

const whole = (kind: string, key: string, lines: readonly string[]): Part => ({
  key: `${kind} ${key}`,
  lines,
  isPlace: true,
});

/** The owners have sentences of their own. */
const tokenWords = (desk: Desk, id: string): string[] =>
  spokenLines(tokenLines(desk, id, 80).filter((line) => !plainText(line).startsWith('owners ')));

/** Who owns a token: read once it is known, and again when a group reaches or leaves a limit. */
function ownersParts(desk: Desk, token: TokenRef | 'none' | null): Part[] {
  if (token === null || token === 'none') return [];
  const { isEmpty, shares } = ownersView(desk, token);
  const over = shares.filter(isOver).map(({ group }) => group);
  return [
    { key: `owners ${tokenId(token)} ${isEmpty} ${over.join()}`, lines: spokenOwners(desk, token).map(speakable) },
  ];
}

/** The list and the typed word, then the result. */
function bulkParts(desk: Desk, { bulk }: OverlayOf<'bulk'>, size: Size): Part[] {
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
    // Each result has its own notice.
    ...(run.isOver ? [{ key: 'bulk over', lines: drawn().slice(-2), isUrgent: true, isPlace: true }] : []),
  ];
}

const rawWidth = 200;

function detailParts(desk: Desk, { pane, scroll, isRaw }: OverlayOf<'details'>): Part[] {
  const row = isTablePane(pane) ? selectedRow(desk, pane) : null;
  if (row === null || !isTablePane(pane))
    return [{ key: 'details gone', lines: ['This row no longer exists. Esc closes this.'] }];
  const { title, details, keyOf } = tablePane(pane);
  const words = () => details(row, desk).map(({ label, value }) => `${label}: ${speakable(value)}.`);
  const lines = isRaw ? spokenLines(rawLines(rawAnswer(row), rawWidth)) : words();
  return [
    {
      key: `details ${pane} ${keyOf(row)} ${isRaw === true}`,
      lines: [`${title}, details:`, ...lines, 'Esc closes.'],
      isPlace: true,
    },
    // Scrolling announces nothing.
    { key: `scrolled ${scroll}`, lines: [] },
  ];
}

function pickParts(desk: Desk, { what, items, selected }: OverlayOf<'pick'>): Part[] {
  const item = items[selected];
  const verb = what === 'copy' ? 'Copy a value' : 'Export';
  return [
    {
      key: `pick ${what}`,
      lines: [
        `${verb}. ${withKeys('{pick.down} for the next, {pick.take} selects, Esc closes this.', desk.keymap)}`,
      ].map(speakable),
      isPlace: true,
    },
    {
      key: `picked ${selected}`,
      lines: item ? [`${item.label} ${speakable(item.value)}, ${selected + 1} of ${items.length}.`] : [],
      isPlace: true,
    },
  ];
}

function columnParts(desk: Desk, overlay: OverlayOf<'columns'>, size: Size): Part[] {
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

/** The question, which the activity pane shows in place of the row. */
function questionLines(desk: Desk): string[] {
  const lines = spokenLines(paneLines(desk, 'activity', { x: 0, y: 0, width: 100, height: 40 }));
  const at = lines.findIndex((text) => /(Mark|Send) “/.test(text));
  return at < 0 ? ['A question to answer with a key; Esc leaves it open.'] : lines.slice(at, at + 5);
}

/** Spoken keys of a command. */
export const spokenKeys = (keys: readonly string[]): string => keys.map(keyWords).join(' or ');
