import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

export interface BareOptions {
  readonly reply: string;
  /** With a folder for SQLite, or the URL of a PostgreSQL: each POST reads one row, updates it and inserts another. */
  readonly database?: string;
}

type Write = (row: number, entry: string) => Promise<void>;

const ROWS = 54_000;
const ROW = 'x'.repeat(1600);
const PET_TABLE = 'create table pets (id integer primary key, version integer, body text)';
const ENTRY_TABLE = 'create table entries (id integer primary key, at bigint, entry text)';

/** Only node:http. A POST is answered after its body was parsed and, with a database, what it changed was committed. */
export async function openBare(given: string) {
  const { reply, database } = JSON.parse(given) as BareOptions;
  const value: unknown = JSON.parse(reply);
  const write = await (database?.startsWith('postgres') ? onPostgres(database) : onSqlite(database));
  let nth = 0;
  const answerDurably = async (request: IncomingMessage, response: ServerResponse, commit: Write) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked: unknown = JSON.parse(Buffer.concat(chunks).toString());
    // Rows in random order, as those of real callers are.
    await commit((nth++ * 7919) % ROWS, JSON.stringify(asked));
    sendJson(response, value);
  };
  const server = createServer((request, response) => {
    if (write) return void answerDurably(request, response, write);
    if (request.method !== 'POST') return sendJson(response, value);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      sendJson(response, value);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server };
}

function sendJson(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

/** All writes of one turn of the event loop are one transaction, as in the service. */
async function onSqlite(folder: string | undefined): Promise<Write | undefined> {
  if (folder === undefined) return undefined;
  const database = new DatabaseSync(join(folder, 'limit.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000');
  database.exec(`${PET_TABLE}; ${ENTRY_TABLE}; begin`);
  const fill = database.prepare('insert into pets values (?, 1, ?)');
  for (let id = 0; id < ROWS; id += 1) fill.run(id, ROW);
  database.exec('commit');
  const read = database.prepare('select version, body from pets where id = ?');
  const update = database.prepare('update pets set version = version + 1, body = ? where id = ?');
  const insert = database.prepare('insert into entries (at, entry) values (?, ?)');
  let waiting: { readonly row: number; readonly entry: string; readonly done: () => void }[] = [];
  const commit = () => {
    const group = waiting;
    waiting = [];
    database.exec('begin immediate');
    for (const { row, entry } of group) {
      const { body } = read.get(row) as { body: string };
      update.run(body, row);
      insert.run(Date.now(), entry);
    }
    database.exec('commit');
    for (const { done } of group) done();
  };
  return (row, entry) =>
    new Promise((done) => {
      if (waiting.push({ row, entry, done }) === 1) setImmediate(commit);
    });
}

/** One PostgreSQL connection per connection of the load generator, so that no request waits for one. */
const CONNECTIONS = 50;

/** One round trip for each request: a read, then a batch would be two. */
async function onPostgres(url: string): Promise<Write> {
  const clients = Array.from({ length: CONNECTIONS }, () => new Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query(`${PET_TABLE}; ${ENTRY_TABLE.replace('integer', 'serial')};
    insert into pets select n, 1, '${ROW}' from generate_series(0, ${ROWS - 1}) n`);
  return async (row, entry) => {
    const client = clients.pop();
    if (!client) throw new Error('more requests at once than connections');
    const text = entry.replaceAll("'", "''");
    await client.query(
      `begin; select version, body from pets where id = ${row}; update pets set version = version + 1 where id = ${row};
       insert into entries (at, entry) values (${Date.now()}, '${text}'); commit`,
    );
    clients.push(client);
  };
}
