import { expect, test } from 'vitest';
import { jsonInteger, parseExactly, quoteLongIntegers } from './exact-json.ts';

const most = '18446744073709551615';

test('a message keeps every digit of its integers, in its data as an object and as a text', () => {
  const data = `{"amountIn":${most},"list":[-9007199254740993],"slot":5,"price":1234567890123456.5,"text":":${most}"}`;
  const read = { amountIn: most, list: ['-9007199254740993'], slot: 5, price: 1234567890123456.5, text: `:${most}` };
  const asObject = JSON.parse(quoteLongIntegers(`{"event":"update","data":${data}}`));
  expect(asObject).toEqual({ event: 'update', data: read });
  const asText = JSON.parse(quoteLongIntegers(JSON.stringify({ event: 'update', channel: 'c', data })));
  expect({ ...asText, data: JSON.parse(asText.data) }).toEqual({ event: 'update', channel: 'c', data: read });
});

test.each([
  '{"event":"update","data":"{\\"amountIn\\":9007199254740991,\\"owner\\":\\"1234567890123456789\\"}"}',
  '{"amountIn":"18446744073709551615"}',
  '{"amountIn":184467440737095516',
])('%s stays as it is, or equal', (message) => {
  const quoted = quoteLongIntegers(message);
  if (quoted !== message) expect(JSON.parse(quoted)).toEqual(JSON.parse(message));
});

test('what is parsed exactly is written again as it stood, and a bigint of any size as a number', () => {
  const text = `{"a":[${most},1],"b":-${most},"c":0.1}`;
  expect(JSON.stringify(parseExactly(text))).toBe(text);
  expect(() => parseExactly(`[${most}`)).toThrow(SyntaxError);
  expect(JSON.stringify([jsonInteger(BigInt(most)), jsonInteger(5n)])).toBe(`[${most},5]`);
});
