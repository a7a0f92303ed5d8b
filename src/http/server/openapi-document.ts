import { buildOpenApi } from '../../contract/server/openapi.ts';
import type { Route } from '../../contract/server/route.ts';
import { TOOLS } from '../../mcp/tools.ts';
import { errorTextFor } from '../../voice/server/problems.ts';

const TOOL_NAMES: ReadonlyMap<Route, string> = new Map(TOOLS.map(({ row, name }) => [row, name]));

/** The OpenAPI document of these rows, with our words and the names of the tools. */
export function openApiDocument(routes: readonly Route[]): Record<string, unknown> {
  return buildOpenApi(routes, { explain: errorTextFor, toolOf: (route) => TOOL_NAMES.get(route) });
}
