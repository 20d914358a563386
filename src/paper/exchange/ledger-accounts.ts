/** Ledger accounts beside the users' wallets. None of these names can be a wallet's id or address: they begin with `@`. */

/** Where coins come from and go to: mints and deposits. The only account that goes below zero. */
export const worldAccount = '@world';

/** Everybody who trades in the pools but is not a user of the service. */
export const crowdAccount = '@crowd';

/** What the service takes of swaps. */
export const platformAccount = '@platform';

/** What the chains take: network fees and rent. */
export const networkAccount = '@network';

/** What an exchange takes of the swaps in its pools. */
export const dexAccount = (dexName: string): string => `@dex:${dexName}`;

/** A pool's reserves. */
export const poolAccount = (poolAddress: string): string => `@pool:${poolAddress}`;

export const isUserAccount = (accountId: string): boolean => !accountId.startsWith('@');
