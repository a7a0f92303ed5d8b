import { iso, type Instant } from '../../rules/base/clock.ts';
import type { ROUTES } from '../../api/routes.ts';
import { farewell, STEPS_AFTER_EXPORT, STEPS_AFTER_LEAVING } from '../../text/server/agents.ts';
import { ABOUT } from '../../text/server/next-steps.ts';
import type { Handler, HandlerResult } from '../../http/handler.ts';
import { JSON_TYPE } from '../../http/send.ts';
import { presentLetter } from '../creatures/creature.present.ts';
import type { DocumentOrder } from '../creatures/long-documents.ts';
import { presentEntry, presentHistory } from '../lives/history.http.ts';
import type { IdempotentResult } from '../once.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import type { PublicHouse } from '../public/replica.ts';
import { readOwnData, type OwnData, type OwnDesign, type OwnLife } from './export.ts';
import { findDepartureReplay, leave, type Departure } from './leave.ts';
import { presentProfile } from './profile.http.ts';

export const exportMyData: Handler<typeof ROUTES.exportMyData, PublicHouse> = async (
  house,
  { agent, query, now },
) => {
  const { id, username, guest } = agent;
  const order = { kind: 'export', agent: { id, username, guest }, entries: query.entries, now } as const;
  const rest = house.documents?.write(order) ?? writeExport(house, order);
  return { page: { type: JSON_TYPE, text: '', rest } };
};

export async function* writeExport(
  house: PublicHouse,
  { agent, entries, now }: DocumentOrder & { readonly kind: 'export' },
): AsyncGenerator<string> {
  yield '{';
  yield* writeOwnData(house, await readOwnData(house, agent, entries, now), now);
}

export const deleteMyAccount: Handler<typeof ROUTES.deleteMyAccount, PublicHouse> = {
  async answer(house, { agent, key, body, idempotencyKey, now }) {
    // The route requires authentication, so the key is present.
    const request = { agent, key: key as string, username: body.username, idempotencyKey };
    return departureResult(await leave(house, request, now));
  },
  async answerUnauthenticated(house, { key, idempotencyKey, now }) {
    if (key === undefined || idempotencyKey === undefined) return undefined;
    const earlier = await findDepartureReplay(house, key, idempotencyKey, now);
    return earlier && departureResult(earlier);
  },
};

function departureResult({
  value,
  replayed,
}: IdempotentResult<Departure>): HandlerResult<typeof ROUTES.deleteMyAccount> {
  return {
    replayed,
    body: {
      success: true,
      creatures_released: value.released,
      message: farewell(value),
      next_steps: STEPS_AFTER_LEAVING,
    },
  };
}

async function* writeOwnData(house: PublicHouse, data: OwnData, now: Instant): AsyncGenerator<string> {
  const { agent, account, feedSince, linkSince, sitters } = data;
  const head = {
    exported_at: iso(now),
    agent: presentProfile(house, agent),
    avatar_prompt: agent.avatarPrompt ?? null,
    credits: account.balance,
    debt: account.debt,
    calendar_feed_since: feedSince === undefined ? null : iso(feedSince),
    owner_link_since: linkSince === undefined ? null : iso(linkSince),
    sitters: sitters.map(({ id, name, createdAt, expiresAt }) => ({
      id,
      name,
      created_at: iso(createdAt),
      expires_at: iso(expiresAt),
    })),
  };
  yield `${JSON.stringify(head).slice(1, -1)},`;
  yield* writeList('ledger', data.ledger, ({ created_at, idem_key: _, ...line }) => ({
    ...line,
    created_at: iso(created_at),
  }));
  yield* writeList(
    'purchases',
    data.purchases,
    ({ id, provider, credits, cents, live, state, createdAt, creatureId, gift }) => {
      const purpose = { creature_id: creatureId ?? null, gift: gift ?? null };
      return { id, provider, credits, cents, live, state, ...purpose, created_at: iso(createdAt) };
    },
  );
  yield* writeList('species', data.designs, presentDesign);
  yield* writeList('gravestones', data.gravestones, (stone) => ({
    id: stone.id,
    creature_id: stone.creatureId,
    name: stone.name,
    species: stone.species,
    stage_reached: stone.stageReached,
    cause: stone.cause,
    died_at: iso(stone.diedAt),
    resurrected_at: stone.resurrectedAt === undefined ? null : iso(stone.resurrectedAt),
  }));
  yield* writeLives(house, data.lives);
  yield `"next_steps":${JSON.stringify(STEPS_AFTER_EXPORT)}}`;
}

async function* writeList<Row>(
  name: string,
  batches: AsyncIterable<readonly Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<string> {
  yield `"${name}":[`;
  let comma = '';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield `${comma}${batch.map((row) => JSON.stringify(present(row))).join(',')}`;
    comma = ',';
  }
  yield '],';
}

async function* writeLives(house: PublicHouse, lives: AsyncIterable<OwnLife>): AsyncGenerator<string> {
  yield '"creatures":[';
  let comma = '';
  for await (const life of lives) {
    yield `${comma}{`;
    yield* writeList('care_log', life.log, (entry) => ({
      ...presentEntry(entry),
      item: entry.item ?? null,
      category: entry.category ?? null,
      refused: entry.refused ?? null,
    }));
    yield JSON.stringify(presentLife(house, life)).slice(1);
    comma = ',';
  }
  yield '],';
}

/** One creature of an export. The species is named by its slug only: its name may be text of another agent. */
function presentLife(house: PublicHouse, { stored, history, letters, portraits }: OwnLife) {
  const { creature, imagePrompt, imageUrl } = stored;
  const { stats, evolution_history, milestones, manner, keepsakes, archived_until } = presentHistory(history);
  return {
    id: creature.id,
    name: creature.name,
    species: creature.species,
    stage: creature.stage,
    personality: creature.personality,
    adopted_at: iso(creature.adoptedAt),
    died_at: creature.died ? iso(creature.died.at) : null,
    released_at: creature.releasedAt === undefined ? null : iso(creature.releasedAt),
    image_prompt: imagePrompt ?? null,
    image_url: pictureUrl(house, imageUrl) ?? null,
    portraits: portraits.map(({ stage, imageUrl: url }) => ({ stage, image_url: pictureUrl(house, url) })),
    archived_until,
    evolution_history,
    milestones,
    manner: manner ?? null,
    keepsakes,
    letters: letters.map(presentLetter),
    stats,
  };
}

function presentDesign(design: OwnDesign) {
  return {
    slug: design.slug,
    name: design.name,
    family: design.family,
    trust_speed: design.trustSpeed,
    feeding_window_hours: design.feedingWindowHours,
    hunger_decay_per_hour: design.hungerDecayPerHour,
    happiness_decay_per_hour: design.happinessDecayPerHour,
    personality: design.personality,
    special_mechanic: design.specialMechanic ?? null,
    ...(design.specialMechanic !== undefined && { special_mechanic_note: ABOUT.mechanicIsWords }),
    innate_traits: design.traits,
    image_prompt: design.imagePrompt ?? null,
    created_at: iso(design.createdAt),
  };
}
