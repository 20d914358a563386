// node test/bench/drawing.js: CPU, bytes and memory of the desk while it draws, against a bare program of Ink on the same frames.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { TerminalEmulator } from '../driver/terminal-emulator.ts';
import { cpuMeter, deskOnStorm } from './desk-on-storm.js';
import { bytesForChange, rowText } from './least-bytes.ts';
import { startInPty } from './pty.js';

const windowMs = 10_000;

/**
 * CPU of the desk in per cent of a core, in windows of 10 s; that of a program which draws the frames of the same windows with
 * Ink alone, one Text a row, at the same times; the ratio of each pair; frames a second; bytes per frame, as sent and as the
 * cells that differ need at least; and at the end resident memory in MB and the swaps a second that the tape shows.
 */
export async function measureDrawing({ columns, rows, rate, windows = 3 }) {
  let recording = null;
  const terminal = new TerminalEmulator(
    columns,
    rows,
    () => {},
    () => recording?.frames.push(frameOf(terminal, recording)),
  );
  const desk = await deskOnStorm({
    columns,
    rows,
    rate,
    onData: (chunk) => {
      if (recording) recording.bytes += Buffer.byteLength(chunk);
      terminal.take(chunk);
    },
  });
  const measured = {
    cpuPct: [],
    inkCpuPct: [],
    ratio: [],
    framesPerSecond: [],
    bytes: [],
    leastBytes: [],
    bytesRatio: [],
  };
  try {
    for (let index = 0; index < windows; index++) {
      const before = terminal.screen().cells;
      recording = { startMs: performance.now(), bytes: 0, frames: [] };
      const cpu = desk.cpu();
      await pause(windowMs);
      const cpuPct = cpu();
      const { bytes, frames } = recording;
      recording = null;
      const inkCpuPct = await cpuOfInk({ columns, rows, frames });
      measured.cpuPct.push(cpuPct);
      measured.inkCpuPct.push(inkCpuPct);
      measured.ratio.push(cpuPct / inkCpuPct);
      measured.framesPerSecond.push(frames.length / (windowMs / 1_000));
      const least = leastBytes([before, ...frames.map(({ cells }) => cells)]);
      measured.bytes.push(bytes / frames.length);
      measured.leastBytes.push(least / frames.length);
      measured.bytesRatio.push(bytes / least);
    }
    return { ...measured, rssMb: desk.rssMb(), swapsPerSecond: shownRate(terminal) };
  } finally {
    await desk.stop();
    terminal.dispose();
  }
}

/** What has come through of a storm: the tape's own figure. 0 if it shows none. */
const shownRate = (terminal) => Number(/([\d.]+)\/s/.exec(terminal.screen().text())?.[1] ?? 0);

const frameOf = (terminal, { startMs }) => ({ atMs: performance.now() - startMs, cells: terminal.screen().cells });

const leastBytes = (screens) =>
  screens.slice(1).reduce((sum, cells, index) => sum + bytesForChange(screens[index], cells), 0);

async function cpuOfInk({ columns, rows, frames }) {
  const folder = mkdtempSync(join(tmpdir(), 'swapdeck-frames-'));
  const file = join(folder, 'frames.json');
  writeFileSync(file, JSON.stringify(frames.map(({ atMs, cells }) => ({ atMs, rows: cells.map(rowText) }))));
  let output = '';
  const { promise: isReady, resolve } = Promise.withResolvers();
  const ink = startInPty([`${import.meta.dirname}/fixtures/bare-ink.js`, file], {
    env: { NODE_ENV: 'production' },
    columns,
    rows,
    onData: (chunk) => {
      output = (output + chunk).slice(-100);
      if (output.includes('ready')) resolve();
    },
  });
  try {
    await isReady;
    const cpu = cpuMeter(ink.pid);
    ink.write('g');
    await pause(windowMs);
    return cpu();
  } finally {
    await ink.close();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Resident MB after 100,000 events and after 1,000,000, and the events a second that the tape shows at the end: the events are
 * counted by the clock, which is right only as long as they come through.
 */
export async function measureMemoryGrowth() {
  const [columns, rows, rate] = [120, 40, 20_000];
  const terminal = new TerminalEmulator(columns, rows, () => {});
  const desk = await deskOnStorm({ columns, rows, rate, onData: (chunk) => terminal.take(chunk) });
  try {
    await pause(1_000);
    const early = desk.rssMb();
    await pause((1_000_000 / rate) * 1_000 - 5_000);
    return { early, late: desk.rssMb(), eventsPerSecond: shownRate(terminal) };
  } finally {
    await desk.stop();
    terminal.dispose();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [columns = 200, rows = 60, rate = 1_000] = process.argv.slice(2).map(Number);
  console.log(await measureDrawing({ columns, rows, rate: rate || null }));
}
