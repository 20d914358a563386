import { tourSteps } from './tour-steps.ts';

/** Where a person is in the tour. */
export interface TourState {
  readonly step: number;
  /** Steps whose own key was pressed. */
  readonly ticked: readonly number[];
}

export const startTour: TourState = { step: 0, ticked: [] };

/** The step after; null when it was the last. */
export const nextStep = ({ step, ticked }: TourState): TourState | null =>
  step + 1 < tourSteps.length ? { step: step + 1, ticked } : null;

/** The tour after a command was given by its key. */
export const withCommand = (tour: TourState, commandId: string): TourState =>
  tourSteps[tour.step]?.isAbout(commandId) && !tour.ticked.includes(tour.step)
    ? { ...tour, ticked: [...tour.ticked, tour.step] }
    : tour;

/** A ticked step goes on as soon as nothing lies over the desk. */
export const isDone = ({ step, ticked }: TourState): boolean => ticked.includes(step);
