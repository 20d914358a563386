import type { Desk } from '../desk/desk.ts';
import { withKeys } from '../keys/keymap.ts';

const noTradesInReplay = 'trading is not possible while a recording is replayed';

/** Why a command is disabled now, with its keys resolved; null if it is enabled. */
export function whyDisabled(desk: Desk, id: string): string | null {
  const command = desk.keymap.command(id);
  if (command?.isTrade && desk.session.getState().mode === 'replay') return noTradesInReplay;
  const reason = command?.whyDisabled?.(desk) ?? null;
  return reason === null ? null : withKeys(reason, desk.keymap);
}

export const runCommand = (desk: Desk, id: CommandId): void => desk.keymap.command(id)?.run?.(desk);
