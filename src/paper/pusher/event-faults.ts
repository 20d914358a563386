import type { Clock } from '../../platform/time/clock.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import { eventFaults, type FaultRule, socketFaults } from '../faults/fault-rule.ts';
import { withOtherField } from '../faults/field-faults.ts';
import { withHostileText } from '../faults/hostile-text.ts';
import type { Connection } from './connection.ts';
import { writeFrame } from './frame.ts';

export interface StreamEvent {
  readonly channel: string;
  readonly event: string;
  /** JSON text. */
  readonly data: string;
  /** The outgoing frame, created once for all receivers. */
  readonly frame: Buffer;
}

/** How long a held event waits for a later one to overtake it. */
const reorderMs = 1_000;

/** Applies faults to sockets and to events on their way to them. */
export class EventFaults {
  readonly #plan: FaultPlan;
  readonly #clock: Clock;
  /** Events held until the next one of their channel has gone to the same socket. */
  readonly #held = new WeakMap<Connection, Map<string, () => void>>();
  #hostileCount = 0;

  constructor(plan: FaultPlan, clock: Clock) {
    this.#plan = plan;
    this.#clock = clock;
  }

  /** Called after the handshake of a socket. */
  opened(connection: Connection): void {
    const fault = this.#plan.isEmpty ? null : this.#plan.take('CONNECT', socketFaults);
    if (fault) strike(connection, fault);
  }

  /** Sends an event to one socket, or applies a fault to it. */
  deliver(connection: Connection, event: StreamEvent): void {
    const fault = this.#plan.isEmpty ? null : this.#plan.take(`EVENT ${event.channel}`, eventFaults);
    if (fault) this.#strike(connection, event, fault);
    else connection.send(event.frame);
    if (fault?.kind !== 'reorder') this.#held.get(connection)?.get(event.channel)?.();
  }

  #strike(connection: Connection, { channel, event, data, frame }: StreamEvent, fault: FaultRule): void {
    switch (fault.kind) {
      case 'silence':
        return;
      case 'delay':
        this.#clock.setTimeout(() => connection.send(frame), fault.delayMs);
        return;
      case 'duplicate':
        connection.send(frame);
        return connection.send(frame);
      case 'hostileText':
        return connection.send(writeFrame(event, withHostileText(JSON.parse(data), this.#hostileCount++), channel));
      case 'renameField':
      case 'dropField':
      case 'retypeField':
        return connection.send(writeFrame(event, withOtherField(JSON.parse(data), fault), channel));
      case 'reorder':
        return this.#hold(connection, channel, frame);
      default:
        strike(connection, fault);
    }
  }

  #hold(connection: Connection, channel: string, frame: Buffer): void {
    const held = this.#held.get(connection) ?? new Map<string, () => void>();
    this.#held.set(connection, held);
    held.get(channel)?.();
    const timer = this.#clock.setTimeout(() => held.get(channel)?.(), reorderMs);
    held.set(channel, () => {
      this.#clock.clearTimeout(timer);
      held.delete(channel);
      connection.send(frame);
    });
  }
}

function strike(connection: Connection, fault: FaultRule): void {
  if (fault.kind === 'halfOpen') connection.mute();
  else connection.close(fault.code, fault.reason);
}
