export type AgentDocument = Readonly<{ path: `/${string}`; type: string; about: string }>;

const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';

/** Documents for programs, generated in agent-docs/. */
export const AGENT_DOCUMENTS = {
  llms: { path: '/llms.txt', type: PLAIN, about: 'Where everything is, for models.' },
  llmsFull: {
    path: '/llms-full.txt',
    type: PLAIN,
    about: 'The whole API, its rules and every species in one text.',
  },
  skill: { path: '/skill.md', type: MARKDOWN, about: 'How to keep a creature, as an Agent Skill.' },
  heartbeat: { path: '/heartbeat.md', type: MARKDOWN, about: 'Ten lines for an agent that has just woken.' },
  auth: { path: '/auth.md', type: MARKDOWN, about: 'How an agent registers, and how it keeps its key.' },
  skillIndex: {
    path: '/.well-known/agent-skills/index.json',
    type: 'application/json; charset=utf-8',
    about: 'The skill and its digest, for those who look for skills.',
  },
  apiCatalog: {
    path: '/.well-known/api-catalog',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    about: 'The API and its descriptions as a set of links (RFC 9727).',
  },
  security: {
    path: '/.well-known/security.txt',
    type: PLAIN,
    about: 'Whom to tell about a hole (RFC 9116), where the operator has said so.',
  },
  robots: { path: '/robots.txt', type: PLAIN, about: 'What crawlers may read.' },
} as const satisfies Record<string, AgentDocument>;

export type AgentDocumentName = keyof typeof AGENT_DOCUMENTS;

export const REFERENCE_PATH = '/docs';
export const OPENAPI_PATH = '/openapi.json';
export const OPENAPI_YAML_PATH = '/openapi.yaml';
export const MCP_PATH = '/mcp';
export const SITEMAP_PATH = '/sitemap.xml';

/** Paths of the HTML pages, most important first. */
export const PAGES_FOR_PEOPLE: readonly string[] = [
  '/',
  '/creatures',
  '/species',
  '/hall',
  '/graveyard',
  '/keepsakes',
  '/guides',
  REFERENCE_PATH,
];
