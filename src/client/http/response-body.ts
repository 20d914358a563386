/** A complete HTTP response. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The response body is larger than anything the contract describes. */
export class OversizeResponseError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the response is larger than ${maxBodyBytes / 1_000_000} MB`);
    this.name = 'OversizeResponseError';
    this.status = status;
  }
}

const maxBodyBytes = 5_000_000;

/** Reads a body of up to 5 MB. A reset in the middle surfaces as fetch's TypeError, like one before it. */
export async function readBody(response: Response): Promise<RawResponse> {
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
        throw new OversizeResponseError(status);
      }
      text += decoder.decode(value, { stream: true });
    }
  }
  text += decoder.decode();
  return { status, headers, text };
}
