import { expect, test } from 'vitest';
import { startPaper } from './paper-process.ts';

const launcher = 'test/driver/fixtures/fake-paper.js';

test('it passes the options on, reads the line, goes on reading, and waits for the end', async () => {
  const paper = await startPaper({ port: 4711, seed: 7, args: ['--fast'] }, launcher);
  expect(paper).toMatchObject({
    baseUrl: 'http://127.0.0.1:4711',
    apiKey: 'sk_1_2',
    port: 4711,
    keys: { full: 'sk_1_2', limited: 'paper --json --ephemeral --port 4711 --seed 7 --fast' },
  });
  await paper.stop();
});

test('a service that does not start says why', async () => {
  await expect(startPaper({ args: ['--broken'] }, launcher)).rejects.toThrow(
    /did not start: it ended with code 2\nno such market/,
  );
});
