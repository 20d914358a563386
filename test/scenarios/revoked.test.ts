import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { deskOn } from './desk-on-paper.ts';

let paper: PaperProcess;
let desk: Desk;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
  desk = await deskOn(paper);
});
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
});

test('a key that is revoked ends in Failed with the reason, and the desk does not knock again', async () => {
  const keyId = paper.apiKey.split('_')[1];
  const answer = await fetch(`${paper.baseUrl}/paper/admin/keys/${keyId}/revoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${paper.apiKey}` },
  });
  expect(await answer.json()).toMatchObject({ data: { closedSockets: 1 } });
  await desk.sees(/✕ Failed.*key/);
  expect(desk.screen().line('✕ Failed')).not.toMatch(/ in \d+ s/);
});

test('each pane says that its data is old, and why', async () => {
  await desk.press('r');
  await desk.sees(/1 Positions .*\d s old, UNAUTHORIZED/);
});

test('the desk still answers: help opens, and q leaves', async () => {
  await desk.press('?');
  await desk.sees('Everywhere on the desk');
  await desk.press('Esc', 'q');
  expect(await desk.exits()).toMatchObject({ code: 0 });
});
