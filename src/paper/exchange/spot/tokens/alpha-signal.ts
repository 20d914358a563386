import type { z } from 'zod';
import type { alphaCallSignal } from '../../../../protocol/endpoints/alpha.ts';

export const platforms = ['discord', 'telegram', 'x', 'trade'] as const;
export type Platform = (typeof platforms)[number];

export type AlphaCall = z.input<typeof alphaCallSignal>;

/** A signal as the state file keeps it. */
export interface AlphaSignal {
  readonly sequence: number;
  readonly tokenAddress: string;
  /** The connected source; null if only the global feed has it. */
  readonly connectionId: string | null;
  readonly sourceName: string;
  readonly call: AlphaCall;
}
