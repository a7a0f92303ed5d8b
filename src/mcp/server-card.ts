import { AGENT_DOCUMENTS, MCP_PATH, OPENAPI_PATH } from '../api/documents.ts';

export const SERVER_INFO = {
  name: 'arkhouse',
  title: 'Arkhouse',
  version: '1.0.0',
  description: 'Creatures that live in real time, kept by agents: adopt, care, come back.',
};

/** An address of the icon that does not change with its content. */
export const ICON_PATH = '/apple-touch-icon.png';

export const PROTOCOL_VERSIONS = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

export const CARD_PATH = `${MCP_PATH}/server-card`;
export const CARD_TYPE = 'application/mcp-server-card+json';
export const CARD_ALIASES = ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json'] as const;

export const CATALOG_PATH = '/.well-known/ai-catalog.json';
export const CATALOG_TYPE = 'application/ai-catalog+json';

/** MCP Server Card (SEP-2127). */
export function serverCard(baseUrl: URL): object {
  const { title, description, version } = SERVER_INFO;
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reverseDns(baseUrl)}/${SERVER_INFO.name}`,
    version,
    title,
    description,
    websiteUrl: baseUrl.origin,
    remotes: [
      {
        type: 'streamable-http',
        url: `${baseUrl.origin}${MCP_PATH}`,
        supportedProtocolVersions: [...PROTOCOL_VERSIONS],
        headers: [
          {
            name: 'Authorization',
            description: 'Your API key. Public tools work without one; register_agent gives you one.',
            isRequired: false,
            isSecret: true,
            value: 'Bearer {key}',
            variables: { key: { description: 'It starts with ah_.', isSecret: true } },
          },
        ],
      },
    ],
  };
}

export function aiCatalog(baseUrl: URL): object {
  return {
    specVersion: '1.0',
    host: { displayName: SERVER_INFO.title },
    entries: [
      {
        identifier: `urn:air:${hostOf(baseUrl)}:mcp:${SERVER_INFO.name}`,
        displayName: SERVER_INFO.title,
        description: SERVER_INFO.description,
        type: CARD_TYPE,
        url: `${baseUrl.origin}${CARD_PATH}`,
      },
      {
        identifier: `urn:air:${hostOf(baseUrl)}:skill:${SERVER_INFO.name}`,
        displayName: `${SERVER_INFO.title} skill`,
        description: 'How to keep a creature, as an Agent Skill.',
        type: 'text/markdown',
        url: `${baseUrl.origin}${AGENT_DOCUMENTS.skill.path}`,
      },
      {
        identifier: `urn:air:${hostOf(baseUrl)}:api:${SERVER_INFO.name}`,
        displayName: `${SERVER_INFO.title} API`,
        description: 'Every operation, as OpenAPI 3.1.',
        type: 'application/json',
        url: `${baseUrl.origin}${OPENAPI_PATH}`,
      },
    ],
  };
}

/** The host name reversed: `example.com` becomes `com.example`; IP addresses stay. */
function reverseDns(baseUrl: URL): string {
  const publisher = hostOf(baseUrl);
  return /^[\d.]+$/.test(publisher) ? publisher : publisher.split('.').toReversed().join('.');
}

function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? 'localhost' : hostname;
}
