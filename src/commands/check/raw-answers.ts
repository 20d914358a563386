import { type RawResponse, readBody } from '../../client/http/response-body.ts';

export interface HeardAnswer {
  readonly method: string;
  readonly path: string;
  readonly answer: RawResponse;
}

/** The latest answers are enough: an operation is looked at as soon as it has answered. */
const mostKept = 50;

/** A fetch that keeps each answer as it came, and the function that takes those kept since the last time. */
export function hearAnswers(inner: typeof fetch = fetch): {
  readonly fetch: typeof fetch;
  take(): readonly HeardAnswer[];
} {
  let heard: readonly HeardAnswer[] = [];
  return {
    async fetch(input, init) {
      // A request made from another one would take its body away.
      const { method, url } = input instanceof Request ? input : new Request(input, init);
      const response = await inner(input, init);
      const answer = await readBody(response);
      const { status, headers, text } = answer;
      heard = [...heard.slice(1 - mostKept), { method, path: new URL(url).pathname, answer }];
      return new Response(text === '' ? null : text, { status, headers });
    },
    take() {
      const taken = heard;
      heard = [];
      return taken;
    },
  };
}
