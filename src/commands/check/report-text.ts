import { cutEnd, cutMiddle, displayWidth, padEnd, padStart } from '../../domain/text/text-width.ts';
import {
  type CheckReport,
  type Fact,
  isTrouble,
  type Level,
  type OperationResult,
  type StreamResult,
} from './check-report.ts';
import type { Finding, FindingKind } from './compare.ts';

const indent = ' '.repeat(7);
/** Both ends of an address tell it from the account's others. */
const filterWidth = 11;

/** The report as lines of at most `width` cells. @param configFile where the lines of a fact belong. */
export function reportLines(report: CheckReport, configFile: string, width: number): string[] {
  const { operations, streams, facts, rateLimitHeaders } = report;
  const idWidth = Math.max(0, ...operations.map(({ id }) => id.length), ...streams.map(({ id }) => displayWidth(id)));
  const headers = rateLimitHeaders.map(({ name, example }) => `${name}: ${example}`).join(', ');
  return [
    `${report.profile} (${report.mode.toUpperCase()}), ${report.baseUrl}, ${report.startedAt}`,
    '',
    ...section('OPERATION', `HTTP${padStart('MS', 7)}  FORM`, idWidth),
    ...operations.flatMap((one) => operationLines(one, idWidth, width)),
    ...(streams.length > 0 ? ['', ...section('STREAM', 'EVENTS', idWidth)] : []),
    ...streams.flatMap((one) => streamLines(one, idWidth, width)),
    ...(facts.length > 0 ? ['', 'IN DOUBT', ...facts.flatMap((fact) => factLines(fact, configFile, width))] : []),
    ...(facts.length > 0 ? labelled('rate limit headers', headers || 'none seen', width) : []),
    '',
    ...summaryLines(report, width),
  ];
}

const section = (title: string, columns: string, idWidth: number): string[] => [
  `${padEnd(title, indent.length + idWidth)}  ${columns}`,
];

const row = (level: Level, id: string, idWidth: number, rest: string): string =>
  `${level.padEnd(indent.length)}${padEnd(id, idWidth)}  ${rest}`.trimEnd();

function operationLines(one: OperationResult, idWidth: number, width: number): string[] {
  const { status, latencyMs, form, problem, missingScope, setting, level } = one;
  const latency = latencyMs === null ? '' : String(Math.round(latencyMs));
  const figures = `${padEnd(status === null ? '' : String(status), 4)}${padStart(latency, 7)}  ${form ?? ''}`;
  const head = row(level, one.id, idWidth, level === 'skip' ? `skipped: ${problem}` : figures);
  return [
    ...wrapRow(head, width),
    ...(problem !== null && level !== 'skip' ? labelled('problem', problem, width) : []),
    ...(missingScope === null ? [] : labelled('scope missing', missingScope, width)),
    ...(setting === null ? [] : labelled('setting', `${setting} under [names], if its path is another one`, width)),
    ...findingLines(one.findings, width),
  ];
}

function streamLines({ level, id, filter, events, problem, findings }: StreamResult, idWidth: number, width: number) {
  const filters = Object.entries(filter).map(([name, value]) => `${name}=${cutMiddle(value, filterWidth)}`);
  const figures = `${padStart(String(events), 6)}  ${filters.join(' ')}`;
  const isFollowed = level !== 'skip' && problem === null;
  return [
    ...wrapRow(
      row(level, id, idWidth, isFollowed ? figures : `${level === 'skip' ? 'skipped: ' : ''}${problem}`),
      width,
    ),
    ...findingLines(findings, width),
  ];
}

const titles: Readonly<Record<FindingKind, string>> = {
  absent: 'absent',
  type: 'other type',
  new: 'new',
  optional: 'optional, absent',
  open: 'open, present',
  empty: 'empty, unseen',
};

/** Of the fields that are no surprise; `--json` has them all. */
const mostQuiet = 4;

/** A surprise a line; the others together. */
function findingLines(findings: readonly Finding[], width: number): string[] {
  const of = (kind: FindingKind): Finding[] => findings.filter((finding) => finding.kind === kind);
  const loud = (['absent', 'type', 'new'] as const).flatMap((kind) =>
    of(kind).flatMap((finding) => labelled(titles[kind], surpriseText(finding), width)),
  );
  const quiet = (['optional', 'open', 'empty'] as const).flatMap((kind) => {
    const paths = of(kind).map(({ path }) => path || 'the list');
    const more = paths.length > mostQuiet ? ` and ${paths.length - mostQuiet} more` : '';
    return paths.length > 0 ? labelled(titles[kind], paths.slice(0, mostQuiet).join(', ') + more, width) : [];
  });
  return [...loud, ...quiet];
}

function surpriseText({ path, detail, count, of }: Finding): string {
  const share = of > 1 ? ` (${count} of ${of})` : '';
  return `${path || 'the answer'}${detail === null ? '' : `: ${detail}`}${share}`;
}

function factLines({ question, finding, config, isWrong }: Fact, configFile: string, width: number): string[] {
  const advice = isWrong
    ? `The configuration says otherwise. Correct ${configFile}:`
    : `To settle it, in ${configFile}:`;
  return [
    ...labelled(question, finding, width),
    ...(config === null
      ? []
      : [...labelled('', advice, width), ...config.split('\n').map((line) => `${gap}  ${line}`)]),
  ];
}

function summaryLines(report: CheckReport, width: number): string[] {
  const { verdict, operations, streams, notCalled, surprises } = report;
  const called = operations.filter(({ level }) => level !== 'skip').length;
  const events = streams.reduce((sum, stream) => sum + stream.events, 0);
  const followed = streams.filter(({ level, problem }) => level !== 'skip' && problem === null).length;
  const figures = [
    `${called} ${called === 1 ? 'operation' : 'operations'} called`,
    `${operations.length - called} skipped`,
    `${notCalled} that change something never called`,
    ...(streams.length > 0 ? [`${followed} streams followed for ${report.streamSeconds} s, events: ${events}`] : []),
  ].join(', ');
  const troubles = [...operations, ...streams].filter(isTrouble).map(({ id }) => id);
  const wrong = report.facts.filter(({ isWrong }) => isWrong).map(({ question }) => question);
  const closing: Readonly<Record<CheckReport['verdict'], string>> = {
    'as expected': 'No surprises.',
    surprises: `${surprises} with surprises: ${[...troubles, ...wrong].join(', ')}.`,
    'key refused': 'The service refused the key. Create a new one there, then run: swapdeck login',
    'another service': `${report.baseUrl} answers, but not as the trading service does. Check the address.`,
    unreachable: `${report.baseUrl} gave no usable answer. Check the address, the network and any proxy.`,
    stopped: 'Stopped before the end.',
  };
  return [...wrap(`${figures}.`, width), ...wrap(closing[verdict], width)];
}

const labelWidth = 18;
const gap = ' '.repeat(indent.length + labelWidth + 2);

/** A text behind its label, continued below itself. */
function labelled(label: string, text: string, width: number): string[] {
  const lines = wrap(text, Math.max(20, width - gap.length));
  return lines.map((line, at) => (at === 0 ? `${indent}${padEnd(label, labelWidth)}  ${line}` : `${gap}${line}`));
}

/** A row that is too long goes on below, indented. */
function wrapRow(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const [first = '', ...rest] = wrap(text, width);
  return [first, ...wrap(rest.join(' '), width - gap.length).map((line) => `${gap}${line}`)];
}

/** Breaks at spaces that stand alone: columns keep theirs. Longer words are cut into pieces, at a dot if there is one. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\S) (?=\S)/)) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (displayWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    let rest = word;
    while (displayWidth(rest) > width) {
      const head = cutEnd(rest, width)
        .replace(/…$/, '')
        .replace(/(?<=\.)[^.]+$/, '');
      lines.push(head);
      rest = rest.slice(head.length);
      if (head === '') break;
    }
    line = rest;
  }
  return [...lines, line];
}
