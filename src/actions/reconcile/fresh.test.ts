import { expect, test } from 'vitest';
import { bindActions } from '../desk-actions.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import { orderKinds, rejection, unknownEndings } from '../pipeline/operation-kinds.fixture.ts';

const [close] = orderKinds;
const swap = orderKinds.find(({ name }) => name === 'swap');
const kindsOfEvidence = (fake: ReturnType<typeof fakeContext>) =>
  fake.journal().flatMap(({ event, evidence }) => (event === 'sent' ? [(evidence as { kind: string }).kind] : []));

test('reads from before the last close took effect are not evidence for the next one', async () => {
  const fake = fakeContext(() => close!.accepted);
  const actions = bindActions(fake.context);
  await fake.clock.advance(1_000);
  fake.readAll();
  await fake.clock.advance(1_000);
  await close!.send(actions);
  await close!.send(actions);
  await fake.clock.advance(1_000);
  fake.readAll();
  await close!.send(actions);
  expect(kindsOfEvidence(fake)).toEqual(['position', 'none', 'position']);
});

test('one that was refused had no effect', async () => {
  const fake = fakeContext(() => {
    throw rejection;
  });
  const actions = bindActions(fake.context);
  await close!.send(actions);
  await close!.send(actions);
  expect(kindsOfEvidence(fake)).toEqual(['position', 'position']);
});

test('a swap has its effect when its task ends', async () => {
  let status = 'pending';
  const fake = fakeContext((id) =>
    id === 'tasks.get' ? { taskId: 'task-1', taskType: 'swap', status } : swap!.accepted,
  );
  const actions = bindActions(fake.context);
  await swap!.send(actions);
  await fake.clock.advance(5_000);
  fake.readAll();
  await swap!.send(actions);
  status = 'success';
  await fake.clock.advance(20_000);
  fake.readAll();
  await swap!.send(actions);
  expect(kindsOfEvidence(fake)).toEqual(['swap', 'none', 'swap']);
});

test('an operation resolved by the user has had its effect by then', async () => {
  const fake = fakeContext(() => {
    throw unknownEndings[0]?.[1];
  });
  const actions = bindActions(fake.context);
  await close!.send(actions);
  await fake.clock.advance(61_000);
  actions.decide(fake.context.records.getState().records[0]!.id, 'not-done');
  fake.readAll();
  await close!.send(actions);
  await fake.clock.advance(1_000);
  expect(kindsOfEvidence(fake)).toEqual(['position', 'none']);
});
