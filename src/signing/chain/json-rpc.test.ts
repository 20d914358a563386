import { expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { createChainRpc } from './create-chain-rpc.ts';

const url = 'https://rpc.example.com/v2/c4n4ry-key?token=c4n4ry-too';

function endpoint(answer: (request: { id: number; method: string }) => Response | Promise<Response>) {
  const clock = new FakeClock();
  const fetch = (async (_: unknown, init: RequestInit) =>
    answer(JSON.parse(String(init.body)))) as typeof globalThis.fetch;
  return { clock, rpc: createChainRpc('base', url, { clock, fetch }) };
}

const result = (id: number, value: unknown) => Response.json({ jsonrpc: '2.0', id, result: value });
const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  );

test.each<[string, (id: number) => Response, string]>([
  ['the id of another request', (id) => result(id + 1, '0x2105'), 'UNREADABLE'],
  ['a page', () => new Response('<html>c4n4ry-key</html>'), 'UNREADABLE'],
  ['a redirect', () => new Response(null, { status: 307, headers: { location: url } }), 'REFUSED'],
  ['more than 5 MB', () => new Response(' '.repeat(5_000_001)), 'UNREADABLE'],
  ['another chain', (id) => result(id, '0x1'), 'WRONG_CHAIN'],
  ['a negative number', (id) => result(id, '-0x1'), 'UNREADABLE'],
  ['no result', (id) => Response.json({ jsonrpc: '2.0', id }), 'UNREADABLE'],
  ['a refused key', () => new Response('no', { status: 401 }), 'REFUSED'],
  ['a fault', () => new Response('', { status: 503 }), 'UNREACHABLE'],
  [
    'an error that repeats the key',
    (id) => Response.json({ jsonrpc: '2.0', id, error: { code: -1, message: `bad ${url}` } }),
    'REFUSED',
  ],
])('%s is an error that names the host only', async (_, answer, code) => {
  const { rpc, clock } = endpoint(({ id }) => answer(id));
  const error = await failure(rpc.balances('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', []));
  expect(error).toMatchObject({ name: 'ChainError', code });
  expect(String(error)).toContain('rpc.example.com');
  expect(String(error)).not.toContain('c4n4ry');
  expect(clock.pending).toBe(0);
});

test('an endpoint that is silent for 8 s is unreachable', async () => {
  const { rpc, clock } = endpoint(() => new Promise(() => {}));
  const failed = failure(rpc.send('0x00'));
  await clock.advance(8_000);
  expect(await failed).toMatchObject({ code: 'UNREACHABLE' });
});

test.each(['http://rpc.example.com/c4n4ry', 'https://me:c4n4ry@example.com'])('%s is not asked', (address) => {
  expect(() => createChainRpc('base', address, { clock: new FakeClock() })).toThrow(/^(?!.*c4n4ry).*must/);
});
