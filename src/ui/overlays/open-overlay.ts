import type { DeskView } from '../desk/desk.ts';
import type { Overlay } from '../desk/desk-ui.ts';

export type OverlayOf<Kind extends Overlay['kind']> = Extract<Overlay, { readonly kind: Kind }>;

/** The open overlay, if it is of this kind. */
export function openOverlay<Kind extends Overlay['kind']>(
  { ui }: Pick<DeskView, 'ui'>,
  kind: Kind,
): OverlayOf<Kind> | null {
  const { overlay } = ui.getState();
  // `kind` discriminates the union, but the compiler cannot narrow by a generic kind.
  return overlay?.kind === kind ? (overlay as OverlayOf<Kind>) : null;
}

/** Changes the open overlay, if it is of this kind. */
export function patchOverlay<Kind extends Overlay['kind']>(
  desk: Pick<DeskView, 'ui'>,
  kind: Kind,
  change: (overlay: OverlayOf<Kind>) => Partial<OverlayOf<Kind>>,
): void {
  const overlay = openOverlay(desk, kind);
  if (overlay) desk.ui.setState({ overlay: { ...overlay, ...change(overlay) } });
}

export const closeOverlay = ({ ui }: Pick<DeskView, 'ui'>): void => ui.setState({ overlay: null });
