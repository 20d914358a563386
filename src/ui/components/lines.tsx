import { Box, Text } from 'ink';
import { memo } from 'react';
import type { Line } from '../text/span.ts';
import { paint, type Theme } from '../theme/theme.ts';

interface LinesProps {
  readonly lines: readonly Line[];
  readonly theme: Theme;
  readonly dimmed?: boolean;
}

/** Draws lines as one Text per row; a Box per cell would cost 50 % more. */
export function Lines({ lines, theme, dimmed = false }: LinesProps) {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((line, index) => (
        <Row key={index} text={paint(line, theme, dimmed)} />
      ))}
    </Box>
  );
}

/** Memoized, so unchanged rows are not laid out again. */
const Row = memo(({ text }: { readonly text: string }) => <Text wrap="truncate">{text === '' ? ' ' : text}</Text>);
