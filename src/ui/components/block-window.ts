import { type Line, muted } from '../text/span.ts';

/** Shows blocks in at most `height` lines, keeping the selected one visible; the last line counts hidden blocks. */
export function blockWindow(blocks: readonly (readonly Line[])[], height: number, selected: number | null): Line[] {
  const all = blocks.flat();
  if (all.length <= height) return all;
  const room = Math.max(1, height - 1);
  const at = selected ?? 0;
  let first = 0;
  const upTo = (from: number): number => blocks.slice(from, at + 1).reduce((sum, block) => sum + block.length, 0);
  while (first < at && upTo(first) > room) first++;
  let end = at + 1;
  let used = upTo(first);
  while (end < blocks.length && used + (blocks[end]?.length ?? 0) <= room) used += blocks[end++]?.length ?? 0;
  const [above, below] = [first, blocks.length - end];
  const more = [above > 0 ? `↑ ${above} more` : '', below > 0 ? `↓ ${below} more` : ''].filter(Boolean).join('   ');
  return [...blocks.slice(first, end).flat().slice(0, room), [muted(`  ${more}`)]];
}
