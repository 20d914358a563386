export interface CallFailure {
  readonly code: string;
  readonly message: string;
  /** False when only a part failed: what became of the whole is then unknown, not rejected. */
  readonly isProven: boolean;
}

/** A 200 can carry a failure in its body: `errorCode`, `error`, `success: false`, or an `error` in an order's result. */
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
  const isError = success === false || (typeof status === 'string' && status.toLowerCase() === 'error');
  const said = errorMessage ?? error ?? errorCode ?? (isError ? 'it gave no reason' : null);
  if (said === null) return null;
  const message = typeof said === 'string' ? said : JSON.stringify(said);
  return { code: typeof errorCode === 'string' ? errorCode : codeWithoutOne, message, isProven: true };
}

const fieldsOf = (data: unknown) =>
  (typeof data === 'object' && data !== null ? data : {}) as Readonly<Record<string, unknown>>;
