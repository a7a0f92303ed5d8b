import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { SERVERS, withClient } from '../../test/support/postgres-schemas.ts';
import type { BareOptions } from './bare.ts';
import type * as livedIn from './lived-in.ts';
import type { Subject } from './measure.ts';
import { askPublic, bytesOf, replyTo, requestsOf, type Operation } from './requests.ts';
import { benchFile, startServer, type ServerProcess } from './server-process.ts';

interface CheckoutOptions {
  /** Agents in the SQLite database that others are copied from. */
  readonly agents: number;
  readonly isOnPostgres?: boolean;
  /** The folder that CPU profiles go to. */
  readonly profiles?: string;
}

/** The code of one commit. Its databases are made by that code too, since every commit may have tables of its own. */
export class Checkout implements AsyncDisposable {
  readonly #root: string;
  readonly #folder: string;
  readonly #options: CheckoutOptions;
  readonly #opened = new AsyncDisposableStack();
  #model: Promise<string> | undefined;
  #onPostgres: Promise<ServerProcess> | undefined;

  constructor(root: string, folder: string, options: CheckoutOptions) {
    this.#root = root;
    this.#folder = folder;
    this.#options = options;
  }

  async #start(...[kind, given]: Parameters<typeof startServer>): Promise<ServerProcess> {
    const { profiles } = this.#options;
    const server = await startServer(kind, given, { root: this.#root, profiles });
    this.#opened.defer(() => server.stop());
    return server;
  }

  async startHouse({ name, livedIn: size }: Operation): Promise<ServerProcess> {
    const { agents, isOnPostgres } = this.#options;
    // One for all operations.
    if (isOnPostgres)
      return (this.#onPostgres ??= this.#ownDatabase().then((url) => this.#start('postgres', url)));
    const folder = join(this.#folder, name.replaceAll(/\W+/g, '-'));
    if (!size) return this.#start('house', folder);
    const maker = (await import(pathToFileURL(benchFile(this.#root, 'lived-in.ts')).href)) as typeof livedIn;
    this.#model ??= maker.aModel(join(this.#folder, 'model'), agents);
    const { keys } = await maker.aLivedInHouse(await this.#model, folder, size);
    return { ...(await this.#start('lived-in', folder)), keys };
  }

  async startBare(reply: string, { isDurable = false } = {}): Promise<ServerProcess> {
    const ownFolder = () => mkdtemp(join(this.#folder, 'limit-'));
    const database = isDurable && {
      database: await (this.#options.isOnPostgres ? this.#ownDatabase() : ownFolder()),
    };
    return this.#start('bare', JSON.stringify({ reply, ...database } satisfies BareOptions));
  }

  async startPlain(): Promise<ServerProcess> {
    return this.#start('plain', await mkdtemp(join(this.#folder, 'plain-')));
  }

  async #ownDatabase(): Promise<string> {
    const postgres = await Promise.any(
      SERVERS.map((url) => withClient(url, (client) => client.query('select 1').then(() => url))),
    );
    const name = `arkhouse_bench_${randomUUID().replaceAll('-', '')}`;
    const query = (sql: string) => withClient(postgres, (client) => client.query(sql));
    await query(`create database ${name}`);
    this.#opened.defer(async () => void (await query(`drop database ${name} with (force)`)));
    return Object.assign(new URL(postgres), { pathname: `/${name}` }).href;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
  }
}

const HEALTH = bytesOf(askPublic('/api/health', 0));

/** Starts the service, that of the other checkout with `against=`, and the bare servers of both, for at most so many requests. */
export async function startOperation(
  operation: Operation,
  [here, other]: readonly [Checkout, Checkout | undefined],
  most: number,
): Promise<Subject[]> {
  const { name, status = 200, ask, target, isPlain, onNewConnections } = operation;
  const nextOf = (server: ServerProcess) => requestsOf(operation, server, most);
  const house = await here.startHouse(operation);
  const asked = ask(house.keys[0] ?? '', 0);
  const json = await replyTo(house, asked);
  const bare = { server: await here.startBare(json), status: 200 } as const;
  const isRead = asked.method === 'GET';
  const get: Subject = { ...bare, name: '  bare GET', next: isRead ? await nextOf(house) : () => HEALTH };
  const post = isRead ? undefined : { ...bare, name: '  bare POST', next: await nextOf(house) };
  const durable = post && (await here.startBare(json, { isDurable: true }));
  const limit = durable && { ...post, name: '  durable limit', server: durable };
  const plainServer = isPlain && (await here.startPlain());
  const plain: Subject | undefined = plainServer && {
    name: '  plain service',
    server: plainServer,
    status,
    next: await nextOf(plainServer),
  };
  const subjectOf = async (server: ServerProcess) => ({
    server,
    status,
    next: await nextOf(server),
    onNewConnections,
    against: { get, ...(post && { post }), ...(limit && { limit }), ...(plain && { plain }) },
    ...(target && { target }),
  });
  const before = other && { ...(await subjectOf(await other.startHouse(operation))), name: '  before' };
  const subject: Subject = { ...(await subjectOf(house)), name, ...(before && { before }) };
  const all: (Subject | undefined)[] = [subject, before, get, post, limit, plain];
  return all.filter((each) => each !== undefined);
}
