import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { LimitOptions } from './limit.ts';
import type * as livedIn from './lived-in.ts';
import { benchFile, startServer, type Kind, type ServerProcess } from './server-process.ts';

interface CheckoutOptions {
  readonly root: string;
  readonly folder: string;
  /** Number of agents in the template database that the others are copied from. */
  readonly agents: number;
  /** Folder for CPU profiles; undefined: no profiling. */
  readonly profiles?: string;
}

/** The code of one commit. Its databases are made by that code too, since every commit may have tables of its own. */
export class Checkout {
  readonly #options: CheckoutOptions;
  readonly #started: ServerProcess[] = [];
  #model: Promise<string> | undefined;

  constructor(options: CheckoutOptions) {
    this.#options = options;
  }

  /** Starts a server on the database in the folder of this name. */
  startHouse(kind: Kind, name: string): Promise<ServerProcess> {
    return this.start(kind, join(this.#options.folder, name));
  }

  async start(kind: Kind, given: string): Promise<ServerProcess> {
    const server = await startServer(kind, given, this.#options);
    this.#started.push(server);
    return server;
  }

  /** The least that a durable write costs, on a database of its own. */
  async startLimit(reply: string): Promise<ServerProcess> {
    const database = await mkdtemp(join(this.#options.folder, 'limit-'));
    return this.start('limit', JSON.stringify({ database, reply } satisfies LimitOptions));
  }

  /** Makes the database of a house in which others have lived. */
  async makeLivedIn(name: string, size: livedIn.Multiplied): Promise<livedIn.LivedIn> {
    const { root, folder, agents } = this.#options;
    const maker = (await import(pathToFileURL(benchFile(root, 'lived-in.ts')).href)) as typeof livedIn;
    this.#model ??= maker.aModel(join(folder, 'model'), agents);
    return maker.aLivedInHouse(await this.#model, join(folder, name), size);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((server) => server.stop()));
  }
}

export function isCheckout(root: string): boolean {
  return existsSync(benchFile(root, 'server-child.ts'));
}
