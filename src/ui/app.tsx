import { Box, useInput, usePaste, useWindowSize } from 'ink';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { keyOf } from '../keys/keymap.ts';
import { isInDoubt } from '../stores/order-records.ts';
import { footerLine, noticeShownMs } from './bars/footer.ts';
import { headerLine } from './bars/header.ts';
import { promptLines } from './command-line/prompt-lines.ts';
import { Lines } from './components/lines.tsx';
import type { Desk } from './desk.ts';
import type { Overlay } from './desk-ui.ts';
import { handleKeys, handlePaste, scopesNow, streamFacts, whyDisabled } from './keyboard/desk-keys.ts';
import { useFunctionKeys } from './keyboard/function-keys.ts';
import { keyName } from './keyboard/key-name.ts';
import { createMouse } from './mouse/handle-mouse.ts';
import { type MouseSource, useMouse } from './mouse/use-mouse.ts';
import { type Area, overlayArea, tourArea } from './overlays/overlay-now.ts';
import { chartWants } from './panes/chart/chart-view.ts';
import { paneLines } from './panes/pane-lines.ts';
import { withTabMarks } from './panes/tab-marks.ts';
import { progressNow } from './progress.ts';
import { type Line, muted, span } from './text/span.ts';
import { themeNow } from './theme/theme-now.ts';
import { isTooSmall, type PaneId, type Placed, type Size, smallest } from './workspaces/layout.ts';
import { placedNow } from './workspaces/layout-now.ts';

interface AppProps {
  readonly desk: Desk;
}

interface AppRootProps extends AppProps {
  /** Ctrl-Z was pressed. */
  readonly onSuspend: () => void;
  /** Where clicks and turns of the wheel come from; without it there are none. */
  readonly mouse?: MouseSource;
}

/** What lies over the panes without taking their colours away: they are still looked at. */
const clearOverlays: ReadonlySet<Overlay['kind']> = new Set(['filter', 'question', 'columns', 'command', 'arrange']);

/** The whole screen. It renders when the frame scheduler says so and reads the stores as they stand then. */
export function App({ desk, onSuspend, mouse }: AppRootProps) {
  const size = useWindowSize();
  const { columns, rows } = size;
  useSyncExternalStore(desk.scheduler.frames.subscribe, desk.scheduler.frames.getState);
  useKeyboard(desk, size, onSuspend);
  usePointer(desk, size, mouse);
  useDisarmOnResize(desk, size);
  const placed = placedNow(desk, size);
  useWhatIsSeen(desk, placed);
  if (isTooSmall(size)) return <TooSmall desk={desk} columns={columns} rows={rows} />;
  return (
    <Box width={columns} height={rows} flexDirection="column">
      <Lines lines={[headerLine(desk, columns)]} theme={themeNow(desk)} />
      <PanesView desk={desk} placed={placed} />
      <Box position="absolute" marginTop={rows - 1} width={columns}>
        <Lines lines={[footer(desk, columns)]} theme={themeNow(desk)} />
      </Box>
      <AreaView desk={desk} area={overlayArea(desk, size)} />
      <AreaView desk={desk} area={tourArea(desk, size)} />
      <PromptView desk={desk} columns={columns} rows={rows} />
    </Box>
  );
}

function useKeyboard(desk: Desk, size: Size, onSuspend: () => void): void {
  const hear = (names: readonly string[]): void =>
    names.includes('C-z') ? onSuspend() : handleKeys(desk, names, size);
  useInput((input, key) => {
    hear(keyName(input, key));
    desk.scheduler.now();
  });
  useFunctionKeys((name) => {
    hear([name]);
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

/** A confirmation drawn at another size is not the one that was read. */
function useDisarmOnResize(desk: Desk, { columns, rows }: Size): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is what must trigger it
  useEffect(() => {
    const { overlay } = desk.ui.getState();
    if (overlay?.kind === 'form') overlay.form.disarm('The terminal was resized: read it again, then confirm.');
    if (overlay?.kind === 'bulk') overlay.bulk.disarm('The terminal was resized: read it again, then type the word.');
    if (overlay?.kind === 'question') desk.ui.setState({ overlay: null });
  }, [columns, rows, desk]);
}

/** What is seen is read, and nothing else. */
function useWhatIsSeen(desk: Desk, placed: Placed): void {
  const visible = Object.keys(placed) as PaneId[];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made anew for every frame
  useEffect(() => desk.ui.setState({ visible }), [desk, visible.join()]);
  const charted = placed.chart ? chartWants(desk) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted is made anew for every frame
  useEffect(() => desk.candles.want(charted), [desk, charted?.tokenId, charted?.interval]);
}

function PanesView({ desk, placed }: AppProps & { readonly placed: Placed }) {
  const { overlay } = desk.ui.getState();
  const dimmed = overlay !== null && !clearOverlays.has(overlay.kind);
  return Object.entries(placed).map(([id, { rect, tabs }]) => (
    <Box key={id} position="absolute" marginLeft={rect.x} marginTop={rect.y} width={rect.width} height={rect.height}>
      <Lines
        lines={withTabMarks(paneLines(desk, id as PaneId, rect, dimmed), id as PaneId, tabs)}
        theme={themeNow(desk)}
        dimmed={dimmed}
      />
    </Box>
  ));
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

function AreaView({ desk, area }: AppProps & { readonly area: Area | null }) {
  if (!area) return null;
  return (
    <Box position="absolute" marginLeft={area.x} marginTop={area.y}>
      <Lines lines={area.lines} theme={themeNow(desk)} />
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
