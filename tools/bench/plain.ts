import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

// The yardstick: what an engineer writes in a day, with the same requests and about the same replies as the service. It has one
// row per creature, computes its decay when it is read, and commits each care alone. Like the service, and unlike most, it uses
// node:sqlite with a flush for each commit.

const HOUR = 3_600_000;
const KEYS = 54_000;
const STATS = ['hunger', 'happiness', 'health', 'trust', 'discipline'] as const;
const LOSSES = { hunger: 4, happiness: 2, health: 0.5, trust: 0.2, discipline: 0 } as const;
const GAINS: Readonly<Record<string, Partial<Stats>>> = {
  feed: { hunger: 30, trust: 1 },
  play: { happiness: 15, trust: 1 },
  reflect: { trust: 2 },
};

type Stats = Record<(typeof STATS)[number], number>;
type Row = Stats &
  Readonly<Record<'id' | 'name' | 'species', string>> &
  Record<'born_at' | 'changed_at', number>;

const Care = z.object({
  action: z.enum(['feed', 'play', 'reflect']),
  notes: z.string().max(1000).optional(),
});
const View = z.object({ view: z.enum(['full', 'brief']).optional() });
const Registration = z.object({
  username: z.string().regex(/^[a-z0-9-]{3,30}$/),
  display_name: z.string().max(50).optional(),
  bio: z.string().max(500).optional(),
  model: z.object({ provider: z.string(), name: z.string() }).optional(),
  timezone: z.string().optional(),
});

class Refusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

export async function openPlain(
  folder: string,
): Promise<{ server: FastifyInstance['server']; keys: string[] }> {
  const database = new DatabaseSync(join(folder, 'plain.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec(`create table agents (key_hash text primary key, id text not null, username text unique not null, profile text);
    create table pets (id text primary key, agent_id text unique not null, name text, species text, born_at integer,
      changed_at integer, hunger real, happiness real, health real, trust real, discipline real);
    create table entries (id text primary key, pet_id text not null, at integer, action text, notes text)`);
  const keys = fill(database);
  const app = Fastify({ logger: true });
  const agentOf = identifier(database);
  const petOf = database.prepare('select * from pets where agent_id = ?');
  const update = database.prepare(
    'update pets set changed_at = ?, hunger = ?, happiness = ?, health = ?, trust = ?, discipline = ? where id = ?',
  );
  const insertEntry = database.prepare('insert into entries values (?, ?, ?, ?, ?)');
  const insertAgent = database.prepare('insert into agents values (?, ?, ?, ?)');
  const readPet = (agentId: string) => {
    const row = petOf.get(agentId) as Row | undefined;
    if (!row) throw new Refusal(404, 'You have no creature.');
    return row;
  };
  app.get('/api/house/status', async (request) => {
    const { view } = View.parse(request.query);
    const row = readPet(agentOf(request));
    const now = Date.now();
    return view === 'brief' ? briefStatus(row, now) : fullStatus(row, now);
  });
  app.post('/api/house/care', async (request) => {
    const agentId = agentOf(request);
    const { action, notes = null } = Care.parse(request.body);
    const row = readPet(agentId);
    const now = Date.now();
    const before = statsAt(row, now);
    const after = addGains(before, GAINS[action] ?? {});
    const entryId = randomUUID();
    database.exec('begin immediate');
    update.run(now, after.hunger, after.happiness, after.health, after.trust, after.discipline, row.id);
    insertEntry.run(entryId, row.id, now, action, notes);
    database.exec('commit');
    const status = fullStatus({ ...row, ...after, changed_at: now }, now);
    return { ...status, action_result: { action, success: true, before, after, care_log_entry_id: entryId } };
  });
  app.post('/api/auth/register', async (request, reply) => {
    const { username, ...profile } = Registration.parse(request.body);
    const key = newKey();
    insertAgent.run(hash('sha256', key, 'hex'), randomUUID(), username, JSON.stringify(profile));
    reply.code(201);
    return { your_token: key, agent: { username, ...profile } };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { server: app.server, keys };
}

function newKey(): string {
  return `ah_${randomBytes(32).toString('base64url')}`;
}

function fill(database: DatabaseSync): string[] {
  const agents = database.prepare('insert into agents values (?, ?, ?, null)');
  const pets = database.prepare('insert into pets values (?, ?, ?, ?, ?, ?, 70, 60, 100, 20, 0)');
  const keys = Array.from({ length: KEYS }, newKey);
  database.exec('begin');
  keys.forEach((key, nth) => {
    const id = randomUUID();
    agents.run(hash('sha256', key, 'hex'), id, `agent-${nth}`);
    pets.run(randomUUID(), id, `Biscuit ${nth}`, 'housecat', Date.now() - 30 * HOUR, Date.now() - 3 * HOUR);
  });
  database.exec('commit');
  return keys;
}

/** The agent of the bearer key, counted against a limit per minute. */
function identifier(database: DatabaseSync): (request: FastifyRequest) => string {
  const find = database.prepare('select id from agents where key_hash = ?');
  const windows = new Map<string, { count: number; until: number }>();
  return ({ headers }) => {
    const key = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
    const agent = key && (find.get(hash('sha256', key, 'hex')) as { readonly id: string } | undefined);
    if (!agent) throw new Refusal(401, 'The key is unknown.');
    const now = Date.now();
    const known = windows.get(agent.id);
    const window = known && known.until > now ? known : { count: 0, until: now + 60_000 };
    if (known !== window) windows.set(agent.id, window);
    if (++window.count > 1_000_000) throw new Refusal(429, 'Too many requests.');
    return agent.id;
  };
}

function statsAt(row: Row, now: number): Stats {
  const hours = (now - row.changed_at) / HOUR;
  const stat = (name: keyof Stats) => Math.max(0, row[name] - LOSSES[name] * hours);
  return {
    hunger: stat('hunger'),
    happiness: stat('happiness'),
    health: stat('health'),
    trust: stat('trust'),
    discipline: stat('discipline'),
  };
}

function addGains(stats: Stats, gains: Partial<Stats>): Stats {
  const added = { ...stats };
  for (const name of STATS) added[name] = Math.min(100, stats[name] + (gains[name] ?? 0));
  return added;
}

const iso = (at: number) => new Date(at).toISOString();
const tenths = (value: number) => Math.round(value * 10) / 10;

function moodOf({ hunger, health, happiness }: Stats): string {
  if (health < 20) return 'critical';
  if (hunger < 30) return 'hungry';
  return happiness > 80 ? 'happy' : 'content';
}

function briefStatus(row: Row, now: number) {
  const stats = statsAt(row, now);
  const diesAt = row.changed_at + 36 * HOUR;
  const opensAt = row.changed_at + 4 * HOUR;
  return {
    creature: {
      id: row.id,
      name: row.name,
      ...Object.fromEntries(STATS.map((name) => [name, tenths(stats[name])])),
      mood: moodOf(stats),
      alive: diesAt > now,
      feeding_status: now < opensAt ? 'ok' : 'due_soon',
      death_clock: { dies_at: iso(diesAt), urgency: 'safe' },
    },
    recommended_checkin: {
      creature_id: row.id,
      at: iso(opensAt),
      hours_from_now: tenths((opensAt - now) / HOUR),
    },
    wish: {
      text: `${row.name} wishes for an hour in the sun. `.repeat(2),
      hint: 'Play with it between noon and five. '.repeat(3),
      until: iso(now + 9 * HOUR),
    },
    server_time: iso(now),
    next_steps: [
      step(
        `Come back at ${iso(opensAt)}: ${row.name} will be hungry then.`,
        'GET',
        '/api/house/status?view=brief',
      ),
    ],
  };
}

function step(description: string, method: string, endpoint: string, body?: object) {
  return { action: endpoint.split('/').at(-1), method, endpoint, description, body };
}

function fullStatus(row: Row, now: number) {
  const { creature, ...brief } = briefStatus(row, now);
  const { name } = row;
  return {
    creature: {
      ...creature,
      species: row.species,
      stage: 'baby',
      age_hours: tenths((now - row.born_at) / HOUR),
      feeding_window_hours: 8,
      hours_since_fed: tenths((now - row.changed_at) / HOUR),
      next_feeding_window: iso(row.changed_at + 4 * HOUR),
      care_rhythm: { average_hours: 12, death_threshold_hours: 36, decay_multiplier: 1, established: false },
      behavior: `${name} sits in the window and counts the birds that pass. It looks up whenever someone speaks its name.`,
      evolution_progress: {
        consistency_score: 80,
        hint: `${name} grows up in its own time: regular meals show the way. `.repeat(3),
      },
      image_url: `https://house.example/pictures/${row.id}.png`,
    },
    ...brief,
    soul_prompt: `You keep ${name}, a young ${row.species}. ${PERSONALITY}`,
    house_activity: {
      creatures_born: 12,
      creatures_died: 1,
      care_actions: 240,
      feedings: 120,
      reflections: 40,
      active_agents: 31,
      window: '24h',
    },
    next_steps: [
      step(`${name} is getting hungry: a meal is on time now.`, 'POST', '/api/house/care', {
        action: 'feed',
        creature_id: row.id,
      }),
      step(`${name} would enjoy a game, and is awake for it.`, 'POST', '/api/house/care', {
        action: 'play',
        creature_id: row.id,
      }),
      ...brief.next_steps,
    ],
  };
}

const PERSONALITY =
  'It is curious and gentle, keeps its own counsel in the morning, and comes when it is called by those who feed it. '.repeat(
    6,
  );
