import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { backToDesk, deskOn, deskOnPaper, seesArmed } from './desk-on-paper.ts';
import { sentRequests, sinceLastLook } from './sent-requests.ts';
import { seesPlans, starts } from './start-plan.ts';

describe('plans on a desk', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await deskOnPaper({ columns: 160, rows: 40 });
  });
  afterEach(() => backToDesk(desk));
  afterAll(() => desk?.close());
  const sentSince = sinceLastLook(() => sentRequests(desk));

  test('a scale from the command line to done: each level is sent once', async () => {
    await starts(desk, 'scale buy 0.03 ETH 4200..4198 in 3');
    await seesPlans(desk);
    await desk.sees(/done +Scale: buy 0\.03 ETH 4200\.\.4198 in 3 .*100 %/);
    expect(sentSince().filter(({ event }) => event === 'sent')).toMatchObject(
      ['4200', '4199', '4198'].map((limitPx) => ({
        operation: 'perp.placeOrder',
        plan: { attempt: 1 },
        input: { body: { coin: 'ETH', isBuy: true, sz: '0.01', limitPx } },
      })),
    );
    await desk.press('6');
    await desk.sees(/Scale level 3\/3: buy 0\.01 ETH at 4198/);
  });

  test('a TWAP waits for its times, with a countdown, and is done after its last slice', async () => {
    await starts(desk, 'twap buy 0.02 ETH over 20s in 2 jitter 0');
    await seesPlans(desk);
    await desk.sees(/active +TWAP: .* 50 % .*slice 2 in \d+s/);
    await desk.sees(/done +TWAP: buy 0\.02 ETH over 20s in 2 .*100 %/);
    expect(sentSince().filter(({ event }) => event === 'sent')).toHaveLength(2);
  });

  test('a plan that rests is paused, resumed with its reason, given other limits, and cancelled with its orders', async () => {
    await starts(desk, 'scale sell 0.02 ETH 5000..5100 in 2');
    await seesPlans(desk);
    await desk.press('g');
    await desk.sees(/▸ active +Scale: sell 0\.02 ETH .*2 of 2 orders are open/);
    await desk.press('p');
    await desk.sees(/▸ paused +Scale: sell .*paused by you/);
    await desk.press('a');
    await seesArmed(desk, 'Resume (y)');
    expect(desk.screen().text()).toMatch(/paused +paused by you/);
    await desk.press('y');
    await desk.sees(/▸ active +Scale: sell/);
    await desk.press('e');
    await desk.sees('Limits of a plan');
    await desk.types('40');
    await desk.sees(/operations 14 → 40/);
    await desk.press('Enter');
    await seesArmed(desk, 'Change (y)');
    await desk.press('y');
    await desk.seesNot('Limits of a plan');
    sentSince();
    await desk.press('x');
    await desk.sees('Cancel plan');
    expect(desk.screen().text()).toMatch(/level 1, level 2: cancelled one after another/);
    await desk.press('Enter');
    await seesArmed(desk, 'Cancel plan (y)');
    await desk.press('y');
    await desk.sees(/cancelled +Scale: sell 0\.02 ETH/);
    expect(
      sentSince()
        .filter(({ event }) => event === 'sent')
        .map(({ operation }) => operation),
    ).toEqual(['perp.cancelOrder', 'perp.cancelOrder']);
  });

  test('the kill switch pauses every plan, and each is resumed by a decision of its own', async () => {
    await starts(desk, 'twap buy 0.04 ETH over 40s in 4 jitter 0');
    await seesPlans(desk);
    await desk.press('g');
    await desk.sees(/▸ active +TWAP: buy 0\.04 ETH .* 25 %/);
    sentSince();
    await desk.press('H');
    await desk.sees(/▸ paused +TWAP: buy 0\.04 ETH .*trading was halted/);
    await desk.press('a');
    await desk.sees('Trading is halted: nothing is sent.');
    await desk.press('Esc');
    await desk.press(':');
    await desk.types('active');
    await desk.press('Enter');
    await desk.sees('Trading mode');
    await desk.press('Tab', 'Tab', 'Enter');
    await seesArmed(desk, 'Type ACTIVE and press');
    await desk.types('active');
    await desk.press('Enter');
    await desk.seesNot('HALTED');
    expect(desk.screen().text()).toMatch(/▸ paused +TWAP: buy 0\.04 ETH/);
    expect(sentSince()).toEqual([]);
    await desk.press('x');
    await desk.sees('Cancel plan');
    await desk.press('Enter');
    await seesArmed(desk, 'Cancel plan (y)');
    await desk.press('y');
    await desk.sees(/cancelled +TWAP: buy 0\.04 ETH/);
  });

  test('an impossible plan is refused on the line, with what would be possible', async () => {
    await desk.press(':');
    await desk.types('twap buy 0.01 ETH over 1h in 30');
    await desk.sees(/smallest order of 10 USD: use fewer parts or a larger size/);
    await desk.press('Esc');
  });
});

describe('a desk that is closed and started again', () => {
  let paper: PaperProcess;
  const home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  beforeAll(async () => {
    paper = await startPaper({ seed: 1 });
  });
  afterAll(async () => {
    await paper?.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  });

  test('goes on with its plans where they stood, and sends nothing twice', async () => {
    const options = { columns: 160, rows: 40, home };
    {
      await using desk = await deskOn(paper, options);
      await starts(desk, 'twap buy 0.02 ETH over 20s in 2 jitter 0');
      await seesPlans(desk);
      await desk.sees(/active +TWAP: .* 50 %/);
    }
    await using desk = await deskOn(paper, options);
    await seesPlans(desk);
    await desk.sees(/active +TWAP: .* 50 % .*slice 2/);
    await desk.sees(/done +TWAP: .*100 %/);
    expect(sentRequests(desk).filter(({ event }) => event === 'sent')).toHaveLength(2);
  });
});

describe('presets of the configuration', () => {
  const home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  const configure = (toml: string): void => {
    mkdirSync(join(home, 'config'), { recursive: true });
    writeFileSync(join(home, 'config/config.toml'), toml);
  };

  test('open filled in by their key and from the palette, and are started by the form alone', async () => {
    configure(
      '[presets]\nplans = ["twap buy 0.02 ETH over 20s in 2 jitter 0", "twap buy 2 ETHH over 1h in 30"]\n[keys]\n"plan.preset1" = ["F7"]\n',
    );
    await using desk = await deskOnPaper({ columns: 160, rows: 40, home });
    await desk.press('F7');
    await desk.sees('New plan');
    await desk.sees(/slice 1–2 +buy 0\.01 ETH/);
    expect(desk.screen().line('┃ Over')).toContain('▕20s ');
    expect(sentRequests(desk)).toEqual([]);
    await desk.press('Tab', 'Enter');
    await seesArmed(desk, 'Start (y)');
    await desk.press('y');
    await desk.seesNot('New plan');
    await seesPlans(desk);
    await desk.sees(/TWAP: buy 0\.02 ETH over 20s in 2/);
    await desk.press('C-p');
    await desk.types('ethh');
    await desk.sees(/▸ +plan preset 2 +Start a plan: twap buy 2 ETHH over 1h in 30/);
    await desk.press('Enter');
    await desk.says(/plan preset 2: No market matches ETHH: enter another/);
    expect(desk.screen().text()).not.toContain('New plan');
  });

  test('that are no plans are refused at the start, with the line and what is allowed', async () => {
    configure('[presets]\nplans = ["buy 1 SOL"]\n');
    // So wide that no sentence is wrapped, wherever the folder is.
    await using desk = await openDesk({ home, args: ['--ephemeral'], columns: 400, rows: 40 });
    const { code, after } = await desk.exits();
    expect(code).not.toBe(0);
    expect(after.text()).toMatch(
      /config\.toml:2:1: presets\.plans\.0: "buy 1 SOL" is not a plan: write what the command line takes, such as twap buy /,
    );
  });
});
