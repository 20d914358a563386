import { getSettings } from '../../protocol/endpoints/account.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { reportOutcome, sendOnce } from '../pipeline/send-once.ts';
import { replaceSettingsIntent, settingsIntent, type UpdateSettings } from './update-settings.ts';

/**
 * Sends a partial update. A service that answers that it has none gets all settings instead, provided that a fresh read
 * shows them as the change was based on. Nothing but its own refusal leads there: an unknown outcome stays unknown.
 */
export async function sendSettings(context: ActionContext, draft: UpdateSettings): Promise<Outcome> {
  const intent = settingsIntent(context, draft);
  const outcome = await sendOnce(context, intent);
  if (outcome.kind !== 'rejected' || !outcome.isNotOffered) return outcome;
  const why = await whyNotReplaced(context, draft);
  if (why === null) return sendOnce(context, replaceSettingsIntent(context, draft));
  const refused: Outcome = { ...outcome, message: `${outcome.message}; and ${why}` };
  reportOutcome(context, intent.summary, refused);
  return refused;
}

async function whyNotReplaced({ client }: ActionContext, { settings }: UpdateSettings): Promise<string | null> {
  try {
    const { data } = await client.call(getSettings, {});
    return JSON.stringify(data.tradeSettings) === JSON.stringify(settings)
      ? null
      : 'all settings were not replaced either, because they have changed at the service since they were read';
  } catch (error) {
    const { code, message } = toProblem(error);
    return `all settings were not replaced either, because they cannot be read: ${code} ${message}`;
  }
}
