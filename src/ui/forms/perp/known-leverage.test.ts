import { expect, test } from 'vitest';
import { wire } from '../../../stores/desk-data.fixture.ts';
import { runCommand } from '../../commands/run-command.ts';
import { fakeDesk, readAtMs } from '../../desk/fake-desk.fixture.ts';
import { knownLeverage } from './known-leverage.ts';

function desk(leverageValue: string) {
  const fake = fakeDesk();
  fake.fill();
  const positions = wire.positions.positions.map((position) => ({ ...position, leverageValue }));
  fake.answer('positions', { ...wire.positions, positions }, readAtMs);
  return fake.desk;
}

test('is what the service tells of the position', () => {
  expect(knownLeverage(desk('5'), 'BTC', null)).toEqual({ leverage: 5, isCross: false, from: 'position' });
});

test.each(['0', '0.4', '-3', ''])('%j is no leverage, and nothing is divided by it', (value) => {
  const shown = desk(value);
  expect(knownLeverage(shown, 'BTC', null)).toBeNull();
  expect(() => runCommand(shown, 'quick.open')).not.toThrow();
});
