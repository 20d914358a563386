import { chains } from '../../domain/chain.ts';
import { type TokenRef, tokenId } from '../../domain/token.ts';
import { isSignal, orderable, type SignalKind, type SignalRow, signalKinds } from '../../stores/signals.ts';
import type { Desk } from '../desk.ts';
import type { DeskUiState } from '../desk-ui.ts';
import type { Values } from '../forms/form-spec.ts';
import { spotWallets } from '../forms/wallet-choice.ts';
import { shownSignal } from '../panes/signals/shown-signal.ts';
import { say } from '../say.ts';

/** What a person needs to see that the first row is another one, ms. */
const settleMs = 600;

type Run = (desk: Desk) => void;
type SignalsUi = DeskUiState['signals'];

const patch = (desk: Desk, change: (signals: SignalsUi) => Partial<SignalsUi>): void =>
  desk.ui.setState(({ signals }) => ({ signals: { ...signals, ...change(signals) } }));

const kinds: readonly (SignalKind | null)[] = [null, ...signalKinds];

/** What each command of the signals pane does. */
export const signalRuns: Readonly<Record<string, Run>> = {
  'signals.kind': (desk) =>
    patch(desk, ({ kind }) => ({ kind: kinds[(kinds.indexOf(kind) + 1) % kinds.length] ?? null })),
  'signals.pause': (desk) =>
    patch(desk, ({ held }) => ({
      held: held ? null : { rows: desk.signals.rows(), lastSeq: desk.signals.lastSeq() },
    })),
  'signals.keep': (desk) => patch(desk, ({ isKept }) => ({ isKept: !isKept })),
};

/** The first row follows what comes; any other stays on its signal. */
export const followNewest = (desk: Desk): void =>
  desk.ui.setState(({ selected: { signals: _before, ...others } }) => ({ selected: others }));

/** Asks, anew, who else called the token of the selected signal. */
export function askContext(desk: Desk): void {
  const token = tokenOf(shownSignal(desk)?.row);
  if (token) desk.signals.askContext(token.address);
}

const tokenOf = (row: SignalRow | undefined): TokenRef | null => {
  const token = row && isSignal(row) ? orderable(row) : null;
  return token !== null && typeof token !== 'string' ? token : null;
};

/** Who chooses a signal sees its token in the chart, and on the tape where that shows one token, if the tape has it. */
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
 * What the selected signal puts into a form: its token by address, bought with the native token of a wallet on its chain.
 * Null, after a word to the person, where no form can be filled in; nothing where no signal is selected.
 */
export function signalPrefill(desk: Desk): Values | null {
  const { focus } = desk.ui.getState();
  if (focus !== 'signals' && focus !== 'context') return {};
  const entry = shownSignal(desk);
  if (!entry) return {};
  const refuse = (text: string): null => {
    say(desk, 'warn', text);
    return null;
  };
  if (!isSignal(entry.row)) return refuse('this row is no signal: choose one for a form, or open it from another pane');
  const token = orderable(entry.row);
  if (typeof token === 'string') return refuse(token);
  const isChosen = desk.ui.getState().selected.signals === entry.key;
  // Unless a row was chosen, the newest is meant: one that has come in under the key was not.
  if (!isChosen && Math.abs(desk.now() - entry.row.receivedAtMs) < settleMs)
    return refuse('a new signal has just come into the first place: look at it, then press again');
  const wallets = spotWallets(desk, [token.chain]);
  const wallet = wallets.find(({ walletId }) => walletId === desk.walletInHand.getState().spotId) ?? wallets[0];
  if (!wallet) return refuse(`no active wallet is on ${chains[token.chain].name}: nothing can be bought there`);
  return { walletId: wallet.walletId, sell: chains[token.chain].nativeSymbol, buy: token.address };
}

/** Listens to the signal streams while a pane of theirs is seen or is to stay on. Returns the function that ends it. */
export function followSignals({ ui, signals }: Pick<Desk, 'ui' | 'signals'>): () => void {
  const follow = (): void => {
    const { visible, signals: view } = ui.getState();
    const isWanted = view.isKept || (['signals', 'context', 'sources'] as const).some((pane) => visible.includes(pane));
    if (isWanted !== signals.isListening()) signals.listen(isWanted);
  };
  follow();
  return ui.subscribe(follow);
}

interface Timers {
  setTimeout(run: () => void, delayMs: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Who goes down the feed asks about the signal where they stop, ms. */
const stopMs = 400;

/**
 * Asks who else called the token of a chosen signal while the context is seen; not again what is known, and not about a feed
 * that runs by itself. Returns the function that ends it.
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
    if (desk.signals.context(address) === null) desk.signals.askContext(address);
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
  const row = (view.held?.rows ?? signals.rows()).find(({ key }) => key === selected.signals);
  return tokenOf(row)?.address ?? null;
}
