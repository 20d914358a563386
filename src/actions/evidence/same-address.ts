import { chainNamed } from '../../domain/chain.ts';

/** EVM addresses are written in several cases. */
export const isSameAddress = (one: string, other: string): boolean => canonical(one) === canonical(other);

const canonical = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address);

interface Holding {
  readonly tokenAddress: string;
  readonly walletAddress: string;
  readonly network?: string | null | undefined;
}

/** Whether it is what the wallet holds of the token on this chain: EVM wallets and tokens have one address on several. */
export const isHeld = (holding: Holding, chain: string, token: string, wallet: string): boolean =>
  isSameAddress(holding.tokenAddress, token) && isSameAddress(holding.walletAddress, wallet) && isOn(holding, chain);

export const isOn = ({ network }: Holding, chain: string): boolean => network == null || chainNamed(network) === chain;

export const holdingKey = ({ walletAddress, tokenAddress }: Holding): string =>
  `${canonical(walletAddress)} ${canonical(tokenAddress)}`;
