import type Big from 'big.js';
import { chains } from '../../domain/market/chain.ts';
import { quoteToken } from '../../domain/market/token.ts';
import { formatAge, formatUsd } from '../../domain/numbers/format.ts';
import { isLookalike } from '../../domain/text/lookalike.ts';
import { notSent } from '../../stores/account/account-rows.ts';
import { amountText, balanceAgeMs } from '../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../desk/desk.ts';
import { muted, span } from '../text/span.ts';
import type { TypedAmount } from './amount-field.ts';
import type { FormRow } from './form-spec.ts';
import type { SpotInputs } from './spot-inputs.ts';
import { type Token, tokenName } from './token-field.ts';
import { usdRows } from './usd-amount.ts';

/** Balances are polled every few seconds; beyond this age the age is shown. */
export const balanceIsOldMs = 30_000;

/** Balance of the sold token, with its age if it is old. */
export function balanceRow(desk: Desk, { sell, balance }: Pick<SpotInputs, 'sell' | 'balance'>): FormRow[] {
  if (!sell) return [];
  const ageMs = balanceAgeMs(desk);
  const age = ageMs !== null && ageMs > balanceIsOldMs ? ` ${formatAge(ageMs)} old` : '';
  return [
    {
      label: 'balance',
      value:
        balance === null
          ? [muted('unknown: checked by the service')]
          : [span(amountText(balance, sell, tokenName(sell))), span(age, 'warn')],
    },
  ];
}

/** What is sold, with the conversion if it was typed in USD. */
export const soldRows = (desk: Desk, sell: Token, amount: TypedAmount, usd: Big | null): FormRow[] => [
  ...usdRows(desk, sell, amount),
  soldRow(sell, amount.baseUnits, usd),
];

/** The exact amount in tokens, in base units and in USD. */
export const soldRow = (sell: Token, baseUnits: bigint, usd: Big | null): FormRow => ({
  label: 'sell',
  value: [
    span(amountText(baseUnits, sell, tokenName(sell)), 'title'),
    muted(` = ${baseUnits} base units`),
    muted(usd ? ` ≈ ${formatUsd(usd)} USD` : ', USD value unknown'),
  ],
  wraps: true,
});

/** Maximum cost of slippage: `, at most 0.70 USD`; empty if the order's value is unknown. */
export const slippageText = (usd: Big | null, slippageBps: number): string =>
  usd ? `, at most ${formatUsd(usd.times(slippageBps).div(10_000))} USD` : '';

/** What a person may look for beside slippage. */
export const notSentRow: FormRow = { label: 'not sent', value: [muted(notSent)], wraps: true };

/**
 * Agents of the account can be set to start after its own trades, and no read tells which are. Null on paper, whose
 * agents have no trade trigger. Short enough for one line of a form.
 */
export const agentText = ({ session }: Desk): string | null =>
  session.getState().mode === 'live' ? 'an agent with a trade trigger may start after the swap' : null;

export function agentRows(desk: Desk): FormRow[] {
  const text = agentText(desk);
  return text === null ? [] : [{ label: 'agents', value: [muted(text)], wraps: true }];
}

/** Symbol, chain and full address: a symbol alone does not identify a token. */
export function tokenRows(desk: Desk, label: string, token: Token): FormRow[] {
  const { namesakes, symbol, address, chain } = token;
  const isDisguised = !quoteToken(token) && isLookalike(symbol, knownSymbols(desk));
  const warnings = [
    ...(namesakes > 0 ? [namesakesText(namesakes, tokenName(token))] : []),
    ...(isDisguised ? [lookalikeText(symbol)] : []),
  ];
  return [
    { label, value: [span(`${tokenName(token)} ${chains[chain].name} ${address}`)], wraps: true },
    ...warnings.map((text): FormRow => ({ label: '', value: [span(text, 'warn')], wraps: true })),
  ];
}

/** Warning about other tokens with the same symbol. */
export const namesakesText = (count: number, symbol: string): string =>
  `${count} other ${count === 1 ? 'token uses' : 'tokens use'} the symbol ${symbol}: check the address`;

export const namesakesRow = (count: number, symbol: string): FormRow => ({
  label: 'warning',
  value: [span(namesakesText(count, symbol), 'warn')],
  wraps: true,
});

/** Warning about a symbol that imitates another one. */
export const lookalikeText = (symbol: string): string =>
  `LOOKALIKE: ${symbol} looks like another token's symbol: check the address`;

const knownSymbols = (desk: Desk): string[] => desk.data.tokens().map(({ symbol }) => symbol);

/** Network fees are paid in the native token, so warn when all of it is sold. */
export function feeWarning({ sell, amount, balance }: SpotInputs): FormRow[] {
  const isAll = sell && quoteToken(sell)?.kind === 'native' && amount && amount.baseUnits === balance;
  return isAll
    ? [{ label: '', value: [span(`leaves no ${tokenName(sell)} for the network fee`, 'warn')], wraps: true }]
    : [];
}
