import { FAMILIES, type Family } from '../core/vocabulary.ts';
import { fetchReply, problemFrom } from './call-tool.ts';
import type { McpConnection } from './connection.ts';
import { toolFor } from './tools.ts';

/** What may stand in other arguments already. */
interface CompletionContext {
  readonly arguments?: Readonly<Record<string, string>> | undefined;
}

export function completeFamily(begun: string | undefined): Family[] {
  return FAMILIES.filter((family) => family.startsWith(begun ?? ''));
}

/** Slugs that came with the house: those that agents chose are strangers' words. */
export function completeSlug(connection: McpConnection) {
  return async (begun: string | undefined, context?: CompletionContext): Promise<string[]> => {
    const tool = toolFor('listSpecies');
    const family = context?.arguments?.['family'];
    const asked = completeFamily(family).find((each) => each === family);
    try {
      const { built_in } = (await fetchReply(connection, tool, {
        query: { per_page: 1, ...(asked && { family: asked }) },
      })) as unknown as { readonly built_in: readonly { readonly slug: string }[] };
      return built_in.map(({ slug }) => slug).filter((slug) => slug.startsWith(begun ?? ''));
    } catch (error) {
      // An offer that cannot be made is no offer; what nobody foresaw is reported.
      problemFrom(error, tool, connection);
      return [];
    }
  };
}
