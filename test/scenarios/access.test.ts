import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { deskOnPaper, hasData } from './desk-on-paper.ts';

let home = '';
let desk: Desk | null = null;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-access-'));
});
afterEach(async () => {
  await desk?.close();
  desk = null;
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

describe('the tour', () => {
  const open = async (...args: string[]): Promise<Desk> => {
    desk = await openDesk({ home, columns: 80, rows: 24, args });
    return desk;
  };

  test('is shown at the first start on paper, ends at Esc, and is not shown again', async () => {
    const first = await open();
    await first.sees('Tour: The screen');
    await first.press('Esc');
    await first.seesNot('Tour:');
    await first.sees('Tour ended');
    await first.close();
    const second = await open();
    await hasData(second);
    expect(second.screen().shows('Tour:')).toBe(false);
  });

  test('goes on by Enter and by the key it speaks of, on a desk that works', async () => {
    const on = await open('--ephemeral', '--tour');
    await hasData(on);
    await on.press('2');
    await on.sees('Tour: Forms');
    await on.press('s');
    await on.sees(/━ Swap ━|Swap/);
    await on.press('Esc');
    await on.sees('Tour: Quick trades');
    await on.press('Enter');
    await on.sees('Tour: Search and commands');
    await on.press(':');
    await on.sees('Type a command');
    await on.press('Esc');
    await on.sees('Tour: Kill switch');
    await on.press('Enter');
    await on.seesNot('Tour:');
  });

  test('stays whole at other sizes, and can be asked for again', async () => {
    const on = await open('--ephemeral');
    await hasData(on);
    expect(on.screen().shows('Tour:')).toBe(false);
    await on.press(':');
    await on.types('tour');
    await on.press('Enter');
    for (const [columns, rows] of [
      [60, 16],
      [120, 40],
      [200, 60],
    ] as const) {
      await on.resizes(columns, rows);
      await on.seesWhere(
        (screen) => screen.shows('Tour: The screen') && screen.shows(/⏎ next/),
        `the tour at ${columns}×${rows}`,
      );
      expect(on.screen().shows('Positions')).toBe(true);
    }
  });
});

/** Presses a key when what was said last has come, and waits for the words that answer it. */
async function says(program: Desk, key: string, answer: string | RegExp): Promise<void> {
  const before = program.output.length;
  await program.press(key);
  await program.seesWhere(() => heardSince(program, before, answer), `to hear ${answer} after ${key}`);
}

function heardSince({ output }: Desk, from: number, answer: string | RegExp): boolean {
  const heard = output.slice(from);
  return typeof answer === 'string' ? heard.includes(answer) : answer.test(heard);
}

describe('in lines, for a screen reader', () => {
  const listen = async (env: Record<string, string> = {}, ...args: string[]): Promise<Desk> => {
    desk = await openDesk({ columns: 100, rows: 40, args: ['--ephemeral', ...args], env });
    await desk.sees(/Row 1 of 3: coin BTC/);
    return desk;
  };

  test('half a position is closed by listening only', async () => {
    const on = await listen({}, '--screen-reader');
    await says(on, 'Down', /Row 2 of 3: coin ETH, size −4\.2000/);
    await says(on, 'Up', /Row 1 of 3: coin BTC, size \+0\.15000/);
    await says(on, 'c', /Form: Close position\. PAPER\. BTC long[\s\S]*Percentage: 100 %/);
    await says(on, 'h', '50 %.');
    await says(
      on,
      'Enter',
      /Confirmation\. PAPER\.[\s\S]*close: 50 % of BTC long[\s\S]*wallet: perps 0x[\s\S]*Press y to send/,
    );
    await on.ages(300);
    await says(on, 'y', /Done: Close accepted: 50 % of BTC long[\s\S]*Accepted\./);
    await says(on, 'Esc', /Row 1 of 3/);
    // The answer to the order is not yet the position that it leaves: that is read anew.
    const before = on.output.length;
    while (!heardSince(on, before, /coin BTC, size \+0\.075/)) await on.press('Space');
    await on.press('q');
    expect((await on.exits()).code).toBe(0);
    expect(on.output).toContain('swapdeck has ended.');
    expect(on.output.replace(/[\r\n]/g, '')).not.toMatch(/\p{Cc}/u);
  });

  test('the environment asks for it too, ? reads the keys, and what is pasted presses nothing', async () => {
    const on = await listen({ INK_SCREEN_READER: 'true', TERM: 'dumb' });
    await says(on, '?', /Positions pane:[\s\S]*c: [\s\S]*capital H: /);
    await says(on, 'c', 'Percentage: 100 %');
    await says(on, 'h', '50 %.');
    await says(on, 'Enter', 'Press y to send');
    await on.ages(300);
    const before = on.output.length;
    await on.sends('yes\ry');
    await says(on, 'Esc', /Button: |Percentage|Cancel/);
    expect(on.output.slice(before)).not.toMatch(/Sent|Accepted/);
  });
});

test('a copied value leaves for the terminal’s clipboard as it is', async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
  await desk.press('1', 'Y', 'Enter');
  await desk.sees('sent to the terminal’s clipboard: coin BTC');
  expect(desk.output).toContain(`\x1b]52;c;${Buffer.from('BTC').toString('base64')}\x07`);
});
