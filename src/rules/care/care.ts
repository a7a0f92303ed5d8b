import { recordOf } from '../../../packages/base/collections.ts';
import { hourOfDay, type Instant, localHourAt } from '../base/clock.ts';
import { type AmbitionStep, stepBetween } from '../heart/ambition.ts';
import { type FeltCare, heartAfterCare, heartAt, type HeartEvent, type HeartStretch } from '../heart/feel.ts';
import type { WishKind } from '../heart/wishes-table.ts';
import {
  type CareRecord,
  type Creature,
  CRITICAL_HEALTH,
  type HatchedCreature,
  type Life,
  recordAfter,
} from '../lives/creature.ts';
import { applyTrustSpeed, statsAt } from '../lives/decay.ts';
import { milestoneKey, milestonesBetween, type ReachedMilestone } from '../lives/growth.ts';
import { moodOf } from '../lives/observe.ts';
import { isAsleep, rhythmAfterCare } from '../lives/rhythm.ts';
import {
  adjustCare,
  type CareMoment,
  hiddenStats,
  hooksOf,
  refusalOf,
  visibleBeforeAndAfter,
} from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import {
  type Action,
  addChanges,
  type CareRefusal,
  clampStat,
  type Effectiveness,
  ITEM_ACTIONS,
  type ItemAction,
  type ItemCategory,
  mapChanges,
  scaleGains,
  type Stat,
  type StatChanges,
  type Stats,
  type Timing,
  type VisibleStats,
} from '../vocabulary.ts';
import { type FeedTiming, streakBonus, timingOf, windowsSinceFed } from './feeding.ts';

/** The lowest item score of each category; scores below the last one are harmful. */
export const CATEGORY_SCORES = [
  { category: 'loved', from: 0.6 },
  { category: 'liked', from: 0.5 },
  { category: 'neutral', from: 0.42 },
  { category: 'disliked', from: 0.33 },
] as const;

export function categoryOf(score: number): ItemCategory {
  return CATEGORY_SCORES.find(({ from }) => score >= from)?.category ?? 'harmful';
}

/** A score within the band of an item category, by a share from 0 to 1. Scores from 0.9 on are for favourites themselves. */
export function scoreWithin(category: ItemCategory, share: number): number {
  const at = CATEGORY_SCORES.findIndex((each) => each.category === category);
  const from = CATEGORY_SCORES[at]?.from ?? 0;
  const to = at === 0 ? 0.9 : (CATEGORY_SCORES.at(at === -1 ? -1 : at - 1)?.from ?? 1);
  return from + Math.min(Math.max(share, 0), 0.99) * (to - from);
}

/** Changes of the stats by each action, in the order of the specification. */
export const DEFAULT_EFFECTS: Record<Action, StatChanges> = {
  feed: { hunger: 50 },
  play: { happiness: 15 },
  clean: { health: 10 },
  medicine: { health: 25 },
  discipline: { discipline: 10, happiness: -5, trust: -1 },
  sleep: { health: 5 },
  reflect: { trust: 2 },
};

const LOVED_EFFECTS: Record<ItemAction, StatChanges> = {
  feed: { hunger: 60, happiness: 8 },
  play: { happiness: 20, health: 5 },
  clean: { health: 15, happiness: 8 },
  medicine: { health: 30, trust: 4 },
  discipline: { discipline: 12, happiness: -2 },
  sleep: { health: 8, happiness: 3 },
};

const HARMFUL_EFFECTS: Record<ItemAction, StatChanges> = {
  feed: { health: -15 },
  play: { happiness: -10, health: -5 },
  clean: { health: -10 },
  medicine: { health: -20 },
  discipline: { happiness: -15, health: -10 },
  sleep: { health: -5 },
};

const EFFECTS_BY_CATEGORY: Record<ItemCategory, Record<ItemAction, StatChanges>> = {
  loved: LOVED_EFFECTS,
  liked: recordOf(ITEM_ACTIONS, (action) =>
    mapChanges(addChanges(DEFAULT_EFFECTS[action], LOVED_EFFECTS[action]), (sum) => sum / 2),
  ),
  neutral: DEFAULT_EFFECTS,
  disliked: recordOf(ITEM_ACTIONS, (action) => scaleGains(0.5, DEFAULT_EFFECTS[action])),
  harmful: HARMFUL_EFFECTS,
};

export function effectOf(action: Action, category: ItemCategory | undefined): StatChanges {
  if (action === 'reflect' || category === undefined) return DEFAULT_EFFECTS[action];
  return EFFECTS_BY_CATEGORY[category][action];
}

export interface AskedCare {
  readonly action: Action;
  readonly item?: { readonly name: string; readonly category: ItemCategory } | undefined;
  readonly granted?: WishKind | undefined;
}

export interface CareEffect {
  /** The creature just before the act, settled to its moment. */
  readonly was: HatchedCreature;
  readonly creature: Creature;
  readonly before: Stats;
  readonly after: Stats;
  /** The visible stats before and after the act; a stat hidden in one is left out of both. */
  readonly shown: { readonly before: VisibleStats; readonly after: VisibleStats };
  readonly effectiveness: Effectiveness;
  readonly timing: Timing | undefined;
  readonly milestones: readonly ReachedMilestone[];
  readonly felt: readonly HeartEvent[];
  readonly step: AmbitionStep | undefined;
  readonly killed: boolean;
}

export type CareOutcome = { readonly refused: CareRefusal | 'asleep' } | CareEffect;

export const PRIMARY_STAT: Record<Action, Stat> = {
  feed: 'hunger',
  play: 'happiness',
  clean: 'health',
  medicine: 'health',
  discipline: 'discipline',
  sleep: 'health',
  reflect: 'trust',
};

export function applyCare(
  creature: HatchedCreature,
  species: Species,
  wish: AskedCare,
  now: Instant,
  felt: HeartStretch = heartAt(creature, species, now),
): CareOutcome {
  const before = statsAt(creature, species, now);
  const moment = momentOf(creature, wish, before, now);
  const refused = refusalNow(creature, species, moment, now);
  if (refused) return { refused };
  const { after, timing, intended, recorded } = changeByCare(creature, species, wish, moment, now);
  const shown = visibleBeforeAndAfter(species, before, after);
  const milestones = milestonesBetween(
    { stats: before, streak: creature.record.streak },
    { stats: after, streak: recorded.streak },
    recorded,
  );
  const killed = after.health <= 0;
  const raised = before.health < RESCUED_HEALTH && after.health >= RESCUED_HEALTH;
  const record = {
    ...recorded,
    rescued: recorded.rescued || (recorded.wasCritical && wish.action === 'medicine' && raised),
    milestones: [...recorded.milestones, ...milestones.map(milestoneKey)],
  };
  const effectiveness = effectivenessOf(species, moment, intended, { before, after, shown });
  const outcome = { timing: timing?.timing, effectiveness };
  const care = { ...wish, ...outcome, ...seenBy({ creature, record, shown, after }, timing) };
  const { heart, happened } = heartAfterCare({ creature, species }, felt, care, record, now);
  return {
    was: creature,
    creature: {
      ...creature,
      life: lifeAfter(creature.life, wish.action, after, now),
      record,
      heart,
      died: killed ? { at: now, cause: 'harm' } : undefined,
    },
    before,
    after,
    shown,
    ...outcome,
    milestones,
    felt: happened,
    step: stepBetween(felt.heart, heart),
    killed,
  };
}

function refusalNow(creature: HatchedCreature, species: Species, moment: CareMoment, now: Instant) {
  if (moment.action === 'reflect') return undefined;
  return isAsleep(creature, now) ? 'asleep' : refusalOf(species, moment);
}

/** The creature after an act, without milestones and heart: as it was if the act is refused, undefined if the act kills it. */
export function lifeByCare(
  creature: HatchedCreature,
  species: Species,
  wish: AskedCare,
  now: Instant,
): HatchedCreature | undefined {
  const before = statsAt(creature, species, now);
  const moment = momentOf(creature, wish, before, now);
  if (refusalNow(creature, species, moment, now)) return creature;
  const { after, recorded } = changeByCare(creature, species, wish, moment, now);
  if (after.health <= 0) return undefined;
  return { ...creature, life: lifeAfter(creature.life, wish.action, after, now), record: recorded };
}

/** The stats before and after an act that was accepted, and the creature after it, without milestones and heart. */
export function statsByCare(
  creature: HatchedCreature,
  species: Species,
  wish: AskedCare,
  now: Instant,
): Pick<CareEffect, 'before' | 'after'> & { readonly creature: HatchedCreature } {
  const before = statsAt(creature, species, now);
  const moment = momentOf(creature, wish, before, now);
  const { after, recorded } = changeByCare(creature, species, wish, moment, now);
  const life = lifeAfter(creature.life, wish.action, after, now);
  return { before, after, creature: { ...creature, life, record: recorded } };
}

function momentOf(
  { zone, life }: HatchedCreature,
  { action, item }: AskedCare,
  stats: Stats,
  now: Instant,
): CareMoment {
  const localHour = hourOfDay(localHourAt(zone, now));
  return { action, item, localHour, playedSinceFed: life.playedSinceFed, stats };
}

function changeByCare(
  creature: HatchedCreature,
  species: Species,
  wish: AskedCare,
  moment: CareMoment,
  now: Instant,
) {
  const { stats: before } = moment;
  const windows = windowsSinceFed(creature, species, now);
  const timing = wish.action === 'feed' ? timingOf(windows) : undefined;
  const harmful = isHarmful(wish);
  const act = { action: wish.action, timing: timing?.timing, windows, health: before.health, harmful };
  const recorded = recordAfter(creature, act, now);
  const intended = intendedChanges(species, wish, moment, timing, harmful ? 0 : recorded.streak);
  return { after: sparing(before, intended, timing), timing, intended, recorded };
}

/** After a crisis, medicine that raises health from below this value to it counts as a rescue. */
export const RESCUED_HEALTH = 40;

/** The mood after an act and the crises it ended, judged from visible stats only. */
function seenBy(
  seen: {
    readonly creature: HatchedCreature;
    readonly record: CareRecord;
    readonly shown: CareEffect['shown'];
    readonly after: Stats;
  },
  timing: FeedTiming | undefined,
): Pick<FeltCare, 'mood' | 'survived'> {
  const { creature, record, shown, after } = seen;
  const lateMeal = timing?.timing === 'missed_window' ? (['long_wait'] as const) : [];
  if (shown.before.health === undefined || hiddenStats(shown.after).length > 0)
    return { mood: 'content', survived: lateMeal };
  const survived = shown.before.health < CRITICAL_HEALTH && after.health >= CRITICAL_HEALTH;
  return {
    mood: moodOf({ asleep: false, stats: after, curious: false }),
    survived: [
      ...(survived ? (['critical'] as const) : []),
      ...(record.rescued && !creature.record.rescued ? (['rescue'] as const) : []),
      ...lateMeal,
    ],
  };
}

/** The intended changes of an act, applied in this order: item effect, feeding time, species, trust speed, flat streak bonus. */
function intendedChanges(
  species: Species,
  { action, item }: AskedCare,
  moment: CareMoment,
  timing: FeedTiming | undefined,
  streak: number,
): StatChanges {
  const effect = effectOf(action, item?.category);
  const timed = timing ? withTiming(effect, timing) : effect;
  const adjusted = applyTrustSpeed(adjustCare(species, timed, moment), species);
  const bonus = timing ? streakBonus(streak) : 0;
  return bonus > 0 ? addChanges(adjusted, { trust: bonus }) : adjusted;
}

function withTiming(effect: StatChanges, { hunger: share, also }: FeedTiming): StatChanges {
  const { hunger, ...rest } = effect;
  return addChanges(addChanges(rest, also), hunger === undefined ? {} : { hunger: hunger * share });
}

function applyChanges(stats: Stats, changes: StatChanges): Stats {
  const after = (stat: Stat) => clampStat(stats[stat] + (changes[stat] ?? 0));
  return {
    hunger: after('hunger'),
    happiness: after('happiness'),
    health: after('health'),
    trust: after('trust'),
    discipline: after('discipline'),
  };
}

/** The lowest health that the time of a meal can cause: only harmful items kill. */
export const SPARED_HEALTH = 1;

function sparing(before: Stats, intended: StatChanges, timing: FeedTiming | undefined) {
  const after = applyChanges(before, intended);
  const healthByItem = before.health + (intended.health ?? 0) - (timing?.also.health ?? 0);
  const least = clampStat(Math.min(SPARED_HEALTH, healthByItem));
  return after.health < least ? { ...after, health: least } : after;
}

function effectivenessOf(
  species: Species,
  moment: CareMoment,
  intended: StatChanges,
  { before, after, shown }: Pick<CareEffect, 'before' | 'after' | 'shown'>,
): Effectiveness {
  if (isHarmful(moment)) return 'wasted';
  const stat = PRIMARY_STAT[moment.action];
  // A hidden stat counts as effective, so that nothing can be inferred about it.
  if (shown.after[stat] === undefined) return 'effective';
  if (showsNoChange(before[stat], after[stat])) return 'wasted';
  if (showsNoChange(shown.before[stat], shown.after[stat])) return 'effective';
  const meant = Math.abs(intended[stat] ?? 0);
  const capped = hooksOf(species, 'neverEffective').some((never) => never(moment));
  return Math.abs(after[stat] - before[stat]) >= meant / 2 && !capped ? 'effective' : 'reduced';
}

function isHarmful({ action, item }: AskedCare): boolean {
  return action !== 'reflect' && item?.category === 'harmful';
}

/** True if a stat looks unchanged: stats are shown in tenths. */
function showsNoChange(before = 0, after = 0): boolean {
  return Math.round(before * 10) === Math.round(after * 10);
}

function lifeAfter(life: Life, action: Action, stats: Stats, now: Instant): Life {
  return {
    ...life,
    stats,
    settledAt: now,
    lastFedAt: action === 'feed' ? now : life.lastFedAt,
    lastPlayedAt: action === 'play' ? now : life.lastPlayedAt,
    lastCleanedAt: action === 'clean' ? now : life.lastCleanedAt,
    lastCareAt: now,
    lastCheckedAt: now,
    rhythm: rhythmAfterCare(life.rhythm, life.lastCareAt, now),
    playedSinceFed: action === 'play' || (action !== 'feed' && life.playedSinceFed),
  };
}
