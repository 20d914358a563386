import { chains } from '../../../domain/market/chain.ts';
import { type TokenRef, tokenId } from '../../../domain/market/token.ts';
import { isSignal, orderable, type SignalKind, type SignalRow, signalKinds } from '../../../stores/signals/signals.ts';
import type { Desk } from '../../desk/desk.ts';
import type { DeskUiState } from '../../desk/desk-ui.ts';
import { notify } from '../../desk/notify.ts';
import type { Values } from '../../forms/form-spec.ts';
import { swapWallets } from '../../forms/wallet-choice.ts';
import { shownSignal } from '../../panes/signals/shown-signal.ts';
import { commandTable } from '../command-table.ts';

/** Time a user needs to notice that the first row has changed, ms. */
const settleMs = 600;

type SignalsUi = DeskUiState['signals'];

const patch = (desk: Desk, change: (signals: SignalsUi) => Partial<SignalsUi>): void =>
  desk.ui.setState(({ signals }) => ({ signals: { ...signals, ...change(signals) } }));

const kinds: readonly (SignalKind | null)[] = [null, ...signalKinds];

/** Commands of the signals pane. */
export const signalCommands = commandTable({
  'signals.kind': {
    title: 'kind',
    description: 'Show only calls, trades, creations or graduations, then all again',
    scope: 'signals',
    hint: 1,
    keys: ['f'],
    run: (desk) => patch(desk, ({ kind }) => ({ kind: kinds[(kinds.indexOf(kind) + 1) % kinds.length] ?? null })),
  },
  'signals.pause': {
    title: 'pause',
    description: 'Pause or resume the signals',
    scope: 'signals',
    hint: 2,
    keys: ['p', 'Space'],
    run: (desk) =>
      patch(desk, ({ held }) => ({
        held: held ? null : desk.signals.getState(),
      })),
  },
  'signals.keep': {
    title: 'keep on',
    description: 'Keep receiving signals while they are off screen, or stop doing so',
    scope: 'signals',
    hint: 3,
    keys: ['w'],
    run: (desk) => patch(desk, ({ isKept }) => ({ isKept: !isKept })),
  },
});

/** Selects the first row, which follows the newest signal; any other selection stays on its signal. */
export const followNewest = (desk: Desk): void =>
  desk.ui.setState(({ selected: { signals: _before, ...others } }) => ({ selected: others }));

/** Asks again who else called the token of the selected signal. */
export function askContext(desk: Desk): void {
  const token = tokenOf(shownSignal(desk)?.row);
  if (token) desk.signals.askContext(token.address);
}

/** Asks for older calls of that token. */
export function askOlderCalls(desk: Desk): void {
  const token = tokenOf(shownSignal(desk)?.row);
  if (token) desk.signals.askOlder(token.address);
}

const tokenOf = (row: SignalRow | undefined): TokenRef | null => {
  const token = row && isSignal(row) ? orderable(row) : null;
  return token !== null && typeof token !== 'string' ? token : null;
};

/** Shows the token of the selected signal in the chart, and on the tape if it shows a single token; only for tokens on the tape. */
export function followOnTape(desk: Desk): void {
  const token = tokenOf(shownSignal(desk)?.row);
  const id = token && tokenId(token);
  if (id === null || !desk.tapeTokens.includes(id)) return;
  desk.ui.setState(({ tape, chart }) => {
    if (chart.tokenId === id && (tape.tokenId === id || tape.tokenId === null)) return {};
    return {
      chart: { ...chart, tokenId: id, crosshairMs: null },
      ...(tape.tokenId !== null && { tape: { ...tape, tokenId: id, scroll: 0 } }),
    };
  });
}

/**
 * Form values for the selected signal: its token by address, bought with the native token of a wallet on its chain.
 * Null, after a notice, if no form can be filled in; empty if no signal is selected.
 */
export function signalPrefill(desk: Desk): Values | null {
  const { focus } = desk.ui.getState();
  if (focus !== 'signals' && focus !== 'context') return {};
  const entry = shownSignal(desk);
  if (!entry) return {};
  const refuse = (text: string): null => {
    notify(desk, 'warn', text);
    return null;
  };
  if (!isSignal(entry.row)) return refuse('this row is not a signal: select one, or open the form from another pane');
  const token = orderable(entry.row);
  if (typeof token === 'string') return refuse(token);
  const isChosen = desk.ui.getState().selected.signals === entry.key;
  // Without a selected row the newest signal is used, but not one that arrived just before the key press.
  if (!isChosen && Math.abs(desk.now() - entry.row.receivedAtMs) < settleMs)
    return refuse('a new signal has just moved to the top: check it, then press again');
  const wallets = swapWallets(desk, [token.chain]);
  const wallet = wallets.find(({ walletId }) => walletId === desk.activeWallet.getState().spotId) ?? wallets[0];
  if (!wallet) return refuse(`no active wallet is on ${chains[token.chain].name}: nothing can be bought there`);
  return { walletId: wallet.choice, sell: chains[token.chain].nativeSymbol, buy: token.address };
}

const signalPanes = ['signals', 'context', 'sources', 'callers'] as const;

/** Listens to the signal streams while one of their panes is visible or they are kept on. Returns a function that stops it. */
export function followSignals({ ui, signals }: Pick<Desk, 'ui' | 'signals'>): () => void {
  const follow = (): void => {
    const { visible, signals: view } = ui.getState();
    const isWanted = view.isKept || signalPanes.some((pane) => visible.includes(pane));
    if (isWanted !== signals.getState().isListening) signals.listen(isWanted);
    signals.wantCallers(visible.includes('callers'));
  };
  follow();
  return ui.subscribe(follow);
}

interface Timers {
  setTimeout(run: () => void, delayMs: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** How long the selection must rest on a signal before its context is asked for, ms. */
const stopMs = 400;

/**
 * While the context pane is visible, asks who else called the token of the selected signal; not if it is known already, and
 * not while the selection follows the newest signal. Returns a function that stops it.
 */
export function followContext(desk: Pick<Desk, 'ui' | 'signals'>, timers: Timers): () => void {
  let wanted: string | null = null;
  let timer: unknown = null;
  const stop = (): void => {
    if (timer !== null) timers.clearTimeout(timer);
    timer = null;
  };
  const ask = (address: string): void => {
    timer = null;
    if (!desk.signals.getState().contexts.has(address)) desk.signals.askContext(address);
  };
  const follow = (): void => {
    const address = chosenAddress(desk);
    if (address === wanted) return;
    wanted = address;
    stop();
    if (address !== null) timer = timers.setTimeout(() => ask(address), stopMs);
  };
  const unsubscribe = desk.ui.subscribe(follow);
  return () => {
    unsubscribe();
    stop();
  };
}

function chosenAddress({ ui, signals }: Pick<Desk, 'ui' | 'signals'>): string | null {
  const { visible, selected, signals: view } = ui.getState();
  if (!visible.includes('context')) return null;
  const row = (view.held ?? signals.getState()).rows.find(({ key }) => key === selected.signals);
  return tokenOf(row)?.address ?? null;
}
