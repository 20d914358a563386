import { getSettings } from '../../protocol/endpoints/account.ts';
import { settingAt } from '../../stores/account/setting-rows.ts';
import { isSame } from '../account/update-settings.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { type EvidenceOf, type Finding, seemsDone, unclear } from './evidence.ts';

/** Whether the settings have the requested values. */
export async function reconcileSettings(
  client: ActionContext['client'],
  { changes }: EvidenceOf<'settings'>,
): Promise<Finding> {
  const { data } = await client.call(getSettings, {});
  const missed = changes.find(({ path, value }) => !isSame(settingAt(data.tradeSettings, path), value));
  return missed
    ? unclear(`${missed.path.join('.')} does not have the requested value`)
    : seemsDone('the settings have the requested values');
}
