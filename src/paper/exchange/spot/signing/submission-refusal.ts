import { PaperError } from '../../../handler.ts';

/** Why a signed transaction is not taken. */
export const refusal = (
  code:
    | 'INVALID_PARAMS'
    | 'INVALID_SIGNATURE'
    | 'UNKNOWN_TRANSACTION'
    | 'ALREADY_SUBMITTED'
    | 'QUOTE_EXPIRED'
    | 'INSUFFICIENT_BALANCE'
    | 'INSUFFICIENT_ALLOWANCE',
  message: string,
  details?: unknown,
): PaperError => new PaperError(400, code, message, details);

export const unknownTransaction = (reason: string): PaperError =>
  refusal('UNKNOWN_TRANSACTION', `the transaction is none that paper built: ${reason}`);
