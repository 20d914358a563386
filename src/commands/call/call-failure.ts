import { fieldsOf } from '../../domain/fields.ts';
export interface CallFailure {
  readonly code: string;
  readonly message: string;
  /** False if only a part failed: the outcome of the whole is then unknown, not rejected. */
  readonly isProven: boolean;
}

/**
 * A 200 can contain a failure in its body: `errorCode`, `error`, `success: false`, a failed status, or an `error` in an
 * order result.
 */
export function callFailure(data: unknown): CallFailure | null {
  const { results } = fieldsOf(data);
  const whole = failureOf(data, 'NOT_DONE');
  if (whole || !Array.isArray(results)) return whole;
  const failures = results.flatMap((result) => failureOf(result, 'ORDER_ERROR') ?? []);
  const [first] = failures;
  if (!first) return null;
  if (failures.length === results.length) return first;
  return {
    code: 'PARTLY_DONE',
    message: `${failures.length} of ${results.length} failed: ${first.message}`,
    isProven: false,
  };
}

function failureOf(data: unknown, codeWithoutOne: string): CallFailure | null {
  const { errorCode, errorMessage, error, success, status } = fieldsOf(data);
  const isError = success === false || (typeof status === 'string' && /^(error|failed)$/i.test(status));
  // A transfer words its error as an object of code and message.
  const inner = fieldsOf(error);
  const said = errorMessage ?? inner['message'] ?? error ?? errorCode ?? (isError ? 'no reason given' : null);
  if (said === null) return null;
  const message = typeof said === 'string' ? said : JSON.stringify(said);
  const code = errorCode ?? inner['code'];
  return { code: typeof code === 'string' ? code : codeWithoutOne, message, isProven: true };
}
