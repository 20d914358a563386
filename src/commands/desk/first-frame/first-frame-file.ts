import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../../../platform/files/private-file.ts';
import { version } from '../../../platform/process/version.ts';

/** A terminal as far as it decides how a frame looks. */
export interface FrameTerminal {
  readonly columns: number;
  readonly rows: number;
  readonly env: NodeJS.ProcessEnv;
}

/** Rows of a screen, from the top: text and SGR sequences alone. */
export type FrameRows = readonly string[];

interface KeptFrame {
  readonly terminal: string;
  readonly rows: FrameRows;
}

/** One per size and kind of terminal, the last used first: a laptop's, a monitor's, a split of each. */
const mostFrames = 4;
/** Anything else could move the cursor, or hide or reorder what is drawn. */
const plainRow = /^(?:\x1b\[[\d;]{0,60}m|[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]){0,4000}$/;

const frameFile = (stateDir: string): string => join(stateDir, 'first-frame.json');

/** The frame that the last desk left for such a terminal; null if there is none, or it is not as a desk of this version writes it. */
export function readFirstFrame(stateDir: string, terminal: FrameTerminal): FrameRows | null {
  const found = readFrames(stateDir).find((frame) => frame.terminal === nameOf(terminal));
  return found && found.rows.length <= terminal.rows ? found.rows : null;
}

/** Keeps a frame for the next start. Throws file system errors. */
export function writeFirstFrame(stateDir: string, terminal: FrameTerminal, rows: FrameRows): void {
  const kept = readFrames(stateDir);
  const frame = { terminal: nameOf(terminal), rows };
  if (JSON.stringify(kept[0]) === JSON.stringify(frame)) return;
  const others = kept.filter((other) => other.terminal !== frame.terminal);
  const frames = [frame, ...others].slice(0, mostFrames);
  writePrivateFile(frameFile(stateDir), `${JSON.stringify({ version, frames })}\n`);
}

const nameOf = ({ columns, rows, env }: FrameTerminal): string =>
  [`${columns}x${rows}`, ...[env.TERM, env.COLORTERM, env.NO_COLOR, env.COLORFGBG].map((value) => value ?? '')].join(
    ' ',
  );

/** By hand and not by a schema: this runs before anything else is loaded. */
function readFrames(stateDir: string): readonly KeptFrame[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(frameFile(stateDir), 'utf8'));
    const { version: writtenBy, frames } = kept as { version?: unknown; frames?: unknown };
    return writtenBy === version && Array.isArray(frames) ? frames.filter(isFrame) : [];
  } catch {
    // Missing, torn or foreign: the next desk writes it anew.
    return [];
  }
}

const isFrame = (frame: Partial<KeptFrame> | null): frame is KeptFrame =>
  typeof frame?.terminal === 'string' &&
  Array.isArray(frame.rows) &&
  frame.rows.every((row) => typeof row === 'string' && plainRow.test(row));
