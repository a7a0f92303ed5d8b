import type { z } from 'zod';

import type { HouseActivity } from '../../api/subjects/public.ts';
import type { Activity } from '../stats/counting.ts';
import type * as schemas from '../../api/subjects/creature.ts';
import type { Gift as GiftReply } from '../../api/subjects/credits.ts';
import { regularVisits, type RegularVisits } from '../../rules/agents.ts';
import { DAY, HOUR, type Instant, iso, MINUTE, offsetAt, type TimeZone } from '../../rules/base/clock.ts';
import { WINDOW_OPENS } from '../../rules/care/feeding.ts';
import { type FoundCreature, isTended } from '../../rules/care/needs.ts';
import { type Heart, isHarmedRepeatedly, type ReadLetter, unreadIn } from '../../rules/heart/heart.ts';
import { type Creature, STATS_AT_BIRTH } from '../../rules/lives/creature.ts';
import type { DeathClock } from '../../rules/lives/live-until.ts';
import { roundToHundredths } from '../../rules/format-numbers.ts';
import { ageHours, type ReachedMilestone } from '../../rules/lives/growth.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../rules/lives/resurrection.ts';
import type { NightRest } from '../../rules/lives/rhythm.ts';
import { householdCheckin } from '../../rules/lives/shared-visits.ts';
import type { DeadCreatureFacts, ToldDeaths } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import type { StatChanges, Mood, Stat } from '../../rules/vocabulary.ts';
import { hiddenStats, visibleStats } from '../../rules/species/mechanics.ts';
import { roundToTenths, tenthsOrNull } from '../../server/reply-parts.ts';
import { behavior } from '../../text/creature/behavior.ts';
import { evolutionHint, milestoneMessage } from '../../text/creature/milestones.ts';
import { checkinReason, eggReason } from '../../text/creature/steps.ts';
import type { LookInResult } from './look-in.ts';
import type { NextStep } from '../../api/fields.ts';
import type { GrantedWish, Keepsake, Wish } from '../../api/subjects/heart.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import { keepsakeOfWish } from '../../rules/heart/keepsakes.ts';
import { keepsakeName, keepsakeStory } from '../../text/heart/keepsakes.ts';
import { mannerName, mannerReason } from '../../text/heart/manners.ts';
import * as wishes from '../../text/heart/wishes.ts';
import type { CareResult } from '../care/care.ts';
import type { KeeperShelf } from '../heart/read-heart.ts';
import type { Gift } from './gifts.ts';

type CreatureReplyFacts = Pick<LookInResult, 'creature' | 'species' | 'observed' | 'heart' | 'imageUrl'>;

export function presentIdentity(
  { id, name, stage }: Pick<Creature, 'id' | 'name' | 'stage'>,
  species: Pick<Species, 'name'>,
) {
  return { id, name, species: species.name, stage };
}

export function presentStats(shown: StatChanges) {
  return {
    hunger: tenthsOrNull(shown.hunger),
    happiness: tenthsOrNull(shown.happiness),
    health: tenthsOrNull(shown.health),
    trust: tenthsOrNull(shown.trust),
    discipline: tenthsOrNull(shown.discipline),
  };
}

export function hiddenStatNames(shown: StatChanges): Stat[] | undefined {
  const hidden = hiddenStats(shown);
  return hidden.length === 0 ? undefined : [...hidden];
}

/** The mood that a reply may show: it derives from the real stats and would reveal hidden ones. */
export function shownMood({ mood, hidden }: Pick<Observation, 'mood' | 'hidden'>): Mood {
  return hidden.length === 0 || mood === 'sleeping' ? mood : 'content';
}

interface ReachedFacts {
  readonly creature: Creature;
  readonly species: Species;
  readonly reached: readonly ReachedMilestone[];
}

export function presentMilestones(facts: ReachedFacts): z.output<typeof schemas.StatMilestone>[] | undefined {
  const { creature, species, reached } = facts;
  if (reached.length === 0) return undefined;
  const { name, seed } = creature;
  const { family, slug } = species;
  const who = { name, seed, family, slug, hidden: [], harmed: isHarmedRepeatedly(creature) };
  return reached.map(({ type, threshold }) => ({
    type,
    threshold,
    message: milestoneMessage(type, threshold, who),
  }));
}

interface MayReach {
  readonly milestones?: readonly { readonly message?: string | undefined }[] | undefined;
}

export function withoutMilestoneMessages<R extends MayReach>(reply: R): R {
  return { ...reply, milestones: reply.milestones?.map((each) => ({ ...each, message: undefined })) };
}

export function presentCreature(looked: CreatureReplyFacts): z.output<typeof schemas.Creature> {
  const { creature, species, observed, heart, imageUrl } = looked;
  const { shown, feeding, rhythm, asleepUntil } = observed;
  return {
    ...presentIdentity(creature, species),
    tier: species.tier,
    family: species.family,
    age_hours: roundToHundredths(observed.ageHours),
    ...presentStats(shown),
    hidden_stats: hiddenStatNames(shown),
    mood: shownMood(observed),
    alive: true,
    personality_traits: [...creature.personality],
    manner: presentManner(heart),
    keepsakes: heart.keepsakes.length,
    feeding_window_hours: roundToHundredths(species.feedingWindowHours),
    next_feeding_window: feedingWindow(feeding.opensAt),
    hours_since_fed: roundToHundredths(feeding.hoursSinceFed),
    feeding_status: feeding.status,
    death_clock: presentDeathClock(observed.deathClock),
    care_rhythm: {
      average_hours: roundToHundredths(rhythm.averageHours),
      death_threshold_hours: roundToHundredths(rhythm.thresholdHours),
      decay_multiplier: roundToHundredths(rhythm.multiplier),
      established: rhythm.established,
    },
    sleep_info: asleepUntil && presentSleep(asleepUntil),
    behavior: behavior(looked),
    evolution_progress: presentProgress(looked),
    image_url: imageUrl ?? null,
  };
}

function presentProgress(looked: CreatureReplyFacts) {
  const { stage } = looked.creature;
  const { progress } = looked.observed;
  return {
    // The evolution path is undecided until a baby becomes a child.
    current_path: stage === 'baby' ? null : progress.path,
    form: progress.form,
    consistency_score: roundToTenths(progress.consistency),
    responsiveness_score: roundToTenths(progress.responsiveness),
    variety_score: roundToTenths(progress.variety),
    hint: stage === 'adult' ? undefined : evolutionHint(looked),
  };
}

export function presentCompact(found: FoundCreature, now: Instant): z.output<typeof schemas.CompactCreature> {
  const { creature, species, observed } = found;
  const shown = observed?.shown ?? visibleStats(species, STATS_AT_BIRTH);
  // The feeding window of an egg is that of hatching now, since hatching counts as its first meal.
  const opensAt = observed
    ? observed.feeding.opensAt
    : Math.ceil(now + WINDOW_OPENS * species.feedingWindowHours * HOUR);
  return {
    ...presentIdentity(creature, species),
    age_hours: roundToHundredths(observed?.ageHours ?? 0),
    ...presentStats(shown),
    hidden_stats: hiddenStatNames(shown),
    mood: observed ? shownMood(observed) : 'content',
    alive: true,
    feeding_status: observed?.feeding.status ?? 'ok',
    hours_since_fed: roundToHundredths(observed?.feeding.hoursSinceFed ?? 0),
    next_feeding_window: feedingWindow(opensAt),
    death_clock: observed ? presentDeathClock(observed.deathClock) : null,
  };
}

function presentDeathClock(clock: DeathClock) {
  return {
    hours_without_care: roundToHundredths(clock.hoursWithoutCare),
    dies_at: iso(clock.diesAt),
    hours_remaining: roundToHundredths(clock.hoursRemaining),
    threshold_hours: roundToHundredths(clock.thresholdHours),
    urgency: clock.urgency,
  };
}

function feedingWindow(opensAt: Instant | undefined): string {
  return opensAt === undefined ? 'open now' : iso(opensAt);
}

export function presentSleep({ nightEndsAt, zone, wakesAt }: NightRest) {
  return {
    sleeping: true,
    sleep_window_end: wallClock(nightEndsAt, zone),
    timezone_used: zone.name,
    wakes_at: iso(wakesAt),
  };
}

function wallClock(at: Instant, zone: TimeZone): string {
  const sinceMidnight = (((at + offsetAt(zone, at)) % DAY) + DAY) % DAY;
  return [sinceMidnight / HOUR, (sinceMidnight % HOUR) / MINUTE]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

export function presentDead(facts: DeadCreatureFacts): z.output<typeof schemas.DeadCreature> {
  const { creature, species, imageUrl, now } = facts;
  const { at, cause } = deathOf(creature);
  return {
    ...presentIdentity(creature, species),
    tier: species.tier,
    family: species.family,
    age_hours: roundToHundredths(ageHours(creature, now)),
    hunger: null,
    happiness: null,
    health: null,
    trust: null,
    discipline: null,
    alive: false,
    cause,
    died_at: iso(at),
    personality_traits: [...creature.personality],
    image_url: imageUrl ?? null,
  };
}

export function presentDeadBrief(facts: DeadCreatureFacts): z.output<typeof schemas.LateCreature> {
  const { id, name, species, stage, age_hours, alive, cause, died_at } = presentDead(facts);
  return { id, name, species, stage, age_hours, alive, cause, died_at };
}

export function presentResurrectionOffer(
  facts: DeadCreatureFacts,
): z.output<typeof schemas.ResurrectionOffer> {
  const { creature, credits, now } = facts;
  const closesAt = resurrectionClosesAt(deathOf(creature).at);
  return {
    possible: now <= closesAt,
    cost: resurrectionCost(creature, now),
    credits,
    closes_at: iso(closesAt),
    hours_left: roundToHundredths(Math.max(0, closesAt - now) / HOUR),
  };
}

type DeathsReply = z.output<z.ZodObject<typeof schemas.DEATHS>>;

export function presentDeaths({ told, more }: ToldDeaths, most = Infinity): DeathsReply {
  const left = more + Math.max(0, told.length - most);
  const deaths = told.slice(0, most).map(({ id, name, cause, at, offer }) => ({
    creature_id: id,
    name,
    cause,
    died_at: iso(at),
    ...(offer && { cost: offer.cost, closes_at: iso(offer.closesAt) }),
  }));
  return { ...(deaths.length > 0 && { deaths }), ...(left > 0 && { more_deaths: left }) };
}

export const MOST_DEATHS_IN_BRIEF = 4;

export function keepDeaths(most: number) {
  return <R extends DeathsReply>({ deaths = [], more_deaths: more = 0, ...reply }: R) => {
    const kept = deaths.slice(0, most);
    const left = more + deaths.length - kept.length;
    return { ...reply, ...(kept.length > 0 && { deaths: kept }), ...(left > 0 && { more_deaths: left }) };
  };
}

export function presentGifts(
  gifts: readonly Gift[],
  most = Infinity,
): z.output<typeof GiftReply>[] | undefined {
  if (gifts.length === 0) return undefined;
  return gifts.slice(0, most).map(({ creatureId, name, credits, gift, at }) => ({
    creature_id: creatureId,
    name,
    credits,
    brought_back: gift === 'returned',
    at: iso(at),
  }));
}

export const MOST_LISTED = 200;

export function presentMore(living: number, listed = MOST_LISTED): { more_creatures?: number } {
  return living > listed ? { more_creatures: living - listed } : {};
}

function deathOf({ died }: DeadCreatureFacts['creature']) {
  if (!died) throw new TypeError('It is not dead.');
  return died;
}

export type CheckinReply = z.output<typeof schemas.RecommendedCheckin>;

/** The check-in of a reply: the moment of the next visit to all creatures; now if there are only eggs. */
export function presentCheckin(household: readonly FoundCreature[], now: Instant): CheckinReply | undefined {
  const [first, ...others] = household.filter(isTended);
  if (!first) return presentEggCheckin(household, now);
  const { neediest, checkin } = householdCheckin(first, others);
  return {
    creature_id: neediest.creature.id,
    at: iso(checkin.at),
    hours_from_now: roundToHundredths((checkin.at - now) / HOUR),
    reason: checkinReason(checkin, neediest),
    feeding_window_status: checkin.windowStatus,
    cron: cronOf(regularVisits([first, ...others], now)),
  };
}

function presentEggCheckin([egg]: readonly FoundCreature[], now: Instant): CheckinReply | undefined {
  if (!egg) return undefined;
  const { id, name } = egg.creature;
  return { creature_id: id, at: iso(now), hours_from_now: 0, reason: eggReason(name) };
}

export function shortenCheckin({ creature_id, at, hours_from_now }: CheckinReply): CheckinReply {
  return { creature_id, at, hours_from_now };
}

export function cronOf({ minute, hours }: RegularVisits): string {
  return [minute, hours.length === 24 ? '*' : hours.join(','), '* * *'].join(' ');
}

type WishReply = z.output<typeof Wish>;
export type NewKeepsakeReply = z.output<typeof Keepsake>;

type MaybeWishing = Omit<wishes.WishingCreature, 'heart'> & { readonly heart?: Heart | undefined };

export function presentWish({ creature, species, heart, now }: MaybeWishing): WishReply | undefined {
  const open = heart?.wish.open;
  const told = open && wishes.openWishOf({ creature, species, heart, now });
  if (!told) return undefined;
  const { text, hint } = wishes.describeWish(told);
  return { text, hint, until: iso(open.until) };
}

export function presentWishWithGrant(
  seen: MaybeWishing & { readonly observed: Observation | undefined },
): WishReply | undefined {
  const { observed } = seen;
  const wish = presentWish(seen);
  return wish && observed ? { ...wish, grant: wishes.wishGrant({ ...seen, observed }) } : wish;
}

export function presentGranted(facts: CareResult): z.output<typeof GrantedWish> | undefined {
  const { granted, creature } = facts;
  if (!granted) return undefined;
  const kind = keepsakeOfWish(granted.kind);
  const isNew = keptBy(facts).some(({ keepsake }) => keepsake === kind);
  return {
    text: wishes.describeWish(wishes.wishOf(facts, granted)).text,
    keepsake: isNew ? presentKeepsake(kind, creature.name) : undefined,
  };
}

export function presentKept(facts: CareResult): NewKeepsakeReply[] | undefined {
  const kept = keptBy(facts);
  if (kept.length === 0) return undefined;
  const { name } = facts.creature;
  return kept.map(({ keepsake, at }) => ({ ...presentKeepsake(keepsake, name), kept_at: iso(at) }));
}

function keptBy({ outcome }: CareResult) {
  return 'refused' in outcome ? [] : outcome.felt.filter((each) => each.kind === 'kept');
}

export function presentManner({
  manner,
}: Pick<Heart, 'manner'>): z.output<typeof schemas.Manner> | undefined {
  return manner && { name: mannerName(manner), reason: mannerReason(manner) };
}

export function presentKeeperShelf({ kinds, newest }: KeeperShelf) {
  return {
    kinds,
    newest: newest.map(({ kind, at }) => ({ kind, name: keepsakeName(kind), kept_at: iso(at) })),
  };
}

export function presentUnread(household: Parameters<typeof unreadIn>[0]) {
  const { letters, keepsakes } = unreadIn(household);
  return { new_letters: letters || undefined, new_keepsakes: keepsakes || undefined };
}

export function presentKeepsake(kind: KeepsakeKind, name: string) {
  return { kind, name: keepsakeName(kind), text: keepsakeStory(kind, name) };
}

interface MayWish {
  readonly wish?: WishReply | undefined;
  readonly next_steps: readonly NextStep[];
}

export function withoutRepeatedHint<R extends MayWish>(reply: R): R {
  const { wish, next_steps: steps } = reply;
  const { hint } = wish ?? {};
  if (!wish || hint === undefined || !steps.some(({ description }) => description.includes(hint)))
    return reply;
  return { ...reply, wish: { text: wish.text, until: wish.until } };
}

export function withoutWish<R extends MayWish>(reply: R): R {
  return { ...reply, wish: undefined };
}

export function presentLetter({ number, occasion, at, subject, text }: ReadLetter) {
  return { number, occasion, written_at: iso(at), subject, text };
}

export function presentActivity(activity: Activity): z.output<typeof HouseActivity> {
  return {
    creatures_born: activity.creaturesBorn,
    creatures_died: activity.creaturesDied,
    care_actions: activity.careActions,
    feedings: activity.feedings,
    reflections: activity.reflections,
    active_agents: activity.activeAgents,
    window: '24h',
  };
}
