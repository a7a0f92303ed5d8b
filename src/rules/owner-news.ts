import { DAY, type Instant } from './base/clock.ts';
import { criticalAt } from './care/feeding.ts';
import type { AmbitionKind } from './heart/ambitions-table.ts';
import { type Heart, WEEK } from './heart/heart.ts';
import { type Creature, type HatchedCreature, hasHatched } from './lives/creature.ts';
import { type DeathClock, endangeredAt } from './lives/live-until.ts';
import type { Species } from './species/species.ts';
import type { Cause, Stage } from './vocabulary.ts';

/** What a person wants to hear of a creature, the most pressing first. */
export const NEWS_KINDS = [
  'died',
  'danger',
  'saved',
  'returned',
  'missed_meal',
  'grew',
  'hatched',
  'ambition',
  'wish',
  'late_meal',
  'letter',
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** A stage that is news of its own. */
type StageInNews = Exclude<Stage, 'egg' | 'baby'>;

export type OwnerNewsItem =
  | { readonly kind: 'died'; readonly cause: Cause; readonly cost: number; readonly closesAt: Instant }
  | { readonly kind: 'danger'; readonly diesAt: Instant }
  | { readonly kind: 'grew'; readonly to: StageInNews }
  | { readonly kind: 'ambition'; readonly ambition: AmbitionKind }
  /** A wish that was open for so long. */
  | { readonly kind: 'wish'; readonly openMs: number }
  | { readonly kind: 'saved' | 'returned' | 'missed_meal' | 'hatched' | 'late_meal' | 'letter' };

export interface CreatureNews {
  readonly at: Instant;
  readonly creatureId: string;
  readonly name: string;
  readonly item: OwnerNewsItem;
}

/** How the meals of a week went. */
export interface WeekOfMeals {
  readonly late: number;
  readonly missed: number;
}

export interface HumanNews {
  readonly news: readonly CreatureNews[];
  readonly week: WeekOfMeals | undefined;
  /** Until then all was told before. */
  readonly since: Instant;
  /** Of the agent. */
  readonly username: string;
}

/** A wish is news if it was open for at least so long. */
export const WISH_OF_DAYS = DAY;

/** A living creature at a moment. */
export interface NewsSource {
  readonly creature: Creature;
  readonly species: Species;
  readonly heart?: Heart | undefined;
  readonly observed?: { readonly deathClock: DeathClock } | undefined;
}

/** News that follow from the passing of time, after `since` and up to `now`. */
export function newsByTime({ creature, ...kept }: NewsSource, since: Instant, now: Instant): CreatureNews[] {
  if (!hasHatched(creature)) return [];
  const { id: creatureId, name } = creature;
  return momentsOfNews({ ...kept, creature })
    .filter(([at]) => since < at && at <= now)
    .map(([at, item]) => ({ at, creatureId, name, item }));
}

/** Whether there are any. */
export function hasNewsByTime(source: NewsSource, since: Instant, now: Instant): boolean {
  const { creature } = source;
  if (!hasHatched(creature)) return false;
  return momentsOfNews({ ...source, creature }).some(([at]) => since < at && at <= now);
}

/** A page that begins with a letter begins when that was written. */
function letterWrittenAt({ heart }: NewsSource): Instant | undefined {
  return heart && heart.letters > 0 && heart.lately.begins === undefined ? heart.lately.from : undefined;
}

type HatchedSource = NewsSource & { readonly creature: HatchedCreature };

function momentsOfNews(source: HatchedSource): (readonly [Instant, OwnerNewsItem])[] {
  const { creature, species } = source;
  const clock = source.observed?.deathClock;
  const letterAt = letterWrittenAt(source);
  return [
    ...(clock ? [[endangeredAt(clock), { kind: 'danger', diesAt: clock.diesAt }] as const] : []),
    [criticalAt(creature, species), { kind: 'missed_meal' }],
    ...(letterAt === undefined ? [] : [[letterAt, { kind: 'letter' }] as const]),
  ];
}

/** When the next of them comes; letters that are not written yet come weekly and with growth. */
export function nextNewsAt(source: NewsSource, now: Instant): readonly Instant[] {
  const { creature, heart } = source;
  if (!hasHatched(creature)) return [];
  const letter = heart ? [creature.life.ageFrom + (heart.week + 1) * WEEK] : [];
  const known = momentsOfNews({ ...source, creature }).map(([at]) => at);
  return [...known, ...letter, weekEndedAt(now) + WEEK];
}

// 1 January 1970 was a Thursday.
const FIRST_MONDAY = 4 * DAY;

/** The last midnight before a Monday, UTC. */
function weekEndedAt(now: Instant): Instant {
  return FIRST_MONDAY + Math.floor((now - FIRST_MONDAY) / WEEK) * WEEK;
}

/** A creature that is younger at the end of a week has no week to tell of. */
const WEEK_FROM_AGE = 3 * DAY;

/** The end of the week that is news, if one is. */
export function weekToTell(
  household: readonly NewsSource[],
  since: Instant,
  now: Instant,
): Instant | undefined {
  const end = weekEndedAt(now);
  const isOld = ({ life }: Creature) => life !== undefined && end - life.ageFrom >= WEEK_FROM_AGE;
  return since < end && household.some(({ creature }) => isOld(creature)) ? end : undefined;
}
