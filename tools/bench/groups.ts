import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import LARGE_REPLY from './large-reply.json' with { type: 'json' };
import type { LimitOptions } from './limit.ts';
import type * as livedIn from './lived-in.ts';
import type { Subject, Target } from './measure.ts';
import * as requests from './requests.ts';
import { benchFile, startServer, type ServerProcess } from './server-process.ts';

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
  readonly ask: (key: string, nth: number) => requests.Request;
  /** Every request is another one; otherwise there is one for each key. */
  readonly isNew?: true;
  /** The reply that bare servers send too; without it the one to `ask`. */
  readonly reply?: unknown;
}

const KEYED = { method: 'GET', target: { times: 2, of: 'get' } } as const;
const LOOKING = { main: true, method: 'GET', livedIn: { copies: 2, keys: 1800 } } as const;
const WRITING = { main: true, method: 'POST' } as const;
// Enough creatures that none is cared for twice in a run.
const CARING = { copies: 60, keys: 54_000 };

export const GROUPS: readonly Group[] = [
  {
    ...KEYED,
    name: 'keyed, small',
    main: true,
    ask: (key) => requests.askKeyed('/bench/small', key),
    reply: requests.SMALL_REPLY,
  },
  {
    ...KEYED,
    name: 'keyed, large',
    main: false,
    ask: (key) => requests.askKeyed('/bench/large', key),
    reply: LARGE_REPLY,
  },
  { name: 'GET /api/health', main: false, method: 'GET', ask: askHealth, reply: requests.SMALL_REPLY },
  {
    ...WRITING,
    name: 'POST /api/auth/register',
    status: 201,
    target: { times: 3.5, of: 'limit' },
    ask: requests.askNewRegistration,
    isNew: true,
  },
  {
    ...LOOKING,
    name: 'GET /api/house/status',
    target: { times: 2.3, of: 'get' },
    ask: requests.askStatus,
  },
  {
    ...LOOKING,
    name: 'GET /api/house/status?view=brief',
    target: { times: 1.8, of: 'get' },
    ask: requests.askBriefStatus,
  },
  {
    ...WRITING,
    name: 'POST /api/house/care',
    target: { times: 3.5, of: 'limit', tail: 3 },
    livedIn: CARING,
    ask: requests.askCare,
  },
];

function askHealth(_key: string, nth: number): requests.Request {
  return requests.askPublic('/api/health', nth);
}

export function nextOf({ ask, isNew }: Group, keys: readonly string[]): () => Buffer {
  return isNew ? requests.counting((nth) => ask('', nth)) : requests.inTurn(keys.map(ask));
}

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

  async startHouse({ name, livedIn: size }: Group): Promise<ServerProcess> {
    const folder = join(this.#folder, name.replaceAll(/\W+/g, '-'));
    if (!size) return this.start('house', folder);
    const maker = (await import(pathToFileURL(benchFile(this.#root, 'lived-in.ts')).href)) as typeof livedIn;
    this.#model ??= maker.aModel(join(this.#folder, 'model'), this.#agents);
    const { keys } = await maker.aLivedInHouse(await this.#model, folder, size);
    return { ...(await this.start('lived-in', folder)), keys };
  }

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
  const { name, method, status = 200, reply, ask, target } = group;
  const house = await here.startHouse(group);
  const json = reply ? JSON.stringify(reply) : await requests.replyTo(house, ask(house.keys[0] ?? '', 0));
  const bare = { server: await here.start('bare', json), status: 200 } as const;
  const isRead = method === 'GET';
  const asGet = isRead ? nextOf(group, house.keys) : requests.inTurn([askHealth('', 0)]);
  const get: Subject = { ...bare, name: '  bare GET', next: asGet };
  const asPost = isRead ? undefined : nextOf(group, house.keys);
  const post = asPost && { ...bare, name: '  bare POST', next: asPost };
  const limit = post && { ...post, name: '  durable limit', server: await here.startLimit(json) };
  const subjectOf = (server: ServerProcess) => ({
    server,
    status,
    next: nextOf(group, server.keys),
    against: { get, ...(post && { post }), ...(limit && { limit }) },
    ...(target && { target }),
  });
  const before = other && { ...subjectOf(await other.startHouse(group)), name: '  before' };
  const subject: Subject = { ...subjectOf(house), name, ...(before && { before }) };
  const all: (Subject | undefined)[] = [subject, before, get, post, limit];
  return all.filter((each) => each !== undefined);
}
