import type { HandlerInput } from '../protocol/endpoint.ts';
import type { updateSettings } from '../protocol/endpoints/account.ts';

/** The part of the trade settings in which fees of one's own and bribes can be asked for. */
export interface Settings {
  readonly chainPresetsBuy?: unknown;
  readonly chainPresetsSell?: unknown;
}

const gasFields = ['customPriorityFeeSol', 'maxPriorityFeePerGasGwei'];
const bribeFields = ['bribeAmountSol', 'bribeAmountNative'];

/**
 * Whether an update of the settings sets a priority fee or a bribe in a preset: no trading call carries one, so this is
 * where a key could ask for it. A value that stands already is no new one: settings are read, changed and written back
 * whole.
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

/** Own properties alone: a path named `__proto__` leads nowhere. */
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  );
