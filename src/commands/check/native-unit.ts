import type Big from 'big.js';
import { fieldsOf } from '../../domain/fields.ts';
import { allChains, chains, readChain } from '../../domain/market/chain.ts';
import { dec, readPositive } from '../../domain/numbers/decimal.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import type { Fact } from './check-report.ts';

type NativeUnit = Config['balances']['nativeUnit'];
type Unit = Exclude<NativeUnit, 'as-given'>;

const inWords: Readonly<Record<Unit, string>> = { whole: 'whole coins', 'base-units': 'base units' };

/**
 * Which unit the native balances have: the one in which a coin costs what it costs. @param solPrice USD; null if it is
 * unknown. Then no native coin is taken to cost less than 1 cent or more than 1,000,000 USD.
 */
export function nativeUnitFact(wallets: readonly unknown[], solPrice: Big | null, configured: NativeUnit): Fact {
  const question = 'nativeBalance unit';
  const units = wallets.map((wallet) => unitOf(wallet, solPrice)).filter((unit) => unit !== null);
  const [unit, ...others] = [...new Set(units)];
  if (unit === undefined)
    return { question, finding: 'unknown: no wallet has a balance and its value', config: null, isWrong: false };
  if (others.length > 0)
    return { question, finding: 'it differs from wallet to wallet', config: null, isWrong: configured !== 'as-given' };
  const wallet = units.length === 1 ? 'the balance of 1 wallet fits' : `the balances of ${units.length} wallets fit`;
  const isSet = configured === unit;
  return {
    question,
    finding: `${inWords[unit]}${isSet ? ', as configured' : ''}: ${wallet} the price`,
    config: isSet ? null : `[balances]\nnative_unit = "${unit}"`,
    isWrong: !isSet && configured !== 'as-given',
  };
}

function unitOf(wallet: unknown, solPrice: Big | null): Unit | null {
  const { chain: name, nativeBalance, nativeBalanceUsd, nativeSymbol } = fieldsOf(wallet);
  const chain = readChain(name) ?? allChains.find((one) => chains[one].nativeSymbol === nativeSymbol);
  const amount = readPositive(String(nativeBalance));
  const usd = readPositive(String(nativeBalanceUsd));
  if (!chain || !amount || !usd) return null;
  const wholePrice = usd.div(amount);
  const basePrice = wholePrice.times(dec('10').pow(chains[chain].nativeDecimals));
  const fits = (price: Big): boolean =>
    chain === 'solana' && solPrice
      ? price.gt(solPrice.div(2)) && price.lt(solPrice.times(2))
      : price.gte('0.01') && price.lte('1000000');
  if (fits(wholePrice) === fits(basePrice)) return null;
  return fits(wholePrice) ? 'whole' : 'base-units';
}
