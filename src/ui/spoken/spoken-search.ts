import { explainLine } from '../command-line/prompt/explain-prompt.ts';
import { completionNow } from '../command-line/prompt/prompt-keys.ts';
import { shownCandidates } from '../command-line/prompt/prompt-state.ts';
import type { Desk } from '../desk/desk.ts';
import type { Overlay } from '../desk/desk-ui.ts';
import { findLines } from '../find/find-lines.ts';
import { withKeys } from '../keys/keymap.ts';
import { paletteRowsNow } from '../palette/palette-keys.ts';
import type { Size } from '../workspaces/layout.ts';
import type { Part } from './part.ts';
import { speakable, spokenLines } from './speakable.ts';

// Overlays with a search or filter text.

type Of<K extends Overlay['kind']> = Extract<Overlay, { readonly kind: K }>;

export function promptParts(desk: Desk, { prompt }: Of<'command'>): Part[] {
  const { candidates, at } = shownCandidates(prompt, completionNow(desk, prompt));
  const candidate = at === null ? undefined : candidates[at];
  const { text } = explainLine(desk, prompt.text);
  return [
    { key: 'prompt', lines: ['Command line.'], isPlace: true },
    candidate
      ? {
          key: `candidate ${at} ${candidate.text}`,
          lines: [`${candidate.text}: ${speakable(candidate.help)}, ${(at ?? 0) + 1} of ${candidates.length}.`],
        }
      : {
          key: `typed ${prompt.text}`,
          lines: [speakable(`${prompt.text === '' ? '' : `${prompt.text.trim()}. `}${text}`)],
        },
    ...(prompt.refused ? [{ key: `refused ${prompt.refused}`, lines: [`Not run: ${speakable(prompt.refused)}`] }] : []),
  ];
}

export function paletteParts(desk: Desk, overlay: Of<'palette'>): Part[] {
  const rows = paletteRowsNow(desk, overlay);
  const row = rows[overlay.selected];
  const words = row
    ? `${row.description}. ${row.reason === null ? `Key ${row.keys || 'none'}` : `Not now: ${row.reason}`}. ${overlay.selected + 1} of ${rows.length}.`
    : 'No command matches.';
  return [
    {
      key: 'palette',
      lines: [
        speakable(
          withKeys(
            'All commands. Type to search; {palette.up} and {palette.down} select, {palette.run} runs, Esc closes this.',
            desk.keymap,
          ),
        ),
      ],
      isPlace: true,
    },
    {
      key: `found ${overlay.query} ${overlay.selected}`,
      lines: [speakable(words)],
      isPlace: true,
    },
  ];
}

/** The selected result; once it is chosen, its actions. */
export function findParts(desk: Desk, { find }: Of<'find'>, size: Size): Part[] {
  const { query, foundFor, isSearching, rows, selected, problem, isTaken } = find.view;
  const token = rows[selected]?.token;
  if (isTaken)
    return [{ key: `taken ${token?.address}`, lines: spokenLines(findLines(desk, find, size)), isPlace: true }];
  const found = token
    ? `${token.symbol}, ${token.name}, ${token.chain} ${token.address}, ${selected + 1} of ${rows.length}.`
    : (problem ?? (isSearching ? 'Searching …' : 'Nothing found.'));
  return [
    { key: 'find', lines: ['Find token: type a symbol, name or address; Esc closes this.'], isPlace: true },
    { key: `asked ${query}`, lines: [query === '' ? 'empty' : query] },
    { key: `found ${foundFor} ${selected} ${problem}`, lines: [speakable(found)], isUrgent: true, isPlace: true },
  ];
}

export function filterParts(desk: Desk, { pane }: Of<'filter'>): Part[] {
  const text = desk.ui.getState().filter[pane] ?? '';
  return [
    { key: `filter of ${pane}`, lines: ['Filter: type text; Enter keeps it, Esc clears it.'], isPlace: true },
    { key: `filtering ${text}`, lines: [text === '' ? 'empty' : text] },
  ];
}
