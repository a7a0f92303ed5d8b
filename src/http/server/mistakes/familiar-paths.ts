import { ROUTES } from '../../../contract/routes.ts';
import type { StepRoute } from '../../../contract/server/route.ts';

/** What people and programs try first, by habit from other services: the very same thing at another address. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['/api/openapi.json', '/openapi.json'],
  ['/api/openapi', '/openapi.json'],
  ['/openapi', '/openapi.json'],
  ['/api/swagger.json', '/openapi.json'],
  ['/swagger.json', '/openapi.json'],
  ['/api/docs', '/docs'],
  ['/api/swagger', '/docs'],
  ['/swagger', '/docs'],
  ['/api/reference', '/docs'],
  ['/health', '/api/health'],
  ['/api/auth', '/api/auth/register'],
  ['/.well-known/openapi.json', '/openapi.json'],
  ['/help', '/llms.txt'],
  ['/.well-known/llms.txt', '/llms.txt'],
  ['/agents.md', '/skill.md'],
  ['/skills/arkhouse/skill.md', '/skill.md'],
  ['/.well-known/skills/index.json', '/.well-known/agent-skills/index.json'],
  ['/.well-known/agent-skills/arkhouse/skill.md', '/skill.md'],
]);

type Method = 'GET' | 'POST' | 'DELETE';

/** Where a word leads by each method: the path of an operation. */
type Meaning = Readonly<Partial<Record<Method, string>>>;

const { getCreatureStatus: status, adoptCreature: adopt, releaseCreature: release, registerAgent } = ROUTES;
const ME = '/api/auth/me';

const CREATURES: Meaning = { GET: status.path, POST: adopt.path, DELETE: release.path };
const AGENTS: Meaning = { GET: ME, POST: registerAgent.path };
const SELF: Meaning = { GET: ME, POST: ME };

const STATE_WORDS = ['state', 'info', 'overview', 'dashboard', 'my-pet', 'my-pets', 'mypet', 'mypets'];
const BUYING_WORDS = [
  'buy',
  'purchase',
  'checkout',
  'packs',
  'credit',
  'topup',
  'top-up',
  'pay',
  'payment',
  'payments',
  'buy-credits',
  'buy_credits',
  'credits/buy',
  'credits/purchase',
  'credits/checkout',
  'credits/packs',
];

// By the word that stands in place of ours: at the root, under /api, /api/house, /api/auth or a version.
const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries({
    ...sameFor(
      ['pet', 'pets', 'creature', 'creatures', 'my-creatures', 'egg', 'eggs', 'tamagotchi'],
      CREATURES,
    ),
    ...sameFor(['hatch', 'check', 'checkin', 'check-in', 'look', 'visit', ...STATE_WORDS], {
      GET: status.path,
      POST: status.path,
    }),
    ...sameFor(['me', 'whoami', 'profile', 'self', 'users/me', 'agents/me', 'session'], SELF),
    ...sameFor(['login', 'signin', 'sign-in', 'token', 'auth/token', 'authenticate'], SELF),
    ...sameFor(['agent', 'agents', 'user', 'users', 'account', 'accounts'], AGENTS),
    ...sameFor(['register', 'signup', 'sign-up', 'join'], {
      GET: registerAgent.path,
      POST: registerAgent.path,
    }),
    ...sameFor(['help', 'index', 'routes', 'endpoints', 'root'], { GET: ROUTES.getApiIndex.path }),
    ...sameFor(['leaderboard', 'leaderboards', 'ranking', 'rankings', 'scores'], {
      GET: ROUTES.listHall.path,
    }),
    ...sameFor(['grave', 'graves', 'gravestones', 'cemetery', 'dead'], { GET: ROUTES.listGraveyard.path }),
    ...sameFor(['balance', 'wallet'], { GET: ROUTES.getCreditBalance.path }),
    ...sameFor(BUYING_WORDS, {
      GET: ROUTES.getCreditBalance.path,
      POST: ROUTES.buyCredits.path,
    }),
    ...sameFor(['log', 'logs', 'care-log', 'memory', 'diary'], { GET: ROUTES.getCareHistory.path }),
    ...sameFor(['letter', 'mail', 'inbox'], { GET: ROUTES.listLetters.path }),
    ...sameFor(['wish', 'wishes'], { GET: status.path }),
    ...sameFor(['keepsakes', 'shelf', 'souvenirs'], { GET: ROUTES.getCareHistory.path }),
    ...sameFor(['likes', 'tastes', 'items', 'foods'], { GET: ROUTES.getCreaturePreferences.path }),
    ...sameFor(['animals', 'catalog', 'breeds', 'shop'], { GET: ROUTES.listSpecies.path }),
    ...sameFor(['ping', 'healthz', 'up', 'version'], { GET: ROUTES.getHealth.path }),
    ...sameFor(['revive', 'respawn'], { POST: ROUTES.resurrectCreature.path }),
    ...sameFor(['delete', 'abandon', 'free'], { POST: release.path, DELETE: release.path }),
    ...sameFor(['act', 'action', 'actions'], { POST: ROUTES.careForCreature.path }),
  }),
);

function sameFor(words: readonly string[], meaning: Meaning): Readonly<Record<string, Meaning>> {
  return Object.fromEntries(words.map((word) => [word, meaning]));
}

const ROOMS = /^\/(?:api\/)?(?:house\/|auth\/)?/;

/** The path of the operation that a guessed one probably means, inside the API or at the root. */
export function familiarPath(method: string, path: string): string | undefined {
  return MEANINGS.get(path.replace(ROOMS, ''))?.[BY_METHOD[method] ?? 'GET'];
}

const BY_METHOD: Readonly<Record<string, Method>> = {
  POST: 'POST',
  PUT: 'POST',
  PATCH: 'POST',
  DELETE: 'DELETE',
};

/** Where to look before an operation that needs more than what was sent. */
export const LOOK_FIRST: Readonly<Record<string, StepRoute>> = {
  [registerAgent.operationId]: ROUTES.getRegistrationSchema,
  [adopt.operationId]: ROUTES.listSpecies,
  [ROUTES.careForCreature.operationId]: status,
  [release.operationId]: status,
  [ROUTES.resurrectCreature.operationId]: status,
  [ROUTES.createSpecies.operationId]: ROUTES.listSpecies,
};
