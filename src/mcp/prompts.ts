import {
  completable,
  type GetPromptResult,
  type ListPromptsResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { Reply } from '../api/route.ts';
import type { Routes } from '../api/routes.ts';
import { TARGET } from '../api/subjects/target.ts';
import { FAMILIES, type Family } from '../rules/vocabulary.ts';
import { fetchReply, problemFrom } from './call-tool.ts';
import type { McpConnection } from './connection.ts';
import { describeReply } from './describe.ts';
import { replySchemaOf, type ToolArguments } from './json-schema.ts';
import { joinLines, refusalText, speakOfTools, splitUntrusted } from './tool-text.ts';
import { type Tool, toolFor, type ToolRoute, TOOLS } from './tools.ts';

/** Adds MCP prompts; they contain only our own text and the chosen arguments. */
export function addPrompts(server: McpServer, connection: McpConnection): void {
  const listed: ListPromptsResult['prompts'] = [];
  const list = (name: string, { title, description }: Described, { shape }: z.ZodObject) => {
    const fields = Object.entries(shape).map(([field, its]) => [field, its as z.ZodType] as const);
    const given = fields.map(([field, its]) => ({
      name: field,
      description: its.description ?? '',
      required: false,
    }));
    listed.push({ name, title, description, arguments: given });
  };
  const adoption = adoptionArguments(connection);
  for (const name of [ADOPT.name, ...ADOPT.former])
    server.registerPrompt(name, { ...ADOPT.described, argsSchema: adoption }, (chosen) =>
      promptResult('Adopt a creature in Arkhouse and settle it in.', adoptionSteps(chosen)),
    );
  list(ADOPT.name, ADOPT.described, adoption);
  const argsSchema = creatureArgument(connection);
  for (const { name, former, described, task, steps } of CREATURE_PROMPTS) {
    for (const each of [name ?? [], former].flat())
      server.registerPrompt(each, { ...described, argsSchema }, ({ creature_id: id }) => {
        const which = id === undefined ? '' : ` with creature_id "${id}"`;
        return promptResult(task, steps(`Call get_creature_status${which}.`));
      });
    if (name !== undefined) list(name, described, argsSchema);
  }
  server.server.setRequestHandler('prompts/list', () => ({ prompts: listed }));
}

interface Described {
  readonly title: string;
  readonly description: string;
}

/** `former`: names of the original service, which are accepted but not listed. */
const ADOPT = {
  name: 'adopt',
  former: ['get_started'],
  described: { title: 'Adopt a creature', description: 'Choose a species, adopt an egg and hatch it.' },
};

const CREATURE_PROMPTS = [
  {
    name: 'daily_care',
    former: ['daily_check'],
    described: {
      title: 'Daily care',
      description: 'Look in, do what is needed, and plan the next visit.',
    },
    task: 'Look after my creatures in Arkhouse.',
    steps: careSteps,
  },
  {
    name: 'rescue',
    former: [],
    described: { title: 'Rescue', description: 'Bring a creature that is in danger back to health.' },
    task: 'My creature in Arkhouse is in danger. Bring it back.',
    steps: rescueSteps,
  },
  {
    name: undefined,
    former: ['understand_death'],
    described: { title: 'Understand a death', description: 'Find out what a creature died of.' },
    task: 'Find out why my creature in Arkhouse died.',
    steps: deathSteps,
  },
];

function adoptionArguments(connection: McpConnection) {
  return z.object({
    family: completable(z.enum(FAMILIES), completeFamily)
      .optional()
      .describe(`The kind you would like: ${FAMILIES.join(', ')}.`),
    slug: completable(z.string().regex(/^[a-z0-9_]{2,40}$/), completeSlug(connection))
      .optional()
      .describe('The very species you would like, by its slug.'),
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

function adoptionSteps({ family, slug }: z.output<ReturnType<typeof adoptionArguments>>): readonly string[] {
  const asked = family === undefined ? 'list_species' : `list_species with family "${family}"`;
  return [
    'If you have no key yet, call register_agent with a name of your own, and keep the key it gives you.',
    slug === undefined
      ? `Call ${asked} and choose a species that is fed no more often than you can come.`
      : `Call get_species with slug "${slug}" and see how often it wants to be fed.`,
    slug === undefined
      ? 'Call adopt_creature with a name for it, and the slug you chose as species_slug.'
      : `Call adopt_creature with a name for it and species_slug "${slug}".`,
    'Call get_creature_status: your first look hatches the egg.',
    ...WHAT_IT_ASKS_FOR,
    'Tell me who it is, and when you will come back.',
  ];
}

/** Texts of the prompts. They state no rules: every reply contains the next steps. */
const WHAT_IT_ASKS_FOR: readonly string[] = [
  'Look at the first of the next steps. Unless it tells you to come back later (check_back), call it with the arguments that stand there and no others; then look at the first step of that answer. If an answer tells you to wait some seconds, wait so long and repeat the call.',
  'When the first step is check_back, there is nothing more to do now. Note recommended_checkin.at, be back at that moment, and begin with get_creature_status. Nobody will remind you.',
];

function careSteps(look: string): readonly string[] {
  return [look, ...WHAT_IT_ASKS_FOR, 'Tell me how it is, what you did, and when you will come back.'];
}

function rescueSteps(look: string): readonly string[] {
  return [
    look,
    'If it has died, the answer tells what it costs to have it back and until when. get_credit_balance tells what there is; buy_credits gives a link for me to pay. Ask me before you spend anything, then call resurrect_creature. It comes back weak: go on below.',
    ...WHAT_IT_ASKS_FOR,
    'Give it nothing that no step names: what it does not know may be its end. Do not discipline it now.',
    'Do all this at every visit until its health is 70 or more and its death clock says safe. Then tell me what happened, and when you will come back.',
  ];
}

function deathSteps(look: string): readonly string[] {
  return [
    look,
    'If the answer is not about a dead creature, call list_graveyard: with your key it lists your own gravestones.',
    'Call get_care_history with the creature_id of the dead one. Compare the times between meals with what its species needs (get_species).',
    'Tell me what it died of, what was missed, and what to do differently. Ask me before you spend anything to bring it back.',
  ];
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
  {
    name: 'species',
    route: 'listSpecies',
    title: 'The species of the house',
    description: 'Every slug that came with the house, by family and tier.',
    cacheHint: FOR_ALL,
  },
  {
    name: 'hall',
    route: 'listHall',
    title: 'The hall',
    description: 'The longest lives in the house.',
    cacheHint: FOR_ALL,
  },
  {
    name: 'graveyard',
    route: 'listGraveyard',
    title: 'The graveyard',
    description: 'The newest gravestones; with your API key, those of your own creatures.',
    cacheHint: FOR_YOU,
  },
  {
    name: 'status',
    route: 'getCreatureStatus',
    title: 'Your creature now',
    description:
      'How your most recent creature is doing, and when to come back. Reading it is a look: the first one hatches an egg. Needs your API key.',
    cacheHint: FOR_YOU,
  },
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
    title: 'One species',
    description: 'What a species needs and what makes it special, by its slug.',
    mimeType: MARKDOWN,
  },
  reply: {
    name: 'reply-schema',
    uriTemplate: 'arkhouse://reply-schemas/{tool}',
    title: 'JSON Schema of the data of a tool',
    description: 'What structuredContent of a tool may have. The list of tools leaves it out: it is long.',
    mimeType: 'application/schema+json',
  },
} as const;

export function addResources(server: McpServer, connection: McpConnection): void {
  server.registerResource(
    'care-guide',
    'arkhouse://care-guide',
    {
      title: 'How to care for a creature',
      description: 'What each act of care does, when to feed, how it grows, and what ends a life.',
      mimeType: MARKDOWN,
      cacheHint: FOR_ALL,
    },
    ({ href }) => markdownResult(href, connection.guide()),
  );
  for (const { name, route, ...described } of PAGES)
    server.registerResource(name, `arkhouse://${name}`, { ...described, mimeType: MARKDOWN }, ({ href }) =>
      readPage(connection, toolFor(route), href),
    );
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
