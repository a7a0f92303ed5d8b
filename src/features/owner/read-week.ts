import { allReadable } from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import { type Letter, WEEK } from '../../rules/heart/heart.ts';
import { type Creature, hasHatched, isAlive } from '../../rules/lives/creature.ts';
import { deathClock } from '../../rules/lives/live-until.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../rules/lives/resurrection.ts';
import { type CreatureWeek, type HouseholdWeek, pressOf } from '../../rules/owner-week.ts';
import { isUrgent } from '../../rules/situation.ts';
import { loadLiving } from '../creatures/choose-creature.ts';
import { returnsOfMany } from '../creatures/gravestones.store.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import { lettersIn } from '../heart/letters.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import { careSince, type WeekOfCare } from '../records/care-log.store.ts';
import { deadSince, noEarlierThan, type StoredCreature } from '../records/creatures.store.ts';
import { lettersOfManyIn } from '../records/heart.store.ts';
import { milestonesOfMany } from '../records/life-log.store.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';

// What one request reads is bounded by these.
const MOST_LIVING = 12;
const MOST_DEAD = 6;

/** What happened to the creatures of an agent in the last seven days. It counts as no look. */
export async function readWeek(
  house: CreaturesHouse,
  agent: KnownAgent,
  now: Instant,
): Promise<HouseholdWeek> {
  const from = now - WEEK;
  const living = await loadLiving(house, agent, now);
  const dead = await deadSince(house.store, agent.id, from, MOST_DEAD);
  const shown = [...dead, ...living.slice(0, MOST_LIVING)];
  const found = await findRecords(house, shown, { from, below: now + 1 });
  const creatures = await allReadable(shown.map((stored) => weekOf(house, stored, found, now)));
  return {
    from,
    until: now,
    username: agent.username,
    creatures: creatures.toSorted((one, other) => pressOf(one) - pressOf(other)),
    more: Math.max(0, living.length - MOST_LIVING),
  };
}

type WeekSpan = Readonly<Record<'from' | 'below', Instant>>;
type WeekRecords = Awaited<ReturnType<typeof findRecords>>;

async function findRecords(
  { store }: Pick<CreaturesHouse, 'store'>,
  shown: readonly StoredCreature[],
  span: WeekSpan,
) {
  const ids = shown.map(({ creature }) => creature.id);
  const [care, reached, deaths, letters] = await Promise.all([
    careSince(store, ids, span.from),
    milestonesOfMany(store, ids),
    returnsOfMany(store, ids),
    lettersOfManyIn(store, ids, span),
  ]);
  return { span, care, reached, deaths, letters };
}

const GROWN_UP_TO = ['child', 'teen', 'adult'] as const;

async function weekOf(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  { creature }: StoredCreature,
  { span, care, reached, deaths, letters }: WeekRecords,
  now: Instant,
): Promise<CreatureWeek> {
  const { id, name, stage, life, died } = creature;
  const isIn = (at: Instant) => span.from <= at && at < span.below;
  const isOwn = (row: { readonly creatureId: string }) => row.creatureId === id;
  const inWeek = reached.filter((row) => isOwn(row) && isIn(row.reachedAt));
  const returned = deaths.filter(isOwn).findLast(({ resurrectedAt = -Infinity }) => isIn(resurrectedAt));
  const current = await currentState(house, creature, now);
  return {
    id,
    name,
    stage,
    hatchedAt: life && isIn(life.hatchedAt) ? life.hatchedAt : undefined,
    grewTo: GROWN_UP_TO.findLast((grown) => inWeek.some(({ threshold }) => threshold === grown)),
    ...countCare(care.filter(isOwn)),
    letters: letters.filter(isOwn).length + current.unwritten.filter(({ at }) => isIn(at)).length,
    returnedAt: returned?.resurrectedAt,
    diesAt: current.diesAt,
    death: died && { ...died, offer: offerOf(creature, died.at, now) },
  };
}

/** Letters that no care has stored yet, and the moment of death if the creature is in danger. */
async function currentState(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  creature: Creature,
  now: Instant,
): Promise<{ readonly unwritten: readonly Letter[]; readonly diesAt: Instant | undefined }> {
  if (!hasHatched(creature)) return { unwritten: [], diesAt: undefined };
  const species = await speciesOf(house, creature.species);
  const moment = noEarlierThan(creature, now);
  const unwritten = lettersIn(heartAt(creature, species, moment).happened);
  if (!isAlive(creature)) return { unwritten, diesAt: undefined };
  const { urgency, diesAt } = deathClock(creature, species, moment);
  return { unwritten, diesAt: isUrgent(urgency) ? diesAt : undefined };
}

type CountedCare = Pick<CreatureWeek, 'meals' | 'careActions' | 'wishesGranted'>;

function countCare(rows: readonly WeekOfCare[]): CountedCare {
  const meals = { early: 0, on_time: 0, late: 0, missed_window: 0 };
  let [careActions, wishesGranted] = [0, 0];
  for (const { timing, acts, wishes } of rows) {
    if (timing) meals[timing] += acts;
    careActions += acts;
    wishesGranted += wishes;
  }
  return { meals, careActions, wishesGranted };
}

function offerOf(creature: Creature, diedAt: Instant, now: Instant) {
  const closesAt = resurrectionClosesAt(diedAt);
  return now <= closesAt ? { cost: resurrectionCost(creature, now), closesAt } : undefined;
}
