/** Ledger accounts besides users' wallets. They begin with `@`, so none can be a wallet's id or address. */

/** Source and destination of mints and deposits. The only account with a negative balance. */
export const worldAccount = '@world';

/** Everybody who trades in the pools but is not a user of the service. */
export const crowdAccount = '@crowd';

/** The service's swap fees. */
export const platformAccount = '@platform';

/** Network fees and rent. */
export const networkAccount = '@network';

/** Fees of an exchange's pools. */
export const dexAccount = (dexName: string): string => `@dex:${dexName}`;

/** A pool's reserves. */
export const poolAccount = (poolAddress: string): string => `@pool:${poolAddress}`;

export const isUserAccount = (accountId: string): boolean => !accountId.startsWith('@');
