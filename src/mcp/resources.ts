import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';

import { problemFrom, fetchReply } from './call-tool.ts';
import { completeSlug } from './completions.ts';
import type { McpConnection } from './connection.ts';
import { refusalText } from './refusal.ts';
import { describeReply, joinLines } from './tool-text.ts';
import { speakOfTools } from './tool-words.ts';
import { toolFor, type Tool } from './tools.ts';
import { splitUntrusted } from './untrusted.ts';

const MARKDOWN = 'text/markdown';
const MINUTE_MS = 60_000;
const FOR_ALL = { ttlMs: MINUTE_MS, cacheScope: 'public' } as const;
const FOR_YOU = { ttlMs: 0, cacheScope: 'private' } as const;

/** Answers of the house as pages, with no stranger's word in them. */
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
  server.registerResource(
    'one-species',
    new ResourceTemplate('arkhouse://species/{slug}', {
      list: undefined,
      complete: { slug: completeSlug(connection) },
    }),
    {
      title: 'One species',
      description: 'What a species needs and what makes it special, by its slug.',
      mimeType: MARKDOWN,
      cacheHint: FOR_ALL,
    },
    ({ href }, { slug }) => readPage(connection, toolFor('getSpecies'), href, { slug: String(slug) }),
  );
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
