import type { KeyRing } from '../limits/keys.ts';
import type { PusherApp } from './client-session.ts';
import type { PublishTarget } from './publish-target.ts';
import type { PusherHub } from './pusher-hub.ts';

/** Who carries the streams: where a key's sockets connect, and which secret signs their subscriptions. */
export interface StreamHost {
  connection(keyId: string): { appKey: string; wsHost: string; wsPort: number; forceTls: boolean };
  /** The app that signs for a socket of this key; null if the key has no such socket. */
  appFor(socketId: string, keyId: string): Pick<PusherApp, 'appKey' | 'appSecret'> | null;
}

export const embeddedHost = (hub: PusherHub, keys: KeyRing, port: () => number): StreamHost => ({
  connection: (keyId) => ({
    appKey: keys.byId(keyId)?.appKey ?? '',
    wsHost: '127.0.0.1',
    wsPort: port(),
    forceTls: false,
  }),
  appFor: (socketId, keyId) => {
    const app = hub.appOf(socketId);
    return app?.keyId === keyId ? app : null;
  },
});

/** A cluster does not reveal which key opened a socket, so only the socket id's format can be checked. */
export const clusterHost = ({ appKey, appSecret, wsHost, port, isTls }: PublishTarget): StreamHost => ({
  connection: () => ({ appKey, wsHost, wsPort: port, forceTls: isTls }),
  appFor: (socketId) => (/^\d{1,20}\.\d{1,20}$/.test(socketId) ? { appKey, appSecret } : null),
});
