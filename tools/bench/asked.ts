import {
  askAdoption,
  askBriefStatus,
  askCare,
  askMeal,
  askNewRegistration,
  askPublic,
  askStatus,
  counting,
  inTurn,
  replyTo,
} from './requests.ts';
import type { ServerProcess } from './server-process.ts';

// After that, the same ones adopt again.
const MOST_NEWCOMERS = 5000;

export interface Asked {
  readonly name: string;
  readonly status?: 201;
  readonly next: (server: ServerProcess, most: number) => (() => Buffer) | Promise<() => Buffer>;
}

export const MAIN_ROUTES: readonly Asked[] = [
  { name: 'status', next: ({ keys }) => inTurn(keys.map(askStatus)) },
  { name: 'care', next: ({ keys }) => inTurn(keys.map(askCare)) },
  {
    name: 'care with an item and an idempotency key',
    next: ({ keys }) => counting((nth) => askMeal(keys.at(-1 - (nth % keys.length)) ?? '', nth)),
  },
  { name: 'registration', status: 201, next: () => counting(askNewRegistration) },
  {
    name: 'adoption',
    status: 201,
    next: async (server, most) =>
      inTurn((await newcomers(server, Math.min(most, MOST_NEWCOMERS))).map((key) => askAdoption(key))),
  },
];

const PUBLIC = {
  'hall, oldest_living': '/api/house/hall?category=oldest_living',
  'hall, most_consistent': '/api/house/hall?category=most_consistent',
  'hall, gravestone_count': '/api/house/hall?category=gravestone_count',
  graveyard: '/api/house/graveyard',
  stats: '/api/stats',
  species: '/api/house/species',
  'page of creatures, kept for 5 s': '/creatures',
};

export const ALL_ROUTES: readonly Asked[] = [
  ...MAIN_ROUTES,
  { name: 'status, brief', next: ({ keys }) => inTurn(keys.map(askBriefStatus)) },
  ...Object.entries(PUBLIC).map(([name, path]) => ({
    name,
    next: () => counting((nth) => askPublic(path, nth)),
  })),
];

/** Agents without a creature. */
async function newcomers(server: ServerProcess, count: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const some = Array.from({ length: 50 }, () => replyTo(server, askNewRegistration()));
    for (const reply of await Promise.all(some))
      keys.push((JSON.parse(reply) as { your_token: string }).your_token);
  }
  return keys;
}
