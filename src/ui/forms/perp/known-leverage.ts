import { z } from 'zod';
import type { Desk } from '../../desk/desk.ts';
import { livePosition } from '../position-form-parts.ts';

export interface KnownLeverage {
  readonly leverage: number;
  readonly isCross: boolean;
  /** `position`: reported by the service. `desk`: set from this desk, may have been changed elsewhere since. */
  readonly from: 'position' | 'desk';
}

const sentBody = z.object({
  body: z.object({ coin: z.string(), walletId: z.string(), leverage: z.number(), isCross: z.boolean() }),
});

/** The leverage of a coin, null if unknown. The service reports it only for open positions. */
export function knownLeverage(desk: Desk, coin: string, walletId: string | null): KnownLeverage | null {
  const position = livePosition(desk, coin)?.position;
  const reported = Number(position?.leverage?.toFixed(0) ?? 0);
  // Leverage is at least 1: treat lower values as unknown.
  if (position && reported >= 1)
    return { leverage: reported, isCross: position.leverageType !== 'isolated', from: 'position' };
  const set = desk.records
    .getState()
    .records.findLast(
      ({ operation, state, resolution, input }) =>
        operation === 'perp.setLeverage' &&
        (state === 'accepted' || resolution?.verdict === 'done') &&
        isOf(input, coin, walletId),
    );
  const { body } = sentBody.safeParse(set?.input).data ?? {};
  return body ? { leverage: body.leverage, isCross: body.isCross, from: 'desk' } : null;
}

function isOf(input: unknown, coin: string, walletId: string | null): boolean {
  const { body } = sentBody.safeParse(input).data ?? {};
  return body?.coin === coin && body.walletId === walletId;
}
