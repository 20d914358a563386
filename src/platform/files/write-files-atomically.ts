import { fstatSync, writeSync } from 'node:fs';

type Done = (error?: Error | null) => void;

/**
 * Node assumes that one call writes everything, though a nearly full disk takes only a part. This writes the rest too,
 * or reports the error. No effect on a terminal or a pipe.
 */
export function writeFilesAtomically(stream: NodeJS.WriteStream & { readonly fd: number }): void {
  const { fd } = stream;
  if (stream.isTTY || !isFile(fd)) return;
  stream._write = (chunk: Buffer | string, encoding: BufferEncoding, done: Done) => {
    try {
      let left = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
      while (left.length > 0) left = left.subarray(writeSync(fd, left));
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

function isFile(fd: number): boolean {
  try {
    const found = fstatSync(fd);
    return found.isFile() || found.isCharacterDevice();
  } catch {
    return false;
  }
}
