import type { Command } from '../desk/desk.ts';
import { type Bindings, createKeymap, type Keymap } from '../keys/keymap.ts';
import { arrangeCommands } from './arrange-commands.ts';
import { deskCommands } from './desk-commands.ts';
import { formCommands } from './form-commands.ts';
import { leavingCommands } from './leaving-commands.ts';
import { overlayCommands } from './overlay-commands.ts';
import { accountCommands } from './panes/account-commands.ts';
import { activityCommands } from './panes/activity-commands.ts';
import { balancesCommands } from './panes/balances-commands.ts';
import { bookCommands } from './panes/book-commands.ts';
import { chartCommands } from './panes/chart-commands.ts';
import { ladderCommands } from './panes/ladder-commands.ts';
import { perpCommands } from './panes/perp-commands.ts';
import { planCommands } from './panes/plan-commands.ts';
import { portfolioCommands } from './panes/portfolio-commands.ts';
import { signalCommands } from './panes/signals-commands.ts';
import { streamCommands } from './panes/streams-commands.ts';
import { tapeCommands } from './panes/tape-commands.ts';
import { planPresetCommands, planPresetIds } from './plan-preset-commands.ts';
import { presetCommands } from './preset-commands.ts';
import { searchCommands } from './search-commands.ts';
import { selectionCommands } from './selection-commands.ts';
import { tableCommands } from './table-commands.ts';
import { tradingCommands } from './trading-commands.ts';
import { workspaceCommands } from './workspace-commands.ts';

const tables = {
  ...tradingCommands,
  ...balancesCommands,
  ...tapeCommands,
  ...chartCommands,
  ...bookCommands,
  ...ladderCommands,
  ...streamCommands,
  ...activityCommands,
  ...accountCommands,
  ...perpCommands,
  ...planCommands,
  ...planPresetCommands([]),
  ...portfolioCommands,
  ...signalCommands,
  ...presetCommands,
  ...selectionCommands,
  ...tableCommands,
  ...deskCommands,
  ...workspaceCommands,
  ...leavingCommands,
  ...formCommands,
  ...searchCommands,
  ...arrangeCommands,
  ...overlayCommands,
};

declare global {
  /** Global, so that any text can name a key by its command without importing the tables. */
  type CommandId = string & keyof typeof tables;
}

/** All commands. Keys, footer, help and docs/keybindings.md are generated from them. */
export const commands: readonly Command[] = Object.values(tables);

/**
 * The commands of a desk with these plans on its presets (`[presets] plans`). A preset without a plan is left out unless it has a
 * key, which then says what is missing.
 */
export function deskKeymap(bindings?: Bindings, plans: readonly string[] = []): Keymap<Command> {
  const unset: readonly string[] = planPresetIds.slice(plans.length);
  const own: readonly Command[] = Object.values({ ...tables, ...planPresetCommands(plans) });
  const used = own.filter(({ id }) => !unset.includes(id) || (bindings?.[id] ?? []).length > 0);
  return createKeymap(used, bindings);
}
