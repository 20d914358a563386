import { commands } from '../../keys/commands.ts';
import { keyLabel, withKeys } from '../../keys/keymap.ts';
import type { Desk } from '../desk.ts';
import { runCommand } from '../run/run-command.ts';
import type { Intent } from './intent.ts';
import type { Plan, WhyDisabled } from './plan.ts';
import { planClose, planMargin } from './plan-perp.ts';
import { planAlert, planLeverage, planPerpOrder } from './plan-perp-order.ts';
import { planCancel, planChart, planFilter, planFind, planMode, planSort, planTape, planZoom } from './plan-screen.ts';
import { planSpot } from './plan-spot.ts';
import { planWallet } from './plan-wallet.ts';

/** Command of the key table whose reasons hold for everything that opens an order's form. */
const anyOrder = 'swap.create';

/** What an intent comes to with the desk as it stands: the words for the line above the prompt, and what Enter does. */
export function planIntent(desk: Desk, intent: Intent, whyDisabled: WhyDisabled): Plan {
  const refusal = whyDisabled(commandBehind(intent));
  if (refusal !== null) return { problem: refusal };
  switch (intent.kind) {
    case 'command':
      return planCommand(desk, intent.id);
    case 'close':
      return planClose(desk, intent);
    case 'margin':
      return planMargin(desk, intent);
    case 'swap':
    case 'trigger':
      return planSpot(desk, intent);
    case 'cancel':
      return planCancel(desk, intent);
    case 'mode':
      return planMode(desk, intent);
    case 'perpOrder':
      return planPerpOrder(desk, intent);
    case 'leverage':
      return planLeverage(desk, intent);
    case 'alert':
      return planAlert(desk, intent);
    case 'find':
      return planFind(intent);
    case 'tape':
      return planTape(desk, intent);
    case 'chart':
      return planChart(intent);
    case 'zoom':
      return planZoom(intent);
    case 'sort':
      return planSort(desk, intent);
    case 'filter':
      return planFilter(desk, intent);
    case 'wallet':
      return planWallet(desk, intent);
  }
}

/** Whose reasons decide whether the intent may be acted on. */
function commandBehind(intent: Intent): string {
  switch (intent.kind) {
    case 'command':
      return intent.id;
    case 'mode':
      return 'trading.mode';
    case 'close':
    case 'margin':
    case 'swap':
    case 'trigger':
    case 'cancel':
    case 'perpOrder':
    case 'leverage':
      return anyOrder;
    default:
      return 'desk.command';
  }
}

function planCommand(desk: Desk, id: string): Plan {
  const command = commands.find((candidate) => candidate.id === id);
  if (!command) return { problem: `This desk has no command ${id}.` };
  const [key] = desk.keymap.keysOf(id);
  return {
    says: `${withKeys(command.description, desk.keymap)}${key === undefined ? '' : `   (key ${keyLabel(key)})`}`,
    run: (at) => runCommand(at, id),
  };
}
