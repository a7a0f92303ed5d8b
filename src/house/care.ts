import type { Care } from '../core/care.ts';
import { DAY, type Instant } from '../core/clock.ts';
import { hasHatched, type Creature, type Hatched } from '../core/creature.ts';
import { dice } from '../core/dice.ts';
import { categoryOf } from '../core/items.ts';
import { localHourAt } from '../core/local-time.ts';
import type { Refusal } from '../core/mechanic.ts';
import type { Observed } from '../core/observe.ts';
import { Problem } from '../core/problem.ts';
import { isAsleep, nightEndsAt } from '../core/sleep.ts';
import type { Species } from '../core/species/species.ts';
import type { Action, ItemCategory } from '../core/vocabulary.ts';
import type { Kept } from '../store/creatures.ts';
import { deedsOfOthers, recentDeeds, type OthersDeed as Overheard, type OwnDeed } from '../store/deeds.ts';
import type { Activity } from './activity.ts';
import { changing, noEarlierThan, type Grip } from './changing.ts';
import { chooseForCare } from './choose-creature.ts';
import { curtainOf } from './curtain.ts';
import { giveCare } from './give-care.ts';
import type { House } from './house.ts';
import { once, recall, scopeOf, type Outcome } from './once.ts';
import type { KnownAgent } from './recognise.ts';
import { speciesOf } from './species-of.ts';
import { deedAsSeen } from './as-others-see.ts';

export type { OwnDeed };

/** What another agent did for a creature of the same family. */
export interface OthersDeed extends Omit<Overheard, 'entryId' | 'creatureId'> {
  readonly speciesName: string;
  readonly community: boolean;
}

/** An item as it was judged; the score is null when nobody could tell. */
export interface JudgedItem {
  readonly name: string;
  readonly category: ItemCategory;
  readonly score: number | null;
}

export interface CareAsked {
  readonly agent: KnownAgent;
  readonly creatureId?: string | undefined;
  readonly action: Action;
  readonly item?: string | undefined;
  readonly notes?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** What came of an act of care that was let happen, or that the creature would not have. */
export interface CaredFor {
  readonly now: Instant;
  readonly action: Action;
  readonly item: JudgedItem | undefined;
  readonly entryId: string;
  readonly species: Species;
  readonly outcome: Care | { readonly refused: Refusal };
  /** The creature afterwards, and how it looks; without a look when the care ended its life. */
  readonly creature: Hatched;
  readonly observed: Observed | undefined;
  readonly recent: readonly OwnDeed[];
  readonly others: readonly OthersDeed[];
  /** How many living creatures its keeper has. */
  readonly living: number;
  readonly activity: Activity;
}

/** One act of care. Of several that arrive at once each finds the creature as the one before left it. */
export async function careFor<Told>(
  house: House,
  asked: CareAsked,
  now: Instant,
  tell: (cared: CaredFor) => Told,
): Promise<Outcome<Told>> {
  const { agent, creatureId, action, item, notes, idempotencyKey: key } = asked;
  const ask = {
    key,
    scope: scopeOf(agent),
    request: { care: { creatureId, action, item, notes } },
    keptFor: DAY,
  };
  // First of all: the creature that was cared for then may be asleep or dead by now.
  const earlier = key === undefined ? undefined : await recall<Told>(house, { ...ask, key }, now);
  if (earlier) return earlier;
  return changing(async (grip) => {
    const giving = await prepare(house, asked, now, grip);
    return once(house, ask, now, async (db) => tell(await giveCare(db, house, giving)));
  });
}

/** Everything that is known before anything is written. */
export interface Giving {
  readonly asked: CareAsked;
  readonly kept: Kept;
  readonly species: Species;
  readonly item: JudgedItem | undefined;
  readonly grip: Grip;
  readonly now: Instant;
  readonly recent: readonly OwnDeed[];
  readonly others: readonly OthersDeed[];
  readonly living: number;
  readonly activity: Activity;
}

async function prepare(house: House, asked: CareAsked, arrived: Instant, grip: Grip): Promise<Giving> {
  const { kept, living } = await chooseForCare(house, asked.agent, asked.creatureId, arrived);
  const species = await speciesOf(house, kept.creature.species);
  const now = noEarlierThan(kept.creature, arrived);
  refuseUnready(kept.creature, species, asked.action, now);
  return {
    asked,
    kept,
    species,
    item: await judged(house, asked, species),
    grip,
    now,
    recent: await recentDeeds(house.store, kept.creature.id, MOST_RECENT),
    others: await othersFor(house, asked, kept),
    living,
    activity: await house.activity.at(arrived),
  };
}

/** Eggs and sleepers are left alone, whatever is in the log; only reflecting disturbs nobody. */
function refuseUnready(creature: Creature, species: Species, action: Action, now: Instant): void {
  const { id, name, seed, zone } = creature;
  const who = { id, name, family: species.family, seed, count: localHourAt(zone, now) };
  if (!hasHatched(creature)) throw new Problem('egg_not_hatched', who);
  if (action === 'reflect' || !isAsleep(creature, now)) return;
  throw new Problem('creature_asleep', { ...who, nightEndsAt: nightEndsAt(creature, now), zone });
}

async function judged(
  { tastes }: House,
  { action, item }: CareAsked,
  species: Species,
): Promise<JudgedItem | undefined> {
  if (item === undefined || action === 'reflect') return undefined;
  const score = await tastes.judge({ item, action, species });
  return { name: item, category: score === null ? 'neutral' : categoryOf(score), score };
}

const MOST_RECENT = 5;
const FEWEST_OTHERS = 2;
const MOST_OTHERS = 5;

/** What others did, as many as the dice say for this creature and its next act. */
async function othersFor(
  house: House,
  { agent, action }: CareAsked,
  { creature, family, version }: Kept,
): Promise<readonly OthersDeed[]> {
  const roll = dice(creature.seed, 'others', version);
  const most = FEWEST_OTHERS + Math.floor(roll * (MOST_OTHERS - FEWEST_OTHERS + 1));
  const deeds = await deedsOfOthers(house.store, { family, action, keeperId: agent.id }, most);
  const curtain = await curtainOf(house);
  return Promise.all(
    deeds.map(async (each) => {
      const deed = deedAsSeen(curtain, each);
      const { name, tier } = await speciesOf(house, deed.species);
      return { ...deed, speciesName: name, community: tier === 'community' };
    }),
  );
}
