/** An HTTP answer, read whole. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** An answer's body is larger than anything the contract describes. */
export class OversizeAnswerError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the answer is larger than ${maxBodyBytes / 1_000_000} MB`);
    this.name = 'OversizeAnswerError';
    this.status = status;
  }
}

const maxBodyBytes = 5_000_000;

/**
 * Reads the body up to 5 MB. A reset in the middle of it surfaces here as fetch's TypeError, as one before it would.
 */
export async function readAnswer(response: Response): Promise<RawAnswer> {
  const { status, headers, body } = response;
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  if (body) {
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBodyBytes) {
        reader.cancel().catch(() => {});
        throw new OversizeAnswerError(status);
      }
      text += decoder.decode(value, { stream: true });
    }
  }
  text += decoder.decode();
  return { status, headers, text };
}
