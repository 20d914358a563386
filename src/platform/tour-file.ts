import { existsSync } from 'node:fs';
import { writePrivateFile } from './private-file.ts';

export interface TourFile {
  readonly wasSeen: boolean;
  /** Throws what the file system says. */
  markSeen(atMs: number): void;
}

/** Remembers that a person has been shown round an account. */
export const createTourFile = (file: string): TourFile => ({
  wasSeen: existsSync(file),
  markSeen: (atMs) => writePrivateFile(file, `${JSON.stringify({ seenAt: new Date(atMs).toISOString() })}\n`),
});
