import type { Desk } from '../../desk.ts';
import type { FormSpec } from '../form-spec.ts';
export function triggerForm(_d: Desk): FormSpec<never> {
  throw new Error('x');
}
