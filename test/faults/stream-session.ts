import type { ApiClient } from '../../src/client/http/api-client.ts';
import { svmTokenSwaps } from '../../src/protocol/streams/svm.ts';

export const sessionChannel = 'svm-token-swaps;A';

/** A client that answers one question: where the socket is. It has one public channel, for the swaps of token A. */
export const sessionClient = (wsPort: number, appKey: string): ApiClient => {
  const data = {
    connection: { wsHost: '127.0.0.1', wsPort, appKey, forceTls: false },
    subscriptions: [{ stream: svmTokenSwaps.id, channel: sessionChannel, event: 'update', visibility: 'public' }],
  };
  const call = async () => ({ data, requestId: 'r', pagination: null, latencyMs: 0, receivedAtMs: 0 });
  return {
    baseUrl: `http://127.0.0.1:${wsPort}`,
    call: call as unknown as ApiClient['call'],
    onAnswer: () => () => {},
  };
};
