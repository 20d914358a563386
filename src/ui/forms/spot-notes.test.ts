import { describe, expect, test } from 'vitest';
import { readRows, settle } from '../desk/fake-desk.fixture.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import { plainText } from '../text/span.ts';
import { formLines, maxScroll } from './form-view.ts';
import { openForm } from './open-form.ts';
import { openSpotForm } from './spot-desk.fixture.ts';
import { swapForm } from './swap/swap-form.ts';
import { triggerForm } from './trigger/trigger-form.ts';

const swap = { walletId: 'wal_main', sell: 'SOL', amount: '1.5', buy: 'BONK', slippage: '1' };
const trigger = {
  walletId: 'wal_main',
  sell: 'SOL',
  amount: '1.5',
  buy: 'BONK',
  behavior: 'immediate',
  metric: 'price_usd',
  direction: 'below',
  value: '0.00001',
  trailing: '',
  slippage: '2',
  expiry: '24',
};
const forms = { swap: () => openSpotForm(swapForm, swap), trigger: () => openSpotForm(triggerForm, trigger) };
const agents = 'agents: an agent with a trade trigger may start after the swap';
const notSent = 'not sent: priority fee, bribe, MEV protection: not in the API';

describe.each(['swap', 'trigger'] as const)('the %s form', (kind) => {
  const rows = async (mode: 'paper' | 'live') => {
    const { desk, form, evaluate } = forms[kind]() as ReturnType<typeof forms.swap>;
    desk.session.setState({ mode });
    const { preview, draft } = await evaluate();
    if (!draft) throw new Error('no draft');
    return { preview: readRows(preview), confirmation: readRows(form.confirmation(draft)) };
  };

  test('says that the swap can start an agent, where agents have trade triggers', async () => {
    const live = await rows('live');
    expect(live.preview).toContain(agents);
    expect(live.confirmation).toContain(agents);
    const paper = await rows('paper');
    expect([...paper.preview, ...paper.confirmation].join()).not.toContain('agent');
  });

  test('says what no request can carry', async () => {
    expect((await rows('paper')).preview).toContain(notSent);
  });
});

test('the confirmation of a live swap is whole at 80×24, with a warning about other tokens of the same symbol', async () => {
  const { desk } = forms.swap();
  desk.session.setState({ mode: 'live' });
  openForm(desk, swapForm(desk, swap));
  await settle();
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'form') throw new Error('no form is open');
  const size = { columns: 80, rows: 24 };
  handleKey(desk, 'Enter', size);
  await settle();
  handleKey(desk, 'Enter', size);
  const shown = formLines(overlay.form, { mode: 'live', ...size })
    .map(plainText)
    .join('\n');
  expect(overlay.form.state.phase, shown).toBe('confirm');
  expect(maxScroll(overlay.form, size)).toBe(0);
  expect(shown).toMatch(/agents +an agent with a trade trigger may start after the swap +┃/);
  expect(shown).toContain('tokens use the symbol BONK');
});
