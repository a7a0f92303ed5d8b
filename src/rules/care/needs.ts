import { DAY, type Instant } from '../base/clock.ts';
import type { Heart, Unread } from '../heart/heart.ts';
import { type Creature, CRITICAL_HEALTH, type HatchedCreature, isUntouched } from '../lives/creature.ts';
import { statsAt } from '../lives/decay.ts';
import { hasSatEnough, type Observation } from '../lives/observe.ts';
import { SAME_VISIT } from '../lives/rhythm.ts';
import {
  adjustCare,
  type CareMoment,
  hidesNothing,
  hooksOf,
  isTooShy as mechanicIsTooShy,
  refusalOf,
  visibleStats,
} from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import type { Stats, Action, Stat } from '../vocabulary.ts';
import { DEFAULT_EFFECTS } from './care.ts';
import { mustEatEarly } from './feeding.ts';

export interface RecentAct {
  readonly action: Action;
  readonly item?: string | undefined;
  readonly at: Instant;
}

/** What is stored about the keeper's latest visits. */
export interface KeeperHabits {
  /** The latest acts of care, newest first; a function, since most looks do not need them. */
  readonly acts: () => readonly RecentAct[];
  /** The keeper's last look or care before this look. */
  readonly lookedAt: Instant;
}

export interface TendedCreature {
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly observed: Observation;
  readonly heart?: Heart | undefined;
  readonly unread?: Unread | undefined;
  /** Items given to the creature before; read only while it wishes for something new. */
  readonly tried?: readonly string[] | undefined;
  readonly habits?: KeeperHabits | undefined;
}

export type FoundCreature =
  | TendedCreature
  | { readonly creature: Creature; readonly species: Species; readonly observed: undefined };

export function isTended<Found extends { readonly observed: Observation | undefined }>(
  found: Found,
): found is Extract<Found, TendedCreature> {
  return found.observed !== undefined;
}

const NEED_URGENCIES = ['life', 'harm', 'meal', 'comfort'] as const;
type NeedUrgency = (typeof NEED_URGENCIES)[number];

type NeedReason =
  | 'vigil'
  | 'too_shy'
  | 'grave'
  | 'weak'
  | 'frail'
  | 'perhaps_hurt'
  | 'starving'
  | 'late_meal'
  | 'meal'
  | 'early_meal'
  | 'play_first'
  | 'low_spirits'
  | 'little_trust';

/** A need of a creature; meeting every need keeps it well until its next check-in. */
export interface Need {
  readonly urgency: NeedUrgency;
  readonly action: Action;
  readonly reason: NeedReason;
}

export function needsOf(tended: TendedCreature): readonly Need[] {
  const { observed } = tended;
  if (isTooShy(tended)) {
    const urgency = isInDanger(observed) ? 'life' : 'meal';
    return isLeftAlone(tended) ? [] : [{ ...SHYNESS, urgency }];
  }
  if (observed.asleepUntil) return isInDanger(observed) && !justSeenTo(tended) ? [VIGIL] : [];
  const needs: Need[] = [];
  const [heal, meal] = [healing(tended), mealNow(tended)];
  if (heal) needs.push(heal);
  if (meal) needs.push(meal);
  if (heal && meal) needs.sort(byUrgency);
  addComforts(needs, tended);
  return needs;
}

function byUrgency(one: Need, other: Need): number {
  return NEED_URGENCIES.indexOf(one.urgency) - NEED_URGENCIES.indexOf(other.urgency);
}

const VIGIL: Need = { urgency: 'life', action: 'reflect', reason: 'vigil' };
const SHYNESS = { action: 'reflect', reason: 'too_shy' } as const;

function isInDanger({ feeding, deathClock, checkin }: Observation): boolean {
  return (
    feeding.status === 'critical' ||
    checkin.reason === 'critical' ||
    deathClock.urgency === 'critical' ||
    deathClock.urgency === 'imminent'
  );
}

function justSeenTo({ creature, observed }: TendedCreature): boolean {
  return observed.at - creature.life.lastCareAt < SAME_VISIT;
}

/** Health below which medicine is an urgent need and is repeated. */
export const WEAK_HEALTH = 70;
/** Health below which a creature is cleaned once a visit: it has its full effect there. */
const FRAIL_HEALTH = 100 - (DEFAULT_EFFECTS.clean.health ?? 0);

function healing(tended: TendedCreature): Need | undefined {
  const reason = whyHeal(tended);
  if (!reason) return undefined;
  const isCleanBetter = gainOf(tended, 'clean', 'health') > gainOf(tended, 'medicine', 'health');
  const action = isCleanBetter ? 'clean' : 'medicine';
  return { urgency: reason === 'grave' ? 'life' : 'harm', action, reason };
}

function whyHeal(tended: TendedCreature): NeedReason | undefined {
  if (isGrave(tended.observed)) return 'grave';
  if (isPerhapsHurt(tended)) return justSeenTo(tended) || wasHealedSince(tended) ? undefined : 'perhaps_hurt';
  const { health = 100 } = tended.observed.shown;
  return health < highestShown(tended, 'health', WEAK_HEALTH) ? 'weak' : undefined;
}

/** After this many on-time meals a creature has been healed in as many visits, so its hidden health is assumed to be good. */
const MEALS_UNTIL_WELL = 4;

function isPerhapsHurt(tended: TendedCreature): boolean {
  const { missedFeedings, streak } = tended.creature.record;
  const hasSuffered = missedFeedings > 0 || tended.creature.resurrections > 0;
  return hasSuffered && streak < MEALS_UNTIL_WELL && !showsHealth(tended);
}

/** True if it had medicine, and since then neither a meal that was not on time nor a resurrection. */
function wasHealedSince({ creature: { life, record } }: TendedCreature): boolean {
  const healedAt = record.recentActions.lastIndexOf('medicine');
  if (isUntouched(life) || healedAt === -1) return false;
  const mealsSince = record.recentActions.slice(healedAt).filter((action) => action === 'feed').length;
  return record.streak >= mealsSince;
}

/** True if the shown health tells the real one: it is neither hidden nor at the most that its species ever shows. */
function showsHealth(tended: TendedCreature): boolean {
  const { health } = tended.observed.shown;
  const most = highestShown(tended, 'health', 100);
  return health !== undefined && (most === 100 || health < most);
}

/** True if the creature is in danger; for hidden health, only as far as the check-in says so anyway. */
function isGrave({ shown, checkin, feeding }: Observation): boolean {
  if (shown.health !== undefined) return shown.health < CRITICAL_HEALTH;
  return checkin.reason === 'critical' && feeding.status !== 'critical';
}

function mealNow(tended: TendedCreature): Need | undefined {
  const { creature, species, observed } = tended;
  const { status } = observed.feeding;
  if (status === 'ok' && !mustEatEarly(creature, species, observed.at)) return undefined;
  const meal = MEALS[status];
  return wantsGameFirst(tended) ? { ...meal, action: 'play', reason: 'play_first' } : meal;
}

const MEALS: Record<Observation['feeding']['status'], Need> = {
  critical: { urgency: 'life', action: 'feed', reason: 'starving' },
  overdue: { urgency: 'harm', action: 'feed', reason: 'late_meal' },
  due_soon: { urgency: 'meal', action: 'feed', reason: 'meal' },
  ok: { urgency: 'meal', action: 'feed', reason: 'early_meal' },
};

interface ComfortRule {
  readonly stat: Stat;
  readonly below: number;
  readonly need: Need;
  /** True if the act was done in this visit: it is needed at most once, since species that gain little would need it for ever. */
  readonly done: (tended: TendedCreature) => boolean;
}

const COMFORTS: readonly ComfortRule[] = [
  {
    stat: 'happiness',
    below: 60,
    need: { urgency: 'comfort', action: 'play', reason: 'low_spirits' },
    done: ({ creature, observed }) => observed.at - creature.life.lastPlayedAt < SAME_VISIT,
  },
  {
    stat: 'health',
    below: FRAIL_HEALTH,
    need: { urgency: 'comfort', action: 'clean', reason: 'frail' },
    done: ({ creature, observed }) => observed.at - creature.life.lastCleanedAt < SAME_VISIT,
  },
  {
    stat: 'trust',
    // The value of the stat at birth (STATS_AT_BIRTH).
    below: 20,
    need: { urgency: 'comfort', action: 'reflect', reason: 'little_trust' },
    done: (tended) => justSeenTo(tended) && tended.creature.record.lastAction === 'reflect',
  },
];

function addComforts(needs: Need[], tended: TendedCreature): void {
  const wanted: ComfortRule[] = [];
  for (const each of COMFORTS) if (isLow(tended, each) && !each.done(tended)) wanted.push(each);
  const { shown } = tended.observed;
  if (wanted.length > 1) wanted.sort((one, other) => (shown[one.stat] ?? 0) - (shown[other.stat] ?? 0));
  for (const { need } of wanted) {
    const perhapsHurt = need.reason === 'frail' && isPerhapsHurt(tended);
    needs.push(perhapsHurt ? { ...need, reason: 'perhaps_hurt' } : need);
  }
}

function isLow(tended: TendedCreature, { stat, below }: ComfortRule): boolean {
  if (stat === 'health' && isPerhapsHurt(tended)) return true;
  const { [stat]: value = 100 } = tended.observed.shown;
  return value < highestShown(tended, stat, below);
}

export function highestShown({ species }: TendedCreature, stat: Stat, level: number): number {
  if (hidesNothing(species)) return level;
  return Math.min(level, visibleStats(species, BEST)[stat] ?? level);
}

const BEST: Stats = { hunger: 100, happiness: 100, health: 100, trust: 100, discipline: 100 };

export function isTooShy(tended: TendedCreature): boolean {
  const { creature, species, observed } = tended;
  if (hooksOf(species, 'refuseCare').length === 0) return false;
  return mechanicIsTooShy(species, statsAt(creature, species, observed.at));
}

/** True if the creature is too shy for other care and had its reflects of this visit. */
export function isLeftAlone(tended: TendedCreature): boolean {
  if (!isTooShy(tended)) return false;
  const { creature, species, observed } = tended;
  const { health } = statsAt(creature, species, observed.at);
  return hasSatEnough(creature, { health, now: observed.at, dies: observed.deathClock.diesAt });
}

/** True if the creature needs `play` first: it increases what the next meal gives, or makes it possible. */
export function wantsGameFirst(tended: TendedCreature): boolean {
  const { species, creature } = tended;
  if (creature.life.playedSinceFed || species.mechanics.length === 0) return false;
  if (refusalOf(species, momentOf(tended, 'feed', false)) === 'wants_play_first') return true;
  return gainOf(tended, 'feed', 'hunger', false) < gainOf(tended, 'feed', 'hunger', true);
}

function gainOf(tended: TendedCreature, action: Action, stat: Stat, playedSinceFed = true): number {
  const moment = momentOf(tended, action, playedSinceFed);
  return adjustCare(tended.species, DEFAULT_EFFECTS[action], moment)[stat] ?? 0;
}

function momentOf(tended: TendedCreature, action: Action, playedSinceFed: boolean): CareMoment {
  const { creature, species, observed } = tended;
  return {
    action,
    localHour: observed.localHour,
    playedSinceFed,
    stats: statsAt(creature, species, observed.at),
  };
}

export interface HouseholdNeed<Kept extends TendedCreature> {
  readonly tended: Kept;
  readonly need: Need;
}

export function needsInHouse<Kept extends TendedCreature>(
  kept: readonly Kept[],
): readonly HouseholdNeed<Kept>[] {
  const inTurn = kept.length > 1 ? kept.toSorted((one, other) => turnOf(one) - turnOf(other)) : kept;
  const all: { tended: Kept; need: Need }[] = [];
  for (const tended of inTurn) for (const need of needsOf(tended)) all.push({ tended, need });
  return kept.length > 1 ? all.toSorted((one, other) => byUrgency(one.need, other.need)) : all;
}

function turnOf({ observed: { asleepUntil, deathClock } }: TendedCreature): number {
  return deathClock.diesAt + (asleepUntil ? LONGER_THAN_ANY_CLOCK : 0);
}

const LONGER_THAN_ANY_CLOCK = 100 * DAY;
