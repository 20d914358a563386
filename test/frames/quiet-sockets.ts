import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const channels = ['net.client.socket', 'net.server.socket'];

/** Knows whether everything that was written to a socket has been read at its other end; both ends are in this process. */
export function watchSockets() {
  const open = new Set<Socket>();
  const add = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  for (const channel of channels) subscribe(channel, add);
  return {
    bytesRead: (): number => [...open].reduce((sum, socket) => sum + socket.bytesRead, 0),
    areQuiet: (): boolean => {
      const byPorts = new Map([...open].map((socket) => [`${socket.localPort} ${socket.remotePort}`, socket]));
      return [...open].every(
        ({ connecting, localPort, remotePort, bytesWritten }) =>
          !connecting && byPorts.get(`${remotePort} ${localPort}`)?.bytesRead === bytesWritten,
      );
    },
    stop: () => {
      for (const channel of channels) unsubscribe(channel, add);
    },
  };
}
