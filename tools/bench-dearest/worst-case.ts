import * as sql from '../../packages/database/table.ts';
import { DAY, HOUR, type Instant, MINUTE } from '../../src/rules/base/clock.ts';
import { ProblemError } from '../../src/rules/problem.ts';
import { drawPersonality } from '../../src/text/creature/life-messages.ts';
import { CALENDAR_TOKEN, createToken } from '../../src/features/account/own-token.ts';
import { careFor } from '../../src/features/care/care.ts';
import { settleRound } from '../../src/features/creatures/settle.ts';
import { register } from '../../src/features/identity/api-keys.ts';
import { adopt } from '../../src/features/lives/adopt.ts';
import { lookIn } from '../../src/features/lives/look-in.ts';
import type { House } from '../../src/app/house.ts';
import { logEntries } from '../../test/support/care-entries.ts';

const CREATURES = 200;
const LIVING_AT_THE_END = 10;
const LOG_ENTRIES = 20_000;
const LONGEST_LOG = 10_000;
const AT_ONCE = 50;
const LIFE: number = 15 * DAY;
const CARED_FOR: number = 9 * DAY;
const NOTES = 'We sat by the window.';
const SPECIES = ['housecat', 'retriever', 'tabby', 'terrier'] as const;

export interface WorstCase {
  /** Of a keeper whose creatures have nearly all died on one day. */
  readonly neglecting: KeyOf;
  /** Of a keeper with as many living creatures. */
  readonly caring: KeyOf & { readonly calendarToken: string };
  readonly dead: readonly string[];
  readonly living: readonly string[];
  /** The creature with the longest log. */
  readonly longest: string;
}

interface KeyOf {
  readonly username: string;
  readonly key: string;
}

/** Two keepers with 200 creatures each, 20,000 log entries and 1,000 letters of the first, until `now`. */
export async function fillWorstCase(house: House, now: Instant): Promise<WorstCase> {
  const times = (LOG_ENTRIES - LONGEST_LOG) / CREATURES;
  const every = CARED_FOR / times;
  const lives = Array.from({ length: CREATURES }, (_, nth) => {
    const until = nth < LIVING_AT_THE_END ? LIFE : CARED_FOR;
    const visits = Array.from({ length: Math.floor(until / every) }, (_visit, at) => (at + 0.5) * every);
    return {
      nth,
      begins: now - LIFE + (nth % 60) * MINUTE,
      visits,
    };
  });
  const young = Array.from({ length: CREATURES }, (_, nth) => {
    const begins = now - 2 * DAY + (nth % 60) * MINUTE;
    return {
      nth,
      begins,
      visits: Array.from({ length: 8 }, (_visit, at) => (at + 0.5) * 6 * HOUR),
    };
  });
  const neglecting = await keep(house, 'neglecting', lives, now);
  const longest = neglecting.ids[0] ?? '';
  const thoughts = Array.from({ length: LONGEST_LOG }, () => ({ action: 'reflect', notes: NOTES }) as const);
  await house.store.transaction(async (db) => {
    await logEntries(db, longest, thoughts);
    // Its record counts the acts that were logged.
    const stored = await db.one(BODY_OF, [longest]);
    const body = JSON.parse(stored?.body ?? '') as { record: object };
    const record = { ...body.record, careActions: LONGEST_LOG };
    await db.run(SET_BODY, [longest, JSON.stringify({ ...body, record })]);
  });
  const caring = await keep(house, 'caring', young, now);
  const { value } = await createToken(
    house,
    CALENDAR_TOKEN,
    { agent: caring.agent, idempotencyKey: undefined },
    now,
  );
  return {
    neglecting,
    caring: { ...caring, calendarToken: value.token },
    dead: neglecting.ids.slice(LIVING_AT_THE_END),
    living: caring.ids,
    longest,
  };
}

const BODY_OF = sql.query({ body: sql.text }, 'select body from creatures where id = $1');
const SET_BODY = sql.command('update creatures set body = $2 where id = $1');

interface Life {
  readonly nth: number;
  readonly begins: Instant;
  readonly visits: readonly number[];
}

/** Each creature lives with a keeper of its own first, since every act looks at all creatures of a keeper; the first keeps all. */
async function keep(house: House, username: string, lives: readonly Life[], now: Instant) {
  const lived: Awaited<ReturnType<typeof live>>[] = [];
  for (let from = 0; from < lives.length; from += AT_ONCE) {
    const some = lives.slice(from, from + AT_ONCE);
    lived.push(...(await Promise.all(some.map((life) => live(house, `${username}-${life.nth}`, life)))));
  }
  await settleRound(house, { now, until: Infinity });
  const [first] = lived;
  if (!first) throw new Error('no creature has lived');
  const ids = lived.map(({ id }) => id);
  for (const column of ['creatures.id', 'gravestones.creature_id', 'care_log.creature_id'])
    await house.store.transaction(async (db) => {
      const [table, name] = column.split('.');
      const move = sql.command(`update ${table} set keeper_id = $1 where ${name} = $2`);
      for (const id of ids) await db.run(move, [first.agent.id, id]);
    });
  return { ...first, username: `${username}-0`, ids };
}

async function newKeeper(house: House, username: string, at: Instant) {
  const profile = { username, displayName: username, socialLinks: [], gifts: true };
  const { agent, key } = (await register(house, { profile }, at)).value;
  return { agent, key };
}

async function live(house: House, username: string, { nth, begins, visits }: Life) {
  const { agent, key } = await newKeeper(house, username, begins);
  const choice = {
    name: `Biscuit ${nth}`,
    speciesSlug: SPECIES[nth % SPECIES.length] ?? 'housecat',
  };
  const { value } = await adopt(
    house,
    { agent, choice, personality: drawPersonality },
    begins,
    ({ creature }) => creature.id,
  );
  await lookIn(house, agent, undefined, begins);
  for (const after of visits) await visit(house, agent, begins + after);
  return { agent, key, id: value };
}

async function visit(house: House, agent: Parameters<typeof careFor>[1]['agent'], at: Instant) {
  try {
    await careFor(house, { agent, action: 'feed', item: 'kibble' }, at, () => undefined);
  } catch (error) {
    // It is asleep, or some of the lives have ended early: of an unlucky species, or with bad luck.
    if (!(error instanceof ProblemError)) throw error;
    if (error.is('no_living_creature')) return;
    await careFor(house, { agent, action: 'reflect', notes: NOTES }, at, () => undefined);
  }
}
