import { Client } from 'pg';

import { splitHosts } from '../../rules/base/host-list.ts';
import { DatabaseOpenError, DatabaseUnavailableError } from '../portable.ts';
import {
  openConnection,
  type ConnectionOptions,
  type PostgresConnection,
  type ServerFacts,
} from './connection.ts';
import { isServerFull, ServerSilentError } from './types.ts';

/** What kind of server is wanted, in libpq's own words. */
const KINDS = {
  any: () => true,
  'read-write': ({ standby, readOnly }: ServerFacts) => !standby && !readOnly,
  'read-only': ({ standby, readOnly }: ServerFacts) => standby || readOnly,
  primary: ({ standby }: ServerFacts) => !standby,
  standby: ({ standby }: ServerFacts) => standby,
} as const;

export type ServerKind = keyof typeof KINDS;

interface Host {
  readonly url: string;
  readonly name: string;
}

/** The hosts a database may be found on, of which one is the right one at a time. */
export class DatabaseHosts {
  /** For people: what it is and where, without any password. */
  readonly label: string;
  readonly #hosts: readonly Host[];
  readonly #kind: ServerKind;
  readonly #open = new Map<PostgresConnection, Host>();
  #current = 0;

  /** `usualKind` is wanted unless the address says otherwise. */
  constructor(url: string, usualKind: ServerKind) {
    const urls = splitHosts(url);
    const clients = urls.map((each) => new Client(each));
    const names = clients.map(({ host, port }) => `${host}:${port}`);
    this.#hosts = urls.map((each, at) => ({ url: each, name: names[at] ?? '' }));
    this.label = `PostgreSQL at ${names.join(',')}/${clients[0]?.database}`;
    this.#kind = kindIn(this.url) ?? usualKind;
  }

  /** The address of the host that was the right one last. */
  get url(): string {
    return this.#hosts[this.#current]?.url ?? '';
  }

  /** Connects to the first host of the right kind, beginning with the one it was last. */
  async open(options: ConnectionOptions): Promise<PostgresConnection> {
    const failures: { host: Host; error: unknown }[] = [];
    for (const host of [...this.#hosts.slice(this.#current), ...this.#hosts.slice(0, this.#current)]) {
      try {
        // One after another: only one of them is wanted.
        return await this.#openAt(host, options);
      } catch (error) {
        failures.push({ host, error });
      }
    }
    throw explain(failures);
  }

  async #openAt(host: Host, options: ConnectionOptions): Promise<PostgresConnection> {
    const connection = await openConnection(host.url, options);
    const { standby, readOnly } = connection.facts;
    if (!KINDS[this.#kind](connection.facts)) {
      await connection.close();
      const found = standby ? 'a standby' : readOnly ? 'read-only' : 'a primary';
      throw new DatabaseUnavailableError(`it is ${found}, and a server is wanted that is ${this.#kind}`);
    }
    this.#current = this.#hosts.indexOf(host);
    this.#open.set(connection, host);
    connection.client.once('end', () => this.#open.delete(connection));
    // A server that was left may come back, and must not be taken for what it was.
    for (const [each, at] of this.#open) each.outdated = at !== host;
    return connection;
  }
}

/** Of several failures the one that can be waited out, or else all that is known. */
function explain(failures: readonly { host: Host; error: unknown }[]): unknown {
  const [first, ...others] = failures;
  if (others.length === 0) return first?.error;
  const errors = failures.map(({ error }) => error);
  const full = errors.find(isServerFull);
  if (full !== undefined) return full;
  const words = failures.map(
    ({ host, error }) => `${host.name}: ${error instanceof Error ? error.message : ''}`,
  );
  const isSilent = errors.some((error) => error instanceof ServerSilentError);
  return new (isSilent ? ServerSilentError : DatabaseUnavailableError)(words.join('; '));
}

function kindIn(url: string): ServerKind | undefined {
  const wanted = URL.parse(url)?.searchParams.get('target_session_attrs');
  if (wanted === undefined || wanted === null) return undefined;
  if (Object.hasOwn(KINDS, wanted)) return wanted as ServerKind;
  throw new DatabaseOpenError(`target_session_attrs is one of ${Object.keys(KINDS).join(', ')}`);
}
