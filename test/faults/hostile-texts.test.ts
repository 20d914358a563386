import { expect, test } from 'vitest';
import { cases, isSoak, seed } from '../run/cases.ts';
import { hostileText } from '../run/hostile-text.ts';
import { everyFace } from './every-face.ts';
import { MadeService } from './made-service.ts';

/** What a terminal obeys, hides or turns around; a line break is how lines end. */
const unsafe = /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** What the desk draws with: colours, places, erasing, its own modes, a bell between frames. */
const drawing = /\x1b\[[\d;]*[mGHKJ]|\x1b\[\?\d+[hl]|\r\n|(?<=^|\x1b\[\?2026l|\x07)\x07/g;
const ownModes = new Set([7, 25, 1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026]);

const wide = [120, 40] as const;
const sizes = isSoak ? [[80, 24] as const, wide, [200, 60] as const] : [wide];
const apiKey = 'sk_0123456789ab_0123456789abcdef0123456789abcdef';

test('no text of a service steers a terminal, hides a character or leaves its cell', async () => {
  let texts = 0;
  for (let round = 0; round < cases(1, 30); round++) {
    const service = await MadeService.start(hostileText, seed + 1_000_000 * round);
    try {
      const calls = { from: seed + 8 * round, count: cases(2, 8) };
      for (const face of await everyFace({ baseUrl: service.baseUrl, apiKey, sizes, calls })) {
        const { name, written, faults, modesAsked } = face;
        expect([name, ...(written.replaceAll(drawing, '').match(unsafe) ?? [])]).toEqual([name]);
        expect([name, ...faults]).toEqual([name]);
        expect([...modesAsked].filter((mode) => !ownModes.has(mode))).toEqual([]);
        expect(written).not.toMatch(/^ +at .*:\d+\)?$/m);
      }
      texts += service.texts;
    } finally {
      await service.stop();
    }
  }
  if (isSoak) console.log(`${texts} hostile texts`);
  expect(texts).toBeGreaterThan(cases(2_000, 100_000));
});
