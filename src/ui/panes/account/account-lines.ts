import { paneFrame } from '../../components/pane-frame.ts';
import { table } from '../../components/table.ts';
import type { DeskView } from '../../desk/desk.ts';
import { withKeys } from '../../keys/keymap.ts';
import { blank, type Line, lineWidth, muted, quiet, span } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import { insteadOfRows, staleness } from '../pane-body.ts';
import type { VisibleRows } from '../table-pane.ts';
import { columnsIn, settingNote } from './account-columns.ts';
import { type AccountEntry, sectionEntries } from './account-entry.ts';
import { accountPane, emptyText, loadingWords, moreMark, sectionReading } from './account-pane.ts';
import { type AccountSection, accountSections, sectionTitles } from './account-sections.ts';
import { olderSuggestions } from './older-suggestions.ts';

/** Draws the account pane: the section names and the selected section. */
export function accountLines(
  desk: DeskView,
  rect: Rect,
  visible: VisibleRows<AccountEntry>,
  isCovered: boolean,
): Line[] {
  const { focus, filter, account } = desk.ui.getState();
  const { section } = account;
  const text = filter.account ?? '';
  const [width, height] = [rect.width - 4, rect.height - 2];
  const stale = staleness(sectionReading(desk, section), accountPane.refreshMs(desk), desk.now());
  const head = [tabs(desk, section, width), ...(height < 6 ? [] : [blank])];
  const view = { desk, section, width, height: height - head.length, focused: focus === 'account' && !isCovered };
  const body = sectionBody(view, visible, text);
  return paneFrame({
    number: paneKey(desk, 'account'),
    title: accountPane.title,
    right: [
      ...(stale.length > 0 ? [...stale, span('  ')] : []),
      ...(text === '' ? [] : [span(`/${text} ${visible.rows.length} of ${visible.all.length}`, 'accent'), span('  ')]),
      ...accountPane.summary(desk, visible.all),
    ],
    focused: focus === 'account',
    width: rect.width,
    height: rect.height,
    body: [...head, ...(stale.length > 0 ? body.map(quiet) : body)],
  });
}

interface View {
  readonly desk: DeskView;
  readonly section: AccountSection;
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
}

/** The section names, with the selected one marked, and with row counts if they fit. */
function tabs(desk: DeskView, chosen: AccountSection, width: number): Line {
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
  const whole = [names(true, '  '), names(false, ' ')].find((line) => lineWidth(line) <= width);
  if (whole) return whole;
  const place = `  ${accountSections.indexOf(chosen) + 1} of ${accountSections.length}`;
  return [span(`‹${sectionTitles[chosen]}›`, 'accent', { bold: true }), muted(place)];
}

function countOf(desk: DeskView, section: AccountSection): string {
  if (section === 'settings' || sectionReading(desk, section).data === undefined) return '';
  return `${sectionEntries(desk, section).length}${section === 'suggestions' ? moreMark(desk) : ''}`;
}

function sectionBody(
  { desk, section, width, height, focused }: View,
  visible: VisibleRows<AccountEntry>,
  filter: string,
): Line[] {
  const rows = visible.rows;
  const words = {
    loading: loadingWords[section],
    empty: withKeys(emptyText(desk, section), desk.keymap),
    rowCount: rows.length,
    filter,
  };
  const instead = insteadOfRows(sectionReading(desk, section), words, width, desk.keymap);
  if (instead) return instead;
  const foot = section === 'suggestions' && height > 4 ? [olderSuggestions(desk)] : [];
  const shown = table({
    columns: columnsIn(section, width),
    rows,
    width,
    focused,
    selected: visible.selected,
    keyOf: accountPane.keyOf,
    height: Math.max(2, Math.min(rows.length + 1, height - foot.length)),
    noteOf: (entry) => {
      const problem = accountPane.problemOf(entry);
      if (problem !== null) return span(`unreadable: ${problem}`, 'warn');
      return entry.kind === 'setting' ? settingNote(entry) : null;
    },
  });
  return [...shown, ...foot];
}
