import type { HandlerInput } from '../../protocol/endpoint.ts';
import type { updateSettings } from '../../protocol/endpoints/account.ts';

/** The part of the trade settings with custom fees and bribes. */
export interface Settings {
  readonly chainPresetsBuy?: unknown;
  readonly chainPresetsSell?: unknown;
}

const gasFields = ['customPriorityFeeSol', 'maxPriorityFeePerGasGwei'];
const bribeFields = ['bribeAmountSol', 'bribeAmountNative'];

/**
 * Whether a settings update sets a priority fee or a bribe in a preset. No trading call carries one, so this is where a
 * key could request it. An unchanged value does not count, because settings are written back whole.
 */
export function newFees(
  present: Settings,
  update: HandlerInput<typeof updateSettings>['body']['tradeSettings'],
): { setsCustomGas: boolean; setsBribe: boolean } {
  const sets = (fields: readonly string[]) =>
    (['chainPresetsBuy', 'chainPresetsSell'] as const).some((name) =>
      Object.entries(update[name] ?? {}).some(([network, slots]) =>
        Object.entries(slots).some(([slot, preset]) =>
          fields.some((field) => isSet(preset?.[field]) && preset?.[field] !== at(present, name, network, slot, field)),
        ),
      ),
    );
  return { setsCustomGas: sets(gasFields), setsBribe: sets(bribeFields) };
}

const isSet = (value: unknown) => value !== undefined && value !== null && !/^[0.]*$/.test(String(value));

/** Own properties only: a path named `__proto__` finds nothing. */
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  );
