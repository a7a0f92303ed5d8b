import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { askNewRegistration } from './asked.ts';
import LARGE_REPLY from './large-reply.json' with { type: 'json' };
import type { LimitOptions } from './limit.ts';
import type * as livedIn from './lived-in.ts';
import type { Subject, Target } from './measure.ts';
import {
  AGENTS,
  askCare,
  askHealth,
  askKeyed,
  askStatus,
  counting,
  inTurn,
  replyTo,
  SMALL_REPLY,
  type Request,
} from './requests.ts';
import { benchFile, startServer, type ServerProcess } from './server-process.ts';

/** A request to one service, and what it is compared with. */
export interface Group {
  /** Title; `npm run bench -- words` searches it. */
  readonly name: string;
  /** Whether `quick` measures it. */
  readonly main: boolean;
  readonly target?: Target;
  readonly method: 'GET' | 'POST';
  readonly status?: 201;
  /** Size of a database in which others have lived; an empty one without it. */
  readonly livedIn?: livedIn.Multiplied;
  readonly next: (keys: readonly string[]) => () => Buffer;
  /** The reply that bare servers send too, or the request that it is the answer to. */
  readonly reply?: unknown;
  readonly sample?: (key: string) => Request;
}

const LOOKING = { copies: 2, keys: 1800 };
// Enough creatures that none is cared for twice in a run.
const CARING = { copies: 60, keys: 54_000 };

export const GROUPS: readonly Group[] = [
  {
    name: 'keyed, small',
    main: true,
    method: 'GET',
    target: { times: 2, of: 'get' },
    next: (keys) => inTurn(keys.map((key) => askKeyed('/bench/small', key))),
    reply: SMALL_REPLY,
  },
  {
    name: 'keyed, large',
    main: false,
    method: 'GET',
    target: { times: 2, of: 'get' },
    next: (keys) => inTurn(keys.map((key) => askKeyed('/bench/large', key))),
    reply: LARGE_REPLY,
  },
  {
    name: 'GET /api/health',
    main: false,
    method: 'GET',
    next: () => inTurn(Array.from({ length: AGENTS }, (_, nth) => askHealth(nth))),
    reply: SMALL_REPLY,
  },
  {
    name: 'POST /api/auth/register',
    main: true,
    method: 'POST',
    status: 201,
    target: { times: 3.5, of: 'limit' },
    next: () => counting(askNewRegistration),
    sample: askNewRegistration,
  },
  {
    name: 'GET /api/house/status',
    main: true,
    method: 'GET',
    target: { times: 2.3, of: 'get' },
    livedIn: LOOKING,
    next: (keys) => inTurn(keys.map((key) => askStatus(key, 'full'))),
    sample: (key) => askStatus(key, 'full'),
  },
  {
    name: 'GET /api/house/status?view=brief',
    main: true,
    method: 'GET',
    target: { times: 1.8, of: 'get' },
    livedIn: LOOKING,
    next: (keys) => inTurn(keys.map((key) => askStatus(key, 'brief'))),
    sample: (key) => askStatus(key, 'brief'),
  },
  {
    name: 'POST /api/house/care',
    main: true,
    method: 'POST',
    target: { times: 3.5, of: 'limit', tail: 3 },
    livedIn: CARING,
    next: (keys) => inTurn(keys.map(askCare)),
    sample: (key) => askCare(key, 0),
  },
];

/** The code of one commit. Its databases are made by that code too, since every commit may have tables of its own. */
export class Checkout {
  readonly #root: string;
  readonly #folder: string;
  readonly #agents: number;
  readonly #profiles: string | undefined;
  readonly #started: ServerProcess[] = [];
  #model: Promise<string> | undefined;

  /** `agents` live in the database that others are copied from; CPU profiles go to the folder `profiles`. */
  constructor(root: string, folder: string, agents: number, profiles?: string) {
    this.#root = root;
    this.#folder = folder;
    this.#agents = agents;
    this.#profiles = profiles;
  }

  async start(...[kind, given]: Parameters<typeof startServer>): Promise<ServerProcess> {
    const server = await startServer(kind, given, { root: this.#root, profiles: this.#profiles });
    this.#started.push(server);
    return server;
  }

  /** The service that a group asks, with keys of its agents. */
  async startHouse({ name, livedIn: size }: Group): Promise<ServerProcess> {
    const folder = join(this.#folder, name.replaceAll(/\W+/g, '-'));
    if (!size) return this.start('house', folder);
    const maker = (await import(pathToFileURL(benchFile(this.#root, 'lived-in.ts')).href)) as typeof livedIn;
    this.#model ??= maker.aModel(join(this.#folder, 'model'), this.#agents);
    const { keys } = await maker.aLivedInHouse(await this.#model, folder, size);
    return { ...(await this.start('lived-in', folder)), keys };
  }

  /** The minimum cost of a durable write, on a separate database. */
  async startLimit(reply: string): Promise<ServerProcess> {
    const database = await mkdtemp(join(this.#folder, 'limit-'));
    return this.start('limit', JSON.stringify({ database, reply } satisfies LimitOptions));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((server) => server.stop()));
  }
}

/** Starts the service, that of the other checkout with `against=`, and the bare servers of both. */
export async function startGroup(group: Group, here: Checkout, other: Checkout | undefined) {
  const { name, method, status = 200, next, reply, sample, target } = group;
  const house = await here.startHouse(group);
  const [first = ''] = house.keys;
  const json = sample ? await replyTo(house, sample(first)) : JSON.stringify(reply);
  const bare = { server: await here.start('bare', json), status: 200 } as const;
  const asGet = method === 'GET' ? next(house.keys) : inTurn([askHealth(0)]);
  const get: Subject = { ...bare, name: '  bare GET', next: asGet };
  const asPost = method === 'POST' ? next(house.keys) : undefined;
  const post = asPost && { ...bare, name: '  bare POST', next: asPost };
  const limit = asPost && {
    ...bare,
    name: '  durable limit',
    server: await here.startLimit(json),
    next: asPost,
  };
  const subjectOf = (server: ServerProcess) => ({
    server,
    status,
    next: next(server.keys),
    against: { get, ...(post && { post }), ...(limit && { limit }) },
    ...(target && { target }),
  });
  const before = other && { ...subjectOf(await other.startHouse(group)), name: '  before' };
  const subject: Subject = { ...subjectOf(house), name, ...(before && { before }) };
  const all: (Subject | undefined)[] = [subject, before, get, post, limit];
  return all.filter((each) => each !== undefined);
}
