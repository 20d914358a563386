import { StringDecoder } from 'node:string_decoder';

import { PlainError } from '../process/plain-error.ts';

export class InputAbortedError extends PlainError {
  constructor() {
    super('Cancelled: nothing was entered.', 130);
    this.name = 'InputAbortedError';
  }
}

export interface LineQuestion {
  readonly prompt: string;
  /** A secret is not echoed. */
  readonly isSecret: boolean;
  readonly stdin: NodeJS.ReadStream;
  /** Where the prompt is written. */
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

const MAX_LENGTH = 4_096;
const ESCAPE_SEQUENCE = /\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O[@-~]|.)?/g;

/**
 * Reads one line: from a terminal in raw mode, so that a secret shows nothing (backspace and Ctrl-U edit, a paste is
 * read up to its first line end), or the next line of a pipe. Trimmed. Throws InputAbortedError on Ctrl-C, Ctrl-D, a
 * closed pipe or the signal. Always restores the terminal.
 */
export async function askLine(question: LineQuestion): Promise<string> {
  const { stdin, output } = question;
  if (question.signal.aborted || stdin.readableEnded) throw new InputAbortedError();
  if (!stdin.isTTY) return readLine(question, createPipeReader());
  const wasRaw = stdin.isRaw;
  // Before the prompt: otherwise the terminal would echo a paste that answers it at once.
  stdin.setRawMode(true);
  try {
    output.write(question.prompt);
    return await readLine(question, createKeyReader(question));
  } finally {
    stdin.setRawMode(wasRaw);
    output.write('\n');
  }
}

/** Takes text as it arrives. Returns the finished line and the rest, `abort`, or null for more. */
type Reader = (text: string, isEnd: boolean) => { line: string; rest: string } | 'abort' | null;

function readLine({ stdin, signal }: LineQuestion, read: Reader): Promise<string> {
  return new Promise((resolve, reject) => {
    const decoder = new StringDecoder('utf8');
    const finish = (settle: () => void) => {
      stdin.off('data', onData).off('end', onEnd).off('error', onAbort);
      signal.removeEventListener('abort', onAbort);
      stdin.pause();
      settle();
    };
    const onAbort = () => finish(() => reject(new InputAbortedError()));
    const take = (text: string, isEnd: boolean) => {
      const outcome = read(text, isEnd);
      if (outcome === null) return;
      if (outcome === 'abort') return onAbort();
      finish(() => {
        // The next question continues reading here.
        if (outcome.rest && !isEnd) stdin.unshift(Buffer.from(outcome.rest));
        resolve(outcome.line.trim());
      });
    };
    const onData = (chunk: Buffer | string) => take(typeof chunk === 'string' ? chunk : decoder.write(chunk), false);
    const onEnd = () => take('', true);
    signal.addEventListener('abort', onAbort);
    stdin.on('data', onData).on('end', onEnd).on('error', onAbort);
    stdin.resume();
  });
}

function createPipeReader(): Reader {
  let buffer = '';
  return (text, isEnd) => {
    buffer += text;
    const end = buffer.indexOf('\n');
    if (end >= 0) return { line: buffer.slice(0, end), rest: buffer.slice(end + 1) };
    if (buffer.length > MAX_LENGTH || (isEnd && buffer === '')) return 'abort';
    return isEnd ? { line: buffer, rest: '' } : null;
  };
}

function createKeyReader({ isSecret, output }: LineQuestion): Reader {
  const line: string[] = [];
  const erase = (count: number) => {
    const removed = line.splice(Math.max(0, line.length - count));
    if (!isSecret) output.write('\b \b'.repeat(removed.length));
  };
  return (text, isEnd) => {
    if (isEnd) return 'abort';
    const keys = [...text.replace(ESCAPE_SEQUENCE, '')];
    for (const [index, key] of keys.entries()) {
      if (key === '\r' || key === '\n') return { line: line.join(''), rest: keys.slice(index + 1).join('') };
      if (key === '\x03' || (key === '\x04' && line.length === 0)) return 'abort';
      if (key === '\x7f' || key === '\b') erase(1);
      else if (key === '\x15') erase(line.length);
      else if (!/[\x00-\x1f\x80-\x9f]/.test(key) && line.length < MAX_LENGTH) {
        line.push(key);
        if (!isSecret) output.write(key);
      }
    }
    return null;
  };
}
