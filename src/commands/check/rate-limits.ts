import { cleanText } from '../../domain/text/clean-text.ts';
import { redact } from '../../platform/secrets/secrets.ts';
import type { RawAnswer } from './read-operation.ts';

/** Headers by which a service may tell its limits. */
export const isLimitHeader = (name: string): boolean => /rate-?limit|quota|retry-after/i.test(name);

const mostNames = 20;

/** Each such header that came with an answer, with the last value of it. */
export function rateLimitHeaders(answers: readonly RawAnswer[]): { name: string; example: string }[] {
  const seen = new Map<string, string>();
  for (const { headers } of answers)
    for (const [name, value] of headers)
      if (isLimitHeader(name)) seen.set(cleanText(name, 64), cleanText(redact(value), 80));
  return [...seen].slice(0, mostNames).map(([name, example]) => ({ name, example }));
}
