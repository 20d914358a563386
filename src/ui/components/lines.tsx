import { Box, Text } from 'ink';
import { memo } from 'react';
import type { Line } from '../text/span.ts';
import { paint, type Theme } from '../theme/theme.ts';

interface LinesProps {
  readonly lines: readonly Line[];
  readonly theme: Theme;
  readonly dimmed?: boolean;
}

/** Lines as one Text per row: a Box per cell costs half as much again at a full screen. */
export function Lines({ lines, theme, dimmed = false }: LinesProps) {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((line, index) => (
        <Row key={index} text={paint(line, theme, dimmed)} />
      ))}
    </Box>
  );
}

/** A row whose text has not changed is not laid out again. */
const Row = memo(({ text }: { readonly text: string }) => <Text wrap="truncate">{text === '' ? ' ' : text}</Text>);
