import fc from 'fast-check';

const ascii = fc.integer({ min: 0, max: 0x7f });
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).filter((code) => code < 0xd800 || code > 0xdfff);

/** Any text, ASCII and its controls often. fast-check's own `unit: 'binary'` takes seconds to make, in each process. */
export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.oneof(ascii, codePoint).map((code) => String.fromCodePoint(code)),
    ...(maxLength === undefined ? {} : { maxLength }),
  });
