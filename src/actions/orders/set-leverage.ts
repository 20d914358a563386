import Big from 'big.js';
import { cleanText } from '../../domain/text/clean-text.ts';
import { setPerpLeverage as endpoint } from '../../protocol/endpoints/perp-position.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';

export interface SetLeverage {
  readonly walletId: string;
  readonly coin: string;
  /** Whole multiple, from 1. */
  readonly leverage: number;
  readonly isCross: boolean;
  /** The current setting; null if it is unknown. */
  readonly before: { readonly leverage: number; readonly isCross: boolean } | null;
  /** Whether a position is open; its leverage can then be read. */
  readonly hasPosition: boolean;
}

/** Sets the leverage and margin mode (cross or isolated) of a coin. */
export function leverageIntent(_: IntentContext, draft: SetLeverage): Intent<typeof endpoint> {
  const { walletId, coin, leverage, isCross, before, hasPosition } = draft;
  const words = `${leverage}× ${isCross ? 'cross' : 'isolated'}`;
  const isChange = before !== null && (before.leverage !== leverage || before.isCross !== isCross);
  return {
    endpoint,
    input: { body: { coin, walletId, leverage, isCross } },
    summary: `set ${coin} leverage to ${words}`,
    walletId,
    instrument: `perp-leverage:${coin}`,
    side: 'set',
    // Only lower leverage in the same mode is known to reduce risk.
    risk: before !== null && before.isCross === isCross && leverage <= before.leverage ? 'reduces' : 'adds',
    usd: new Big(0),
    needs: ['positions', 'markets'],
    limits: { walletId, isExecution: false },
    touches: ['positions', 'perpAccount', 'usage'],
    evidence:
      hasPosition && isChange
        ? { kind: 'leverage', walletId, coin, leverage, leverageBefore: before.leverage }
        : { kind: 'none' },
    readResult: ({ success, error }) =>
      success && !error
        ? { accepted: true, message: `${coin} leverage is ${words}` }
        : {
            accepted: false,
            code: 'LEVERAGE_REFUSED',
            message: cleanText(error || 'refused without a reason'),
            isProven: true,
          },
  };
}
