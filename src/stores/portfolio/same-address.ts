import { readChain } from '../../domain/market/chain.ts';

/** EVM addresses are compared without case. */
export const isSameAddress = (one: string, other: string): boolean => canonical(one) === canonical(other);

const canonical = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address);

interface Holding {
  readonly tokenAddress: string;
  readonly walletAddress: string;
  readonly network?: string | null | undefined;
}

/**
 * Whether this is the wallet's holding of the token on this chain: EVM wallets and tokens share addresses across
 * chains.
 */
export const isHeld = (holding: Holding, chain: string, token: string, wallet: string): boolean =>
  isSameAddress(holding.tokenAddress, token) && isSameAddress(holding.walletAddress, wallet) && isOn(holding, chain);

/** A holding without a network may be on any chain. */
export const isOn = ({ network }: Holding, chain: string): boolean => network == null || readChain(network) === chain;

/** `WALLET TOKEN`: equal texts are the same holding on a chain. */
export const holdingKey = ({ walletAddress, tokenAddress }: Holding): string =>
  `${canonical(walletAddress)} ${canonical(tokenAddress)}`;
