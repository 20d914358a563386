import type { AccountCommand, DeskFacts, StreamFacts } from './command.ts';
import { literally } from './literally.ts';

// Why a command can't be used at this moment, in words; null when it can.

export const needsRoom = (facts: DeskFacts): string | null =>
  facts.isTooSmall ? 'the terminal is too small to trade in: make it at least 60×16' : null;

export const needsPosition = (facts: DeskFacts): string | null =>
  needsRoom(facts) ??
  (facts.position ? null : 'no position is selected: focus the positions pane ({focus.positions}) and choose one');

export const needsIsolated = (facts: DeskFacts): string | null =>
  needsPosition(facts) ??
  (facts.position?.isIsolated
    ? null
    : `${literally(facts.position?.coin ?? '')} is on cross margin: only isolated margin can be adjusted`);

export const needsOpenOrder = (facts: DeskFacts): string | null =>
  needsRoom(facts) ??
  (!facts.order
    ? 'no trigger order is selected: focus the orders pane ({focus.orders}) and choose one'
    : facts.order.isOpen
      ? null
      : `this order is ${literally(facts.order.status)}: only an active one can be cancelled`);

export const needsPerpOrder = (facts: DeskFacts): string | null =>
  needsRoom(facts) ??
  (!facts.perpOrder
    ? 'no perp order is selected: {perpOrder.create} places one'
    : facts.perpOrder.isReadable
      ? null
      : 'this order cannot be read, so nothing can be done to it here');

export const needsLimitOrder = (facts: DeskFacts): string | null =>
  needsPerpOrder(facts) ??
  (facts.perpOrder?.isTrigger
    ? 'a take profit or stop cannot be changed: cancel it ({perpOrder.cancel}) and place another'
    : null);

export const needsSelection = (facts: DeskFacts): string | null =>
  facts.hasSelection ? null : 'nothing is selected here';

/** Nothing to retry while a first attempt is under way, or when every channel was granted. */
export const canRetry = ({ connection, refusedChannels }: StreamFacts): boolean =>
  connection === 'connected' ? refusedChannels > 0 : connection !== 'connecting';

export const needsDrop = (facts: DeskFacts): string | null =>
  canRetry(facts)
    ? null
    : facts.connection === 'connecting'
      ? 'the stream is being connected: {stream.retry} is for after a failure'
      : 'the stream is connected, and no channel was refused';

export const inAccount =
  (command: AccountCommand) =>
  (facts: DeskFacts): string | null =>
    needsRoom(facts) ?? (facts.account ? facts.account[command] : 'focus the account pane ({focus.account}) first');
