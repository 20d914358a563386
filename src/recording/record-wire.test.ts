import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { registerSecret } from '../platform/secrets/secrets.ts';
import { seededRandom } from '../platform/time/random.ts';
import { startRecorded } from './recorded-run.fixture.ts';
import { callFault, canaries, channelOf, ScriptedService } from './scripted-service.fixture.ts';
import { StepClock, undelayed } from './step-clock.fixture.ts';

beforeEach(() => vi.stubGlobal('setTimeout', undelayed(setTimeout)));
afterEach(() => vi.unstubAllGlobals());

const apiKey = 'opaque/c4n4ryApiKey=0099';
// As the client does that sends it.
beforeAll(() => registerSecret(apiKey));
const signature = canaries.auth.split(':')[1]!;
const presence = channelOf({ stream: 'portfolio.notifications', filter: {} });

function setUp() {
  const clock = new StepClock();
  const service = new ScriptedService(clock);
  return { clock, service, ...startRecorded(service, clock, seededRandom(1)) };
}
type Lines = readonly string[];
const typesIn = (lines: Lines) => lines.slice(1).map((line) => (JSON.parse(line) as { type: string }).type);

test('a recording contains no key, token, channel data or member', async () => {
  const { clock, service, lines, end } = setUp();
  await clock.advance(1_000);
  const sent = service.wire!.sent.join('\n');
  // They were there to be recorded.
  expect(sent).toContain(signature);
  expect(sent).toContain('c4n4ryUser');

  const quotes = [canaries.auth, signature, canaries.channelData, apiKey, 'sk_k1_c4n4rySecret'];
  for (const quote of quotes) {
    const message = `Invalid signature: expected of 12.34:${presence}:${quote}`;
    service.text({ event: 'pusher:error', data: { code: 4_009, message } });
    service.text({ event: 'pusher:error', data: JSON.stringify({ code: 4_009, message }) });
    service.text({ event: 'update', channel: presence, data: JSON.stringify({ type: 'swap', taskId: message }) });
    service.wire?.events.onUnusable(`${message}…`, 'a frame of 300000 bytes');
  }
  for (const event of ['member_added', 'member_removed', 'subscription_succeeded'])
    service.text({
      event: `pusher_internal:${event}`,
      channel: presence,
      data: JSON.stringify({ user_id: canaries.member, user_info: { name: canaries.member } }),
    });
  service.text(`{"event":"pusher\\u005finternal:member_added","channel":"c","data":{"user_id":"${canaries.member}"}}`);
  service.onAuth = () => {
    throw callFault({
      endpointId: 'ws.auth',
      kind: 'forbidden',
      status: 403,
      message: `no: ${canaries.auth} ${apiKey}`,
    });
  };
  service.close(4_200, `bad token ${signature}`);
  await clock.advance(30_000);
  service.onSession = () => {
    throw callFault({ status: 500, message: `the key ${apiKey} is odd` });
  };
  service.close(1_006, canaries.channelData);
  await clock.advance(5_000);
  end();

  const file = lines.join('\n');
  expect(new Set(typesIn(lines))).toEqual(
    new Set(['session', 'connect', 'open', 'text', 'unusable', 'close', 'not-authorised', 'no-session', 'end']),
  );
  expect(file).not.toMatch(/c4n4ry|canary-auth/i);
  expect(file).not.toContain('pusher:subscribe"');
  expect(file).toContain('Invalid signature');
});

test('a presence channel records the grant, without its members', async () => {
  const { clock, lines, end } = setUp();
  await clock.advance(1_000);
  end();
  const granted = lines.filter((line) => line.includes('subscription_succeeded') && line.includes(presence));
  expect(granted.map((line) => JSON.parse((JSON.parse(line) as { text: string }).text) as unknown)).toEqual([
    { event: 'pusher_internal:subscription_succeeded', channel: presence, data: '{}' },
  ]);
});

test('the header lists the streams, and connection events are recorded in order', async () => {
  const { clock, service, lines, manager, end } = setUp();
  await clock.advance(1_000);
  service.close(4_200, 'moved');
  await clock.advance(1_000);
  manager.stop();
  end();
  expect(JSON.parse(lines[0]!)).toMatchObject({
    format: 'swapdeck-recording',
    version: 1,
    recordedAtMs: Date.UTC(2026, 0, 1),
    baseUrl: 'http://127.0.0.1:7',
    mode: 'paper',
    streams: [
      { stream: 'svm.token.swaps', filter: { tokenAddress: 'AAA' } },
      {},
      { stream: 'portfolio.notifications' },
    ],
  });
  const life = typesIn(lines).filter((type) => type !== 'text');
  expect(life).toEqual(['session', 'connect', 'open', 'close', 'session', 'connect', 'open', 'hangup', 'end']);
});

test('equal connection parameters have the same number, different ones another', async () => {
  const { clock, service, lines, end } = setUp();
  await clock.advance(1_000);
  for (const appKey of ['app1', 'app2', 'app1']) {
    service.appKey = appKey;
    service.close(4_200, '');
    await clock.advance(20_000);
  }
  end();
  const places = lines.flatMap((line) => /"place":(\d+)/.exec(line)?.[1] ?? []);
  expect(places).toEqual(['0', '0', '1', '0']);
  expect(lines.join()).not.toContain('app2');
});
