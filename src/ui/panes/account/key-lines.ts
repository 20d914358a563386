import { blockWindow } from '../../components/block-window.ts';
import { gauge as gaugeBar } from '../../components/gauge.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import type { DeskView } from '../../desk/desk.ts';
import { aimed, blank, type Line, lineWidth, muted, quiet, span, wrap } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import { insteadOfRows, noRowContains, staleness } from '../pane-body.ts';
import type { VisibleRows } from '../table-pane.ts';
import { gaugeTone, gaugeWords, usedPart } from './gauge-words.ts';
import type { KeyEntry, KeyPart } from './key-entry.ts';
import { keyPane, keyReading } from './key-pane.ts';

const partTitles: Readonly<Record<KeyPart, string>> = {
  risk: 'Risk of the account',
  who: 'Account and key',
  use: 'Usage',
  limits: 'Limits',
  scopes: 'Scopes',
  desk: 'This desk',
};

/** Draws the key pane: owner, usage, limits and scopes of the key. */
export function keyLines(desk: DeskView, rect: Rect, visible: VisibleRows<KeyEntry>, isCovered: boolean): Line[] {
  const { focus, filter } = desk.ui.getState();
  const text = filter.key ?? '';
  const rows = visible.rows;
  const focused = focus === 'key';
  const stale = staleness(keyReading(desk), keyPane.refreshMs(desk), desk.now());
  const body = bodyOf(desk, rows, {
    width: rect.width - 4,
    height: rect.height - 2,
    filter: text,
    selected: visible.selected,
    focused: focused && !isCovered,
  });
  return paneFrame({
    number: paneKey(desk, 'key'),
    title: keyPane.title,
    right: [
      ...(stale.length > 0 ? [...stale, span('  ')] : []),
      ...(text === '' ? [] : [span(`/${text} ${rows.length} of ${visible.all.length}`, 'accent'), span('  ')]),
      ...keyPane.summary(desk, visible.all),
    ],
    focused,
    width: rect.width,
    height: rect.height,
    body: stale.length > 0 ? body.map(quiet) : body,
  });
}

interface View {
  readonly width: number;
  readonly height: number;
  readonly filter: string;
  readonly selected: number | null;
  readonly focused: boolean;
}

function bodyOf(desk: DeskView, rows: readonly KeyEntry[], { width, height, filter, selected, focused }: View): Line[] {
  if (rows.length === 0 && filter !== '') return wrap(noRowContains(filter, desk.keymap), width, 'muted');
  const loading = desk.data.read('usage').data === undefined ? keyPane.loading : 'Reading the owner of the key …';
  const words = { loading, empty: '', rowCount: rows.length, filter };
  // The lines about the desk itself are shown even while the reads fail.
  const instead = insteadOfRows(keyReading(desk), words, width, desk.keymap);
  const head = instead && filter === '' ? [...instead, blank] : [];
  const columns = columnsOf(rows, width);
  const blocks = (hasAir: boolean): Line[][] =>
    rows.map((entry, index) => {
      const isFirst = rows[index - 1]?.part !== entry.part;
      const isHeaded = isFirst && height >= 12;
      return [
        ...(isHeaded && index > 0 && hasAir ? [blank] : []),
        ...(isHeaded ? [heading(entry.part, width)] : []),
        ...aimed(entryLines(entry, columns, width, index === selected, focused), keyPane.keyOf(entry)),
      ];
    });
  const room = height - head.length;
  const airy = blocks(true);
  return [...head, ...blockWindow(airy.flat().length <= room ? airy : blocks(false), room, selected)];
}

const rolling = 'last hour and 24 h';

/** Executions are counted over rolling windows, which have no reset time. */
function heading(part: KeyPart, width: number): Line {
  const title: Line = [span(partTitles[part], 'title', { bold: true })];
  const whole: Line = part === 'use' ? [...title, muted(`  ${rolling}`)] : title;
  return lineWidth(whole) <= width ? whole : title;
}

interface Columns {
  readonly label: number;
  /** Width of the gauge; 0 if it does not fit. */
  readonly gauge: number;
  readonly words: keyof ReturnType<typeof gaugeWords>;
}

const widestGauge = 24;
const leastGauge = 8;

/** Column widths: all gauges get the same width, the room left beside the text. */
function columnsOf(rows: readonly KeyEntry[], width: number): Columns {
  const label = Math.min(Math.max(8, ...rows.map((row) => row.label.length)) + 2, Math.floor(width / 2));
  const room = (of: Columns['words']): number => {
    const widest = Math.max(0, ...rows.flatMap(({ gauge }) => (gauge ? [gaugeWords(gauge)[of].length] : [])));
    return width - 2 - label - widest - 1;
  };
  const words = (['text', 'short', 'least'] as const).find((of) => room(of) >= leastGauge);
  if (words) return { label, gauge: Math.min(widestGauge, room(words)), words };
  return { label, gauge: 0, words: 'short' };
}

function entryLines(entry: KeyEntry, columns: Columns, width: number, isSelected: boolean, focused: boolean): Line[] {
  const mark = isSelected ? span('▸ ', focused ? 'accent' : 'muted') : span('  ');
  const { label, gauge } = entry;
  if (gauge) {
    const words = gaugeWords(gauge);
    const tone = gaugeTone(gauge);
    const bar = columns.gauge > 0 ? [span(gaugeBar(usedPart(gauge), columns.gauge), tone), span(' ')] : [];
    return [
      [
        mark,
        muted(label.padEnd(columns.label)),
        ...bar,
        span(words[columns.words], tone, { bold: isSelected && focused }),
      ],
    ];
  }
  const indent = label === '' ? 2 : 2 + columns.label;
  return wrap(entry.value || '–', Math.max(8, width - indent), entry.tone).map((line, index) => [
    index === 0 ? mark : span('  '),
    ...(label === '' ? [] : [muted((index === 0 ? label : '').padEnd(columns.label))]),
    ...line.map((piece) => (isSelected && focused ? { ...piece, bold: true } : piece)),
  ]);
}
