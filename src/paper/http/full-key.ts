import { PaperError, type Route } from '../handler.ts';
import type { KeyRing } from '../keys.ts';

/** The same route; a lever, which lies outside the API's own paths, is open to the full key alone. */
export function leverForFullKey(keys: KeyRing, route: Route): Route {
  if (!route.endpoint.path.startsWith('/paper/admin/')) return route;
  return {
    endpoint: route.endpoint,
    handle: (input, context) => {
      if (keys.byId(context.key.keyId)?.kind === 'full') return route.handle(input, context);
      throw new PaperError(403, 'FORBIDDEN', 'only the full key may do this');
    },
  };
}
