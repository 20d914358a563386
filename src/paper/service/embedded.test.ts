import { afterEach, describe, expect, it } from 'vitest';
import { dropPreparedPaper, type EmbeddedPaper, prepareEmbeddedPaper, startEmbeddedPaper } from './embedded.ts';
import { callService } from './service-shell.fixture.ts';

const workerUrl = new URL('./worker.ts', import.meta.url);
const options = { workerUrl, seed: 9, speed: 1, stateDir: null };
let paper: EmbeddedPaper | undefined;

afterEach(async () => {
  await paper?.close();
  paper = undefined;
});

describe('startEmbeddedPaper', () => {
  it('serves from a thread of its own until it is closed', async () => {
    paper = await startEmbeddedPaper(options);
    expect(paper.apiKey).toBe(paper.keys.full);
    expect((await callService(paper, 'GET', '/api/v2/account/wallets')).status).toBe(200);
    let exits = 0;
    paper.onExit(() => exits++);
    await paper.close();
    await paper.close();
    await expect(fetch(paper.baseUrl)).rejects.toThrow();
    expect(exits).toBe(0);
  });

  it('takes the thread that was prepared, once', async () => {
    prepareEmbeddedPaper(workerUrl);
    const missing = new URL('./no-such-worker.ts', import.meta.url);
    paper = await startEmbeddedPaper({ ...options, workerUrl: missing });
    expect((await callService(paper, 'GET', '/api/v2/account/wallets')).status).toBe(200);
    await expect(startEmbeddedPaper({ ...options, workerUrl: missing })).rejects.toThrow(/no-such-worker/);
  });

  it('starts a thread of its own if the prepared one was dropped', async () => {
    prepareEmbeddedPaper(new URL('./no-such-worker.ts', import.meta.url));
    dropPreparedPaper();
    paper = await startEmbeddedPaper(options);
    expect((await callService(paper, 'GET', '/api/v2/account/wallets')).status).toBe(200);
  });

  it('rejects with the reason when the service can not start', async () => {
    await expect(startEmbeddedPaper({ ...options, stateDir: '/dev/null/paper' })).rejects.toThrow(
      /ENOTDIR|not a directory/,
    );
  });

  it('tells when the thread ends by itself, also a listener that comes late', async () => {
    const dying = new URL(
      `data:text/javascript,${encodeURIComponent(
        `import { parentPort } from 'node:worker_threads';
         parentPort.on('message', () => { throw new Error('market broke'); });
         parentPort.postMessage({ baseUrl: '', apiKey: '', keys: {} });
         setImmediate(() => { throw new Error('market broke'); });`,
      )}`,
    );
    const broken = await startEmbeddedPaper({ ...options, workerUrl: dying });
    const early = await new Promise<Error | null>((resolve) => broken.onExit(resolve));
    const late = await new Promise<Error | null>((resolve) => broken.onExit(resolve));
    expect(early?.message).toBe('market broke');
    expect(late).toBe(early);
    await broken.close();
  });
});
