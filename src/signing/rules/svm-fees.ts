import type { DecodedTransaction, Step } from '../decode/decoded-transaction.ts';

const lamportsASignature = 5_000n;
/** What an instruction may use unless units are asked for, and one of the budget itself. */
const [standardUnits, budgetUnits] = [200_000n, 3_000n];
const mostUnits = 1_400_000n;

/** What Jito publishes as the accounts that take tips. */
export const tipAccounts: ReadonlySet<string> = new Set([
  '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5',
  'HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe',
  'Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY',
  'ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49',
  'DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh',
  'ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt',
  'DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL',
  '3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT',
]);

export const isTip = ({ program, action, details }: Step): boolean =>
  program === 'System' && action === 'transfer' && tipAccounts.has(details['to'] ?? '');

/** Lamports: signatures, priority fee and tips. */
export function mostFee({ steps }: DecodedTransaction, signers: number): bigint {
  const budget = steps.filter(({ program }) => program === 'Compute Budget');
  const setting = (action: string, field: string): bigint | null => {
    const [found] = budget.filter((step) => step.action === action);
    return found ? BigInt(found.details[field] ?? 0) : null;
  };
  const standard = standardUnits * BigInt(steps.length - budget.length) + budgetUnits * BigInt(budget.length);
  const units = setting('set unit limit', 'units') ?? (standard > mostUnits ? mostUnits : standard);
  const priority = units * (setting('set unit price', 'microLamports') ?? 0n);
  const tips = steps.filter(isTip).reduce((sum, { details }) => sum + BigInt(details['lamports'] ?? 0), 0n);
  return lamportsASignature * BigInt(signers) + (priority + 999_999n) / 1_000_000n + tips;
}
