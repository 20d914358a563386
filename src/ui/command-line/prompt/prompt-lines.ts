import { clamp } from '../../../domain/numbers/clamp.ts';
import { displayWidth } from '../../../domain/text/text-width.ts';
import type { Desk } from '../../desk/desk.ts';
import { graphemes } from '../../forms/form-state.ts';
import { type Keymap, keyLabel } from '../../keys/keymap.ts';
import { fitTo, type Line, lineWidth, muted, span, spread, wrap } from '../../text/span.ts';
import type { Candidate } from './completion.ts';
import { explainLine } from './explain-prompt.ts';
import { completionNow } from './prompt-keys.ts';
import { type PromptState, shownCandidates } from './prompt-state.ts';

const maxCandidateRows = 6;
const maxExplanationRows = 5;

/** The prompt: candidates, then the effect or error, then the typed line. */
export function promptLines(desk: Desk, prompt: PromptState, columns: number): Line[] {
  const { tone, text } = explainLine(desk, prompt.text);
  const isRefused = prompt.refused !== null;
  const sign = isRefused || tone === 'warn' ? '! ' : '';
  const said = wrap(`${sign}${prompt.refused ?? text}`, columns - 4, isRefused ? 'danger' : tone);
  const { candidates, at } = shownCandidates(prompt, completionNow(desk, prompt));
  const above = [
    ...candidateRows(candidates, at, columns),
    ...said.slice(0, maxExplanationRows).map((line): Line => [span('  '), ...line]),
  ];
  return [
    [muted('─'.repeat(columns))],
    ...above.map((line): Line => fitTo(line, columns)),
    footLine(desk.keymap, prompt, columns),
  ];
}

/** A window on the candidates that keeps the selected one visible. */
function candidateRows(candidates: readonly Candidate[], at: number | null, columns: number): Line[] {
  const from = clamp((at ?? 0) - 2, 0, candidates.length - maxCandidateRows);
  const shown = candidates.slice(from, from + maxCandidateRows);
  const width = Math.min(Math.floor(columns / 2), Math.max(0, ...shown.map(({ text }) => text.length)) + 2);
  return shown.map(({ text, help }, index): Line => {
    const isTaken = from + index === at;
    const isLast = index === shown.length - 1 && from + shown.length < candidates.length;
    const more = isLast ? `   … ${candidates.length - from - shown.length} more` : '';
    return [
      span(isTaken ? '▸ ' : '  ', 'accent'),
      ...fitTo([span(text, isTaken ? 'accent' : 'plain', { inverse: isTaken })], width),
      muted(`${help}${more}`),
    ];
  });
}

/** The typed line with key hints; a long line hides the hints. */
function footLine(keymap: Keymap, prompt: PromptState, columns: number): Line {
  const keys = keymap
    .hints(['prompt'])
    .flatMap(({ key, command }): Line => [span(`  ${keyLabel(key)}`, 'accent'), muted(` ${command.title}`)]);
  const isRoomy = displayWidth(prompt.text) + lineWidth(keys) + 6 <= columns;
  return isRoomy
    ? spread(typedLine(prompt, columns - lineWidth(keys) - 1), [...keys, span(' ')], columns)
    : fitTo(typedLine(prompt, columns), columns);
}

/** ` : close BTC▮`; a long line is scrolled to the cursor. */
function typedLine({ text, cursor }: PromptState, width: number): Line {
  const parts = graphemes(text);
  const room = Math.max(10, width - 4);
  const from = Math.max(0, Math.min(cursor, parts.length) - room + 1);
  const before = parts.slice(from, cursor).join('');
  const under = parts[cursor] ?? ' ';
  const line: Line = [
    span(from > 0 ? ' …' : ' :', 'accent', { bold: true }),
    span(before, 'title'),
    span(under, 'plain', { inverse: true }),
    span(parts.slice(cursor + 1, from + room).join(''), 'title'),
  ];
  return lineWidth(line) > width ? fitTo(line, width) : line;
}
