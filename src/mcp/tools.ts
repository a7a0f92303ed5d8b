import type { z } from 'zod';

import type { Route } from '../api/route.ts';
import { type RouteName, ROUTES, type Routes } from '../api/routes.ts';
import { inputOf, type ToolInput } from './tool-input.ts';

export type ToolRoute = {
  [Name in RouteName]: Routes[Name] extends { readonly tool: false } ? never : Name;
}[RouteName];

interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface Tool {
  /** Name of the route; `name` is the operationId. */
  readonly route: ToolRoute;
  readonly row: Route;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolHints;
  readonly input: ToolInput;
}

export const TOOLS: readonly Tool[] = (Object.keys(ROUTES) as RouteName[])
  .filter(isTool)
  .map((route) => toolOf(route, ROUTES[route]));

export function toolFor(route: ToolRoute): Tool {
  const found = TOOLS.find((tool) => tool.route === route);
  if (!found) throw new Error(`there is no tool for ${route}`);
  return found;
}

function isTool(name: RouteName): name is ToolRoute {
  const { tool }: Route = ROUTES[name];
  return tool !== false;
}

function toolOf(route: ToolRoute, row: Route): Tool {
  const { defaults = {}, own = {}, descriptions = {}, unlisted = [], destructive } = row.tool || {};
  const hasUntrusted = 'untrusted_fields' in (row.reply as z.ZodObject).shape;
  return {
    route,
    row,
    name: row.operationId,
    title: row.summary,
    description: row.description,
    hints: {
      // A route that refuses HEAD changes something on GET: the first status hatches an egg.
      readOnlyHint: row.method === 'GET' && row.noHead !== true,
      destructiveHint: destructive === true,
      idempotentHint: row.method !== 'POST',
      openWorldHint: hasUntrusted,
    },
    // `include_untrusted` is listed on public routes only; elsewhere the reply mentions it when it leaves something out.
    input: inputOf(row, {
      defaults,
      own,
      descriptions,
      unlisted,
      offersUntrusted: hasUntrusted && row.auth !== 'required',
    }),
  };
}
