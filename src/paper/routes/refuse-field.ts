import { PaperError } from '../service/handler.ts';

/** 400 for a field whose value has the right form and no meaning. `rule` says what is allowed. */
export const refuseField = (field: string, rule: string): PaperError => {
  const message = `${field} ${rule}`;
  return new PaperError(400, 'INVALID_PARAMS', message, { fields: [{ field, message }] });
};

/** Throws unless the value is one of the names, in any case, or absent. */
export function requireName(field: string, value: string | undefined, names: readonly string[]): void {
  if (value !== undefined && !names.includes(value.trim().toLowerCase()))
    throw refuseField(field, `must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
}
