import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkDispatcher, dispatchOnce } from './dispatch-once.ts';
import { PlainError } from './plain-error.ts';

let asked = 0;
const server = createServer((request, response) => {
  asked++;
  request.resume().on('end', () => response.writeHead(request.url === '/misdirected' ? 421 : 200).end('{}'));
});
let baseUrl = '';

beforeEach(async () => {
  asked = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const send = (path: string, dispatcher?: RequestInit['dispatcher']) =>
  fetch(`${baseUrl}${path}`, { method: 'POST', body: '{}', ...(dispatcher && { dispatcher }) });

test('plain fetch repeats a request after a 421: the workaround is still needed', async () => {
  expect((await send('/misdirected')).status).toBe(421);
  expect(asked).toBe(2);
});

test('a second attempt through the dispatcher is not sent', async () => {
  await expect(send('/misdirected', dispatchOnce())).rejects.toMatchObject({
    cause: { message: 'a mutating request is sent only once' },
  });
  expect(asked).toBe(1);
});

test('it reuses the connection of the previous call', async () => {
  const connected = vi.fn();
  server.on('connection', connected);
  await (await send('/')).text();
  // It is free again a moment after the last byte.
  await vi.waitFor(async () => {
    connected.mockClear();
    await (await send('/', dispatchOnce())).text();
    expect(connected).not.toHaveBeenCalled();
  });
  server.off('connection', connected);
});

test('a Node that keeps its dispatcher elsewhere is refused in one sentence', () => {
  checkDispatcher();
  const get = Reflect.get;
  vi.spyOn(Reflect, 'get').mockImplementation((target, key, ...more) =>
    typeof key === 'symbol' && target === globalThis ? undefined : get(target, key, ...more),
  );
  expect(checkDispatcher).toThrow(PlainError);
  expect(checkDispatcher).toThrow(
    /^The fetch of Node v\d+\.\d+\.\d+ cannot be kept from sending an order twice: .*\.$/,
  );
});
