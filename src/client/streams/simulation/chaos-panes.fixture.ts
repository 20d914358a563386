import { isUnreadable } from '../../../protocol/schema.ts';
import { svmTokenSwaps } from '../../../protocol/streams/svm.ts';
import { automationUpdates, portfolioNotifications } from '../../../protocol/streams/user.ts';
import type { ChannelState } from '../channels/wanted-streams.ts';
import type { StreamGap } from '../stream-model.ts';
import { type createFakeStreamWorld, fakeSwap } from './fake-stream-world.fixture.ts';

/** Streams that panes may want. Swaps and change notices carry their event id in different fields. */
const streams = [
  [svmTokenSwaps, { tokenAddress: 'A' }],
  [svmTokenSwaps, { tokenAddress: 'B' }],
  [svmTokenSwaps, { tokenAddress: 'C' }],
  [portfolioNotifications, {}],
  [automationUpdates, {}],
] as const;

interface Pane {
  readonly index: number;
  readonly heard: string[];
  state: ChannelState;
  isClosed: boolean;
  close(): void;
}

interface Published {
  readonly id: string;
  readonly atMs: number;
  /** Panes that were told that their channel is live. */
  readonly panes: readonly Pane[];
}

/** Panes that open and close at random, and record what they should have received and did. */
export class ChaosPanes {
  readonly kinds = streams.length;
  open: Pane[] = [];
  readonly published: Published[] = [];
  /** Called inside every callback of a pane. */
  onCalled: () => void = () => {};
  readonly #world: ReturnType<typeof createFakeStreamWorld>;
  #count = 0;

  constructor(world: ReturnType<typeof createFakeStreamWorld>) {
    this.#world = world;
  }

  add(index: number): void {
    const { manager, service } = this.#world;
    const { note } = service.network;
    const name = `pane ${++this.#count} of ${index}`;
    note(`${name} opens`);
    const called = (what: string) => {
      note(`${name} ${what}`);
      if (pane.isClosed) service.problems.push(`${name} is closed and heard: ${what}`);
      this.onCalled();
    };
    const pane: Pane = { index, heard: [], state: 'pending', isClosed: false, close: () => {} };
    this.open.push(pane);
    const [stream, filter] = streams[index]!;
    const stop = manager.subscribe(stream, filter as Readonly<Record<string, string>>, {
      onEvent: (data) => {
        const { signature, taskId, unreadable } = data as { signature?: string; taskId?: string; unreadable?: string };
        pane.heard.push(isUnreadable(data) ? 'unreadable' : (signature ?? taskId ?? 'no id'));
        called(`hears ${signature ?? taskId ?? `unreadable: ${unreadable}`}`);
      },
      onState: (state, reason) => {
        pane.state = state;
        called(`is ${state} ${reason ?? ''}`);
      },
    });
    pane.close = () => {
      note(`${name} closes`);
      pane.isClosed = true;
      this.open = this.open.filter((other) => other !== pane);
      stop();
      stop();
    };
  }

  placeOf(index: number): { channel: string; event: string } {
    const [{ id }, filter] = streams[index]!;
    return this.#world.service.placeOf(id, filter as Readonly<Record<string, string>>);
  }

  /** Channels that should be subscribed now, each once. */
  channels(): string[] {
    return [...new Set(this.open.map(({ index }) => this.placeOf(index).channel))].sort();
  }

  publish(index: number): string {
    const { service, clock } = this.#world;
    const id = `e${this.published.length}`;
    const panes = this.open.filter((pane) => pane.index === index && pane.state === 'live');
    this.published.push({ id, atMs: clock.now(), panes });
    const { channel, event } = this.placeOf(index);
    service.side.publish(channel, event, index < 3 ? fakeSwap(id) : { type: 'swap', taskId: id });
    return id;
  }

  /**
   * Events that a pane with a live channel missed although no gap covers their time. `lateMs`: how late an event may
   * come.
   */
  missed(gaps: readonly StreamGap[], lateMs: number): string[] {
    const isInGap = (atMs: number) => gaps.some(({ fromMs, toMs }) => toMs >= atMs && fromMs <= atMs + lateMs);
    return this.published.flatMap(({ id, atMs, panes }) => {
      const deaf = panes.filter(({ isClosed, heard }) => !isClosed && !heard.includes(id));
      return deaf.length > 0 && !isInGap(atMs) ? [`${id} was missed, and no gap told of it`] : [];
    });
  }
}
