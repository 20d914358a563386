import type { Desk } from '../desk/desk.ts';
import { notify } from '../desk/notify.ts';
import { withKeys } from '../keys/keymap.ts';

const noTradesInReplay = 'trading is not possible while a recording is replayed';

/** Why a command is disabled now, with its keys resolved; null if it is enabled. */
export function whyDisabled(desk: Desk, id: string): string | null {
  const command = desk.keymap.command(id);
  if (command?.isTrade && desk.session.getState().mode === 'replay') return noTradesInReplay;
  const reason = command?.whyDisabled?.(desk) ?? null;
  return reason === null ? null : withKeys(reason, desk.keymap);
}

/** Runs a command as its key does: if it is disabled, a notice says why. */
export function pressKeyOf(desk: Desk, id: string): void {
  const reason = whyDisabled(desk, id);
  if (reason) notify(desk, 'warn', reason);
  else desk.keymap.command(id)?.run?.(desk);
}

export const runCommand = (desk: Desk, id: CommandId): void => desk.keymap.command(id)?.run?.(desk);
