import { runCommand, whyDisabled } from '../../commands/run-command.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyLabel, withKeys } from '../../keys/keymap.ts';
import type { Intent } from './intent.ts';
import type { Plan } from './plan.ts';
import { planClose, planExits, planMargin } from './plan-perp.ts';
import { planAlert, planLeverage, planPerpOrder } from './plan-perp-order.ts';
import { planPlan } from './plan-plan.ts';
import { planCancel, planChart, planFilter, planFind, planMode, planSort, planTape, planZoom } from './plan-screen.ts';
import { planSpot } from './plan-spot.ts';
import { planTransfer } from './plan-transfer.ts';
import { planWallet } from './plan-wallet.ts';

/** Command whose availability applies to everything that opens an order form. */
const anyOrder = 'swap.create';

/** Checks an intent against the desk's state: the text shown above the prompt, and what Enter does. */
export function planIntent(desk: Desk, intent: Intent): Plan {
  const refusal = whyDisabled(desk, commandBehind(intent));
  if (refusal !== null) return { problem: refusal };
  switch (intent.kind) {
    case 'command':
      return planCommand(desk, intent.id);
    case 'close':
      return planClose(desk, intent);
    case 'margin':
      return planMargin(desk, intent);
    case 'exits':
      return planExits(desk, intent);
    case 'swap':
    case 'trigger':
      return planSpot(desk, intent);
    case 'transfer':
      return planTransfer(desk, intent);
    case 'cancel':
      return planCancel(desk, intent);
    case 'mode':
      return planMode(desk, intent);
    case 'perpOrder':
      return planPerpOrder(desk, intent);
    case 'plan':
      return planPlan(desk, intent);
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

/** The command whose availability decides whether the intent can run. */
function commandBehind(intent: Intent): string {
  switch (intent.kind) {
    case 'command':
      return intent.id;
    case 'mode':
      return 'trading.mode';
    case 'close':
    case 'margin':
    case 'exits':
    case 'swap':
    case 'trigger':
    case 'transfer':
    case 'cancel':
    case 'perpOrder':
    case 'plan':
    case 'leverage':
      return anyOrder;
    default:
      return 'desk.command';
  }
}

function planCommand(desk: Desk, id: CommandId): Plan {
  const command = desk.keymap.command(id);
  if (!command) return { problem: `Unknown command ${id}.` };
  const [key] = desk.keymap.keysOf(id);
  return {
    effect: `${withKeys(command.description, desk.keymap)}${key === undefined ? '' : `   (key ${keyLabel(key)})`}`,
    run: (at) => runCommand(at, id),
  };
}
