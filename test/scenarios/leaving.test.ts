import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { TerminalProgram } from '../driver/terminal-program.ts';
import { isSoak, seed } from '../run/cases.ts';
import { deskOn } from './desk-on-paper.ts';

let home: string;
let paper: PaperProcess;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  paper = await startPaper({ seed: 1 });
});
afterAll(async () => {
  await paper?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

/** The desk below a shell, which says how the terminal is set before and after it, and the code that it ended with. */
const shell = 'stty -g | cksum; "$@"; code=$?; echo; stty -g | cksum; echo "ended with $code"';
/** What nobody has foreseen happens in the desk when SIGURG comes, which nobody else listens to. */
const unforeseen = (fault: string): string =>
  `data:text/javascript,${encodeURIComponent(`process.on('SIGURG', () => { ${fault} });`)}`;

interface Started {
  readonly program: TerminalProgram;
  signal(name: NodeJS.Signals): void;
  /** Resolves when its process is no more. */
  isGone(): Promise<void>;
}

async function startBelowShell(columns: number, rows: number, fault = ''): Promise<Started> {
  const node = [process.execPath, '--import', unforeseen(fault)];
  const program = new TerminalProgram(
    '/bin/sh',
    ['-c', shell, 'sh', ...node, 'tools/bin/swapdeck.js', '--base-url', paper.baseUrl],
    { columns, rows, env: { HOME: home, SWAPDECK_HOME: home, SWAPDECK_API_KEY: paper.apiKey } },
  );
  await program.sees('● Connected');
  const pid = Number(readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8').split(' ')[0]);
  return {
    program,
    signal: (name) => void process.kill(pid, name),
    isGone: () =>
      vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: program.limitMs, interval: 20 }),
  };
}

interface Way {
  readonly way: string;
  readonly code: number;
  readonly fault?: string;
  leave(desk: Started): unknown;
}

const ways: readonly Way[] = [
  { way: 'q', code: 0, leave: ({ program }) => program.sendsUnheard('q') },
  { way: 'Ctrl-C', code: 0, leave: ({ program }) => program.sendsUnheard('\x03') },
  ...(['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGHUP'] as const).map((name) => ({
    way: name,
    code: 0,
    leave: ({ signal }: Started) => signal(name),
  })),
  { way: 'an exception', code: 1, fault: "throw new Error('planted')", leave: ({ signal }) => signal('SIGURG') },
  {
    way: 'a rejection',
    code: 1,
    fault: "Promise.reject(new Error('planted'))",
    leave: ({ signal }) => signal('SIGURG'),
  },
];
const sizes = [
  [80, 24],
  [120, 40],
  [200, 60],
] as const;
const rounds = isSoak ? Array.from({ length: 20 }, () => sizes).flat() : [sizes[seed % sizes.length]!];

test.each(rounds.flatMap(([columns, rows]) => ways.map((way) => ({ ...way, columns, rows }))))(
  '$way at $columns×$rows leaves the terminal as it was',
  async ({ code, fault, leave, columns, rows }) => {
    const desk = await startBelowShell(columns, rows, fault);
    await using program = desk.program;
    expect(program.screen()).toMatchObject({ isAlternate: true, modes: { bracketedPaste: true } });
    expect(program.screen().cursor.isVisible).toBe(false);
    await leave(desk);
    const { after } = await program.exits();
    expect(after).toMatchObject({ isAlternate: false, modes: { bracketedPaste: false, mouse: false } });
    expect(after.cursor.isVisible).toBe(true);
    const [before, ...lines] = after.lines().filter((line) => line !== '');
    expect(lines.slice(-2)).toEqual([before, `ended with ${code}`]);
    // Nor does it say that a debugger listens.
    if (fault) expect(after.text()).toContain('swapdeck: stopped by an error: planted.');
    else expect(lines).toHaveLength(2);
  },
);

test.each(rounds)('a window of %i×%i that is closed leaves nobody behind', async (columns, rows) => {
  const desk = await startBelowShell(columns, rows);
  await using program = desk.program;
  program.hangsUp();
  await desk.isGone();
});

test.each(rounds)('nor does a terminal of %i×%i that takes no more', async (columns, rows) => {
  const desk = await startBelowShell(columns, rows);
  await using program = desk.program;
  program.stalls();
  desk.signal('SIGTERM');
  await desk.isGone();
  program.flows();
  const lines = (await program.exits()).after.lines().filter((line) => line !== '');
  expect(lines.at(-1)).toBe('ended with 0');
});

test('q in a text field is a letter', async () => {
  await using desk = await deskOn(paper, { columns: 80, rows: 24 });
  await desk.press('/', 'q');
  await desk.sees('/ q');
  expect(desk.screen().isAlternate).toBe(true);
});
