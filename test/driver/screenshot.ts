// Takes a picture of the desk, for looking at it while it is built:
//   node test/driver/screenshot.ts --size 120x40 --see Positions --keys "o,Tab" --out desk.svg [-- desk's arguments]
//   rsvg-convert desk.svg -o desk.png
// --see waits for a text before the keys, --then after them; --program plays another script than the desk.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDesk } from './open-desk.ts';
import { toAnsi } from './screen-shot.ts';
import { toSvg } from './screen-svg.ts';
import { TerminalProgram } from './terminal-program.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '120x40' },
    keys: { type: 'string', default: '' },
    see: { type: 'string', default: '' },
    // biome-ignore lint/suspicious/noThenProperty: the name of a command line option
    then: { type: 'string', default: '' },
    out: { type: 'string' },
    program: { type: 'string' },
  },
});
const [columns = 120, rows = 40] = values.size.split('x').map(Number);
await using program = values.program
  ? new TerminalProgram(process.execPath, [values.program, ...positionals], { columns, rows })
  : await openDesk({ columns, rows, args: positionals });
await program.seesWhere((screen) => screen.text() !== '' && screen.shows(values.see), `to see "${values.see}"`);
await program.press(...values.keys.split(',').filter(Boolean));
await program.seesWhere((screen) => screen.shows(values.then), `to see "${values.then}" after the keys`);
const screen = program.screen();
if (values.out) writeFileSync(values.out, toSvg(screen));
else console.log(toAnsi(screen));
