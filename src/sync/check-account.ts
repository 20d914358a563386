import { isUnreadable, readable } from '../protocol/schema.ts';
import type { DeskData } from '../stores/desk-data.ts';
import type { TradingStore } from '../stores/trading.ts';

/**
 * A wallet that the configuration names and the account does not have: most likely the key of another account. The desk would
 * then show, and trade on, the wallets of somebody else's choice. Returns the function that ends the watch.
 */
export function checkAccount(data: DeskData, trading: TradingStore, walletId: string | null): () => void {
  if (walletId === null) return () => {};
  let last: string | null = null;
  const check = (): void => {
    const wrongAccount = whyWrong(data, walletId);
    // What else speaks against the account stays.
    if (wrongAccount !== last) trading.setState({ wrongAccount });
    last = wrongAccount;
  };
  check();
  return data.onChange(check);
}

function whyWrong(data: DeskData, walletId: string): string | null {
  const wallets = data.read('wallets').data;
  // One that cannot be read may be the one.
  const isThere = !wallets || wallets.some(isUnreadable) || readable(wallets).some((one) => one.walletId === walletId);
  return isThere
    ? null
    : `This account has no wallet ${walletId}, which the configuration names: is the key another account's? Nothing is sent.`;
}
