import { chains } from '../../domain/chain.ts';
import { tokenId } from '../../domain/token.ts';
import type { Desk } from '../desk.ts';
import type { PresetView } from '../desk-ui.ts';
import { armAfterMs } from '../forms/form-state.ts';
import { openForm } from '../forms/open-form.ts';
import { swapForm } from '../forms/swap/swap-form.ts';
import { confirmWhenReady } from '../presets/confirm-when-ready.ts';
import { presetMenu, walletFor } from '../presets/presets.ts';
import { sayKeys } from '../say.ts';
import { tokenInHand } from '../token/token-in-hand.ts';

type Run = (desk: Desk) => void;

const numbers = [1, 2, 3, 4, 5];

/** What the commands of the buy and sell presets do. */
export const presetRuns: Readonly<Record<string, Run>> = {
  'preset.open': openPresets,
  'token.view': viewToken,
  'preset.close': (desk) => desk.ui.setState({ overlay: null }),
  ...Object.fromEntries(
    numbers
      .flatMap((number) => [`preset.buy${number}`, `preset.sell${number}`])
      .map((id): [string, Run] => [id, (desk) => runPreset(desk, id)]),
  ),
};

const warn = (desk: Desk, text: string): void => sayKeys(desk, 'warn', text);

function viewToken(desk: Desk): void {
  const token = tokenInHand(desk);
  if (typeof token === 'string') return warn(desk, token);
  desk.tokenSheets.ask(tokenId(token));
  desk.ui.setState({ overlay: { kind: 'token', tokenId: tokenId(token), scroll: 0 } });
}

function openPresets(desk: Desk): void {
  const token = tokenInHand(desk);
  if (typeof token === 'string') return warn(desk, token);
  const wallet = walletFor(desk, token);
  if (!wallet) return warn(desk, `no active wallet is on ${chains[token.chain].name}: nothing can be traded there`);
  const { chain, address } = token;
  desk.ui.setState({
    overlay: { kind: 'preset', token: { chain, address }, walletId: wallet.walletId, shownAtMs: desk.monotonic() },
  });
}

function runPreset(desk: Desk, commandId: string): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'preset') return;
  const menu = presetMenu(desk, overlay);
  const preset = [...(menu?.buy ?? []), ...(menu?.sell ?? [])].find((candidate) => candidate.commandId === commandId);
  if (!menu) return warn(desk, 'the wallet of this token is gone');
  if (!preset) return warn(desk, 'this key has no amount');
  if (menu.isWaiting) return warn(desk, 'the amounts of the trade settings are still being read');
  if (preset.why !== null) return warn(desk, `${preset.title}: ${preset.why}`);
  const isRead = wasRead(desk, overlay) && !preset.isLast && !menu.isDisguised;
  const { words } = menu.slippage[menu.buy.includes(preset) ? 'buy' : 'sell'];
  openForm(desk, swapForm(desk, preset.values, words));
  const { overlay: opened } = desk.ui.getState();
  if (opened?.kind !== 'form') return;
  confirmWhenReady(desk, opened.form, isRead);
}

/** Neither the menu nor the amounts in it have changed under the finger. */
function wasRead(desk: Desk, { shownAtMs }: PresetView): boolean {
  const { updatedAtMs } = desk.data.read('settings');
  return desk.monotonic() - shownAtMs >= armAfterMs && Math.abs(desk.now() - updatedAtMs) >= armAfterMs;
}
