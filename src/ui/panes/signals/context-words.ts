import { isSame } from '../../../stores/signals/merge-signals.ts';
import { tokenKey } from '../../../stores/signals/signal-token.ts';
import type { Mention, Signal } from '../../../stores/signals/signals.ts';

/** Whether a call of the context is the shown signal: by its id, or where a list told of it, by its time. */
export const isSameSignal = (one: Signal, shown: Signal): boolean =>
  one.kind === shown.kind && tokenKey(one.token) === tokenKey(shown.token) && isSame(shown, one);

/** Who mentioned the token, and where. */
export const mentionBy = ({ author, platform }: Mention): string => [author, platform].filter(Boolean).join(' · ');
