import { Box, Text } from 'ink';
import { memo } from 'react';
import type { Line } from '../text/span.ts';
import { paint, type Theme } from '../theme/theme.ts';

/** Lines as terminal text. */
export const painted = (lines: readonly Line[], theme: Theme, dimmed = false): string =>
  lines.map((line) => paint(line, theme, dimmed) || ' ').join('\n');

interface SurfaceProps {
  readonly x: number;
  readonly y: number;
  /** Rows of terminal text, cut to their width already. */
  readonly text: string;
}

/** Rows at a place of the screen, as one Text: a Text per row costs several times as much, and is laid out again where nothing changed. */
export const Surface = memo(({ x, y, text }: SurfaceProps) => (
  <Box position="absolute" marginLeft={x} marginTop={y} flexShrink={0}>
    <Text wrap="truncate">{text}</Text>
  </Box>
));
