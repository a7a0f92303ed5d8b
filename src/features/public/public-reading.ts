import type { Db } from '../../../packages/database/db.ts';
import { allReadable } from '../../../packages/database/table.ts';
import { type Attire, attireOf } from '../../rules/attire.ts';
import { type Instant, SECOND } from '../../rules/base/clock.ts';
import { isId } from '../../rules/base/ids.ts';
import { type Creature, hasHatched, isAlive } from '../../rules/lives/creature.ts';
import { type Observation, observe } from '../../rules/lives/observe.ts';
import type { Species } from '../../rules/species/species.ts';
import { CAUSES, FAMILIES, type Stage, STAGES } from '../../rules/vocabulary.ts';
import { firstDue } from '../creatures/due-creatures.store.ts';
import { settle, type Settled, settleForReading } from '../creatures/settle.ts';
import {
  type KeeperName,
  readHiddenContent,
  visibleCreatureName,
  visibleKeeperName,
} from '../hidden/hidden-content.ts';
import type { KnownAgent } from '../identity/agents.store.ts';
import { noEarlierThan } from '../records/creatures.store.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';
import type { Activity } from '../tallies/counting.ts';
import { type TallySums, totals } from '../tallies/tallies.store.ts';
import { CAUSE, livingTallyName, OUT, REGISTERED, STATUS, TEST } from '../tallies/tally-names.store.ts';
import { type CreatureWithKeeper, findCreatureWithKeeper } from './lists.store.ts';
import { MAX_LAG, type PublicHouse } from './replica.ts';

export interface PublicReading extends Settled {
  readonly store: Db;
  readonly moment: Instant;
}

/** A smaller replication lag is not reported: HTTP caches keep pages longer. */
const UNREPORTED_LAG = 2 * SECOND;

/** The replica while its lag is small, else the settled primary, which a caller with a key always reads, to see its writes. */
export async function preparePublicReading(
  house: PublicHouse,
  now: Instant,
  visitor?: KnownAgent,
): Promise<PublicReading> {
  const fromReplica = visitor ? undefined : await readReplica(house, now);
  if (fromReplica) return fromReplica;
  const asOf = await settleForReading(house, now);
  return { store: house.store, asOf, moment: asOf ?? now };
}

/** The database for lists without `asOf`: the replica only while its lag is too small to report. Settles nothing. */
export async function storeForListing(
  house: Pick<PublicHouse, 'replica' | 'store'>,
  now: Instant,
  visitor?: KnownAgent,
): Promise<Db> {
  const found = visitor ? undefined : await house.replica?.at(now);
  return found && now - found.completeAt <= UNREPORTED_LAG ? found.store : house.store;
}

async function readReplica(
  { replica }: Pick<PublicHouse, 'replica'>,
  now: Instant,
): Promise<PublicReading | undefined> {
  const found = await replica?.at(now);
  if (!found) return undefined;
  const { store, completeAt, queueStart } = found;
  const due = await firstDue(store, { from: queueStart, now });
  const moment = Math.min(completeAt, due?.nextEventAt ?? now);
  if (now - moment > MAX_LAG) return undefined;
  return { store, moment, asOf: now - moment > UNREPORTED_LAG ? moment : undefined };
}

export interface HouseStats {
  readonly asOf: Instant | undefined;
  readonly totals: HouseTotals;
  readonly activity: Activity;
}

export async function readHouseStats(
  house: PublicHouse,
  now: Instant,
  visitor?: KnownAgent,
): Promise<HouseStats> {
  const { store, asOf } = await preparePublicReading(house, now, visitor);
  return { asOf, totals: await readHouseTotals(store), activity: await house.activity.at(now) };
}

export interface HouseTotals {
  readonly alive: number;
  readonly eggs: number;
  /** Without resurrected ones. */
  readonly dead: number;
  /** Number of gravestones: one per death, also after a resurrection. */
  readonly gravestones: number;
  readonly agents: number;
}

export async function readHouseTotals(db: Db): Promise<HouseTotals> {
  return houseTotals(await totals(db, 'house'));
}

/** The totals of the home page: its living creatures and eggs are those that the list of creatures shows. */
export async function readPageTotals(db: Db): Promise<HouseTotals> {
  const sums = await totals(db, 'house');
  const living = (stages: readonly Stage[]) =>
    shownOf(
      sums,
      FAMILIES.flatMap((family) => stages.map((stage) => livingTallyName(family, stage))),
    );
  return { ...houseTotals(sums), alive: living(HATCHED_STAGES), eggs: living(['egg']) };
}

export const HATCHED_STAGES: readonly Stage[] = STAGES.filter((stage) => stage !== 'egg');

function houseTotals(sums: TallySums): HouseTotals {
  return {
    alive: sumOf(sums, STATUS, ['alive']),
    eggs: sumOf(sums, STATUS, ['egg']),
    dead: sumOf(sums, STATUS, ['dead']),
    gravestones: sumOf(sums, CAUSE, CAUSES),
    agents: sumOf(sums, REGISTERED, ['']),
  };
}

/** A sum of counters without blocked agents; available for causes of death, the living and species of a family. */
export async function countVisible(db: Db, names: readonly string[]): Promise<number> {
  const sums = await totals(db, 'house');
  return sumOf(sums, '', names) - sumOf(sums, OUT, names);
}

/** A sum of counters without blocked agents and test accounts. The few that are both are subtracted twice. */
export async function countShown(db: Db, names: readonly string[]): Promise<number> {
  return shownOf(await totals(db, 'house'), names);
}

function shownOf(sums: TallySums, names: readonly string[]): number {
  return Math.max(0, sumOf(sums, '', names) - sumOf(sums, OUT, names) - sumOf(sums, TEST, names));
}

function sumOf(sums: TallySums, prefix: string, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (sums.get(prefix + name) ?? 0), 0);
}

export type { KeeperName };

/** A creature as the public may see it. Its public stats are in `observed` only. */
export interface PublicCreature {
  readonly creature: Creature;
  readonly species: Species;
  readonly observed: Observation | undefined;
  /** What the creature wears; of a dead or released one, what it wore last. */
  readonly attire: Attire;
  readonly keeper: KeeperName;
  readonly imageUrl: string | undefined;
}

export type LivingPublicCreature = PublicCreature & { readonly observed: Observation };

/** The settled creature with this id; undefined if there is none or its keeper is blocked. */
export async function findVisibleCreature(
  house: PublicHouse,
  id: string,
  now: Instant,
): Promise<CreatureWithKeeper | undefined> {
  const found = isId(id) ? await findCreatureWithKeeper(house.store, id) : undefined;
  if (!found || (await readHiddenContent(house)).hidesAgent(found.stored.creature.keeperId)) return undefined;
  return { ...found, stored: await settle(house, found.stored, now) };
}

/** The public view of a creature. Writes nothing: it neither hatches an egg nor counts as a visit. */
export async function toPublic(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  { stored, username, displayName }: CreatureWithKeeper,
  now: Instant,
): Promise<PublicCreature> {
  const { creature, imageUrl } = stored;
  const hidden = await readHiddenContent(house);
  const species = await speciesOf(house, creature.species);
  return {
    creature: { ...creature, name: visibleCreatureName(hidden, creature) },
    species,
    observed: observeLiving(creature, species, now),
    attire: attireOf(creature, species, noEarlierThan(creature, now)),
    keeper: visibleKeeperName(hidden, { id: creature.keeperId, username, displayName }),
    imageUrl,
  };
}

export function allToPublic(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  found: readonly CreatureWithKeeper[],
  now: Instant,
): Promise<PublicCreature[]> {
  return allReadable(found.map((one) => toPublic(house, one, now)));
}

export function observeLiving(creature: Creature, species: Species, now: Instant): Observation | undefined {
  if (!hasHatched(creature) || !isAlive(creature)) return undefined;
  return observe(creature, species, noEarlierThan(creature, now));
}

export function isLiving(creature: PublicCreature): creature is LivingPublicCreature {
  return creature.observed !== undefined;
}
