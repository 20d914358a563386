import { expect, test } from 'vitest';
import { parseTokenId } from '../../domain/market/token.ts';
import { fillSupply, jupId, jupStats, takeStats } from '../../stores/market/owners.fixture.ts';
import type { Desk } from '../desk/desk.ts';
import { texts } from '../desk/fake-desk.fixture.ts';
import type { Values } from '../forms/form-spec.ts';
import { openForm } from '../forms/open-form.ts';
import { addresses, spotDesk } from '../forms/spot-desk.fixture.ts';
import { swapForm } from '../forms/swap/swap-form.ts';
import { triggerForm } from '../forms/trigger/trigger-form.ts';
import { overlayNow } from '../overlays/overlay-kinds.ts';
import { deskWants } from '../panes/pane-wants.ts';
import { overlayParts } from '../spoken/spoken-overlay.ts';
import { lineWidth } from '../text/span.ts';

const wide = { columns: 120, rows: 40 };
const narrow = { columns: 80, rows: 24 };

const forms = {
  swap: (desk: Desk, values: Values) => openForm(desk, swapForm(desk, values)),
  trigger: (desk: Desk, values: Values) => openForm(desk, triggerForm(desk, values)),
} as const;

function opened(name: keyof typeof forms, values: Values) {
  const { desk, cache } = spotDesk();
  fillSupply(cache);
  takeStats(desk.owners, jupStats, desk.now() - 12_000);
  forms[name](desk, values);
  const lines = (size: typeof wide) => {
    const open = overlayNow(desk);
    return open?.kind.lines?.(desk, open.view, size) ?? [];
  };
  return { desk, lines, drawn: (size: typeof wide) => texts(lines(size)).join('\n') };
}

const buys: Values = { sell: 'SOL', buy: addresses.jup, amount: '1' };
const settled = () => new Promise((resolve) => setImmediate(resolve));

test.each(['swap', 'trigger'] as const)(
  'a %s form that buys has the owners in a box beside it, or on one line',
  async (name) => {
    const { desk, lines, drawn } = opened(name, buys);
    lines(wide);
    await settled();
    expect(addresses.jup).toBe(parseTokenId(jupId)?.address);
    expect(drawn(wide)).toMatch(/╭─ Who owns this ─+╮(?:.|\n)*│ insiders +23\.10 % /);
    expect(lines(wide).every((line) => lineWidth(line) === 116)).toBe(true);
    expect(drawn(narrow)).toMatch(/owners +dev 1\.2 % {2}top 10 18 % {2}insiders 23 %/);
    expect(drawn(narrow)).not.toContain('Who owns this');
    expect(deskWants(desk, []).ownersOf).toBe(jupId);
  },
);

test('a sale has neither, and until a token is entered the box waits for it', async () => {
  const sale = opened('swap', { sell: addresses.jup, buy: 'SOL', amount: '1' });
  sale.lines(wide);
  await settled();
  for (const size of [wide, narrow]) expect(sale.drawn(size)).not.toMatch(/Who owns this|owners /);
  expect(deskWants(sale.desk, []).ownersOf).toBeNull();
  const empty = opened('swap', { sell: 'SOL' });
  expect(empty.drawn(wide)).toMatch(/Who owns this(?:.|\n)*Enter a token to buy\./);
  expect(empty.drawn(narrow)).not.toContain('owners ');
});

test('a screen reader hears the owners of the token that is bought', async () => {
  const { desk, lines } = opened('swap', buys);
  lines(wide);
  await settled();
  const { overlay } = desk.ui.getState();
  const said = overlay ? overlayParts(desk, overlay, wide).flatMap((part) => part.lines) : [];
  expect(said).toContain('Insiders: 23.10 % of the supply, 9 wallets, 12 s old.');
});
