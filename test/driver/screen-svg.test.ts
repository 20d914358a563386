import { afterEach, expect, test } from 'vitest';
import { toSvg } from './screen-svg.ts';
import { TerminalProgram } from './terminal-program.ts';

let program: TerminalProgram | undefined;
afterEach(() => program?.close());

test('the picture has each style, each cell at its place, and nothing of XML in the text', async () => {
  const text = String.raw`\x1b[1;31ma<b\x1b[0m \x1b[38;2;1;2;3;48;5;220m&\x1b[0m価\x1b[7mi\x1b[0m\x1b[38;5;244mg`;
  program = new TerminalProgram(process.execPath, ['-e', `process.stdout.write('${text}')`], { columns: 20, rows: 2 });
  const svg = toSvg((await program.exits()).after);
  expect(svg).toContain('width="213" height="57"');
  expect(svg).toMatch(/fill="#cd3131" font-weight="bold"><tspan x="0.0" textLength="28.9"[^>]*>a&lt;b</);
  expect(svg).toMatch(/<rect x="38.53"[^>]*fill="#ffd700"\/><text [^>]*fill="#010203"><tspan x="38.5"[^>]*>&amp;</);
  expect(svg).toMatch(/<tspan x="48.2" textLength="19.3"[^>]*>価</);
  expect(svg).toMatch(/<rect x="67.42"[^>]*fill="#d4d4d4"\/><text [^>]*fill="#16181d"><tspan x="67.4"[^>]*>i</);
  expect(svg).toContain('fill="#808080"');
});
