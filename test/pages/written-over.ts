import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';

import { createHouseClient, type Client } from '../../src/api/client.ts';
import { ACTIONS, FAMILIES } from '../../src/rules/vocabulary.ts';
import { insertKeeper } from '../../src/features/agents/keepers.store.ts';
import { buildHouse, type House } from '../../src/features/house.ts';
import { openServer } from '../../src/server/open-server.ts';
import { openLog } from '../../src/log.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import { connect } from '../../src/db/connect.ts';
import { surely } from '../lived-in/lived-in-one.ts';
import { ADMIN_KEY, METRICS_TOKEN, signedIn, type Operator } from '../moderation/desk.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { handClock, type HandClock } from '../support/hand-clock.ts';
import type { Ask, Told } from '../support/house.ts';
import { plainParts, SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { withRecord } from '../support/stored-residents.ts';
import { newHouseFolder } from '../support/stores/sqlite-template.ts';
import { Book, type Field } from './book.ts';

/** Number of agents, designs, dead and living creatures, and reasons of the operator. */
export interface Amount {
  readonly agents: number;
  readonly designs: number;
  readonly dead: number;
  readonly living: number;
  readonly reasons: number;
}

/** A service with payloads in every field that strangers can write. */
export interface WrittenOver extends Unlimited {
  readonly book: Book;
  readonly operator: Operator;
  readonly usernames: readonly string[];
  readonly slugs: readonly string[];
  readonly creatures: { readonly dead: readonly string[]; readonly living: readonly string[] };
  /** The URL a human was asked to pay at. */
  readonly checkout: string;
}

export async function writtenOver(amount: Amount, share: number): Promise<WrittenOver> {
  const open = await openDoorWithoutLimits();
  const { clock, ask } = open;
  const book = new Book(share);
  const agents = await movedIn(open, book, amount.agents);
  const slugs = await designed(agents, book, amount.designs);
  const dead = await adopted(agents, book, { count: amount.dead, slugs: ['housecat'] });
  // They get no care.
  clock.forward('48h');
  const living = await adopted(agents, book, { count: amount.living, slugs });
  await manyTimes(living.length, (nth) => lookedAfter(surely(living[nth]), book));
  const operator = await signedIn({ ask });
  await operated(operator, book, amount.reasons);
  const { checkout_url: bill = '' } = await surely(agents[0]).client.buyCredits({ body: { pack: '100' } });
  return {
    ...open,
    book,
    operator,
    usernames: agents.map(({ username }) => username),
    slugs,
    creatures: { dead: dead.map(({ id }) => id), living: living.map(({ id }) => id) },
    checkout: bill.replace(new URL(bill).origin, ''),
  };
}

const NAME_LETTERS = /[^A-Za-z0-9_-]+/g;

/** Everything that can be written, and how much of it. */
const FIELDS = {
  displayName: { name: 'display_name', longest: 100, sight: 'anybody' },
  bio: { name: 'bio', longest: 200, sight: 'anybody' },
  provider: { name: 'model.provider', longest: 100, sight: 'anybody' },
  model: { name: 'model.name', longest: 100, sight: 'anybody' },
  avatar: { name: 'avatar_prompt', longest: 500, sight: 'nobody' },
  location: { name: 'location', longest: 200, sight: 'anybody' },
  platform: { name: 'social_links.platform', longest: 50, sight: 'anybody' },
  name: {
    name: 'name',
    longest: 50,
    sight: 'anybody',
    tamed: (payload) => payload.replace(NAME_LETTERS, ' ').trim(),
  },
  image: { name: 'image_prompt', longest: 500, sight: 'nobody' },
  item: { name: 'item', longest: 100, sight: 'nobody' },
  species: { name: 'species.name', longest: 50, sight: 'anybody' },
  personality: { name: 'species.personality', longest: 280, sight: 'anybody' },
  mechanic: { name: 'species.special_mechanic', longest: 200, sight: 'anybody' },
  design: { name: 'species.image_prompt', longest: 500, sight: 'nobody' },
  reason: { name: 'reason', longest: 200, sight: 'operator' },
  // Stored as short codes and only counted.
  source: { name: 'source', longest: 100, sight: 'nobody' },
} as const satisfies Record<string, Field>;

interface Stranger {
  readonly username: string;
  readonly client: Client;
}

/** Agents with payloads in their profile; each has raised an adult, so that it may design. */
function movedIn({ house: { store }, ask }: Unlimited, book: Book, count: number): Promise<Stranger[]> {
  return manyTimes(count, async (nth) => {
    const username = `stranger-${nth}`;
    const links = [1, 2, 3, 4, 5, 6].map(() => ({
      platform: book.write(FIELDS.platform),
      url: book.address(),
    }));
    const { your_token: key, agent } = await clientOf(ask).registerAgent({
      body: {
        username,
        display_name: book.write(FIELDS.displayName),
        bio: book.write(FIELDS.bio),
        model: { provider: book.write(FIELDS.provider), name: book.write(FIELDS.model) },
        // An external picture is kept only where none is to be drawn.
        ...(nth % 2 ? { avatar_prompt: book.write(FIELDS.avatar) } : { avatar_url: book.address() }),
        website_url: book.address(),
        social_links: links,
        location: book.write(FIELDS.location),
        source: book.write(FIELDS.source),
      },
    });
    await insertKeeper(store, { id: agent.id, username, counts: true });
    await withRecord(store, agent.id, { adultsRaised: 1 });
    return { username, client: clientOf(ask, key) };
  });
}

function designed(strangers: readonly Stranger[], book: Book, count: number): Promise<string[]> {
  return manyTimes(count, async (nth) => {
    const slug = `strange_${nth}`;
    await surely(strangers[nth % strangers.length]).client.createSpecies({
      body: {
        slug,
        name: book.write(FIELDS.species),
        family: surely(FAMILIES[nth % FAMILIES.length]),
        personality: book.write(FIELDS.personality),
        special_mechanic: book.write(FIELDS.mechanic),
        image_prompt: book.write(FIELDS.design),
      },
    });
    return slug;
  });
}

interface Pet {
  readonly id: string;
  readonly client: Client;
}

function adopted(
  strangers: readonly Stranger[],
  book: Book,
  { count, slugs }: { readonly count: number; readonly slugs: readonly string[] },
): Promise<Pet[]> {
  return manyTimes(count, async (nth) => {
    const { client: keeper } = surely(strangers[nth % strangers.length]);
    const { creature } = await keeper.adoptCreature({
      body: {
        name: book.write(FIELDS.name),
        species_slug: surely(slugs[nth % slugs.length]),
        ...(nth % 2 ? { image_prompt: book.write(FIELDS.image) } : { image_url: book.address() }),
      },
    });
    await keeper.getCreatureStatus({ query: { creature_id: creature.id } });
    return { id: creature.id, client: keeper };
  });
}

/** Everything that can be done for it, each with a thing and a thought. */
async function lookedAfter({ id, client: keeper }: Pet, book: Book): Promise<void> {
  for (const action of ACTIONS) {
    const sight = action === 'reflect' ? 'anybody' : 'nobody';
    const note = { name: `notes on ${action}`, longest: 280, sight } as const;
    await keeper.careForCreature({
      body: {
        action,
        creature_id: id,
        ...(action !== 'reflect' && { item: book.write(FIELDS.item) }),
        notes: book.write(note),
      },
    });
  }
}

/** The operator's reason. */
async function operated({ send }: Operator, book: Book, reasons: number): Promise<void> {
  await manyTimes(reasons / 2, async (nth) => {
    for (const path of ['/admin/block', '/admin/unblock']) {
      const { status } = await send(path, { username: `stranger-${nth}`, reason: book.write(FIELDS.reason) });
      if (status !== 303) throw new Error(`${path} was answered with ${status}`);
    }
  });
}

// Writes in the same turn share a disk flush.
const AT_ONCE = 24;

async function manyTimes<T>(count: number, once: (nth: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const inTurn = async () => {
    for (let nth = next++; nth < count; nth = next++) done[nth] = await once(nth);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  return done;
}

type Asking = (request: Ask) => Promise<Told>;

interface Unlimited {
  readonly house: House;
  readonly clock: HandClock;
  readonly address: string;
  readonly ask: Asking;
  close(): Promise<void>;
}

/** An empty service on SQLite with a manual clock and no limits, for a whole test file. */
async function openDoorWithoutLimits(): Promise<Unlimited> {
  const folder = await newHouseFolder();
  const store = await connect({ dataDir: folder });
  const baseUrl = new URL('http://127.0.0.1:1');
  const clock = handClock();
  const sandbox = { mode: 'sandbox', sandboxToken: SANDBOX_TOKEN, baseUrl, random: systemRandom } as const;
  const cashier = await openCashier(sandbox);
  const house = buildHouse({ ...plainParts(store, clock), limiter: NO_LIMITS, cashier, baseUrl });
  const keys = { adminKey: ADMIN_KEY, metricsToken: METRICS_TOKEN };
  const app = await openServer(house, { log: openLog('silent'), baseUrl, ...keys });
  await app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl.port = String((app.server.address() as AddressInfo).port);
  const close = async () => {
    await app.close();
    await house.rasterizer?.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  };
  const ask: Asking = async ({ method = 'GET', path, key, headers, body }) => {
    const response = await app.inject({
      method,
      url: path,
      headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { statusCode: status, headers: told, body: text } = response;
    const json = String(told['content-type']).startsWith('application/json') && text !== '';
    return { status, headers: told, text, body: json ? response.json<Record<string, unknown>>() : {} };
  };
  return { house, clock, address: baseUrl.origin, ask, close };
}

/** The typed client, with this key. */
function clientOf(ask: Asking, key?: string): Client {
  return createHouseClient(async ({ method, path, headers, body }) =>
    ask({
      method: method === 'GET' ? 'GET' : 'POST',
      path,
      headers: { ...headers, ...SANDBOX_HEADERS },
      ...(key !== undefined && { key }),
      ...(body !== undefined && { body }),
    }),
  );
}
