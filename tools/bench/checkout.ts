import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { aLivedInHouse, aModel, LivedIn } from './lived-in.ts';
import type { Multiplied } from './multiply.ts';
import { benchFile, startServer, type Kind, type ServerProcess } from './server-process.ts';

export interface CheckoutOptions {
  /** Root folder of the checkout. */
  readonly root: string;
  /** Folder for its databases. */
  readonly folder: string;
  /** Number of agents in the template database that the others are copied from. */
  readonly agents: number;
  /** Folder for CPU profiles; undefined: no profiling. */
  readonly profiles?: string | undefined;
}

/** The exports of `lived-in.ts` in any checkout. */
interface Maker {
  readonly aModel: typeof aModel;
  readonly aLivedInHouse: typeof aLivedInHouse;
}

/** The code of one commit. Its databases are made by that code too, since every commit may have tables of its own. */
export class Checkout {
  readonly #options: CheckoutOptions;
  readonly #started: ServerProcess[] = [];
  #model: Promise<string> | undefined;

  constructor(options: CheckoutOptions) {
    this.#options = options;
  }

  folderOf(name: string): string {
    return join(this.#options.folder, name);
  }

  /** Starts a server on the database in the folder of this name. */
  async startHouse(kind: Kind, name: string): Promise<ServerProcess> {
    return this.start(kind, this.folderOf(name));
  }

  async start(kind: Kind, given: string): Promise<ServerProcess> {
    const { root, profiles } = this.#options;
    const server = await startServer(kind, given, { root, profiles });
    this.#started.push(server);
    return server;
  }

  /** Makes the database of a house in which others have lived. */
  async makeLivedIn(name: string, size: Multiplied): Promise<LivedIn> {
    const maker = await this.#maker();
    this.#model ??= maker.aModel(this.folderOf('model'), this.#options.agents);
    return maker.aLivedInHouse(await this.#model, this.folderOf(name), size);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((server) => server.stop()));
  }

  async #maker(): Promise<Maker> {
    const file = pathToFileURL(benchFile(this.#options.root, 'lived-in.ts'));
    return (await import(file.href)) as Maker;
  }
}

/** Whether this folder contains a checkout that can be measured. */
export function isCheckout(root: string): boolean {
  return existsSync(benchFile(root, 'server-child.ts'));
}
