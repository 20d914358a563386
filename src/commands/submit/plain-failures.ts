import { ApiError } from '../../client/http/errors.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { ChainError } from '../../signing/chain/chain-rpc.ts';
import { DecodeError } from '../../signing/decode/decoded-transaction.ts';
import { PrepareError } from '../../signing/prepare/built-swap.ts';
import { apiErrorText } from '../call/api-error-text.ts';

/** Runs what asks the service and nodes: that one of them does not answer is no fault of the program. Rejects with PlainError. */
export async function withPlainFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw new PlainError(apiErrorText(error));
    const isPlain = [ChainError, DecodeError, PrepareError].some((kind) => error instanceof kind);
    if (isPlain && error instanceof Error) throw new PlainError(cleanText(error.message, 400));
    throw error;
  }
}
