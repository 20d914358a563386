import { Box, useInput, usePaste, useWindowSize } from 'ink';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isUnresolved } from '../stores/orders/operation-records.ts';
import { footerNow } from './bars/footer-now.ts';
import { headerLine } from './bars/header.ts';
import { promptLines } from './command-line/prompt/prompt-lines.ts';
import { painted, Surface } from './components/surface.tsx';
import type { Desk } from './desk/desk.ts';
import { setSize } from './desk/set-size.ts';
import { handleKeys, handlePaste } from './keyboard/desk-keys.ts';
import { useFunctionKeys } from './keyboard/function-keys.ts';
import { keyName } from './keyboard/key-name.ts';
import { keyOf } from './keys/keymap.ts';
import { createMouse } from './mouse/handle-mouse.ts';
import { type MouseSource, useMouse } from './mouse/use-mouse.ts';
import { openOverlay } from './overlays/open-overlay.ts';
import { overlayNow } from './overlays/overlay-kinds.ts';
import { type Area, overlayArea, tourArea } from './overlays/overlay-now.ts';
import { chartWants } from './panes/chart/chart-view.ts';
import type { PaneId } from './panes/pane-ids.ts';
import { paneLines } from './panes/pane-lines.ts';
import { withTabMarks } from './panes/tab-marks.ts';
import { type Line, span } from './text/span.ts';
import { themeNow } from './theme/theme-now.ts';
import { isTooSmall, type Placed, type Rect, type Size, smallest } from './workspaces/layout.ts';
import { placedNow } from './workspaces/layout-now.ts';

interface AppProps {
  readonly desk: Desk;
}

interface AppRootProps extends AppProps {
  /** Ctrl-Z was pressed. */
  readonly onSuspend: () => void;
  /** Source of mouse events; absent: no mouse. */
  readonly mouse?: MouseSource;
}

/** The whole screen. It renders when the frame scheduler publishes a frame, and reads the stores then. */
export function App({ desk, onSuspend, mouse }: AppRootProps) {
  const size = useWindowSize();
  const { columns, rows } = size;
  useSyncExternalStore(desk.scheduler.frames.subscribe, desk.scheduler.frames.getState);
  useKeyboard(desk, size, onSuspend);
  usePointer(desk, size, mouse);
  useSize(desk, size);
  const placed = placedNow(desk, size);
  useVisiblePanes(desk, placed);
  if (isTooSmall(size)) return <TooSmall desk={desk} columns={columns} rows={rows} />;
  return (
    <Box width={columns} height={rows}>
      <Surface x={0} y={0} text={headerText(desk, columns)} />
      <PanesView desk={desk} placed={placed} />
      <Surface x={0} y={rows - 1} text={footerText(desk, columns)} />
      <AreaView desk={desk} area={overlayArea(desk, size)} />
      <AreaView desk={desk} area={tourArea(desk, size)} />
      <PromptView desk={desk} columns={columns} rows={rows} />
    </Box>
  );
}

function useKeyboard(desk: Desk, size: Size, onSuspend: () => void): void {
  const onKeys = (names: readonly string[]): void =>
    names.includes('C-z') ? onSuspend() : handleKeys(desk, names, size);
  useInput((input, key) => {
    onKeys(keyName(input, key));
    desk.scheduler.now();
  });
  useFunctionKeys((name) => {
    onKeys([name]);
    desk.scheduler.now();
  });
  usePaste((text) => {
    handlePaste(desk, text);
    desk.scheduler.now();
  });
}

function usePointer(desk: Desk, size: Size, mouse: MouseSource | undefined): void {
  const [pointed] = useState(() => createMouse(desk));
  useMouse(mouse, (event) => {
    pointed(event, size);
    if (event.kind === 'press') desk.scheduler.now();
    else desk.scheduler.request();
  });
}

function useSize(desk: Desk, { columns, rows }: Size): void {
  useEffect(() => {
    setSize(desk, { columns, rows });
    const open = overlayNow(desk);
    open?.kind.resized?.(desk, open.view);
  }, [columns, rows, desk]);
}

/** Publishes which panes and candles are visible, so that only their data is read. */
function useVisiblePanes(desk: Desk, placed: Placed): void {
  const visible = Object.keys(placed) as PaneId[];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is a new array in every frame
  useEffect(() => desk.ui.setState({ visible }), [desk, visible.join()]);
  const charted = placed.chart ? chartWants(desk) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wanted candles are a new object in every frame
  useEffect(() => desk.candles.want(charted), [desk, charted?.tokenId, charted?.interval]);
}

function PanesView({ desk, placed }: AppProps & { readonly placed: Placed }) {
  const open = overlayNow(desk);
  const dimmed = open !== null && !open.kind.keepsPanesBright;
  return Object.entries(placed).map(([id, { rect, tabs }]) => (
    <Surface key={id} x={rect.x} y={rect.y} text={paneText(desk, id as PaneId, { rect, tabs, dimmed })} />
  ));
}

interface PanePlace {
  readonly rect: Rect;
  readonly tabs: readonly PaneId[];
  readonly dimmed: boolean;
}

const headerText = (desk: Desk, width: number): string =>
  desk.memory.drawings.get(desk, 'header', [width], (view) => painted([headerLine(view, width)], themeNow(view)));

/** An overlay keeps its own state, which is not observed. */
const footerText = (desk: Desk, width: number): string =>
  desk.memory.drawings.get(desk, 'footer', [width, overlayNow(desk) && {}], (view) =>
    painted([footerNow(view, width)], themeNow(view)),
  );

const paneText = (desk: Desk, id: PaneId, { rect, tabs, dimmed }: PanePlace): string =>
  desk.memory.drawings.get(desk, id, [rect.width, rect.height, tabs.join(), dimmed], (view) =>
    painted(withTabMarks(paneLines(view, id, rect, dimmed), id, tabs), themeNow(view), dimmed),
  );

interface Sized extends AppProps {
  readonly columns: number;
  readonly rows: number;
}

const AreaView = ({ desk, area }: AppProps & { readonly area: Area | null }) =>
  area && <Surface x={area.x} y={area.y} text={painted(area.lines, themeNow(desk))} />;

/** The command line at the bottom of the screen, over the lowest rows of the panes. */
function PromptView({ desk, columns, rows }: Sized) {
  const open = openOverlay(desk, 'command');
  if (!open) return null;
  const lines = promptLines(desk, open.prompt, columns);
  return <Surface x={0} y={rows - lines.length} text={painted(lines, themeNow(desk))} />;
}

function TooSmall({ desk, columns, rows }: Sized) {
  const unresolved = desk.records.getState().records.filter(isUnresolved).length;
  const words = [
    `swapdeck needs ${smallest.columns}×${smallest.rows};`,
    `this terminal is ${columns}×${rows}.`,
    `Trading keys are off. ${keyOf(desk.keymap, 'desk.quit')} quits.`,
    ...(desk.trading.getState().mode === 'active' ? [] : [`Trading is ${desk.trading.getState().mode}.`]),
    ...(unresolved === 0 ? [] : [`! ${unresolved} unknown (${keyOf(desk.keymap, 'focus.activity')})`]),
  ];
  const lines = words.slice(0, rows).map((text): Line => [span(text.slice(0, columns), 'warn')]);
  return (
    <Box width={columns} height={rows}>
      <Surface x={0} y={0} text={painted(lines, themeNow(desk))} />
    </Box>
  );
}
