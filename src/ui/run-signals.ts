import { chains } from '../domain/chain.ts';
import { addNotice } from '../stores/notices.ts';
import { isSignal, orderable, type SignalKind, signalKinds } from '../stores/signals.ts';
import type { Desk } from './desk.ts';
import type { DeskUiState } from './desk-ui.ts';
import type { Values } from './forms/form-spec.ts';
import { spotWallets } from './forms/wallet-choice.ts';
import type { SignalEntry } from './panes/signals/signal-entry.ts';
import { selectedRow } from './panes/visible-rows.ts';

/** What a person needs to see that the first row is another one, ms. */
const settleMs = 600;

type Run = (desk: Desk) => void;
type SignalsUi = DeskUiState['signals'];

const selectedEntry = (desk: Desk): SignalEntry | null => selectedRow(desk, 'signals') as SignalEntry | null;

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

/** Enter on a row: its details, and the question who else called its token. */
export function openSignal(desk: Desk): void {
  const entry = selectedEntry(desk);
  if (!entry) return;
  const { row, key } = entry;
  const token = isSignal(row) ? orderable(row) : '';
  if (typeof token !== 'string') desk.signals.askContext(token.address);
  desk.ui.setState(({ selected }) => ({
    selected: { ...selected, signals: key },
    overlay: { kind: 'details', pane: 'signals', scroll: 0 },
  }));
}

/**
 * What the selected signal puts into a form: its token by address, bought with the native token of a wallet on its chain.
 * Null, after a word to the person, where no form can be filled in; nothing where no signal is selected.
 */
export function signalPrefill(desk: Desk): Values | null {
  if (desk.ui.getState().focus !== 'signals') return {};
  const entry = selectedEntry(desk);
  if (!entry) return {};
  const refuse = (text: string): null => {
    addNotice(desk.notices, { atMs: desk.now(), tone: 'warn', text });
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
  const wallet = wallets.find(({ walletId }) => walletId === desk.preferredWalletId) ?? wallets[0];
  if (!wallet) return refuse(`no active wallet is on ${chains[token.chain].name}: nothing can be bought there`);
  return { walletId: wallet.walletId, sell: chains[token.chain].nativeSymbol, buy: token.address };
}

/** Listens to the signal streams while the pane is seen or is to stay on. Returns the function that ends it. */
export function followSignals({ ui, signals }: Pick<Desk, 'ui' | 'signals'>): () => void {
  const follow = (): void => {
    const { visible, signals: view } = ui.getState();
    const isWanted = visible.includes('signals') || view.isKept;
    if (isWanted !== signals.isListening()) signals.listen(isWanted);
  };
  follow();
  return ui.subscribe(follow);
}
