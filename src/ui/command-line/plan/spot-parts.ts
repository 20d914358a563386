import { quoteToken, quoteTokens, tokenId } from '../../../domain/market/token.ts';
import { formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import { usdNumber } from '../../../domain/numbers/usd-amount.ts';
import { heldTokens, usdValue } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import type { TypedAmount } from '../../forms/amount-field.ts';
import { heldAddress, type Token } from '../../forms/token-field.ts';
import { usdText } from '../../forms/usd-amount.ts';
import { defaultWallet, type SpotWallet } from '../../forms/wallet-choice.ts';

/** `1.5 SOL, about 210.00 USD,`, or what an amount in USD comes to, with the price and its age. */
export function amountWords(
  desk: Desk,
  amount: string,
  name: string,
  token: Token | null,
  read: TypedAmount | null,
): string {
  const [number, usd] = [usdNumber(amount), read?.usd];
  if (token && read && usd) return `${usdText(token, { ...read, usd }, desk.now())},`;
  if (number !== null) return `${groupThousands(number)} USD of ${name}`;
  const size = amount.endsWith('%') ? `${amount.replace('%', ' %')} of ${name}` : `${groupThousands(amount)} ${name}`;
  const value = token && read && usdValue(desk, token, read.baseUnits);
  return `${size}${value ? `, about ${formatUsd(value)} USD,` : ''}`;
}

/** The default wallet, on the chain where it has the sold token, unless only another one does. */
export function walletFor(desk: Desk, wallets: readonly SpotWallet[], sell: string): SpotWallet | null {
  const usual = defaultWallet(desk, wallets);
  const isAt = (wallet: SpotWallet): boolean => knownToken(desk, wallet, sell) !== null;
  const onItsChains = wallets.filter(({ walletId }) => walletId === usual?.walletId);
  return [...onItsChains, ...wallets].find(isAt) ?? usual;
}

/** The default wallet, unless the bought token is known on other chains only. */
export function payerOf(desk: Desk, wallets: readonly SpotWallet[], buy: string): SpotWallet | null {
  const usual = defaultWallet(desk, wallets);
  const known = wallets.flatMap((wallet) => (knownToken(desk, wallet, buy) ? [wallet.chain] : []));
  if (!usual || known.length === 0 || known.includes(usual.chain)) return usual;
  return defaultWallet(
    desk,
    wallets.filter(({ chain }) => known.includes(chain)),
  );
}

/** A token the desk already knows: native, stablecoin or held by the wallet. */
export function knownToken(desk: Desk, wallet: SpotWallet, text: string): Token | null {
  const { chain } = wallet;
  const money =
    quoteTokens.find((token) => token.chain === chain && token.symbol.toLowerCase() === text.toLowerCase()) ??
    quoteToken({ chain, address: text });
  if (money) return { ...money, namesakes: 0 };
  const held = heldTokens(desk, wallet);
  const address = heldAddress(desk, chain, held, text) ?? held.find((candidate) => candidate === text) ?? null;
  const info = address === null ? undefined : desk.data.token(tokenId({ chain, address }));
  return address !== null && info
    ? { chain, address, symbol: info.symbol, decimals: info.decimals, namesakes: 0 }
    : null;
}
