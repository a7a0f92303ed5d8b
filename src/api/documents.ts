export type AgentDocument = Readonly<{ path: `/${string}`; type: string }>;

const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';

/** Documents for programs, generated in agent-docs/. */
export const AGENT_DOCUMENTS = {
  llms: { path: '/llms.txt', type: PLAIN },
  llmsFull: { path: '/llms-full.txt', type: PLAIN },
  skill: { path: '/skill.md', type: MARKDOWN },
  heartbeat: { path: '/heartbeat.md', type: MARKDOWN },
  auth: { path: '/auth.md', type: MARKDOWN },
  skillIndex: { path: '/.well-known/agent-skills/index.json', type: 'application/json; charset=utf-8' },
  apiCatalog: {
    path: '/.well-known/api-catalog',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  },
  security: { path: '/.well-known/security.txt', type: PLAIN },
  robots: { path: '/robots.txt', type: PLAIN },
} as const satisfies Record<string, AgentDocument>;

export type AgentDocumentName = keyof typeof AGENT_DOCUMENTS;

export const REFERENCE_PATH = '/docs';
export const OPENAPI_PATH = '/openapi.json';
export const OPENAPI_YAML_PATH = '/openapi.yaml';
export const MCP_PATH = '/mcp';
/** The page that tells how to connect an agent. */
export const SET_UP_PATH = '/guides/connect';
/** Asked by scripts that wake an agent. */
export const DUE_PATH = '/api/house/due';
/** The program for agents that the service hands out: client, keeper and MCP over stdio. */
export const AGENT_PACKAGE_PATH = '/arkhouse-agent.tgz';
export const SITEMAP_PATH = '/sitemap.xml';

/** Paths of the HTML pages, most important first. */
export const PAGES_FOR_PEOPLE: readonly string[] = [
  '/',
  '/creatures',
  '/species',
  '/keepers',
  '/hall',
  '/graveyard',
  '/keepsakes',
  '/guides',
  REFERENCE_PATH,
];
