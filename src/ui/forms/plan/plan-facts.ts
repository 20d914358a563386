import { baseFeeRates } from '../../../domain/market/fee-rates.ts';
import type { PerpFacts, SpotFacts } from '../../../plans/plan-kind.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import { balanceOf, usdPrice } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { bookSide } from '../perp/market-fill.ts';
import { feeRates } from '../perp/perp-account.ts';
import type { Token } from '../token-field.ts';
import { tokenName } from '../token-field.ts';
import type { SpotWallet } from '../wallet-choice.ts';

/** What a perp plan is built from; the book where it has been read, else what the list of markets says. */
export const perpFacts = (desk: Desk, market: PerpMarket): PerpFacts => ({
  kind: 'perp',
  coin: market.coin,
  szDecimals: market.szDecimals,
  maxLeverage: market.maxLeverage,
  mark: market.markPx,
  bid: bookSide(desk, market.coin, false)?.[0]?.price ?? market.bid,
  ask: bookSide(desk, market.coin, true)?.[0]?.price ?? market.ask,
  fees: feeRates(desk) ?? baseFeeRates,
});

const named = (token: Token) => ({ address: token.address, symbol: tokenName(token), decimals: token.decimals });

export const spotFacts = (desk: Desk, wallet: SpotWallet, sell: Token, buy: Token): SpotFacts => ({
  kind: 'spot',
  chain: wallet.chain,
  input: named(sell),
  output: named(buy),
  inputUsd: usdPrice(desk, sell),
  outputUsd: usdPrice(desk, buy),
  balance: balanceOf(desk, wallet, sell),
});
