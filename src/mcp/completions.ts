import type { Routes } from '../contract/routes.ts';
import type { Reply } from '../contract/server/route.ts';
import { FAMILIES, type Family } from '../core/vocabulary.ts';
import { fetchReply, problemFrom } from './call-tool.ts';
import type { McpConnection } from './connection.ts';
import type { ToolArguments } from './json-schema.ts';
import { toolFor, type ToolRoute } from './tools.ts';

/** What may stand in other arguments already. */
interface CompletionContext {
  readonly arguments?: Readonly<Record<string, string>> | undefined;
}

export function completeFamily(begun: string | undefined): Family[] {
  return FAMILIES.filter((family) => family.startsWith(begun ?? ''));
}

/** Slugs that came with the house: those that agents chose are strangers' words. */
export function completeSlug(connection: McpConnection) {
  return async (begun = '', context?: CompletionContext): Promise<string[]> => {
    const family = context?.arguments?.['family'];
    const asked = completeFamily(family).find((each) => each === family);
    const query = { per_page: 1, ...(asked && { family: asked }) };
    const listed = await readOrNothing(connection, 'listSpecies', query);
    return (listed?.built_in ?? []).map(({ slug }) => slug).filter((slug) => slug.startsWith(begun));
  };
}

/** The ids of the caller's own living creatures, found by id or by name. Asking is no look, and hatches nothing. */
export function completeCreature(connection: McpConnection) {
  return async (begun = ''): Promise<string[]> => {
    const start = begun.toLowerCase();
    const me = await readOrNothing(connection, 'whoAmI');
    return (me?.creatures ?? [])
      .filter(({ id, name }) => id.startsWith(start) || name.toLowerCase().startsWith(start))
      .map(({ id }) => id);
  };
}

/** An offer that cannot be made is no offer; what nobody foresaw is reported. */
async function readOrNothing<Name extends ToolRoute>(
  connection: McpConnection,
  route: Name,
  query: ToolArguments = {},
): Promise<Reply<Routes[Name]> | undefined> {
  const tool = toolFor(route);
  try {
    return (await fetchReply(connection, tool, { query })) as Reply<Routes[Name]>;
  } catch (error) {
    problemFrom(error, tool, connection);
    return undefined;
  }
}
