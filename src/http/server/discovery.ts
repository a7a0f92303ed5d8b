import type { ROUTES } from '../../contract/routes.ts';
import { RATE_LIMITS } from '../../contract/server/rate-limits.ts';
import type { Route } from '../../contract/server/route.ts';
import { ACTIONS } from '../../core/vocabulary.ts';
import { ABOUT_THE_API, ABOUT_THE_HOUSE, HOW_TO_AUTHENTICATE } from '../../voice/server/discovery.ts';
import * as steps from '../../voice/server/next-steps.ts';
import type { Handler } from './handler.ts';
import { LINK_HEADER } from './headers.ts';

/** The indexes, which list every route that is served. */
export function indexHandlers(served: readonly Route[]) {
  const routes = served.map(presentRoute);
  const operations = routes.filter(({ path }) => path.startsWith('/api/house/'));

  const getApiIndex: Handler<typeof ROUTES.getApiIndex> = {
    async answer(_house, { now }) {
      return {
        headers: { link: LINK_HEADER },
        body: {
          name: 'Arkhouse',
          description: ABOUT_THE_API,
          version: '1.0.0',
          documentation: '/docs',
          openapi: '/openapi.json',
          authentication: HOW_TO_AUTHENTICATE,
          routes,
          next_steps: [
            steps.registerStep(now.toString(36)),
            steps.viewSchemaStep(),
            steps.openHouseStep(),
            steps.readDocsStep(),
          ],
        },
      };
    },
  };

  const getHouseIndex: Handler<typeof ROUTES.getHouseIndex> = {
    async answer(_house, { now }) {
      return {
        headers: { link: LINK_HEADER },
        body: {
          description: ABOUT_THE_HOUSE,
          operations,
          care_actions: [...ACTIONS],
          next_steps: [steps.registerStep(now.toString(36)), steps.lookAroundStep()],
        },
      };
    },
  };
  return { getApiIndex, getHouseIndex };
}

function presentRoute(route: Route) {
  const { max, windowSeconds, per } = RATE_LIMITS[route.limit];
  return {
    operation_id: route.operationId,
    method: route.method,
    path: route.path,
    auth: route.auth,
    summary: route.summary,
    limit: { max, window_seconds: windowSeconds, per },
  };
}
