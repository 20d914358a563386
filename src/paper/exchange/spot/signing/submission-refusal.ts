import { PaperError } from '../../../service/handler.ts';

/** Why a signed transaction is refused. */
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
  refusal('UNKNOWN_TRANSACTION', `paper did not build this transaction: ${reason}`);
