import type Big from 'big.js';
import { z } from 'zod';
import { type Chain, isChain } from '../domain/market/chain.ts';
import { isBuy, sameToken } from '../domain/market/token.ts';
import { AmountError, formatAmount, parseAmount, percentOf } from '../domain/numbers/amount.ts';
import type { ChildOrder } from './child-order.ts';
import type { PlanMarket, SpotFacts } from './plan-kind.ts';
import { entered, InputProblem, percentInput, positive, whole } from './read-inputs.ts';

type Values = Readonly<Record<string, string>>;

const token = z.object({ address: z.string(), symbol: z.string(), decimals: z.number().int().min(0).max(255) });

/** What every plan of swaps says of its market. */
export const spotMarket = z.object({
  chain: z.string().refine(isChain) as unknown as z.ZodType<Chain>,
  input: token,
  output: token,
  slippageBps: z.number().int().min(0).max(10_000),
});

export const baseUnitsText = z.string().regex(/^[1-9]\d{0,79}$/);

export type SpotMarket = z.output<typeof spotMarket>;

export const marketOf = ({ chain, input, output, slippageBps }: SpotMarket): PlanMarket => ({
  kind: 'spot',
  chain,
  inputToken: input.address,
  outputToken: output.address,
  input,
  output,
  slippageBps,
});

/** Exact: `84.2`. */
export const wholeTokens = ({ input }: SpotMarket, baseUnits: string): string =>
  formatAmount(BigInt(baseUnits), input.decimals);

export const sumUnits = (all: readonly { readonly baseUnits: string }[]): bigint =>
  all.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n);

export function swapOf({ chain, input, output, slippageBps }: SpotMarket, baseUnits: string): ChildOrder {
  return { do: 'swap', chain, inputToken: input.address, outputToken: output.address, baseUnits, slippageBps };
}

/** Whether it buys what is priced with a native token or a stablecoin; otherwise what is sold is what is priced. */
export const isPurchase = ({ chain, input, output }: Pick<SpotMarket, 'chain' | 'input' | 'output'>): boolean =>
  isBuy({ chain, address: input.address }, { chain, address: output.address });

/** The token that a price of the two is of: what is bought if it is a purchase, else what is sold. */
export const pricedToken = (market: Pick<SpotMarket, 'chain' | 'input' | 'output'>): SpotMarket['input'] =>
  isPurchase(market) ? market.output : market.input;

/** `140.2 USDC for one SOL`. */
export function priceText(market: Pick<SpotMarket, 'chain' | 'input' | 'output'>, px: string): string {
  const money = isPurchase(market) ? market.input : market.output;
  return `${px} ${money.symbol} for one ${pricedToken(market).symbol}`;
}

/** Throws InputProblem where the wallet or the market is not one that a plan of swaps can have. */
export function spotFacts(facts: { readonly kind: string }): SpotFacts {
  if (facts.kind !== 'spot') throw new InputProblem('market', 'Choose a token to sell and one to buy.');
  const spot = facts as SpotFacts;
  if (spot.isOwn) throw new InputProblem('walletId', ownKeyRefusal);
  const { chain, input, output } = spot;
  if (sameToken({ ...input, chain }, { ...output, chain }))
    throw new InputProblem('buy', 'This is the token being sold: enter another one.');
  return spot;
}

export const ownKeyRefusal =
  'A wallet with your own key signs only by hand, and a plan needs no hand: choose a wallet of the service.';

/** The fields of a plan that follow from its market. Throws InputProblem. */
export const marketFields = (values: Values, { chain, input, output }: SpotFacts): SpotMarket => ({
  chain,
  input,
  output,
  slippageBps: slippage(values),
});

/** `84.2`, `25%` or `all` of what is sold, in base units. Throws InputProblem; above the balance too. */
export function amount(values: Values, field: string, { input, balance }: SpotFacts): bigint {
  const text = entered(values, field).toLowerCase();
  const share = text === 'all' ? '100' : /^(\d{1,3}) ?%$/.exec(text)?.[1];
  const units = share === undefined ? typed(text, field, input) : shareOf(Number(share), field, balance);
  if (units <= 0n) throw new InputProblem(field, `Enter an amount of ${input.symbol} above zero.`);
  if (balance !== null && units > balance)
    throw new InputProblem(
      field,
      `The wallet holds ${formatAmount(balance, input.decimals)} ${input.symbol}: enter at most that.`,
    );
  return units;
}

/** An amount that the wallet need not hold yet. Throws InputProblem. */
export const anyAmount = (values: Values, field: string, facts: SpotFacts): bigint =>
  amount(values, field, { ...facts, balance: null });

function typed(text: string, field: string, { decimals, symbol }: SpotFacts['input']): bigint {
  try {
    return parseAmount(text.replaceAll(',', ''), decimals, symbol);
  } catch (error) {
    if (error instanceof AmountError) throw new InputProblem(field, error.message);
    throw error;
  }
}

function shareOf(percent: number, field: string, balance: bigint | null): bigint {
  if (percent > 100) throw new InputProblem(field, 'Enter at most 100 % of the balance.');
  if (balance === null) throw new InputProblem(field, 'The balance is unknown: enter an amount.');
  return percentOf(balance, percent * 100);
}

/** Basis points. Throws InputProblem. */
function slippage(values: Values): number {
  const bps = percentInput(values, 'slippage').times(100);
  if (bps.gt(10_000) || !bps.eq(bps.round(0)))
    throw new InputProblem('slippage', 'Enter a slippage of 0.01 to 100 per cent.');
  return Number(bps.toFixed());
}

/** Null where nothing was entered. Throws InputProblem. */
export const optional = <T>(values: Values, field: string, read: () => T): T | null =>
  entered(values, field) === '' ? null : read();

/** A year at most. Throws InputProblem. */
export const expiryHours = (values: Values): number => whole(values, 'expiry', 'hours', 1, 8_760);

/** A price in USD as decimal text. Throws InputProblem. */
export const usdPrice = (values: Values, field: string): Big => positive(values, field, 'a price in USD');

/** The inputs that most plans of swaps share. */
export const amountInput = {
  id: 'amount',
  label: 'Sell in all',
  help: 'an amount, 25% or all',
  word: '',
} as const;
export const slippageInput = {
  id: 'slippage',
  label: 'Slippage',
  help: 'per cent for each swap',
  word: 'slippage',
  standard: '1',
} as const;
export const expiryInput = {
  id: 'expiry',
  label: 'Expiry',
  help: 'hours, 1 to 8760',
  word: 'expiry',
  standard: '168',
} as const;
