import type Big from 'big.js';
import { chains } from '../../domain/chain.ts';
import { formatAge, formatUsd } from '../../domain/format.ts';
import { isLookalike } from '../../domain/lookalike.ts';
import { quoteToken } from '../../domain/token.ts';
import type { Desk } from '../desk.ts';
import { muted, span } from '../text/span.ts';
import type { FormRow } from './form-spec.ts';
import { amountText, balanceAgeMs } from './spot-balance.ts';
import type { SpotInputs } from './spot-inputs.ts';
import { type Token, tokenName } from './token-field.ts';

/** Balances are read again every few seconds: older than this, their age is worth a word. */
const balanceIsOldMs = 30_000;

/** `84.221 SOL`, or that it is not known; with its age when that is more than it should be. */
export function balanceRow(desk: Desk, { sell, balance }: Pick<SpotInputs, 'sell' | 'balance'>): FormRow[] {
  if (!sell) return [];
  const ageMs = balanceAgeMs(desk);
  const age = ageMs !== null && ageMs > balanceIsOldMs ? ` ${formatAge(ageMs)} old` : '';
  return [
    {
      label: 'balance',
      value:
        balance === null
          ? [muted('not known here: the service checks it')]
          : [span(amountText(balance, sell, tokenName(sell))), span(age, 'warn')],
    },
  ];
}

/** The exact amount in whole tokens, its base units, and what it is worth. */
export const soldRow = (sell: Token, baseUnits: bigint, usd: Big | null): FormRow => ({
  label: 'sells',
  value: [
    span(amountText(baseUnits, sell, tokenName(sell)), 'title'),
    muted(` = ${baseUnits} base units`),
    muted(usd ? ` ≈ ${formatUsd(usd)} USD` : ', USD value not known'),
  ],
  wraps: true,
});

/** What a slippage may cost at most: `, at most 0.70 USD`; nothing where the order has no known value. */
export const slippageText = (usd: Big | null, slippageBps: number): string =>
  usd ? `, at most ${formatUsd(usd.times(slippageBps).div(10_000))} USD` : '';

/** Symbol, chain and the whole address; a symbol alone never says which token it is. */
export function tokenRows(desk: Desk, label: string, token: Token): FormRow[] {
  const { namesakes, symbol, address, chain } = token;
  const isDisguised = !quoteToken(token) && isLookalike(symbol, knownSymbols(desk));
  const warnings = [
    ...(namesakes > 0 ? [`${others(namesakes)} called ${tokenName(token)}: check the address`] : []),
    ...(isDisguised ? [`LOOKALIKE: ${symbol} is written like another token's symbol`] : []),
  ];
  return [
    { label, value: [span(`${tokenName(token)} ${chains[chain].name} ${address}`)], wraps: true },
    ...warnings.map((text): FormRow => ({ label: '', value: [span(text, 'warn')], wraps: true })),
  ];
}

const others = (count: number): string => (count === 1 ? '1 other token is' : `${count} other tokens are`);

const knownSymbols = (desk: Desk): string[] => desk.data.tokens().map(({ symbol }) => symbol);

/** The chain's fee is paid in its native token: selling all of it leaves nothing to pay with. */
export function feeWarning({ sell, amount, balance }: SpotInputs): FormRow[] {
  const isAll = sell && quoteToken(sell)?.kind === 'native' && amount && amount.baseUnits === balance;
  return isAll
    ? [{ label: '', value: [span(`leaves no ${tokenName(sell)} for the network fee`, 'warn')], wraps: true }]
    : [];
}
