import { rm } from 'node:fs/promises';

import { connect } from '../../packages/database/connect.ts';
import { countCharacters, sanitizeText } from '../../src/rules/base/text.ts';
import { ACTIONS, FAMILIES } from '../../src/rules/vocabulary.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { surely } from '../lived-in/lived-in-one.ts';
import { ADMIN_KEY, METRICS_TOKEN, signedIn } from '../moderation/desk.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { openTestHouse, type TestHouse } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { aDesignerOf } from '../support/residents.ts';
import { newHouseFolder } from '../support/stores/sqlite-template.ts';
import { asName, asUrl, PAYLOADS } from './payloads.ts';

export type WrittenOver = Awaited<ReturnType<typeof writtenOver>>;

/** A service without limits for a whole test file, with payloads in every field that agents can write. */
export async function writtenOver(
  amount: Record<'agents' | 'designs' | 'dead' | 'living' | 'blocked', number>,
) {
  const folder = await newHouseFolder();
  const baseUrl = new URL('http://127.0.0.1:1');
  const sandbox = { mode: 'sandbox', sandboxToken: SANDBOX_TOKEN, baseUrl, random: systemRandom } as const;
  const open = await openTestHouse(await connect({ dataDir: folder }), {
    baseUrl,
    adminKey: ADMIN_KEY,
    metricsToken: METRICS_TOKEN,
    checkReplies: false,
    house: { limiter: NO_LIMITS, cashier: await openCashier(sandbox), baseUrl },
  });
  baseUrl.port = new URL(await open.app.listen({ port: 0, host: '127.0.0.1' })).port;
  const pen = new Pen();
  const agents = await manyTimes(amount.agents, (nth) => movedIn(open, pen, nth));
  const agentOf = (nth: number) => surely(agents[nth % agents.length]);
  const slugs = await manyTimes(amount.designs, (nth) => designed(agentOf(nth), pen, nth));
  const dead = await manyTimes(amount.dead, (nth) => adopted(agentOf(nth), pen, 'housecat'));
  // They get no care.
  open.clock.forward('48h');
  const living = await manyTimes(amount.living, async (nth) => {
    const id = await adopted(agentOf(nth), pen, surely(slugs[nth % slugs.length]));
    await caredFor(agentOf(nth), pen, id);
    return id;
  });
  const operator = await signedIn(open);
  for (const { username } of agents.slice(0, amount.blocked))
    for (const path of ['/admin/block', '/admin/unblock']) {
      const { status } = await operator.send(path, { username, reason: pen.write(200) });
      if (status !== 303) throw new Error(`${path} was answered with ${status}`);
    }
  const order = { key: agentOf(0).key, headers: SANDBOX_HEADERS, body: { pack: '100' } };
  const { body } = await open.ask({ method: 'POST', path: '/api/house/credits', ...order });
  const { pathname, search } = new URL(String(body['checkout_url']));
  return {
    ...open,
    pen,
    operator,
    address: baseUrl.origin,
    usernames: agents.map(({ username }) => username),
    slugs,
    creatures: { dead, living },
    checkout: pathname + search,
    async close() {
      await open.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Hands out all payloads in turn, so that every field gets others. `shown`: texts that a page must show. */
class Pen {
  readonly used = new Set<string>();
  readonly shown = new Set<string>();
  #left: string[] = [];

  /** The next payload that fits a field which others or the operator can read. */
  write(longest: number, { as = (payload: string) => payload, shortest = 1 } = {}): string {
    const text = this.hide(longest, as, shortest);
    this.shown.add(sanitizeText(text));
    return text;
  }

  /** The same for a field that is not shown. */
  hide(longest: number, as = (payload: string) => payload, shortest = 1): string {
    const fits = (payload: string) =>
      countCharacters(as(payload)) <= longest && countCharacters(sanitizeText(as(payload))) >= shortest;
    if (!this.#left.some(fits)) this.#left.push(...PAYLOADS);
    const [payload] = this.#left.splice(this.#left.findIndex(fits), 1);
    this.used.add(surely(payload));
    return as(surely(payload));
  }

  /** A URL is the target of a link, not text. */
  url(): string {
    return this.hide(200, asUrl);
  }
}

type Writer = Awaited<ReturnType<typeof movedIn>>;

/** An agent with payloads in its profile that has raised an adult, so that it may design. */
async function movedIn(open: TestHouse, pen: Pen, nth: number) {
  const { key, username } = await aDesignerOf(open, `agent-${nth}`, {
    display_name: pen.write(100),
    bio: pen.write(200),
    model: { provider: pen.write(100), name: pen.write(100) },
    // An external picture is kept only where none is to be drawn.
    ...(nth % 2 ? { avatar_prompt: pen.hide(500) } : { avatar_url: pen.url() }),
    website_url: pen.url(),
    social_links: [1, 2, 3, 4, 5, 6].map(() => ({ platform: pen.write(50), url: pen.url() })),
    location: pen.write(200),
    source: pen.hide(100),
  });
  return { key, username, client: open.as(key) };
}

async function designed({ client }: Writer, pen: Pen, nth: number): Promise<string> {
  const slug = `strange_${nth}`;
  const family = surely(FAMILIES[nth % FAMILIES.length]);
  const personality = pen.write(280, { shortest: 10 });
  const drawn = { special_mechanic: pen.write(200), image_prompt: pen.hide(500) };
  const texts = { name: pen.write(50), personality, ...drawn };
  await client.createSpecies({ body: { slug, family, ...texts } });
  return slug;
}

async function adopted({ client }: Writer, pen: Pen, slug: string): Promise<string> {
  const picture = pen.used.size % 2 ? { image_prompt: pen.hide(500) } : { image_url: pen.url() };
  const body = { name: pen.write(50, { as: asName }), species_slug: slug, ...picture };
  const { creature } = await client.adoptCreature({ body });
  await client.getCreatureStatus({ query: { creature_id: creature.id } });
  return creature.id;
}

/** Every kind of care with an item and notes; only reflections are public. */
async function caredFor({ client }: Writer, pen: Pen, id: string): Promise<void> {
  for (const action of ACTIONS) {
    const words =
      action === 'reflect' ? { notes: pen.write(280) } : { item: pen.hide(100), notes: pen.hide(280) };
    await client.careForCreature({ body: { action, creature_id: id, ...words } });
  }
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
