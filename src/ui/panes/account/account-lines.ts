import { withKeys } from '../../../keys/keymap.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import { table } from '../../components/table.ts';
import type { Desk } from '../../desk.ts';
import type { Rect } from '../../layout.ts';
import { paneKey } from '../../pane-key.ts';
import { blank, fitTo, type Line, lineWidth, muted, quiet, span, wrap } from '../../text/span.ts';
import { insteadOfRows, staleness } from '../pane-body.ts';
import type { VisibleRows } from '../visible-rows.ts';
import { sectionColumns, settingNote } from './account-columns.ts';
import { type AccountEntry, type FactEntry, sectionEntries } from './account-entry.ts';
import { accountPane, emptyWords, loadingWords, sectionReading } from './account-pane.ts';
import { type AccountSection, accountSections, sectionTitles } from './account-sections.ts';

/** From this width, who the account is and what the key may do stand beside the section. */
const wideFrom = 108;
/** Settings have many columns: they take the whole width longer. */
const settingsWideFrom = 150;
const besideWidth = 52;
const between = 3;

/** Draws the account pane: the sections' names, the chosen section, and beside it, where there is room, account and key. */
export function accountLines(desk: Desk, rect: Rect, visible: VisibleRows, isCovered: boolean): Line[] {
  const { focus, filter, account } = desk.ui.getState();
  const { section } = account;
  const text = filter.account ?? '';
  const [width, height] = [rect.width - 4, rect.height - 2];
  const stale = staleness(sectionReading(desk, section), accountPane.refreshMs(desk), desk.now());
  const isWide = width >= (section === 'settings' ? settingsWideFrom : wideFrom);
  const main = isWide ? width - besideWidth - between : width;
  const view = { desk, section, width: main, height: height - 2, focused: focus === 'account' && !isCovered };
  const body = sectionBody(view, visible, text);
  const shown = stale.length > 0 ? body.map(quiet) : body;
  return paneFrame({
    number: paneKey(desk, 'account'),
    title: accountPane.title,
    right: [
      ...(stale.length > 0 ? [...stale, span('  ')] : []),
      ...(text === '' ? [] : [span(`/${text} ${visible.rows.length} of ${visible.all.length}`, 'accent'), span('  ')]),
      ...accountPane.summary(desk, visible.all as readonly AccountEntry[]),
    ],
    focused: focus === 'account',
    width: rect.width,
    height: rect.height,
    body: [tabs(desk, section, width), blank, ...(isWide ? beside(desk, section, shown, main, height - 2) : shown)],
  });
}

interface View {
  readonly desk: Desk;
  readonly section: AccountSection;
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
}

/** The sections' names, the chosen one marked; with the number of their rows where there is room for it. */
function tabs(desk: Desk, chosen: AccountSection, width: number): Line {
  const names = (withCounts: boolean, gap: string): Line =>
    accountSections.flatMap((section, index): Line => {
      const count = withCounts ? countOf(desk, section) : '';
      const isChosen = section === chosen;
      return [
        ...(index > 0 ? [span(gap)] : []),
        isChosen
          ? span(`‹${sectionTitles[section]}›`, 'accent', { bold: true })
          : muted(gap === '  ' ? ` ${sectionTitles[section]} ` : sectionTitles[section]),
        ...(count ? [muted(isChosen ? ` ${count}` : count)] : []),
      ];
    });
  const whole = names(true, '  ');
  return lineWidth(whole) <= width ? whole : fitTo(names(false, ' '), width);
}

function countOf(desk: Desk, section: AccountSection): string {
  if (section === 'who' || section === 'key' || section === 'settings') return '';
  return sectionReading(desk, section).data === undefined ? '' : String(sectionEntries(desk, section).length);
}

function sectionBody({ desk, section, width, height, focused }: View, visible: VisibleRows, filter: string): Line[] {
  const rows = visible.rows as readonly AccountEntry[];
  const words = { loading: loadingWords[section], empty: withKeys(emptyWords[section], desk.keymap), rowCount: rows.length, filter };
  const instead = insteadOfRows(sectionReading(desk, section), words, width, desk.keymap);
  const off = section === 'agents' ? desk.session.getState().whyNoAgents : null;
  if (off && rows.length === 0) return wrap(off, width, 'muted');
  // What the desk knows of itself is there whatever the service says.
  const isKept = section === 'who' && rows.length > 0;
  if (instead && !isKept) return instead;
  const below = instead ? [blank, ...instead] : [];
  const lines = table({
    ...{ columns: sectionColumns[section], rows, width, focused, selected: visible.selected },
    height: Math.max(2, Math.min(rows.length + 1, height - below.length)),
    noteOf: (entry) => {
      const problem = accountPane.problemOf(entry);
      if (problem !== null) return span(`unreadable: ${problem}`, 'warn');
      return entry.kind === 'setting' ? settingNote(entry) : null;
    },
  });
  return [...lines, ...below];
}

/** The section at the left, account and key at the right: what is looked up most is seen with everything else. */
function beside(desk: Desk, section: AccountSection, left: readonly Line[], width: number, height: number): Line[] {
  const right = (['who', 'key'] as const)
    .filter((one) => one !== section)
    .flatMap((one, index) => [...(index > 0 ? [blank] : []), ...overview(desk, one)]);
  return Array.from({ length: height }, (_, index): Line => {
    const isLast = index === height - 1 && right.length > height;
    return [
      ...fitTo(left[index] ?? blank, width),
      muted(' │ '),
      ...(isLast ? [muted(`… ${right.length - height + 1} more in the section Key`)] : (right[index] ?? blank)),
    ];
  });
}

const labelWidth = 20;

function overview(desk: Desk, section: 'who' | 'key'): Line[] {
  const facts = sectionEntries(desk, section) as readonly FactEntry[];
  const { data, problem } = sectionReading(desk, section);
  const missing: Line[] =
    data !== undefined ? [] : [[problem ? span(`✕ ${problem.code}`, 'danger') : muted(loadingWords[section])]];
  return [
    [span(section === 'who' ? 'Account' : 'Key', 'title', { bold: true })],
    ...missing,
    ...facts.map(
      ({ label, bar, value, tone }): Line =>
        fitTo(
          [
            muted(label.padEnd(labelWidth)),
            ...(bar ? [span(bar, tone), span(' ')] : []),
            span(shortened(value, bar), tone),
          ],
          besideWidth,
        ),
    ),
  ];
}

/** Beside a bar there is room for the numbers alone. */
const shortened = (value: string, bar: string): string => (bar ? value.replace(/( used)?,[^,]*$/, '') : value);
