import { getSettings } from '../protocol/endpoints/account.ts';
import { settingAt } from '../stores/setting-rows.ts';
import type { ActionContext } from './action-context.ts';
import type { Evidence, Finding } from './evidence.ts';
import { isSame } from './update-settings.ts';

/** Whether the settings have what was to be set. */
export async function lookForSettings(
  client: ActionContext['client'],
  { changes }: Extract<Evidence, { kind: 'settings' }>,
): Promise<Finding> {
  const { data } = await client.call(getSettings, {});
  const missed = changes.find(({ path, value }) => !isSame(settingAt(data.tradeSettings, path), value));
  return missed
    ? { verdict: 'unclear', why: `${missed.path.join('.')} is not what was asked for` }
    : { verdict: 'done', why: 'the settings have what was asked for' };
}
