import { formatUsd } from '../../domain/numbers/format.ts';
import type { SpotTotal } from '../../stores/portfolio/spot-total.ts';
import { type Line, muted, span } from '../text/span.ts';

/** The value of the spot wallets; what it lacks is said beside it. */
export const spotTotalLine = ({ usd, unpriced, missing }: SpotTotal): Line => [
  span(formatUsd(usd)),
  muted(' USD'),
  ...(unpriced > 0 ? [span(` +${unpriced} unpriced`, 'warn')] : []),
  ...(missing.includes('balances') ? [span(' without native coins', 'warn')] : []),
  ...(missing.includes('holdings') ? [span(' without tokens', 'warn')] : []),
];
