import { chains } from '../../domain/market/chain.ts';
import { tokenId } from '../../domain/market/token.ts';
import type { Command, Desk } from '../desk/desk.ts';
import type { PresetView } from '../desk/desk-ui.ts';
import { notifyWithKeys } from '../desk/notify.ts';
import { armAfterMs } from '../forms/form-state.ts';
import { openForm } from '../forms/open-form.ts';
import { swapForm } from '../forms/swap/swap-form.ts';
import { closeOverlay, openOverlay } from '../overlays/open-overlay.ts';
import { confirmWhenReady } from '../presets/confirm-when-ready.ts';
import { presetMenu, walletFor } from '../presets/presets.ts';
import { activeToken } from '../token/active-token.ts';
import { commandTable } from './command-table.ts';

type PresetId<Side extends string> = `preset.${Side}${1 | 2 | 3 | 4 | 5}`;

function presetKeys<Side extends 'buy' | 'sell'>(side: Side, verb: string, of: string, keys: readonly string[]) {
  const commands = keys.map((key, index): [string, Omit<Command, 'id'>] => {
    const number = index + 1;
    const id = `preset.${side}${number}`;
    const hint = number > 1 ? {} : { hint: side === 'buy' ? 1 : 2 };
    return [
      id,
      {
        title: number === 1 ? side : `${side} ${number}`,
        description: `${verb} ${number} ${of}`,
        scope: 'preset',
        isTrade: true,
        ...hint,
        keys: [key],
        run: (desk) => runPreset(desk, id),
      },
    ];
  });
  // Object.fromEntries widens the ids to string: there are five keys and five numbers.
  return Object.fromEntries(commands) as Readonly<Record<PresetId<Side>, Omit<Command, 'id'>>>;
}

/** Commands of the buy and sell presets, and of the token view. */
export const presetCommands = commandTable({
  'preset.open': {
    title: 'buy/sell',
    description: 'Buy or sell the token of the selected row or chart with a number key',
    scope: 'desk',
    isTrade: true,
    hint: 17,
    keys: ['B'],
    run: openPresets,
  },
  'token.view': {
    title: 'token',
    description: 'Show the token of the selected row or chart: price, trading, pools, tokens of the same name',
    scope: 'desk',
    hint: 29,
    keys: ['V'],
    run: viewToken,
  },
  ...presetKeys('buy', 'Buy with amount', 'of the native coin', ['1', '2', '3', '4', '5']),
  ...presetKeys('sell', 'Sell share', 'of the holding', ['6', '7', '8', '9', '0']),
  'preset.close': {
    title: 'leave',
    description: 'Leave the menu; nothing is sent',
    scope: 'preset',
    hint: 3,
    keys: ['Esc', 'q', 'C-c'],
    run: closeOverlay,
  },
});

const warn = (desk: Desk, text: string): void => notifyWithKeys(desk, 'warn', text);

function viewToken(desk: Desk): void {
  const token = activeToken(desk);
  if (typeof token === 'string') return warn(desk, token);
  desk.tokenSheets.ask(tokenId(token));
  desk.ui.setState({ overlay: { kind: 'token', tokenId: tokenId(token), scroll: 0 } });
}

function openPresets(desk: Desk): void {
  const token = activeToken(desk);
  if (typeof token === 'string') return warn(desk, token);
  const wallet = walletFor(desk, token);
  if (!wallet) return warn(desk, `no active wallet is on ${chains[token.chain].name}: nothing can be traded there`);
  const { chain, address } = token;
  desk.ui.setState({
    overlay: { kind: 'preset', token: { chain, address }, walletId: wallet.walletId, shownAtMs: desk.monotonic() },
  });
}

function runPreset(desk: Desk, commandId: string): void {
  const overlay = openOverlay(desk, 'preset');
  if (!overlay) return;
  const menu = presetMenu(desk, overlay);
  const preset = [...(menu?.buy ?? []), ...(menu?.sell ?? [])].find((candidate) => candidate.commandId === commandId);
  if (!menu) return warn(desk, 'the wallet for this token no longer exists');
  if (!preset) return warn(desk, 'no amount is set for this key');
  if (menu.isWaiting) return warn(desk, 'the trade settings are still loading');
  if (preset.why !== null) return warn(desk, `${preset.title}: ${preset.why}`);
  const isRead = wasRead(desk, overlay) && !preset.spendsAll && !menu.isDisguised;
  const { source } = menu.slippage[menu.buy.includes(preset) ? 'buy' : 'sell'];
  openForm(desk, swapForm(desk, preset.values, source));
  const opened = openOverlay(desk, 'form');
  if (opened) confirmWhenReady(desk, opened.form, isRead);
}

/** Whether the menu and its amounts have been on screen unchanged for long enough to be read. */
function wasRead(desk: Desk, { shownAtMs }: PresetView): boolean {
  const { updatedAtMs } = desk.data.read('settings');
  return desk.monotonic() - shownAtMs >= armAfterMs && Math.abs(desk.now() - updatedAtMs) >= armAfterMs;
}
