import { tourSteps } from './tour-steps.ts';

/** Progress of the tour. */
export interface TourState {
  readonly step: number;
  /** Steps whose keys were tried. */
  readonly ticked: readonly number[];
}

export const startTour: TourState = { step: 0, ticked: [] };

/** The next step; null after the last. */
export const nextStep = ({ step, ticked }: TourState): TourState | null =>
  step + 1 < tourSteps.length ? { step: step + 1, ticked } : null;

/** The tour after a command was run by its key. */
export const withCommand = (tour: TourState, commandId: string): TourState =>
  tourSteps[tour.step]?.isAbout(commandId) && !tour.ticked.includes(tour.step)
    ? { ...tour, ticked: [...tour.ticked, tour.step] }
    : tour;

/** A ticked step is done; the tour continues once no overlay is open. */
export const isDone = ({ step, ticked }: TourState): boolean => ticked.includes(step);
