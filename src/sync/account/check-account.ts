import { isUnreadable, readable } from '../../protocol/schema.ts';
import type { TradingStore } from '../../stores/account/trading.ts';
import type { DeskData } from '../../stores/desk-data.ts';

/**
 * Blocks trading if the account does not have the configured wallet: the key is probably another account's, and the desk would
 * show and trade the wrong wallets. Returns the function that stops the check.
 */
export function checkAccount(data: DeskData, trading: TradingStore, walletId: string | null): () => void {
  if (walletId === null) return () => {};
  let last: string | null = null;
  const check = (): void => {
    const wrongAccount = whyWrong(data, walletId);
    // Keeps a reason that another check has set.
    if (wrongAccount !== last) trading.setState({ wrongAccount });
    last = wrongAccount;
  };
  check();
  return data.subscribe(check);
}

function whyWrong(data: DeskData, walletId: string): string | null {
  const wallets = data.read('wallets').data;
  // An unreadable wallet could be the configured one.
  const isThere = !wallets || wallets.some(isUnreadable) || readable(wallets).some((one) => one.walletId === walletId);
  return isThere
    ? null
    : `This account has no wallet ${walletId}, which the configuration names: is the key another account's? Nothing is sent.`;
}
