import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/run/any-text.ts';
import { cases } from '../../../test/run/cases.ts';
import type { Desk } from '../desk/desk.ts';
import { settle } from '../desk/fake-desk.fixture.ts';
import type { FormSpec, Values } from './form-spec.ts';
import { addresses, spotDesk } from './spot-desk.fixture.ts';
import { swapForm } from './swap/swap-form.ts';
import { triggerForm } from './trigger/trigger-form.ts';

const junk = fc.oneof(
  fc.constantFrom('', '1', '0', '1.5', '50%', '101%', 'SOL', 'USDC', 'JUP', addresses.bonk, '1.1B'),
  fc.stringMatching(/^[\d.,eEkKmMbB+\-−% ]{0,14}$/),
  anyText(130),
);
// Mostly good, so that one bad field meets others that are right.
const mostly = (...good: string[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: junk });
const values: fc.Arbitrary<Values> = fc.record({
  sell: mostly('SOL', 'JUP', addresses.jup),
  amount: mostly('1.5', '50%', '100%', '50 usd', '$20'),
  buy: mostly('USDC', 'BONK', addresses.bonk),
  value: mostly('0.95', '1.1B'),
  trailing: mostly('8', '0.01', '99'),
  slippage: mostly('1', '0.5'),
  expiry: mostly('24', '0'),
  walletId: fc.constantFrom('wal_main', 'wal_main', 'wal_main', 'wal_base', 'wal_monad', 'gone', ''),
  behavior: fc.constantFrom('immediate', 'trailing'),
  metric: fc.constantFrom('price_usd', 'market_cap_usd', 'liquidity_usd'),
  direction: fc.constantFrom('above', 'below'),
});

describe.each<[string, (desk: Desk) => FormSpec<object>]>([
  ['swapForm', swapForm],
  ['triggerForm', triggerForm],
])('%s, whatever is typed', (_name, open) => {
  it('never throws, and drafts only what has no problem and can be confirmed', async () => {
    let drafts = 0;
    await fc.assert(
      fc.asyncProperty(values, async (typedValues) => {
        const form = open(spotDesk().desk);
        for (let turn = 0; turn < 3; turn++) {
          form.fields(typedValues);
          form.subject(typedValues);
          const { problems, draft } = form.evaluate(typedValues);
          expect(draft === null).toBe(Object.keys(problems).length > 0);
          if (draft) {
            drafts++;
            expect(form.confirmation(draft).length).toBeGreaterThan(5);
          }
          await settle();
        }
      }),
      { numRuns: cases(300, 1_000) },
    );
    // About one in twelve can be sent.
    expect(drafts).toBeGreaterThan(cases(0, 50));
  });
});
