import type { Instant } from '../../core/engine/clock.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { liveUntil } from '../../core/lives/live-until.ts';
import { consistencyTenths, nextChangeAt } from '../../core/lives/next-change.ts';
import type { Species } from '../../core/species/species.ts';
import { wholeCareLogOf } from '../../store/care/care-log.ts';
import { recentDeedsAfter } from '../../store/care/deeds.ts';
import { triedItemsOf } from '../../store/care/tried-items.ts';
import { auditStore, type Finding } from '../../store/engine/audit.ts';
import type { Database, Db } from '../../store/engine/db.ts';
import { creaturesAfter, findOwnCreature, type StoredCreature } from '../../store/lives/creatures.ts';
import { gravestonesOfCreature } from '../../store/lives/gravestones.ts';
import { milestonesOf } from '../../store/lives/milestones.ts';
import { movesOf } from '../../store/lives/moves.ts';
import { noticedLooksOf } from '../../store/lives/noticed-looks.ts';
import { resurrectionsOf } from '../../store/lives/resurrections.ts';
import { speciesRegistry, type SpeciesRegistry } from '../species/species-registry.ts';
import { isDue } from './optimistic-lock.ts';
import { replayLife, type LifeLog, type ReplayedMilestone } from './replay.ts';

export type { Finding };

/** Everything that is stored and should not be so: rows that are wrong, counts that are off, lives that were not lived. */
export async function auditHouse(store: Database, now: Instant): Promise<Finding[]> {
  const findings = await auditStore(store, now);
  // Lives cannot be read from a database that is not whole.
  return findings.length > 0 ? findings : auditLives(store, now);
}

const PAGE = 200;

/** Replays every life from what was written down, and tells where what is stored is something else. */
async function auditLives(store: Db, now: Instant): Promise<Finding[]> {
  const registry = speciesRegistry(store);
  const findings: Finding[] = [];
  for (let page = await creaturesAfter(store, '', PAGE); page.length > 0;) {
    for (const stored of page) findings.push(...(await auditLife(store, registry, stored, now)));
    page = await creaturesAfter(store, page.at(-1)?.creature.id ?? '', PAGE);
  }
  return findings;
}

/** While the house is open a life may go on as it is read: then it is read again. */
async function auditLife(
  store: Db,
  registry: SpeciesRegistry,
  stored: StoredCreature,
  now: Instant,
): Promise<Finding[]> {
  const { id, keeperId, species: slug } = stored.creature;
  const species = await registry.find(slug);
  if (!species) return [{ check: 'every creature is of a species', subject: id, found: slug }];
  const findings = await compareWithReplay(store, stored, species, now);
  const again = await findOwnCreature(store, keeperId, id);
  if (again && again.version !== stored.version) return auditLife(store, registry, again, now);
  return findings;
}

async function compareWithReplay(
  store: Db,
  stored: StoredCreature,
  species: Species,
  now: Instant,
): Promise<Finding[]> {
  const { creature } = stored;
  const log = {
    entries: await wholeCareLogOf(store, creature.id),
    checks: await noticedLooksOf(store, creature.id),
    returns: await resurrectionsOf(store, creature.id),
    moves: await movesOf(store, creature.id),
  };
  // What was written by a clock ahead of this one has happened all the same.
  const until = Math.max(now, creature.died?.at ?? 0, creature.life?.settledAt ?? 0);
  const { creature: replayed, reached, wrong } = replayLife(creature, species, log, until);
  const then = creature.releasedAt === undefined ? liveUntil(creature, species, until).creature : creature;
  const found = (check: string, what: readonly string[]): Finding[] =>
    what.map((each) => ({ check, subject: creature.id, found: each }));
  return [
    ...found('a care log tells what happened', wrong),
    ...found('a life lived again from its log is the same life', differences(then, replayed)),
    ...found(
      'every milestone was reached, and every one reached is kept',
      await milestonesOff(store, stored, reached),
    ),
    ...found('there is one gravestone for each death', await gravestonesOff(store, stored)),
    ...found('what was tried is what the log says', await triedOff(store, stored, log)),
    ...found('what was done for it last is what the log says', recentOff(stored, log)),
    ...found('what happens next is known', duesOff(stored, species, now)),
  ];
}

function differences(stored: Creature, replayed: Creature): string[] {
  const parts = ['zone', 'stage', 'path', 'personality', 'life', 'record', 'died', 'resurrections'] as const;
  return parts
    .map((part) => ({ part, is: stableJson(stored[part]), was: stableJson(replayed[part]) }))
    .filter(({ is, was }) => is !== was)
    .map(({ part, is, was }) => `${part} is ${is}, and should be ${was}`);
}

/** The same text for the same value, in whatever order its fields were set. */
function stableJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

async function milestonesOff(
  store: Db,
  stored: StoredCreature,
  reached: readonly ReplayedMilestone[],
): Promise<string[]> {
  const recorded = (await milestonesOf(store, stored.creature.id)).map(
    ({ type, threshold, at }) => `${type} ${threshold} at ${at}`,
  );
  // What is due and not yet written down is nobody's fault.
  const due = stored.nextEventAt ?? Infinity;
  const expected = reached.filter(({ at }) => at < due).map(({ what, at }) => `${what} at ${at}`);
  return [
    ...expected.filter((each) => !recorded.includes(each)).map((each) => `missing: ${each}`),
    ...recorded.filter((each) => !expected.includes(each)).map((each) => `never reached: ${each}`),
  ];
}

async function gravestonesOff(store: Db, { creature }: StoredCreature): Promise<string[]> {
  const deaths = await gravestonesOfCreature(store, creature.id);
  const { resurrections, died } = creature;
  const expected = resurrections + (died ? 1 : 0);
  const numbers = deaths.map(({ deathNumber }) => deathNumber).toSorted((one, other) => one - other);
  if (deaths.length !== expected)
    return [`${deaths.length} stones for ${expected} deaths (${numbers.join(', ')})`];
  const last = deaths.find(({ deathNumber }) => deathNumber === resurrections + 1);
  return died && (last?.diedAt !== died.at || last.cause !== died.cause)
    ? ['the stone tells another death']
    : [];
}

async function triedOff(store: Db, { creature }: StoredCreature, { entries }: LifeLog): Promise<string[]> {
  const tried = await triedItemsOf(store, creature.id, Number.MAX_SAFE_INTEGER);
  const judged = entries.filter(({ score, refused }) => score !== null && refused === undefined);
  const expected = new Map(judged.map(({ action, item, score }) => [`${action} ${item}`, score]));
  const stored = new Map(tried.map(({ action, item, score }) => [`${action} ${item}`, score]));
  const both = new Set([...expected.keys(), ...stored.keys()]);
  return [...both].filter((each) => expected.get(each) !== stored.get(each));
}

/** One that nobody cared for since creatures know it themselves has its log to tell. */
function recentOff({ recentDeeds }: StoredCreature, { entries }: LifeLog): string[] {
  if (recentDeeds === undefined) return [];
  const done = entries.filter(({ refused }) => refused === undefined);
  const expected = recentDeedsAfter(done.toReversed());
  return recentDeeds === expected ? [] : [`${recentDeeds} instead of ${expected}`];
}

function duesOff(stored: StoredCreature, species: Species, now: Instant): string[] {
  if (isDue(stored, now)) return [];
  const { creature, nextEventAt, consistencyTenths: tenths } = stored;
  const next = nextChangeAt(creature, species, now);
  const counted = consistencyTenths(creature, species, now);
  return [
    ...(next === nextEventAt ? [] : [`next_event_at is ${nextEventAt}, and should be ${next}`]),
    ...(counted === tenths ? [] : [`consistency_tenths is ${tenths}, and should be ${counted}`]),
  ];
}
