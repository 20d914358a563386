import { cleanText } from '../../domain/text/clean-text.ts';
import { type Line, span } from '../text/span.ts';

/** What the service says that it could not read of a list, a line each. */
export const warningLines = (
  warnings: readonly (string | { readonly unreadable: string })[] | null | undefined,
): Line[] =>
  (warnings ?? []).map((warning) => [
    span(`  ! ${cleanText(typeof warning === 'string' ? warning : warning.unreadable)}`, 'warn'),
  ]);
