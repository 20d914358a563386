import { getSettings } from '../../protocol/endpoints/account.ts';
import { settingAt } from '../../stores/setting-rows.ts';
import type { ActionContext } from '../action-context.ts';
import { isSame } from '../update-settings.ts';
import { type EvidenceOf, type Finding, seemsDone, unclear } from './evidence.ts';

/** Whether the settings have what was to be set. */
export async function lookForSettings(
  client: ActionContext['client'],
  { changes }: EvidenceOf<'settings'>,
): Promise<Finding> {
  const { data } = await client.call(getSettings, {});
  const missed = changes.find(({ path, value }) => !isSame(settingAt(data.tradeSettings, path), value));
  return missed
    ? unclear(`${missed.path.join('.')} is not what was asked for`)
    : seemsDone('the settings have what was asked for');
}
