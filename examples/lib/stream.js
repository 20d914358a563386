import { call, pause } from './service.js';

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/**
 * The events of a public stream, as they come, until `signal` is aborted. A lost connection is opened again; what was sent meanwhile is
 * missing, and `{isGap: true}` comes in its place.
 */
export async function* events(service, stream, filter, signal) {
  let waitMs = firstWaitMs;
  while (!signal.aborted) {
    let isOpen = false;
    for await (const event of connection(service, stream, filter, signal)) {
      if (!isOpen) waitMs = firstWaitMs;
      isOpen = true;
      yield event;
    }
    if (signal.aborted) return;
    if (isOpen) yield { isGap: true };
    await pause(waitMs * (0.5 + Math.random() / 2), signal);
    waitMs = Math.min(2 * waitMs, longestWaitMs);
  }
}

async function* connection(service, stream, filter, signal) {
  const session = await call(service, 'POST', 'ws/session', { body: { subscriptions: [{ stream, filter }] } }).catch(
    () => null,
  );
  if (!session) return;
  const { wsHost, wsPort, appKey, forceTls } = session.connection;
  const [{ channel }] = session.subscriptions;
  const socket = new WebSocket(
    `${forceTls ? 'wss' : 'ws'}://${wsHost}:${wsPort}/app/${appKey}?protocol=7&client=example&version=1`,
  );
  const waiting = [];
  let wake = () => {};
  const push = (event) => {
    waiting.push(event);
    wake();
  };
  const close = () => socket.close();
  signal.addEventListener('abort', close, { once: true });
  socket.onclose = () => push(null);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.event === 'pusher:connection_established')
      socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel } }));
    else if (message.event === 'pusher:ping') socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }));
    else if (message.channel === channel && !message.event.startsWith('pusher'))
      push(typeof message.data === 'string' ? JSON.parse(message.data) : message.data);
  };
  try {
    for (;;) {
      while (waiting.length === 0) await new Promise((resolve) => (wake = resolve));
      const event = waiting.shift();
      if (event === null) return;
      yield event;
    }
  } finally {
    signal.removeEventListener('abort', close);
    socket.close();
  }
}
