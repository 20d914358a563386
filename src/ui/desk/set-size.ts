import type { Size } from '../workspaces/layout.ts';
import type { Desk } from './desk.ts';

/** Keys and clicks are handled at the size of the screen that they were made on. */
export function setSize({ ui }: Pick<Desk, 'ui'>, { columns, rows }: Size): void {
  const { size } = ui.getState();
  if (size.columns !== columns || size.rows !== rows) ui.setState({ size: { columns, rows } });
}
