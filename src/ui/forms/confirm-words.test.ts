import { expect, test } from 'vitest';
import { footerLine } from '../bars/footer.ts';
import { type FakeDesk, fakeDesk, texts } from '../desk/fake-desk.fixture.ts';
import { openOverlay } from '../overlays/open-overlay.ts';
import { formParts } from '../spoken/spoken-form.ts';
import { plainText } from '../text/span.ts';
import { confirmLines } from './confirm-view.ts';
import type { FormSpec } from './form-spec.ts';
import { armAfterMs } from './form-state.ts';
import { openAtConfirmation } from './open-form.ts';
import { planForm } from './plan/plan-form.ts';

const scale = { coin: 'BTC', side: 'buy', size: '0.04', from: '95000', to: '94000', count: '4' };

/** The confirmation of a form: its footer, its screen and what the screen reader says. */
function confirmation(specOf: (fake: FakeDesk) => FormSpec<never>, focus: 'back' | 'send' = 'back') {
  const fake = fakeDesk();
  fake.fill();
  fake.connect({ state: 'connected' });
  openAtConfirmation(fake.desk, specOf(fake), false);
  const form = openOverlay(fake.desk, 'form')!.form;
  expect(form.state.phase).toBe('confirm');
  form.drawn();
  fake.clock.nowMs += armAfterMs;
  if (focus === 'send') form.key('Tab');
  const scope = form.state.confirm?.word ? 'word' : 'confirm';
  return {
    footer: plainText(footerLine(fake.desk, [scope], null, 80)).trim(),
    screen: texts(confirmLines(form, 76, 60))
      .join(' ')
      .replace(/\s+/g, ' '),
    spoken: formParts(form, 'paper')
      .flatMap(({ lines }) => lines)
      .join(' '),
  };
}

const plan = ({ desk }: FakeDesk, size: string) => planForm(desk, 'scale', { ...scale, size }) as FormSpec<never>;
const usual = (fake: FakeDesk) => {
  const { confirmWords: _, ...spec } = plan(fake, '0.04');
  return spec;
};

test('a form with words of its own says them in its footer, on the button and to the screen reader', () => {
  const { footer, screen, spoken } = confirmation((fake) => plan(fake, '0.04'));
  expect(footer).toMatch(/^y start {2}Esc back {2}⏎ back /);
  expect(screen).toMatch(/Press y to start it or Esc to go back\./);
  expect(screen).toContain('Start (y)');
  expect(spoken).toContain('The plan starts as read, and sends its orders by itself. Press y to start it or Esc');
  const onButton = confirmation((fake) => plan(fake, '0.04'), 'send');
  expect(onButton.footer).toMatch(/^y start {2}Esc back {2}⏎ start /);
  expect(onButton.spoken).toContain('Button: Start.');
});

test('so it does where a word is typed', () => {
  const { footer, screen, spoken } = confirmation((fake) => plan(fake, '0.2'));
  expect(footer).toMatch(/^⏎ start {2}Esc back/);
  expect(screen).toContain('to start it');
  expect(spoken).toContain('Type PLAN and press Enter to start it; Esc goes back.');
});

test('without words of its own it sends', () => {
  expect(confirmation(usual).footer).toMatch(/^y send {2}Esc back {2}⏎ back /);
  expect(confirmation(usual, 'send')).toMatchObject({
    footer: expect.stringMatching(/^y send {2}Esc back {2}⏎ send /),
    spoken: expect.stringMatching(/Sent once, exactly as read\. Press y to send .* Button: Send\./),
  });
});
