import type { ChannelState } from '../../src/client/streams/channels/wanted-streams.ts';
import type { StreamManager } from '../../src/client/streams/stream-model.ts';
import type { StreamMessage } from '../../src/paper/world/bus.ts';
import { isUnreadable } from '../../src/protocol/schema.ts';
import { svmTokenSwaps } from '../../src/protocol/streams/svm.ts';
import { automationUpdates, portfolioNotifications } from '../../src/protocol/streams/user.ts';

/** Something that a desk wants to hear, with what it has heard of the events that the test published. */
export interface Want {
  readonly name: string;
  readonly channel: string;
  state: ChannelState | null;
  reason: string | null;
  readonly heard: Heard[];
  /** The event as the service publishes it; `mark` tells it from every other. */
  message(mark: string): StreamMessage;
}

export interface Heard {
  readonly mark: string;
  readonly atMs: number;
}

/** Of the paper service's one account. */
const userId = 'usr_paper_0001';
const markPrefix = 'mark-';

/** Subscribes so many tokens' swaps and the account's two presence streams. `onChange` is told after each change. */
export function wantStreams(manager: StreamManager, tokenCount: number, onChange: () => void): Want[] {
  const tokens = Array.from({ length: tokenCount }, (_, index) => `FaultToken${index}`);
  return [
    ...tokens.map((tokenAddress) => wantSwaps(manager, tokenAddress, onChange)),
    ...[portfolioNotifications, automationUpdates].map((stream) => wantPokes(manager, stream, onChange)),
  ];
}

function wantSwaps(manager: StreamManager, tokenAddress: string, onChange: () => void): Want {
  const want: Want = {
    ...fresh(`swaps of ${tokenAddress}`, `svm-token-swaps;${tokenAddress}`),
    message: (mark) => ({
      stream: svmTokenSwaps.id,
      filter: { tokenAddress },
      data: { ...swap, tokenMint: tokenAddress, signature: markPrefix + mark },
    }),
  };
  const { hear, onState } = listener(want, onChange);
  const onEvent = (data: object, atMs: number) => hear((data as { signature?: string }).signature, data, atMs);
  manager.subscribe(svmTokenSwaps, { tokenAddress }, { onEvent, onState });
  return want;
}

type Pokes = typeof portfolioNotifications | typeof automationUpdates;

function wantPokes(manager: StreamManager, stream: Pokes, onChange: () => void): Want {
  const want: Want = {
    ...fresh(stream.id, `presence-${stream.id.replaceAll('.', '-')};${userId}`),
    message: (mark) => ({ stream: stream.id, filter: {}, userId, data: { type: 'swap', taskId: markPrefix + mark } }),
  };
  const { hear, onState } = listener(want, onChange);
  const onEvent = (data: object, atMs: number) => hear((data as { taskId?: string }).taskId, data, atMs);
  manager.subscribe(stream, {}, { onEvent, onState });
  return want;
}

const fresh = (name: string, channel: string) => ({ name, channel, state: null, reason: null, heard: [] as Heard[] });

function listener(want: Want, onChange: () => void) {
  return {
    hear(text: string | undefined, data: object, atMs: number) {
      if (isUnreadable(data)) throw new Error(`${want.name}: an event came that cannot be read`);
      // The market speaks on these channels too.
      if (text?.startsWith(markPrefix)) want.heard.push({ mark: text.slice(markPrefix.length), atMs });
      onChange();
    },
    onState(state: ChannelState, reason: string | null) {
      Object.assign(want, { state, reason });
      onChange();
    },
  };
}

const swap = {
  slot: 1,
  blockTime: 1,
  isBuy: true,
  sizeSol: '1',
  sizeUsd: '1',
  priceUsd: '1',
  priceSol: '1',
};
