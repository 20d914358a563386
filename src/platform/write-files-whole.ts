import { fstatSync, writeSync } from 'node:fs';

type Done = (error?: Error | null) => void;

/**
 * Node writes to a file in one call and takes it for done, though a disk that fills up takes only a part: what is left is written
 * too, or the failure is told. Does nothing to a terminal or a pipe.
 */
export function writeFilesWhole(stream: NodeJS.WriteStream): void {
  const { fd } = stream as NodeJS.WriteStream & { readonly fd: number };
  if (stream.isTTY || !isFile(fd)) return;
  stream._write = (chunk: Buffer | string, encoding: BufferEncoding, done: Done) => {
    try {
      let left = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
      while (left.length > 0) left = left.subarray(writeSync(fd, left));
      done();
    } catch (error) {
      done(error as Error);
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
