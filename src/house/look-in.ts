import type { Instant } from '../core/clock.ts';
import { hasHatched, isAlive, type Creature, type Hatched } from '../core/creature.ts';
import { observe, type Observed } from '../core/observe.ts';
import { Problem, type Late } from '../core/problem.ts';
import type { Species } from '../core/species/species.ts';
import type { Stage } from '../core/vocabulary.ts';
import { lastBuriedOf, type Kept } from '../store/creatures.ts';
import { isOrdered } from '../store/picture-jobs.ts';
import { portraitsOf, type Portrait } from '../store/portraits.ts';
import type { Activity } from './activity.ts';
import { beNoticed } from './be-noticed.ts';
import { changing, noEarlierThan } from './changing.ts';
import { lateOf, livingNow, mine, ownNow } from './choose-creature.ts';
import type { House } from './house.ts';
import type { KnownAgent } from './recognise.ts';
import { addressOf } from './picture-address.ts';
import { speciesOf } from './species-of.ts';

export type { Portrait };

/** A living creature as its keeper finds it. An egg can only be found beside the one that was looked for. */
export type Found =
  | { readonly creature: Hatched; readonly species: Species; readonly observed: Observed }
  | { readonly creature: Creature; readonly species: Species; readonly observed: undefined };

/** What a look at a living creature shows. */
export interface LookedIn {
  readonly kind: 'living';
  readonly now: Instant;
  readonly creature: Hatched;
  readonly species: Species;
  readonly observed: Observed;
  readonly imageUrl: string | undefined;
  readonly portraits: readonly Portrait[];
  /** The stages it reached that its keeper has not been told of, the newest last; told by this look and no other. */
  readonly grown: readonly Stage[];
  /** True while a portrait of the newest stage is being drawn. */
  readonly beingDrawn: boolean;
  /** Its living siblings, the newest first. */
  readonly others: readonly Found[];
  readonly activity: Activity;
}

/** What is left to see of one that died. */
export interface LookedBack extends Late {
  readonly kind: 'dead';
  readonly portraits: readonly Portrait[];
}

/** A keeper looks in: at the one that was named, or the newest that lives. The first look hatches an egg. */
export async function lookIn(
  house: House,
  agent: KnownAgent,
  id: string | undefined,
  now: Instant,
): Promise<LookedIn | LookedBack> {
  return changing(async (grip) => {
    const living = await livingNow(house, agent, now);
    const kept = await wanted(house, agent, { living, id, now });
    if (!isAlive(kept.creature)) return lookBack(house, kept, now);
    const species = await speciesOf(house, kept.creature.species);
    const look = { kept, species, grip, now: noEarlierThan(kept.creature, now) };
    const { creature, grown } = await beNoticed(house, look);
    const moment = noEarlierThan(creature, look.now);
    return {
      kind: 'living',
      now: moment,
      creature,
      species,
      observed: observe(creature, species, moment),
      imageUrl: addressOf(house, kept.imageUrl),
      portraits: await portraitsBy(house, kept),
      grown,
      beingDrawn: await isBeingDrawn(house, grown.at(-1), creature),
      others: living.length > 1 ? await siblings(house, living, kept, moment) : [],
      activity: await house.activity.at(now),
    };
  });
}

interface Wanted {
  readonly living: readonly Kept[];
  readonly id: string | undefined;
  readonly now: Instant;
}

async function wanted(house: House, agent: KnownAgent, { living, id, now }: Wanted): Promise<Kept> {
  const found = id === undefined ? living[0] : living.find(({ creature }) => creature.id === id);
  if (found) return found;
  const own = id === undefined ? undefined : await ownNow(house, agent, id, now);
  if (own && own.creature.releasedAt === undefined) return own;
  const last = id === undefined ? await lastBuriedOf(house.store, agent.id) : undefined;
  throw new Problem('nobody_home', {
    yours: await mine(house, living),
    last: last && (await lateOf(house, last, now)),
  });
}

async function lookBack(house: House, kept: Kept, now: Instant): Promise<LookedBack> {
  const late = await lateOf(house, kept, now);
  return { kind: 'dead', ...late, portraits: await portraitsBy(house, kept) };
}

async function portraitsBy(house: House, { portraits, creature }: Kept): Promise<readonly Portrait[]> {
  if (portraits === 0) return [];
  const hung = await portraitsOf(house.store, creature.id);
  return hung.map((portrait) => ({ ...portrait, imageUrl: addressOf(house, portrait.imageUrl) }));
}

/** Only one that has just grown has a portrait to wait for. */
async function isBeingDrawn({ store }: House, stage: Stage | undefined, { id }: Creature): Promise<boolean> {
  if (stage === undefined || stage === 'egg') return false;
  return isOrdered(store, { sitter: id, occasion: stage });
}

async function siblings(
  house: House,
  living: readonly Kept[],
  { creature: { id } }: Kept,
  now: Instant,
): Promise<readonly Found[]> {
  const others = living.filter(({ creature }) => creature.id !== id);
  return Promise.all(
    others.map(async (kept): Promise<Found> => {
      const { creature } = kept;
      const species = await speciesOf(house, creature.species);
      if (!hasHatched(creature)) return { creature, species, observed: undefined };
      return { creature, species, observed: observe(creature, species, noEarlierThan(creature, now)) };
    }),
  );
}
