import type { Command } from './command.ts';
import { accountCommands } from './commands/account.ts';
import { activityCommands } from './commands/activity.ts';
import { balancesCommands } from './commands/balances.ts';
import { bookCommands } from './commands/book.ts';
import { chartCommands } from './commands/chart.ts';
import { deskCommands } from './commands/desk.ts';
import { formsCommands } from './commands/forms.ts';
import { listsCommands } from './commands/lists.ts';
import { ordersCommands } from './commands/orders.ts';
import { perpsCommands } from './commands/perps.ts';
import { portfolioCommands } from './commands/portfolio.ts';
import { positionsCommands } from './commands/positions.ts';
import { presetsCommands } from './commands/presets.ts';
import { searchCommands } from './commands/search.ts';
import { signalsCommands } from './commands/signals.ts';
import { streamsCommands } from './commands/streams.ts';
import { tapeCommands } from './commands/tape.ts';
import { tradingCommands } from './commands/trading.ts';

/** THE table of what the desk can do. Keys, footer, help and docs/keybindings.md are read from it. */
export const commands: readonly Command[] = [
  ...positionsCommands,
  ...ordersCommands,
  ...balancesCommands,
  ...tapeCommands,
  ...chartCommands,
  ...bookCommands,
  ...streamsCommands,
  ...activityCommands,
  ...accountCommands,
  ...perpsCommands,
  ...portfolioCommands,
  ...signalsCommands,
  ...tradingCommands,
  ...presetsCommands,
  ...deskCommands,
  ...formsCommands,
  ...searchCommands,
  ...listsCommands,
];
