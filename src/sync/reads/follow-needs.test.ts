import { expect, test } from 'vitest';
import type { QueryName } from '../../stores/desk-data.ts';
import { createOperationRecordsStore } from '../../stores/orders/operation-records.ts';
import { createPlansStore } from '../../stores/orders/plans.ts';
import { followNeeds } from './follow-needs.ts';

function follow(needed: () => readonly QueryName[]) {
  const asked: string[] = [];
  const [plans, records] = [createPlansStore(), createOperationRecordsStore()];
  const polling = { poll: (names: readonly QueryName[]) => void asked.push(names.join()), stop: () => {} };
  const wanted = { always: (names: readonly QueryName[]) => void asked.push(`also ${names.join()}`) };
  return { plans, records, asked: () => asked.splice(0), ...followNeeds({ polling, wanted, plans, records }, needed) };
}

test('needs are asked again when plans or operations change, and reads change only with them', () => {
  let needed: readonly QueryName[] = ['usage'];
  const { plans, records, asked, want, stop } = follow(() => needed);
  expect(asked()).toEqual(['usage', 'also usage']);
  plans.setState({ isLoaded: true });
  expect(asked()).toEqual([]);
  needed = ['usage', 'markets'];
  plans.setState({ badLines: 0 });
  expect(asked()).toEqual(['usage,markets', 'also usage,markets']);
  want(['fills']);
  expect(asked()).toEqual(['usage,markets,fills', 'also usage,markets,fills']);
  needed = ['usage'];
  records.setState({ isLoaded: true });
  expect(asked()).toEqual(['usage,fills', 'also usage,fills']);
  stop();
  needed = [];
  plans.setState({ isLoaded: false });
  expect(asked()).toEqual([]);
});
