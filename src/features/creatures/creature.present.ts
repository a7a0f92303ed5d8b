import type { z } from 'zod';

import { regularVisits, type RegularVisits } from '../../rules/agents.ts';
import { DAY, HOUR, type Instant, iso, MINUTE, offsetAt, type TimeZone } from '../../rules/base/clock.ts';
import { WINDOW_OPENS } from '../../rules/care/feeding.ts';
import { type FoundCreature, isTended } from '../../rules/care/needs.ts';
import { roundToHundredths } from '../../rules/format-numbers.ts';
import type { AmbitionStep } from '../../rules/heart/ambition.ts';
import { type Heart, isHarmedRepeatedly, type ReadLetter, unreadIn } from '../../rules/heart/heart.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import { type Creature, type HatchedCreature, STATS_AT_BIRTH } from '../../rules/lives/creature.ts';
import { ageHours, type ReachedMilestone } from '../../rules/lives/growth.ts';
import type { DeathClock } from '../../rules/lives/live-until.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../rules/lives/resurrection.ts';
import type { NightRest } from '../../rules/lives/rhythm.ts';
import { householdCheckin } from '../../rules/lives/shared-visits.ts';
import type { HumanNews } from '../../rules/owner-news.ts';
import type { DeadCreatureFacts, ToldDeaths } from '../../rules/problem.ts';
import { hiddenStats, visibleStats } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import type { StatChanges, Mood, Stat } from '../../rules/vocabulary.ts';
import type { NextStep } from '../../api/fields.ts';
import { ROUTES } from '../../api/routes.ts';
import type {
  CompactCreature,
  Creature as CreatureSchema,
  DeadCreature,
  DEATHS,
  FOR_YOUR_HUMAN,
  IDENTITY,
  LateCreature,
  Manner,
  RecommendedCheckin,
  ResurrectionOffer,
  SleepInfo,
  StatMilestone,
} from '../../api/subjects/creature.ts';
import type { Gift as GiftReply } from '../../api/subjects/credits.ts';
import type {
  Ambition,
  CreatureLetter,
  Keepsake,
  NEW_TO_READ,
  ShelfKeepsake,
  Wish,
} from '../../api/subjects/heart.ts';
import type { HouseActivity } from '../../api/subjects/public.ts';
import { behavior } from '../../text/creature/behavior.ts';
import { evolutionHint, milestoneMessage } from '../../text/creature/milestones.ts';
import { ownerNewsText } from '../../text/creature/owner-news.ts';
import { careInsteadOfLook, checkinReason, eggReason, stepOfHousehold } from '../../text/creature/steps.ts';
import {
  ambitionDoneWords,
  ambitionTraits,
  describeAmbition,
  progressWords,
} from '../../text/heart/ambitions.ts';
import { keepsakeName, keepsakeStory } from '../../text/heart/keepsakes.ts';
import { mannerName, mannerReason } from '../../text/heart/manners.ts';
import { describeWish, openWishOf, wishGrant, type WishingCreature } from '../../text/heart/wishes.ts';
import type { Reader } from '../../text/server/next-steps.ts';
import { agentPath, creaturePath } from '../../web/paths.ts';
import { goOnBriefly, roundToTenths, tenthsOrNull } from '../../http/reply-parts.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import type { Activity } from '../tallies/counting.ts';
import { loadLiving } from './choose-creature.ts';
import type { CreaturesHouse } from './settle.ts';

interface CreatureReplyFacts {
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly observed: Observation;
  readonly heart: Heart;
  readonly imageUrl: string | undefined;
}

export function presentIdentity(
  { id, name, stage }: Pick<Creature, 'id' | 'name' | 'stage'>,
  species: Pick<Species, 'name'>,
): z.output<z.ZodObject<typeof IDENTITY>> {
  return { id, name, species: species.name, stage };
}

/** Null for a hidden stat. */
export type PresentedStats = Record<Stat, number | null>;

export function presentStats(shown: StatChanges): PresentedStats {
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

export function presentMilestones(facts: ReachedFacts): z.output<typeof StatMilestone>[] | undefined {
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

export function presentCreature(
  looked: CreatureReplyFacts,
): Omit<z.output<typeof CreatureSchema>, 'page_url'> {
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
    personality_traits: [...creature.personality, ...ambitionTraits(heart)],
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

export function presentCompact(found: FoundCreature, now: Instant): z.output<typeof CompactCreature> {
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

/** What a brief reply says of a creature: no identity but its name, and of the death clock only what is urgent. */
export function presentGlance(found: FoundCreature, now: Instant): z.output<typeof CompactCreature> {
  const {
    species: _,
    age_hours: __,
    hours_since_fed: ___,
    next_feeding_window: ____,
    death_clock: clock,
    ...glance
  } = presentCompact(found, now);
  return { ...glance, death_clock: clock && shortenClock(clock) };
}

type ClockReply = NonNullable<z.output<typeof CompactCreature>['death_clock']>;

function shortenClock({ dies_at, hours_remaining, urgency }: ClockReply): ClockReply {
  return { dies_at, ...(urgency !== 'safe' && { hours_remaining }), urgency };
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

export function presentSleep({ nightEndsAt, zone, wakesAt }: NightRest): z.output<typeof SleepInfo> {
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

export function presentDead(facts: DeadCreatureFacts): Omit<z.output<typeof DeadCreature>, 'page_url'> {
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

export function presentDeadBrief(facts: DeadCreatureFacts): z.output<typeof LateCreature> {
  const { id, name, species, stage, age_hours, alive, cause, died_at } = presentDead(facts);
  return { id, name, species, stage, age_hours, alive, cause, died_at };
}

export function presentResurrectionOffer(facts: DeadCreatureFacts): z.output<typeof ResurrectionOffer> {
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

type DeathsReply = z.output<z.ZodObject<typeof DEATHS>>;

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

/** The deaths of a full reply, each with its page. */
export function presentDeathsWithPages(told: ToldDeaths, origin: string): DeathsReply {
  const { deaths, ...more } = presentDeaths(told);
  if (!deaths) return more;
  return {
    ...more,
    deaths: deaths.map((death) => ({ ...death, page_url: pageUrl(origin, death.creature_id) })),
  };
}

/** The address of a creature's page. */
export function pageUrl(origin: string, id: string): string {
  // `join` yields a flat string, which JSON.stringify writes faster than a concatenated one.
  return [origin, creaturePath(id)].join('');
}

export const MOST_DEATHS_IN_BRIEF = 4;

type DeathsShortener = <R extends DeathsReply>(reply: R) => Omit<R, keyof DeathsReply> & DeathsReply;

export function keepDeaths(most: number): DeathsShortener {
  return <R extends DeathsReply>({ deaths = [], more_deaths: more = 0, ...reply }: R) => {
    const kept = deaths.slice(0, most);
    const left = more + deaths.length - kept.length;
    return { ...reply, ...(kept.length > 0 && { deaths: kept }), ...(left > 0 && { more_deaths: left }) };
  };
}

interface PaidReturn {
  readonly creatureId: string;
  readonly name: string;
  readonly credits: number;
  readonly gift: string;
  readonly at: Instant;
}

export function presentGifts(
  gifts: readonly PaidReturn[],
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

type HumanReply = z.output<z.ZodObject<typeof FOR_YOUR_HUMAN>>;

/** `url` is the page of the only creature that it is about, or that of the agent. */
export function presentNews(told: HumanNews | undefined, origin: string, now: Instant): HumanReply {
  if (!told) return {};
  const [about, ...others] = new Set(told.news.map(({ creatureId }) => creatureId));
  const path = about !== undefined && others.length === 0 ? creaturePath(about) : agentPath(told.username);
  const text = ownerNewsText(told, now);
  const more = told.week && { more: ROUTES.getWeek.path };
  return { tell_your_human: { text, url: `${origin}${path}`, since: iso(told.since), ...more } };
}

export const MOST_LISTED = 200;

export function presentMore(living: number, listed = MOST_LISTED): { more_creatures?: number } {
  return living > listed ? { more_creatures: living - listed } : {};
}

function deathOf({ died }: DeadCreatureFacts['creature']) {
  if (!died) throw new TypeError('It is not dead.');
  return died;
}

export type CheckinReply = z.output<typeof RecommendedCheckin>;

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

export function shortenCheckin(checkin: CheckinReply | undefined): CheckinReply | undefined {
  if (!checkin) return undefined;
  const { creature_id, at, hours_from_now } = checkin;
  return { creature_id, at, hours_from_now };
}

/** Next steps of a brief reply; beside `check_back` the care that its look would advise. */
export function presentStepsBriefly(
  steps: readonly NextStep[],
  household: readonly FoundCreature[],
): NextStep[] {
  const [first, ...others] = goOnBriefly(steps);
  if (first?.action !== 'check_back') return first ? [first, ...others] : [];
  const instead = careInsteadOfLook(household);
  if (!instead) return [first, ...others];
  return [{ ...first, instead: { ...instead, body: { ...instead.body, view: 'brief' } } }, ...others];
}

/** A brief reply about something read goes on with the household: no look is needed in between, nor to know when to come back. */
export function presentGoingOn<R extends { readonly next_steps: NextStep[] }>(
  reply: R,
  household: readonly FoundCreature[],
  now: Instant,
): R & { readonly recommended_checkin?: CheckinReply | undefined } {
  const next_steps = presentStepsBriefly(stepOfHousehold(household), household);
  const isLast = next_steps[0]?.action === 'check_back';
  const checkin = isLast ? shortenCheckin(presentCheckin(household, now)) : undefined;
  return { ...reply, recommended_checkin: checkin, next_steps };
}

/** Leaves out the care of `presentStepsBriefly`: a look tells it too. */
export function withoutInstead<R extends { readonly next_steps: NextStep[] }>(reply: R): R {
  return { ...reply, next_steps: reply.next_steps.map(({ instead: _, ...step }) => step) };
}

export function cronOf({ minute, hours }: RegularVisits): string {
  return [minute, hours.length === 24 ? '*' : hours.join(','), '* * *'].join(' ');
}

type WishReply = z.output<typeof Wish>;
export type NewKeepsakeReply = z.output<typeof Keepsake>;

type MaybeWishing = Omit<WishingCreature, 'heart'> & { readonly heart?: Heart | undefined };

function presentWish({ creature, species, heart, now }: MaybeWishing): WishReply | undefined {
  const open = heart?.wish.open;
  const told = open && openWishOf({ creature, species, heart, now });
  if (!told) return undefined;
  const { text, hint } = describeWish(told);
  return { text, hint, until: iso(open.until) };
}

/** The wish of a brief reply, without its hint where the next step says it. */
export function presentWishBriefly(
  wishing: MaybeWishing,
  [next]: readonly NextStep[],
): WishReply | undefined {
  const wish = presentWish(wishing);
  if (!wish || next?.description.includes(wish.hint ?? '') !== true) return wish;
  return { text: wish.text, until: wish.until };
}

export function presentWishWithGrant(
  seen: MaybeWishing & { readonly observed: Observation | undefined },
): WishReply | undefined {
  const { observed } = seen;
  const wish = presentWish(seen);
  return wish && observed ? { ...wish, grant: wishGrant({ ...seen, observed }) } : wish;
}

type AmbitionReply = z.output<typeof Ambition>;

/** `now` of the reply; undefined for a creature without an open ambition. */
export function presentAmbition(
  striving: Parameters<typeof describeAmbition>[0],
  now: Instant,
): AmbitionReply | undefined {
  const told = describeAmbition(striving, now);
  return told && { ...told, expected: iso(told.expected) };
}

/** After an act of care: the ambition that it was a step of. */
export function presentAmbitionStep(
  { creature, heart, now }: Pick<WishingCreature, 'creature' | 'heart' | 'now'>,
  step: AmbitionStep | undefined,
): AmbitionReply | undefined {
  if (!step?.isDone) return step && presentAmbition({ creature, heart }, now);
  const text = ambitionDoneWords(step.kind, creature, heart.ambition?.number ?? 0);
  return { text, progress: progressWords(step.steps, step.of) };
}

interface MayStrive {
  readonly ambition?: AmbitionReply | undefined;
}

/** Leaves out how an ambition goes on, but not that it is done. */
export function shortenAmbition<R extends MayStrive>(reply: R): R {
  const { ambition } = reply;
  if (!ambition) return reply;
  const { text, progress, hint } = ambition;
  return { ...reply, ambition: hint === undefined ? { text, progress } : undefined };
}

export function presentManner({ manner }: Pick<Heart, 'manner'>): z.output<typeof Manner> | undefined {
  return manner && { name: mannerName(manner), reason: mannerReason(manner) };
}

export function presentUnread(
  household: Parameters<typeof unreadIn>[0],
): z.output<z.ZodObject<typeof NEW_TO_READ>> {
  const { letters, keepsakes } = unreadIn(household);
  return { new_letters: letters || undefined, new_keepsakes: keepsakes || undefined };
}

export function presentKeepsake(
  kind: KeepsakeKind,
  name: string,
): Pick<z.output<typeof ShelfKeepsake>, 'kind' | 'name' | 'text'> {
  return { kind, name: keepsakeName(kind), text: keepsakeStory(kind, name) };
}

interface MayWish {
  readonly wish?: WishReply | undefined;
}

export function withoutWish<R extends MayWish>(reply: R): R {
  return { ...reply, wish: undefined };
}

export function presentLetter({
  number,
  occasion,
  at,
  subject,
  text,
  by,
}: ReadLetter): z.output<typeof CreatureLetter> {
  return { number, occasion, written_at: iso(at), subject, text, ...(by && { by: [...by] }) };
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

export async function readerOf(
  house: CreaturesHouse,
  { agent, now }: { readonly agent: KnownAgent | undefined; readonly now: Instant },
): Promise<Reader> {
  if (!agent) return { kind: 'stranger', suffix: now.toString(36) };
  return { kind: 'agent', hasLiving: (await loadLiving(house, agent, now)).length > 0 };
}
