import * as sdk from '@modelcontextprotocol/server';
import { z } from 'zod';
import texts from '#content/agent/mcp.json' with { type: 'json' };

import { HOUR, MINUTE } from '../rules/base/clock.ts';
import { FAMILIES, type Family } from '../rules/vocabulary.ts';
import { TARGET } from '../api/fields.ts';
import type { Reply } from '../api/route.ts';
import type { Routes } from '../api/routes.ts';
import { callTool, fetchReply, problemFrom } from './call-tool.ts';
import type { McpConnection } from './connection.ts';
import { CARE_TOOLS, smallSchema, toSmallResult, withShortNames } from './profile.ts';
import { ICON_PATH, SERVER_INFO } from './server-card.ts';
import { passThroughSchema, replySchemaOf, type ToolArguments } from './tool-input.ts';
import { describeReply, joinLines, refusalText, speakOfTools, splitUntrusted } from './tool-text.ts';
import { type Tool, toolFor, type ToolRoute, TOOLS } from './tools.ts';

const FOR_YOU = { ttlMs: 0, cacheScope: 'private' } as const;
// The lists of tools, prompts and resources are the same for every agent and change only with a release.
const LIST_CACHE = { ttlMs: HOUR, cacheScope: 'public' } as const;
const NEVER_CHANGES = { listChanged: false } as const;

export function createMcpServer(connection: McpConnection): sdk.McpServer {
  const takesKey = connection.keys.takesArgument === true;
  const keyInstructions = takesKey ? [texts.keyInstructions] : [];
  const isSmall = connection.profile === 'care';
  const { guest } = connection;
  const instructions = (
    guest
      ? [texts.guests[guest]]
      : [...texts.instructions, ...(isSmall ? [] : [ABOUT_TOOLS]), ...keyInstructions]
  ).join('\n');
  const server = new sdk.McpServer(serverInfo(connection), {
    instructions: isSmall ? withShortNames(instructions) : instructions,
    capabilities: { tools: NEVER_CHANGES, resources: NEVER_CHANGES, prompts: NEVER_CHANGES },
    cacheHints: {
      'server/discover': LIST_CACHE,
      'tools/list': LIST_CACHE,
      'resources/list': LIST_CACHE,
      'resources/templates/list': LIST_CACHE,
      'prompts/list': LIST_CACHE,
    },
  });
  for (const { tool, ...described } of TOOL_DEFINITIONS)
    for (const name of [tool.name, ...shortNamesOf(tool)])
      server.registerTool(name, described, async (given) => {
        const result = await callTool(connection, tool, given);
        return isSmall ? toSmallResult(result) : result;
      });
  const { of: tools, ...listed } = LISTED[isSmall ? 'care' : 'all'];
  server.server.setRequestHandler('tools/list', () => {
    if (!guest) return { tools: takesKey ? listed.withKey : listed.plain };
    // The key of a guest is in a header or a file: the argument is left out.
    return { tools: listed.plain.filter((_, at) => tools[at]?.row.admits?.includes(guest)), ...FOR_YOU };
  });
  addResources(server, connection);
  addPrompts(server, connection);
  return server;
}

const OPEN_TOOLS = TOOLS.filter(({ row }) => row.auth !== 'required').map(({ name }) => name);
const ABOUT_TOOLS = texts.aboutTools.replace('{open}', OPEN_TOOLS.join(', '));

function serverInfo({ origin }: McpConnection): sdk.Implementation {
  if (!origin) return SERVER_INFO;
  const icons = [{ src: `${origin()}${ICON_PATH}`, mimeType: 'image/png', sizes: ['180x180'] }];
  return { ...SERVER_INFO, websiteUrl: origin(), icons };
}

function shortNamesOf(tool: Tool): string[] {
  return CARE_TOOLS.filter((each) => each.tool === tool).map(({ name }) => name);
}

// The list has no output schemas: models read it with every request. The resource reply-schemas has them.
const TOOL_DEFINITIONS = TOOLS.map((tool) => ({
  tool,
  title: tool.title,
  description: tool.description,
  inputSchema: passThroughSchema(tool.input.schema),
  annotations: toldHints(tool.hints),
}));

const LISTED_TOOLS: sdk.Tool[] = TOOL_DEFINITIONS.map(({ tool, title, description, annotations }) => ({
  name: tool.name,
  title,
  description,
  inputSchema: tool.input.schema as sdk.Tool['inputSchema'],
  annotations,
}));

const SMALL_TOOLS: sdk.Tool[] = CARE_TOOLS.map((each) => ({
  name: each.name,
  title: each.tool.title,
  description: withShortNames(each.tool.description),
  inputSchema: smallSchema(each) as sdk.Tool['inputSchema'],
  annotations: toldHints(each.tool.hints),
}));

const OF_SMALL = CARE_TOOLS.map(({ tool }) => tool);

/** The lists over HTTP have the key as an argument: the same for every caller, so that they can be cached. */
const LISTED = {
  all: { of: TOOLS, plain: LISTED_TOOLS, withKey: withKeyArgument(LISTED_TOOLS, TOOLS) },
  care: { of: OF_SMALL, plain: SMALL_TOOLS, withKey: withKeyArgument(SMALL_TOOLS, OF_SMALL) },
} as const;

function withKeyArgument(listed: readonly sdk.Tool[], tools: readonly Tool[]): sdk.Tool[] {
  return listed.map((each, at) => {
    if (tools[at]?.row.auth !== 'required') return each;
    const { inputSchema } = each;
    // The argument is described once in the instructions instead of in every tool.
    const properties = { ...inputSchema.properties, api_key: { type: 'string' } };
    return { ...each, inputSchema: { ...inputSchema, properties } };
  });
}

/** Directories and clients ask for every hint; only `idempotentHint` means nothing where it is false or the tool reads. */
function toldHints({ idempotentHint, ...hints }: Tool['hints']): Partial<Tool['hints']> {
  return { ...hints, ...(idempotentHint && !hints.readOnlyHint && { idempotentHint }) };
}

/** `stream`: server-sent events; `json`: one JSON body. */
export type McpReplyForm = 'json' | 'stream';

export interface McpHttpHandler {
  answer(
    request: Request,
    parsedBody: unknown,
    connection: McpConnection,
    form?: McpReplyForm,
  ): Promise<Response>;
  close(): Promise<void>;
}

/** Streamable HTTP at /mcp, without sessions, in all protocol revisions in PROTOCOL_VERSIONS. */
export function createMcpHttpHandler(report: (error: unknown) => void): McpHttpHandler {
  const handlers = {
    json: sdk.createMcpHandler(serveCaller, { onerror: report }),
    stream: sdk.createMcpHandler(serveCaller, { onerror: report, responseMode: 'sse' }),
  };
  return {
    async answer(request, parsedBody, connection, form = 'json'): Promise<Response> {
      const { method, id } = (parsedBody ?? {}) as { readonly method?: unknown; readonly id?: unknown };
      if (method === 'subscriptions/listen' && id !== undefined) return refuseListening(id);
      const options = {
        ...(parsedBody !== undefined && { parsedBody }),
        // The connection is passed on in `authInfo` unchanged; the API authenticates the key.
        authInfo: { token: '', clientId: 'caller', scopes: [], extra: { connection } },
      };
      if (form === 'json' && (await isOldMessage(request, parsedBody)))
        return answerOldMessage(request, options, report);
      return handlers[form].fetch(request, options);
    },
    close: async () => {
      await Promise.all([handlers.json.close(), handlers.stream.close()]);
    },
  };
}

async function isOldMessage(request: Request, parsedBody: unknown): Promise<boolean> {
  return (
    sdk.isJsonContentType(request.headers.get('content-type')) && sdk.isLegacyRequest(request, parsedBody)
  );
}

/** The handler of the library answers revisions before 2026 with a stream only. */
async function answerOldMessage(
  request: Request,
  options: sdk.McpHandlerRequestOptions,
  report: (error: unknown) => void,
): Promise<Response> {
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  Object.assign(transport, { onerror: report });
  const server = serveCaller({ era: 'legacy', ...options });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, options);
  } finally {
    await server.close();
  }
}

function serveCaller({ authInfo }: sdk.McpRequestContext): sdk.McpServer {
  return createMcpServer(authInfo?.extra?.['connection'] as McpConnection);
}

/** Refuses a subscription: there are no notifications, so it would only keep a stream open. */
function refuseListening(id: unknown): Response {
  const error = { code: sdk.METHOD_NOT_FOUND, message: 'Method not found: nothing is announced here' };
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 });
}

/** Names of the original service, which are accepted but not listed. */
const FORMER_PROMPTS = {
  adopt: ['get_started'],
  daily_care: ['daily_check', 'care_guide'],
  rescue: ['lost_pet'],
} as const;

/** Adds MCP prompts; they contain only our own text and the chosen arguments. */
export function addPrompts(server: sdk.McpServer, connection: McpConnection): void {
  const { task: adoption, ...adopting } = texts.prompts.adopt;
  const { task: death, steps: afterDeath, ...understanding } = texts.understandDeath;
  const ofAdoption = adoptionArguments(connection);
  const ofOne = creatureArgument(connection);
  for (const name of ['adopt', ...FORMER_PROMPTS.adopt])
    server.registerPrompt(name, { ...adopting, argsSchema: ofAdoption }, (chosen) =>
      promptResult(adoption, adoptionSteps(chosen)),
    );
  const listed = [listedPrompt('adopt', adopting, ofAdoption)];
  for (const own of ['daily_care', 'rescue'] as const) {
    const { task, before, after, ...described } = texts.prompts[own];
    for (const name of [own, ...FORMER_PROMPTS[own]])
      server.registerPrompt(name, { ...described, argsSchema: ofOne }, ({ creature_id: id }) =>
        promptResult(task, [lookStep(id), ...before, ...texts.whatItAsksFor, ...after]),
      );
    listed.push(listedPrompt(own, described, ofOne));
  }
  server.registerPrompt('understand_death', { ...understanding, argsSchema: ofOne }, ({ creature_id: id }) =>
    promptResult(death, [lookStep(id), ...afterDeath]),
  );
  server.server.setRequestHandler('prompts/list', () => ({ prompts: listed }));
}

function lookStep(id: string | undefined): string {
  return `Call get_creature_status${id === undefined ? '' : ` with creature_id "${id}"`}.`;
}

function listedPrompt(
  name: string,
  { title, description }: { readonly title: string; readonly description: string },
  { shape }: z.ZodObject<Readonly<Record<string, z.ZodType>>>,
) {
  const fields = Object.entries(shape).map(([field, { description: about }]) => ({
    name: field,
    description: about,
    required: false,
  }));
  return { name, title, description, arguments: fields };
}

function adoptionArguments(connection: McpConnection) {
  return z.object({
    family: sdk
      .completable(z.enum(FAMILIES), completeFamily)
      .optional()
      .describe(texts.arguments.family.replace('{families}', FAMILIES.join(', '))),
    slug: sdk
      .completable(z.string().regex(/^[a-z0-9_]{2,40}$/), completeSlug(connection))
      .optional()
      .describe(texts.arguments.slug),
  });
}

function creatureArgument(connection: McpConnection) {
  const { creature_id } = TARGET;
  return z.object({
    // A clone, since `completable` changes the schema itself.
    creature_id: sdk
      .completable(creature_id.unwrap().clone(), completeCreature(connection))
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

function promptResult(task: string, steps: readonly string[]): sdk.GetPromptResult {
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
    const query = { per_page: 1, view: 'brief', ...(asked && { family: asked }) } as const;
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
const FOR_ALL = { ttlMs: MINUTE, cacheScope: 'public' } as const;

/** MCP resources: replies as Markdown, without untrusted text. */
const PAGES = [
  { name: 'species', route: 'listSpecies', cacheHint: FOR_ALL },
  { name: 'hall', route: 'listHall', cacheHint: FOR_ALL },
  { name: 'graveyard', route: 'listGraveyard', cacheHint: FOR_YOU },
  { name: 'status', route: 'getCreatureStatus', cacheHint: FOR_YOU },
  { name: 'week', route: 'getWeek', cacheHint: FOR_YOU },
] as const;

/** Resources of the original service, which are read but not listed. */
const FORMER_PAGES = new Map<string, readonly [ToolRoute, Readonly<Record<string, string>>?]>([
  ['creature/status', ['getCreatureStatus']],
  ['creature/history', ['getCareHistory']],
  ['creature/history/markdown', ['getCareHistory', { format: 'markdown' }]],
  ['creature/preferences', ['getCreaturePreferences']],
  ['credits', ['getCreditBalance']],
  ['graveyard', ['listGraveyard']],
  ['hall', ['listHall']],
  ['species', ['listSpecies']],
  ['stats', ['getHouseStats']],
]);

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

export function addResources(server: sdk.McpServer, connection: McpConnection): void {
  server.registerResource(
    'care-guide',
    'arkhouse://care-guide',
    { ...texts.resources['care-guide'], mimeType: MARKDOWN, cacheHint: FOR_ALL },
    ({ href }) => markdownResult(href, connection.guide()),
  );
  for (const { name, route, cacheHint } of PAGES) {
    const described = { ...texts.resources[name], cacheHint, mimeType: MARKDOWN };
    const read = ({ href }: URL) => readPage(connection, toolFor(route), href);
    server.registerResource(name, `arkhouse://${name}`, described, read);
  }
  addTemplates(server, connection);
}

function addTemplates(server: sdk.McpServer, connection: McpConnection): void {
  const { species, reply } = TEMPLATES;
  server.registerResource(
    species.name,
    new sdk.ResourceTemplate(species.uriTemplate, {
      list: undefined,
      complete: { slug: completeSlug(connection) },
    }),
    { ...species, cacheHint: FOR_ALL },
    ({ href }, { slug }) => readPage(connection, toolFor('getSpecies'), href, { slug: String(slug) }),
  );
  server.registerResource(
    reply.name,
    new sdk.ResourceTemplate(reply.uriTemplate, {
      list: undefined,
      complete: { tool: (begun) => TOOLS.map(({ name }) => name).filter((name) => name.startsWith(begun)) },
    }),
    { ...reply, cacheHint: FOR_ALL },
    ({ href: uri }, { tool: name }) => {
      const tool = TOOLS.find((each) => each.name === name);
      if (!tool) throw new sdk.ResourceNotFoundError(uri);
      const text = JSON.stringify(replySchemaOf(tool.row.reply));
      return { contents: [{ uri, mimeType: reply.mimeType, text }] };
    },
  );
  server.registerResource(
    'former',
    new sdk.ResourceTemplate('animalhouse://{+page}', { list: undefined }),
    { mimeType: MARKDOWN, cacheHint: FOR_YOU },
    ({ href }, { page }) => {
      const [route, given] = FORMER_PAGES.get(String(page)) ?? [];
      if (!route) throw new sdk.ResourceNotFoundError(href);
      return readPage(connection, toolFor(route), href, given);
    },
  );
  server.server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: Object.values(TEMPLATES),
  }));
}

async function readPage(
  connection: McpConnection,
  tool: Tool,
  uri: string,
  given: Readonly<Record<string, string>> = {},
): Promise<sdk.ReadResourceResult> {
  try {
    const reply = await fetchReply(connection, tool, tool.input.toRequest(given));
    if (typeof reply === 'string') return markdownResult(uri, reply);
    const { trusted } = splitUntrusted(speakOfTools(reply));
    return markdownResult(uri, joinLines(describeReply(tool.route, trusted)));
  } catch (error) {
    const problem = problemFrom(error, tool, connection);
    if (problem.code === 'no_such_species') throw new sdk.ResourceNotFoundError(uri);
    throw new sdk.ProtocolError(
      sdk.ProtocolErrorCode.InternalError,
      await refusalText(problem, connection.keys),
    );
  }
}

function markdownResult(uri: string, text: string): sdk.ReadResourceResult {
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
}
