import type { KeyRing } from '../limits/keys.ts';
import { PaperError, type Route } from '../service/handler.ts';

/** Restricts an admin control, which is outside the API's own paths, to the full key. */
export function requireFullKey(keys: KeyRing, route: Route): Route {
  if (!route.endpoint.path.startsWith('/paper/admin/')) return route;
  return {
    endpoint: route.endpoint,
    handle: (input, context) => {
      if (keys.byId(context.key.keyId)?.kind === 'full') return route.handle(input, context);
      throw new PaperError(403, 'FORBIDDEN', 'only the full key may do this');
    },
  };
}
