import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { channelName } from '../../../src/paper/pusher/channel-name.ts';
import type { PublishTarget } from '../../../src/paper/pusher/publish-target.ts';
import { sign } from '../../../src/paper/pusher/signature.ts';
import { allStreams } from '../../../src/protocol/stream-list.ts';

/** The two calls of the API that lead a desk to a server of another make. */
export interface SessionStandIn {
  readonly baseUrl: string;
  /** Key and secret that it hands out and signs with from now on. */
  app: Pick<PublishTarget, 'appKey' | 'appSecret'>;
  /** Every authorisation asked for. */
  readonly authorised: { readonly socketId: string; readonly channel: string }[];
  close(): Promise<void>;
}

export const standInUserId = 'usr_other';

interface Asked {
  readonly subscriptions: readonly { readonly stream: string; readonly filter: Record<string, string> }[];
}

/** Answers `ws/session` and `ws/auth` on a free port of loopback, for the server at `target`. */
export async function startStandIn(target: PublishTarget): Promise<SessionStandIn> {
  const authorised: SessionStandIn['authorised'] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const data =
      request.url === '/api/v2/ws/session'
        ? sessionOf(target, standIn.app.appKey, JSON.parse(body) as Asked)
        : request.url === '/api/v2/ws/auth'
          ? authorise(new URLSearchParams(body))
          : null;
    response.writeHead(data === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(data === null ? {} : { data, requestId: 'req_other' }));
  });
  const authorise = (form: URLSearchParams) => {
    const [socketId, channel] = [form.get('socket_id') ?? '', form.get('channel_name') ?? ''];
    authorised.push({ socketId, channel });
    const channelData = JSON.stringify({ user_id: standInUserId, user_info: {} });
    const { appKey, appSecret } = standIn.app;
    return { auth: `${appKey}:${sign({ socketId, channel, channelData }, appSecret)}`, channel_data: channelData };
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: SessionStandIn = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    app: target,
    authorised,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

const sessionOf = ({ wsHost, port, isTls }: PublishTarget, appKey: string, { subscriptions }: Asked) => ({
  connection: { provider: 'pusher', wsHost, wsPort: port, appKey, forceTls: isTls },
  subscriptions: subscriptions.map(({ stream: id, filter }) => {
    const stream = allStreams.find((one) => one.id === id)!;
    const channel = channelName(stream, filter, standInUserId);
    return { stream: id, filter, channel, event: 'update', visibility: stream.visibility };
  }),
});
