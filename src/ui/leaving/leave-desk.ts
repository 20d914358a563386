import { isEnded, isWorked, type Plan } from '../../plans/plan.ts';
import type { Desk, DeskView } from '../desk/desk.ts';
import { notify } from '../desk/notify.ts';
import { openOverlay, patchOverlay } from '../overlays/open-overlay.ts';

/** Plans that this desk works now: they stop when it closes. */
export function workedPlans({ plans, trading }: Pick<DeskView, 'plans' | 'trading'>): readonly Plan[] {
  const { plans: all, isLoaded } = plans.getState();
  if (!isLoaded || trading.getState().lock !== null) return [];
  return all.filter(isWorked);
}

/** Quits, or asks first what becomes of the plans that this desk works. */
export function leaveDesk(desk: Desk): void {
  if (workedPlans(desk).length === 0) return desk.quit();
  desk.ui.setState({ overlay: { kind: 'leaving', doing: null, problem: null } });
}

/** Hands the account to the keeper, and quits once it holds it. */
export async function leaveToKeeper(desk: Desk): Promise<void> {
  if (openOverlay(desk, 'leaving')?.doing !== null) return;
  patchOverlay(desk, 'leaving', () => ({ doing: 'keep', problem: null }));
  const why = await desk.keeper.leave();
  if (why === null) return desk.quit();
  const problem = `The keeper did not take the plans over: ${why}. This desk goes on with them.`;
  if (openOverlay(desk, 'leaving')) patchOverlay(desk, 'leaving', () => ({ doing: null, problem }));
  else notify(desk, 'error', problem);
}

export function pauseAndLeave(desk: Desk): void {
  if (openOverlay(desk, 'leaving')?.doing !== null) return;
  const problem = firstProblem(desk, ({ id, state }) => (state === 'active' ? desk.actions.plans.pause(id) : null));
  if (problem === null) desk.quit();
  else patchOverlay(desk, 'leaving', () => ({ problem }));
}

/** Quits once nothing of the plans rests at the service any more; until then it can be called off. */
export function cancelAndLeave(desk: Desk): void {
  if (openOverlay(desk, 'leaving')?.doing !== null) return;
  const ids = workedPlans(desk).map(({ id }) => id);
  const problem = firstProblem(desk, ({ id }) => desk.actions.plans.cancel(id, false));
  patchOverlay(desk, 'leaving', () => ({ doing: problem === null ? 'cancel' : null, problem }));
  if (problem !== null) return;
  const look = (): void => {
    const isCalledOff = openOverlay(desk, 'leaving')?.doing !== 'cancel';
    const isOver = desk.plans.getState().plans.every((plan) => !ids.includes(plan.id) || isEnded(plan));
    if (!isCalledOff && !isOver) return;
    for (const stop of stops) stop();
    if (!isCalledOff) desk.quit();
  };
  const stops = [desk.plans.subscribe(look), desk.ui.subscribe(look)];
  look();
}

const firstProblem = (desk: Desk, act: (plan: Plan) => string | null): string | null =>
  workedPlans(desk)
    .map(act)
    .find((why) => why !== null) ?? null;
