import type { ApiError } from '../../client/http/errors.ts';
import { printableJson } from '../../platform/files/printable-json.ts';

const cures: Readonly<Partial<Record<ApiError['kind'], string>>> = {
  network: '. Is the address right, and the service running? swapdeck doctor checks both',
  unauthorized: '. Is it the key of this service? Store another with: swapdeck login',
};

/** What went wrong with a call, and what to do about it, in a line. */
export function apiErrorText({ kind, code, message, requestId }: ApiError): string {
  const request = requestId ? ` (request ${printableJson(requestId)})` : '';
  return `${printableJson(code)}: ${message}${request}${cures[kind] ?? ''}`;
}
