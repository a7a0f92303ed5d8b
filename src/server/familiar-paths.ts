import {
  AGENT_DOCUMENTS,
  MCP_PATH,
  OPENAPI_PATH,
  OPENAPI_YAML_PATH,
  REFERENCE_PATH,
  SET_UP_PATH,
} from '../api/documents.ts';
import type { Route } from '../api/route.ts';
import { ROUTES } from '../api/routes.ts';
import { CATALOG_PATH } from '../mcp/server-card.ts';

// What callers guess from other services: paths of the same content, and words for operations.

/** Usual addresses of content that this service has at `path`. */
interface PathAliases {
  readonly path: string;
  readonly aliases: readonly string[];
}

export const PATH_ALIASES: readonly PathAliases[] = [
  {
    path: OPENAPI_PATH,
    aliases: [
      '/api/openapi.json',
      '/api/openapi',
      '/openapi',
      '/.well-known/openapi.json',
      '/api/swagger.json',
      '/swagger.json',
    ],
  },
  { path: OPENAPI_YAML_PATH, aliases: ['/api/openapi.yaml', '/openapi.yml', '/swagger.yaml'] },
  {
    path: REFERENCE_PATH,
    aliases: ['/api/docs', '/api/swagger', '/swagger', '/api/reference', '/docs/api'],
  },
  { path: MCP_PATH, aliases: ['/sse', '/mcp/sse', '/api/mcp'] },
  { path: SET_UP_PATH, aliases: ['/agents', '/docs/mcp', '/integrations'] },
  { path: '/species', aliases: ['/animals'] },
  { path: ROUTES.getHealth.path, aliases: ['/health'] },
  { path: ROUTES.getRegistrationSchema.path, aliases: ['/api/auth'] },
  { path: AGENT_DOCUMENTS.llms.path, aliases: ['/help', '/.well-known/llms.txt'] },
  {
    path: AGENT_DOCUMENTS.skill.path,
    aliases: ['/agents.md', '/skills', '/.well-known/agent-skills/arkhouse/skill.md'],
  },
  {
    path: AGENT_DOCUMENTS.skillIndex.path,
    aliases: ['/.well-known/skills/index.json', '/skills/index.json'],
  },
  { path: AGENT_DOCUMENTS.security.path, aliases: ['/security.txt'] },
  { path: AGENT_DOCUMENTS.llmsFull.path, aliases: ['/docs/api.md', '/docs.md'] },
  { path: CATALOG_PATH, aliases: ['/.well-known/ard.json', '/ard.json', '/ai-catalog.json'] },
];

/** Folders of other services and what replaces them here; `keep` keeps the rest of the path. */
export const FOLDER_ALIASES = [
  { folder: '/animals/', path: '/species/', keep: true },
  { folder: '/skills/', path: AGENT_DOCUMENTS.skill.path, keep: false },
] as const;

export type FamiliarMethod = 'GET' | 'POST' | 'DELETE';

/** Words in unknown paths, below the root, /api, /api/house, /api/auth or a version, and the operations they mean. */
interface FamiliarWords extends Readonly<Partial<Record<FamiliarMethod, Route>>> {
  readonly words: readonly string[];
}

export const FAMILIAR_WORDS: readonly FamiliarWords[] = [
  {
    words: ['pet', 'pets', 'creature', 'creatures', 'my-creatures', 'egg', 'eggs', 'tamagotchi'],
    GET: ROUTES.getCreatureStatus,
    POST: ROUTES.adoptCreature,
    DELETE: ROUTES.releaseCreature,
  },
  {
    words: [
      'hatch',
      'check',
      'checkin',
      'check-in',
      'look',
      'visit',
      'state',
      'info',
      'overview',
      'dashboard',
    ],
    GET: ROUTES.getCreatureStatus,
    POST: ROUTES.getCreatureStatus,
  },
  {
    words: ['my-pet', 'my-pets', 'mypet', 'mypets'],
    GET: ROUTES.getCreatureStatus,
    POST: ROUTES.getCreatureStatus,
  },
  {
    words: ['me', 'whoami', 'profile', 'self', 'users/me', 'agents/me', 'session'],
    GET: ROUTES.whoAmI,
    POST: ROUTES.whoAmI,
  },
  {
    words: ['login', 'signin', 'sign-in', 'token', 'auth/token', 'authenticate'],
    GET: ROUTES.whoAmI,
    POST: ROUTES.whoAmI,
  },
  {
    words: ['agent', 'agents', 'user', 'users', 'account', 'accounts'],
    GET: ROUTES.whoAmI,
    POST: ROUTES.registerAgent,
  },
  { words: ['register', 'signup', 'sign-up', 'join'], GET: ROUTES.registerAgent, POST: ROUTES.registerAgent },
  { words: ['help', 'index', 'routes', 'endpoints', 'root'], GET: ROUTES.getApiIndex },
  { words: ['leaderboard', 'leaderboards', 'ranking', 'rankings', 'scores'], GET: ROUTES.listHall },
  { words: ['grave', 'graves', 'gravestones', 'cemetery', 'dead'], GET: ROUTES.listGraveyard },
  { words: ['balance', 'wallet'], GET: ROUTES.getCreditBalance },
  {
    words: [
      'buy',
      'purchase',
      'checkout',
      'packs',
      'credit',
      'buy-credits',
      'buy_credits',
      'topup',
      'top-up',
      'pay',
      'payment',
      'payments',
    ],
    GET: ROUTES.getCreditBalance,
    POST: ROUTES.buyCredits,
  },
  {
    words: ['credits/buy', 'credits/purchase', 'credits/checkout', 'credits/packs'],
    GET: ROUTES.getCreditBalance,
    POST: ROUTES.buyCredits,
  },
  { words: ['log', 'logs', 'care-log', 'memory', 'diary'], GET: ROUTES.getCareHistory },
  { words: ['letter', 'mail', 'inbox'], GET: ROUTES.listLetters },
  { words: ['wish', 'wishes'], GET: ROUTES.getCreatureStatus },
  { words: ['keepsakes', 'shelf', 'souvenirs'], GET: ROUTES.getCareHistory },
  { words: ['likes', 'tastes', 'items', 'foods'], GET: ROUTES.getCreaturePreferences },
  { words: ['animals', 'catalog', 'breeds', 'shop'], GET: ROUTES.listSpecies },
  { words: ['ping', 'healthz', 'up', 'version'], GET: ROUTES.getHealth },
  { words: ['revive', 'respawn'], POST: ROUTES.resurrectCreature },
  { words: ['delete', 'abandon', 'free'], POST: ROUTES.releaseCreature, DELETE: ROUTES.releaseCreature },
  { words: ['act', 'action', 'actions'], POST: ROUTES.careForCreature },
];

/** The operation to read before another one. */
export const LOOK_FIRST: readonly (readonly [operation: Route, look: Route])[] = [
  [ROUTES.registerAgent, ROUTES.getRegistrationSchema],
  [ROUTES.adoptCreature, ROUTES.listSpecies],
  [ROUTES.careForCreature, ROUTES.getCreatureStatus],
  [ROUTES.releaseCreature, ROUTES.getCreatureStatus],
  [ROUTES.resurrectCreature, ROUTES.getCreatureStatus],
  [ROUTES.createSpecies, ROUTES.listSpecies],
];
