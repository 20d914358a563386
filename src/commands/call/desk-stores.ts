import type { Config } from '../../platform/config/config-schema.ts';
import { oneClickUsd, storesStart } from '../../service.ts';
import { createStores, type Stores } from '../../stores/create-stores.ts';
import { createQueryCache } from '../../stores/desk-data.ts';
import { commands, deskKeymap } from '../../ui/commands/commands.ts';
import { bindKeys } from '../../ui/keys/bind-keys.ts';
import { keyOf } from '../../ui/keys/keymap.ts';
import type { CommandIo } from '../command.ts';
import type { ServiceTarget } from '../target.ts';

/** The stores of a desk for one command, empty. */
export function createDeskStores(target: ServiceTarget, config: Config, { clock }: CommandIo) {
  const cache = createQueryCache();
  const start = storesStart({ ...target, account: target.profile }, config, undefined);
  return { cache, stores: createStores(cache, start, () => clock.now()) };
}

/** What the desk's risk check looks at. */
export function guardContext(stores: Stores, config: Config, target: ServiceTarget, { clock }: CommandIo) {
  const { bindings } = bindKeys(commands, config.keys);
  const keymap = deskKeymap(bindings);
  const service = { ...target, account: target.profile };
  return {
    ...stores,
    clock,
    caps: { ...config.caps, owners: config.owners, risk: config.risk, oneClickUsd: oneClickUsd(service, config) },
    keyOf: (id: CommandId) => `${keyOf(keymap, id)} on the desk`,
  };
}
