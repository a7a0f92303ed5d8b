import {
  completable,
  type GetPromptResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

import texts from '#content/agent/mcp.json' with { type: 'json' };
import type { Reply } from '../api/route.ts';
import type { Routes } from '../api/routes.ts';
import { TARGET } from '../api/subjects/target.ts';
import { FAMILIES, type Family } from '../rules/vocabulary.ts';
import { fetchReply, problemFrom } from './call-tool.ts';
import type { McpConnection } from './connection.ts';
import { describeReply } from './describe.ts';
import { replySchemaOf, type ToolArguments } from './tool-input.ts';
import { joinLines, refusalText, speakOfTools, splitUntrusted } from './tool-text.ts';
import { type Tool, toolFor, type ToolRoute, TOOLS } from './tools.ts';

/** Adds MCP prompts; they contain only our own text and the chosen arguments. */
export function addPrompts(server: McpServer, connection: McpConnection): void {
  const argsSchema = creatureArgument(connection);
  const {
    adopt: { task: adoption, ...adopting },
    ...others
  } = texts.prompts;
  server.registerPrompt('adopt', { ...adopting, argsSchema: adoptionArguments(connection) }, (chosen) =>
    promptResult(adoption, adoptionSteps(chosen)),
  );
  for (const [name, { task, before, after, ...described }] of Object.entries(others))
    server.registerPrompt(name, { ...described, argsSchema }, ({ creature_id: id }) => {
      const which = id === undefined ? '' : ` with creature_id "${id}"`;
      const look = `Call get_creature_status${which}.`;
      return promptResult(task, [look, ...before, ...texts.whatItAsksFor, ...after]);
    });
}

function adoptionArguments(connection: McpConnection) {
  return z.object({
    family: completable(z.enum(FAMILIES), completeFamily)
      .optional()
      .describe(texts.arguments.family.replace('{families}', FAMILIES.join(', '))),
    slug: completable(z.string().regex(/^[a-z0-9_]{2,40}$/), completeSlug(connection))
      .optional()
      .describe(texts.arguments.slug),
  });
}

function creatureArgument(connection: McpConnection) {
  const { creature_id } = TARGET;
  return z.object({
    // A clone, since `completable` changes the schema itself.
    creature_id: completable(creature_id.unwrap().clone(), completeCreature(connection))
      .optional()
      .describe(creature_id.description ?? ''),
  });
}

/** The steps state no rules: every reply contains the next ones. */
function adoptionSteps({ family, slug }: z.output<ReturnType<typeof adoptionArguments>>): readonly string[] {
  const { any, one, end } = texts.adopting;
  const steps =
    slug === undefined
      ? any.map((step) => step.replace('{family}', family === undefined ? '' : ` with family "${family}"`))
      : one.map((step) => step.replace('{slug}', slug));
  return [...steps, ...texts.whatItAsksFor, end];
}

function promptResult(task: string, steps: readonly string[]): GetPromptResult {
  const text = [task, '', ...steps.map((step, at) => `${at + 1}. ${step}`)].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

function completeFamily(begun: string | undefined): Family[] {
  return FAMILIES.filter((family) => family.startsWith(begun ?? ''));
}

/** Completes slugs of built-in species only: other slugs are untrusted text. */
function completeSlug(connection: McpConnection) {
  return async (begun = '', others?: { readonly arguments?: Record<string, string> }): Promise<string[]> => {
    const family = others?.arguments?.['family'];
    const asked = completeFamily(family).find((each) => each === family);
    const query = { per_page: 1, ...(asked && { family: asked }) };
    const listed = await readOrNothing(connection, 'listSpecies', query);
    return (listed?.built_in ?? []).map(({ slug }) => slug).filter((slug) => slug.startsWith(begun));
  };
}

/** Completes ids of the caller's living creatures by the start of id or name. Uses whoAmI, which hatches no egg. */
function completeCreature(connection: McpConnection) {
  return async (begun = ''): Promise<string[]> => {
    const start = begun.toLowerCase();
    const me = await readOrNothing(connection, 'whoAmI');
    return (me?.creatures ?? [])
      .filter(({ id, name }) => id.startsWith(start) || name.toLowerCase().startsWith(start))
      .map(({ id }) => id);
  };
}

/** Calls a route; undefined on failure. Unexpected errors are logged. */
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

const MARKDOWN = 'text/markdown';
const MINUTE_MS = 60_000;
const FOR_ALL = { ttlMs: MINUTE_MS, cacheScope: 'public' } as const;
const FOR_YOU = { ttlMs: 0, cacheScope: 'private' } as const;

/** MCP resources: replies as Markdown, without untrusted text. */
const PAGES = [
  { name: 'species', route: 'listSpecies', cacheHint: FOR_ALL },
  { name: 'hall', route: 'listHall', cacheHint: FOR_ALL },
  { name: 'graveyard', route: 'listGraveyard', cacheHint: FOR_YOU },
  { name: 'status', route: 'getCreatureStatus', cacheHint: FOR_YOU },
] as const;

/** Resources of the original service, which are read but not listed. */
type FormerPage = readonly [ToolRoute, Readonly<Record<string, string>>?];
const FORMER_PAGES: ReadonlyMap<string, FormerPage> = new Map<string, FormerPage>(
  Object.entries({
    'creature/status': ['getCreatureStatus'],
    'creature/history': ['getCareHistory'],
    'creature/history/markdown': ['getCareHistory', { format: 'markdown' }],
    'creature/preferences': ['getCreaturePreferences'],
    credits: ['getCreditBalance'],
    graveyard: ['listGraveyard'],
    hall: ['listHall'],
    species: ['listSpecies'],
    stats: ['getHouseStats'],
  }),
);

const TEMPLATES = {
  species: {
    name: 'one-species',
    uriTemplate: 'arkhouse://species/{slug}',
    ...texts.resources['one-species'],
    mimeType: MARKDOWN,
  },
  reply: {
    name: 'reply-schema',
    uriTemplate: 'arkhouse://reply-schemas/{tool}',
    ...texts.resources['reply-schema'],
    mimeType: 'application/schema+json',
  },
};

export function addResources(server: McpServer, connection: McpConnection): void {
  server.registerResource(
    'care-guide',
    'arkhouse://care-guide',
    { ...texts.resources['care-guide'], mimeType: MARKDOWN, cacheHint: FOR_ALL },
    ({ href }) => markdownResult(href, connection.guide()),
  );
  for (const { name, route, cacheHint } of PAGES) {
    const described = { ...texts.resources[name], cacheHint, mimeType: MARKDOWN };
    server.registerResource(name, `arkhouse://${name}`, described, ({ href }) =>
      readPage(connection, toolFor(route), href),
    );
  }
  addTemplates(server, connection);
}

function addTemplates(server: McpServer, connection: McpConnection): void {
  const { species, reply } = TEMPLATES;
  server.registerResource(
    species.name,
    new ResourceTemplate(species.uriTemplate, {
      list: undefined,
      complete: { slug: completeSlug(connection) },
    }),
    { ...species, cacheHint: FOR_ALL },
    ({ href }, { slug }) => readPage(connection, toolFor('getSpecies'), href, { slug: String(slug) }),
  );
  server.registerResource(
    reply.name,
    new ResourceTemplate(reply.uriTemplate, { list: undefined, complete: { tool: completeTool } }),
    { ...reply, cacheHint: FOR_ALL },
    ({ href: uri }, { tool: name }) => {
      const tool = TOOLS.find((each) => each.name === name);
      if (!tool) throw new ResourceNotFoundError(uri);
      const text = JSON.stringify(replySchemaOf(tool.row.reply));
      return { contents: [{ uri, mimeType: reply.mimeType, text }] };
    },
  );
  server.registerResource(
    'former',
    new ResourceTemplate('animalhouse://{+page}', { list: undefined }),
    { mimeType: MARKDOWN, cacheHint: FOR_YOU },
    ({ href }, { page }) => {
      const [route, given] = FORMER_PAGES.get(String(page)) ?? [];
      if (!route) throw new ResourceNotFoundError(href);
      return readPage(connection, toolFor(route), href, given);
    },
  );
  server.server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: Object.values(TEMPLATES),
  }));
}

function completeTool(begun: string): string[] {
  return TOOLS.map(({ name }) => name).filter((name) => name.startsWith(begun));
}

async function readPage(
  connection: McpConnection,
  tool: Tool,
  uri: string,
  given: Readonly<Record<string, string>> = {},
): Promise<ReadResourceResult> {
  try {
    const reply = await fetchReply(connection, tool, tool.input.toRequest(given));
    if (typeof reply === 'string') return markdownResult(uri, reply);
    const { trusted } = splitUntrusted(speakOfTools(reply));
    return markdownResult(uri, joinLines(describeReply(tool.route, trusted)));
  } catch (error) {
    const problem = problemFrom(error, tool, connection);
    if (problem.code === 'no_such_species') throw new ResourceNotFoundError(uri);
    throw new ProtocolError(ProtocolErrorCode.InternalError, await refusalText(problem, connection.keys));
  }
}

function markdownResult(uri: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
}
