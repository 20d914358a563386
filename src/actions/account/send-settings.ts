import { getSettings } from '../../protocol/endpoints/account.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { reportOutcome, sendOnce } from '../pipeline/send-once.ts';
import { replaceSettingsIntent, settingsIntent, type UpdateSettings } from './update-settings.ts';

/** Statuses of a page that is not the service's envelope, with which a router answers for an operation it does not have. */
const bareRefusals = ['HTTP_404', 'HTTP_405', 'HTTP_501'];

/**
 * Sends a partial update. A service that answers that it has none gets all settings instead, provided that a fresh read
 * shows them as the change was based on. Nothing but its own refusal leads there: an unknown outcome stays unknown. Later
 * changes of the session go the way that this one showed.
 */
export async function sendSettings(context: ActionContext, draft: UpdateSettings): Promise<Outcome> {
  const { session } = context;
  if (!session.getState().takesSettingsPatch) return replaceSettings(context, draft, null);
  const outcome = await sendOnce(context, settingsIntent(context, draft));
  const isRefused = outcome.kind === 'rejected' && outcome.isNotOffered === true;
  if (isRefused || (outcome.kind === 'unknown' && bareRefusals.includes(outcome.code)))
    session.setState({ takesSettingsPatch: false });
  return isRefused ? replaceSettings(context, draft, outcome) : outcome;
}

/** `refusal`: how the partial update ended; null if none was sent. */
async function replaceSettings(
  context: ActionContext,
  draft: UpdateSettings,
  refusal: Extract<Outcome, { kind: 'rejected' | 'unknown' }> | null,
): Promise<Outcome> {
  const intent = replaceSettingsIntent(context, draft);
  const why = await whyNotReplaced(context, draft);
  if (why === null) return sendOnce(context, intent);
  const outcome: Outcome = refusal
    ? { ...refusal, message: `${refusal.message}; and all settings were not replaced either: ${why}` }
    : { kind: 'not-sent', code: 'NOT_REPLACED', message: `nothing was sent: ${why}`, requestId: null };
  // After a refusal, what was asked for: nothing else was sent.
  reportOutcome(context, (refusal ? settingsIntent(context, draft) : intent).summary, outcome);
  return outcome;
}

async function whyNotReplaced({ client }: ActionContext, { settings }: UpdateSettings): Promise<string | null> {
  try {
    const { data } = await client.call(getSettings, {});
    return JSON.stringify(data.tradeSettings) === JSON.stringify(settings)
      ? null
      : 'they have changed at the service since they were read';
  } catch (error) {
    const { code, message } = toProblem(error);
    return `they cannot be read: ${code} ${message}`;
  }
}
