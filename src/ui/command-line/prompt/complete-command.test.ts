import { expect, test } from 'vitest';
import { verbs } from '../verbs/verbs.ts';
import { completeCommand, type Vocabulary } from './complete-command.ts';

const desk: Record<string, readonly string[]> = {
  coin: ['BTC', 'ETH'],
  token: ['JUP', 'BONK', 'SOL'],
  order: ['ord_1'],
  tapeToken: ['SOL'],
  'column positions': ['coin', 'pnl'],
  'column ': ['wallet'],
};
const vocabulary: Vocabulary = (kind, pane) =>
  (desk[kind === 'column' ? `column ${pane}` : kind] ?? []).map((text) => ({ text, help: '' }));

function words(line: string): string[] {
  const { from, candidates } = completeCommand(line, vocabulary);
  return candidates.map(({ text }) => `${line.slice(0, from)}|${text}`);
}

test.each([
  ['cl', ['|close']],
  ['tr', ['|trigger buy', '|trigger sell', '|trail buy', '|trail sell', '|transfer', '|trades']],
  ['trail ', ['|trail buy', '|trail sell']],
  ['close ', ['close |BTC', 'close |ETH', 'close |25%', 'close |half', 'close |75%', 'close |all']],
  ['close e', ['close |ETH']],
  ['close BTC h', ['close BTC |half']],
  ['close BTC 50% ', []],
  ['sell all b', ['sell all |BONK']],
  ['sell all JUP ', ['sell all JUP |for', 'sell all JUP |when', 'sell all JUP |slippage']],
  ['sell all JUP w', ['sell all JUP |when']],
  ['sell all JUP when ', ['price', 'mcap', 'liquidity'].map((word) => `sell all JUP when |${word}`)],
  ['sell all JUP when mcap', []],
  ['sell all JUP when MCA', ['sell all JUP when |mcap']],
  ['sell all JUP when mcap<', []],
  ['sell all JUP for J', ['sell all JUP for |JUP']],
  ['sell all JUP for 2', ['sell all JUP for |24h']],
  ['buy 1 SOL ', ['buy 1 SOL |of']],
  ['buy 50 usd ', ['buy 50 usd |JUP', 'buy 50 usd |BONK', 'buy 50 usd |SOL', 'buy 50 usd |of']],
  ['swap 50 usd SOL ', ['swap 50 usd SOL |to', 'swap 50 usd SOL |slippage']],
  ['cancel ', ['cancel |ord_1', 'cancel |all']],
  ['sort positions p', ['sort positions |pnl']],
  ['sort w', ['sort |wallet']],
  ['zoom ta', ['zoom |tape']],
  ['nonsense ', []],
  ['close nonsense% ', []],
])('%s', (line, expected) => {
  expect(words(line)).toEqual(expected);
});

test('before anything is typed, every command is offered', () => {
  expect(words('')).toEqual(verbs.map(({ name }) => `|${name}`));
});

test('a plan is completed word by word, from the table of its kind', () => {
  const texts = (line: string) => completeCommand(line, () => []).candidates.map(({ text }) => text);
  expect(texts('twap ')).toEqual(['buy', 'sell']);
  expect(texts('twap buy 2 ETH o')).toEqual(['over']);
  expect(texts('twap buy 2 ETH over ')).toEqual(['1h']);
  expect(texts('twap buy 2 ETH over 1h r')).toEqual(['reduce-only']);
});
