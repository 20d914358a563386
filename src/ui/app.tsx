import { Box, useInput, usePaste, useWindowSize } from 'ink';
import { useEffect, useSyncExternalStore } from 'react';
import { keyOf } from '../keys/keymap.ts';
import { isInDoubt } from '../stores/order-records.ts';
import { bulkLines } from './bulk/bulk-lines.ts';
import { promptLines } from './command-line/prompt-lines.ts';
import { Lines } from './components/lines.tsx';
import type { Desk } from './desk.ts';
import { handleKey, handlePaste, scopesNow, streamFacts, whyDisabled } from './desk-keys.ts';
import { findLines } from './find/find-lines.ts';
import { footerLine, noticeShownMs } from './footer.ts';
import { formLines } from './forms/form-view.ts';
import { useFunctionKeys } from './function-keys.ts';
import { headerLine } from './header.ts';
import { keyName } from './key-name.ts';
import { isTooSmall, type PaneId, smallest } from './layout.ts';
import { placedNow } from './layout-now.ts';
import { detailsBody, helpBody, overlayLines } from './overlays.ts';
import { rowsNow } from './palette/palette-keys.ts';
import { paletteLines } from './palette/palette-lines.ts';
import { chartWants } from './panes/chart/chart-view.ts';
import { paneLines } from './panes/pane-lines.ts';
import { isTablePane, tablePanes } from './panes/pane-list.ts';
import { messagesLines } from './panes/streams/messages-lines.ts';
import { withTabMarks } from './panes/tab-marks.ts';
import { selectedRow } from './panes/visible-rows.ts';
import { presetLines } from './preset-lines.ts';
import { progressNow } from './progress.ts';
import { quickLines } from './quick-lines.ts';
import { columnsLines, pickLines } from './table-overlays.ts';
import { type Line, lineWidth, muted, span } from './text/span.ts';
import { themeNow } from './theme-now.ts';
import { tokenLines } from './token-lines.ts';
import { tourLines } from './tour/tour-lines.ts';

interface AppProps {
  readonly desk: Desk;
}

interface AppRootProps extends AppProps {
  /** Ctrl-Z was pressed. */
  readonly onSuspend: () => void;
}

/** The whole screen. It renders when the frame scheduler says so and reads the stores as they stand then. */
export function App({ desk, onSuspend }: AppRootProps) {
  const { columns, rows } = useWindowSize();
  useSyncExternalStore(desk.scheduler.frames.subscribe, desk.scheduler.frames.getState);
  useInput((input, key) => {
    for (const name of keyName(input, key)) {
      if (name === 'C-z') onSuspend();
      else handleKey(desk, name, { columns, rows });
    }
    desk.scheduler.now();
  });
  useFunctionKeys((name) => {
    handleKey(desk, name, { columns, rows });
    desk.scheduler.now();
  });
  usePaste((text) => {
    handlePaste(desk, text);
    desk.scheduler.now();
  });
  // A confirmation drawn at another size is not the one that was read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is what must trigger it
  useEffect(() => {
    const { overlay } = desk.ui.getState();
    if (overlay?.kind === 'form') overlay.form.disarm('The terminal was resized: read it again, then confirm.');
    if (overlay?.kind === 'bulk') overlay.bulk.disarm('The terminal was resized: read it again, then type the word.');
    if (overlay?.kind === 'question') desk.ui.setState({ overlay: null });
  }, [columns, rows, desk]);
  const { overlay } = desk.ui.getState();
  const placed = placedNow(desk, { columns, rows });
  const visible = Object.keys(placed) as PaneId[];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made anew for every frame
  useEffect(() => desk.ui.setState({ visible }), [desk, visible.join()]);
  const charted = placed.chart ? chartWants(desk) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted is made anew for every frame
  useEffect(() => desk.candles.want(charted), [desk, charted?.tokenId, charted?.interval]);
  if (isTooSmall({ columns, rows })) return <TooSmall desk={desk} columns={columns} rows={rows} />;
  const dimmed =
    overlay !== null &&
    overlay.kind !== 'filter' &&
    overlay.kind !== 'question' &&
    overlay.kind !== 'columns' &&
    overlay.kind !== 'command' &&
    overlay.kind !== 'arrange';
  return (
    <Box width={columns} height={rows} flexDirection="column">
      <Lines lines={[headerLine(desk, columns)]} theme={themeNow(desk)} />
      {Object.entries(placed).map(([id, { rect, tabs }]) => (
        <Box
          key={id}
          position="absolute"
          marginLeft={rect.x}
          marginTop={rect.y}
          width={rect.width}
          height={rect.height}
        >
          <Lines
            lines={withTabMarks(paneLines(desk, id as PaneId, rect, dimmed), id as PaneId, tabs)}
            theme={themeNow(desk)}
            dimmed={dimmed}
          />
        </Box>
      ))}
      <Box position="absolute" marginTop={rows - 1} width={columns}>
        <Lines lines={[footer(desk, columns)]} theme={themeNow(desk)} />
      </Box>
      <OverlayView desk={desk} columns={columns} rows={rows} />
      <TourView desk={desk} columns={columns} rows={rows} />
      <PromptView desk={desk} columns={columns} rows={rows} />
    </Box>
  );
}

function footer(desk: Desk, width: number): Line {
  const { overlay, filter } = desk.ui.getState();
  if (overlay?.kind === 'filter')
    return [
      span(` / ${filter[overlay.pane] ?? ''}`, 'accent'),
      span(' ', 'plain', { inverse: true }),
      muted('   ⏎ keep   Esc clear'),
    ];
  const notice = desk.notices.getState().notices.at(-1) ?? null;
  const isShown = notice !== null && desk.now() - notice.atMs < noticeShownMs(notice);
  const isGrave = isShown && (notice.tone === 'warn' || notice.tone === 'error');
  const shown = (isGrave ? null : progressNow(desk)) ?? (isShown ? notice : null);
  return footerLine(desk.keymap, scopesNow(desk), shown, width, streamFacts(desk));
}

interface Sized extends AppProps {
  readonly columns: number;
  readonly rows: number;
}

function OverlayView({ desk, columns, rows }: Sized) {
  const lines = overlayOf(desk, columns, rows);
  if (lines.length === 0) return null;
  const width = lineWidth(lines[0] ?? []);
  return (
    <Box
      position="absolute"
      marginLeft={Math.floor((columns - width) / 2)}
      marginTop={Math.max(1, Math.floor((rows - lines.length) / 2))}
    >
      <Lines lines={lines} theme={themeNow(desk)} />
    </Box>
  );
}

/** At the foot of the desk, as long as nothing else lies there. */
function TourView({ desk, columns, rows }: Sized) {
  const { tour, overlay } = desk.ui.getState();
  if (!tour || overlay?.kind === 'command') return null;
  const lines = tourLines(tour, desk.keymap, columns, overlay !== null);
  const over = overlayOf(desk, columns, rows).length;
  const foot = over === 0 ? 0 : Math.max(1, Math.floor((rows - over) / 2)) + over;
  const top = rows - 1 - lines.length;
  if (foot > top) return null;
  return (
    <Box position="absolute" marginTop={top}>
      <Lines lines={lines} theme={themeNow(desk)} />
    </Box>
  );
}

/** The command line stands on the foot of the screen, over the lowest rows of the panes. */
function PromptView({ desk, columns, rows }: Sized) {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'command') return null;
  const lines = promptLines(desk, overlay.prompt, { columns, whyDisabled: whyDisabled(desk, { columns, rows }) });
  return (
    <Box position="absolute" marginTop={rows - lines.length}>
      <Lines lines={lines} theme={themeNow(desk)} />
    </Box>
  );
}

function overlayOf(desk: Desk, columns: number, rows: number): readonly Line[] {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'help')
    return overlayLines({
      title: 'Keys',
      body: helpBody(desk.keymap, columns - 8),
      scroll: overlay.scroll,
      keymap: desk.keymap,
      columns,
      rows,
    });
  if (overlay?.kind === 'find') return findLines(desk, overlay.find, { columns, rows });
  if (overlay?.kind === 'palette')
    return paletteLines(overlay, rowsNow(desk, overlay, whyDisabled(desk, { columns, rows })), { columns, rows });
  if (overlay?.kind === 'columns') return columnsLines(desk, overlay, { columns, rows });
  if (overlay?.kind === 'pick') return pickLines(desk, overlay, { columns, rows });
  if (overlay?.kind === 'messages')
    return messagesLines(desk, overlay, { x: 0, y: 1, width: columns, height: rows - 2 });
  if (overlay?.kind === 'quick') return quickLines(desk, overlay, { columns, rows });
  if (overlay?.kind === 'token') {
    const body = tokenLines(desk, overlay.tokenId, Math.min(columns - 8, 90));
    return overlayLines({ keymap: desk.keymap, title: 'Token', body, scroll: overlay.scroll, columns, rows });
  }
  if (overlay?.kind === 'preset') return presetLines(desk, overlay, { columns, rows });
  if (overlay?.kind === 'bulk') return bulkLines(overlay.bulk, desk, { columns, rows });
  if (overlay?.kind === 'form') return formLines(overlay.form, { mode: desk.session.getState().mode, columns, rows });
  if (overlay?.kind !== 'details' || !isTablePane(overlay.pane)) return [];
  const row = selectedRow(desk, overlay.pane);
  const pane = tablePanes[overlay.pane];
  const body =
    row === null ? [[muted('This row is gone.')]] : detailsBody(pane.details(row, desk), Math.min(columns - 8, 90));
  return overlayLines({
    ...{ title: `${pane.title}: details`, body, scroll: overlay.scroll },
    ...{ keymap: desk.keymap, columns, rows },
  });
}

function TooSmall({ desk, columns, rows }: Sized) {
  const doubts = desk.records.getState().records.filter(isInDoubt).length;
  const words = [
    `swapdeck needs ${smallest.columns}×${smallest.rows};`,
    `this terminal is ${columns}×${rows}.`,
    `Trading keys are off. ${keyOf(desk.keymap, 'desk.quit')} quits.`,
    ...(desk.trading.getState().mode === 'active' ? [] : [`Trading is ${desk.trading.getState().mode}.`]),
    ...(doubts === 0 ? [] : [`! ${doubts} unknown (${keyOf(desk.keymap, 'focus.activity')})`]),
  ];
  const lines = words.slice(0, rows).map((text): Line => [span(text.slice(0, columns), 'warn')]);
  return <Lines lines={lines} theme={themeNow(desk)} />;
}
