import type { z } from 'zod';

import { type Instant, iso } from '../../rules/base/clock.ts';
import { fatalRhythm } from '../../rules/care/fatal-rhythm.ts';
import { type FoundCreature, isTended, needsInHouse, type TendedCreature } from '../../rules/care/needs.ts';
import { isHarmedRepeatedly } from '../../rules/heart/heart.ts';
import { STATS_AT_BIRTH } from '../../rules/lives/creature.ts';
import { sharedVisit, visitedAt } from '../../rules/lives/shared-visits.ts';
import { isUrgent } from '../../rules/situation.ts';
import { visibleStats } from '../../rules/species/mechanics.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import type { CreatureLine } from '../../api/subjects/creature.ts';
import { deathNotice } from '../../text/creature/life-messages.ts';
import { stageMessage } from '../../text/creature/milestones.ts';
import { soulPrompt } from '../../text/creature/soul-prompt.ts';
import {
  fatalRhythmWarning,
  stepsAfterAbsence,
  stepsAfterLookIn,
  stepsAfterDeath,
} from '../../text/creature/steps.ts';
import { describeMoment } from '../../text/heart/moments.ts';
import { PORTRAIT_NOTE } from '../../text/pages/picture-prompts.ts';
import type { Handler } from '../../http/handler.ts';
import {
  goOnBriefly,
  isUntrustedName,
  keepSteps,
  pointersIntoList,
  shortenToFit,
  untrustedFields,
  untrustedSpecies,
  type WrittenReply,
} from '../../http/reply-parts.ts';
import {
  keepDeaths,
  pageUrl,
  MOST_DEATHS_IN_BRIEF,
  MOST_LISTED,
  presentActivity,
  presentAmbition,
  presentCheckin,
  presentCompact,
  presentCreature,
  presentDead,
  presentDeadBrief,
  presentDeaths,
  presentDeathsWithPages,
  presentGifts,
  presentGlance,
  presentMilestones,
  presentMore,
  presentNews,
  presentResurrectionOffer,
  presentStats,
  presentStepsBriefly,
  presentUnread,
  presentWishBriefly,
  presentWishWithGrant,
  shortenAmbition,
  shortenCheckin,
  shownMood,
  withoutInstead,
  withoutMilestoneMessages,
  withoutWish,
} from '../creatures/creature.present.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import { lookIn, type LookBackResult, type LookInResult } from './look-in.ts';

export const getCreatureStatus: Handler<typeof ROUTES.getCreatureStatus, CreaturesHouse> = async (
  house,
  call,
) => {
  const { agent, query, now } = call;
  const id = query.creature_id ?? query.id;
  const looked = await lookIn(house, agent, id, now);
  const { origin } = house.baseUrl;
  if (query.view === 'brief') return brieflyTold(looked, id, origin);
  const body = presentStatus(looked, origin);
  return { body, ...headersOf(body) };
};

function brieflyTold(looked: LookInResult | LookBackResult, id: string | undefined, origin: string) {
  const isRound = id === undefined && looked.kind === 'living' && looked.others.length > 0;
  return isRound ? presentRound(looked, origin) : presentBrief(looked, origin);
}

function headersOf({ warnings }: StatusReply) {
  return warnings && { headers: { 'x-arkhouse-warning': 'fatal-rhythm' } };
}

type StatusReply = Reply<typeof ROUTES.getCreatureStatus>;
type CompactReply = ReturnType<typeof presentCompact>;
type LineReply = z.output<typeof CreatureLine>;

export function presentStatus(looked: LookInResult | LookBackResult, origin: string): StatusReply {
  return looked.kind === 'dead' ? presentLookBack(looked, origin) : presentLook(looked, origin);
}

function presentLook(looked: LookInResult, origin: string): StatusReply {
  const { others } = looked;
  const page_url = pageUrl(origin, looked.creature.id);
  const milestone = presentMilestone(looked, looked.beingDrawn ? PORTRAIT_NOTE : undefined);
  return {
    creature: { ...presentCreature(looked), page_url },
    ...presentNews(looked.news, origin, looked.now),
    milestone: milestone && { ...milestone, page_url },
    milestones: presentReached(looked),
    wish: presentWishWithGrant(looked),
    moment: presentMoment(looked),
    ambition: presentAmbition(looked, looked.now),
    ...presentUnread([looked, ...others]),
    portraits: presentPortraits(looked),
    other_creatures:
      others.length === 0
        ? undefined
        : others.slice(0, MOST_LISTED).map((other) => presentCompact(other, looked.now)),
    ...presentMore(others.length),
    ...presentDeathsWithPages(looked.deaths, origin),
    gifts: presentGifts(looked.gifts),
    recommended_checkin: presentCheckin([looked, ...looked.others], looked.now),
    warnings: presentFatalRhythm(looked, 'full'),
    soul_prompt: soulPrompt(looked),
    house_activity: presentActivity(looked.activity),
    untrusted_fields: untrustedFields(untrustedNames(looked)),
    server_time: iso(looked.now),
    next_steps: [...stepsAfterLookIn(looked), ...stepsAfterAbsence(looked)],
  };
}

function presentFatalRhythm(tended: TendedCreature, length: 'brief' | 'full'): StatusReply['warnings'] {
  const fatal = fatalRhythm(tended);
  return fatal && [{ field: 'care_rhythm', message: fatalRhythmWarning(fatal, length) }];
}

function untrustedNames({ species, others }: LookInResult): string[] {
  const listed = others.slice(0, MOST_LISTED);
  return [
    ...untrustedSpecies(species),
    ...pointersIntoList('other_creatures', listed, ['species'], (other) => isUntrustedName(other.species)),
  ];
}

function presentLookBack(looked: LookBackResult, origin: string, isBrief = false): StatusReply {
  return {
    creature: isBrief
      ? presentDeadBrief(looked)
      : { ...presentDead(looked), page_url: pageUrl(origin, looked.creature.id) },
    message: deathNotice(looked),
    ...presentNews(looked.news, origin, looked.now),
    ...presentUnread([looked]),
    portraits: isBrief ? undefined : presentPortraits(looked),
    ...(isBrief
      ? presentDeaths(looked.deaths, MOST_DEATHS_IN_BRIEF)
      : presentDeathsWithPages(looked.deaths, origin)),
    resurrection: presentResurrectionOffer(looked),
    untrusted_fields: untrustedFields(untrustedSpecies(looked.species)),
    server_time: iso(looked.now),
    next_steps: isBrief
      ? goOnBriefly(stepsAfterDeath(looked).slice(0, BRIEF_MAX_STEPS))
      : [...stepsAfterDeath(looked)],
  };
}

export const BRIEF_MAX_CHARACTERS = 1500;
const BRIEF_MAX_STEPS = 2;
/** More lines never fit the size of a brief reply. */
const MOST_LINES = 8;
/** A household of up to this many creatures is listed whole. */
const LINES_KEPT = 4;

export function presentBrief(
  looked: LookInResult | LookBackResult,
  origin: string,
): WrittenReply<StatusReply> {
  const brief = looked.kind === 'dead' ? presentLookBack(looked, origin, true) : briefLook(looked, origin);
  // The step after an absence comes once; a wish comes with every status.
  const wasAway = looked.kind === 'living' && looked.wasAway;
  const leftOut = wasAway ? [withoutInstead, withoutWish, ...LEAVE_OUT_OF_BRIEF] : LEAVE_OUT_OF_BRIEF;
  return { ...shortenToFit(brief, BRIEF_MAX_CHARACTERS, leftOut), ...headersOf(brief) };
}

/** Parts that are left out, in this order, until the reply fits its size. */
const LEAVE_OUT_OF_BRIEF: readonly ((reply: StatusReply) => StatusReply)[] = [
  withoutInstead,
  withoutMoment,
  shortenAmbition,
  keepSteps(1),
  withoutWish,
  keepDeaths(2),
  keepDeaths(1),
  withoutGifts,
  withoutStageMessage,
  withoutUnread,
  withoutMilestoneMessages,
  withoutWarnings,
  keepSteps(0),
  withoutMilestones,
  keepDeaths(0),
];

/** Not of a creature that may die. */
function presentMoment({ creature, observed, now }: LookInResult): StatusReply['moment'] {
  return isUrgent(observed.deathClock.urgency) ? undefined : describeMoment(creature, now);
}

function withoutMoment({ moment: _, ...reply }: StatusReply): StatusReply {
  return reply;
}

function withoutGifts({ gifts: _, ...reply }: StatusReply): StatusReply {
  return reply;
}

function withoutMilestones({ milestone: _, milestones: __, ...reply }: StatusReply): StatusReply {
  return reply;
}

function briefLook(looked: LookInResult, origin: string): StatusReply {
  const household = [looked, ...looked.others];
  const steps = stepsAfterLookIn(looked, 1);
  return {
    creature: presentGlance(looked, looked.now),
    ...presentNews(looked.news, origin, looked.now),
    milestone: presentMilestone(looked),
    milestones: presentMilestones(looked),
    wish: presentWishBriefly(looked, steps),
    moment: presentMoment(looked),
    ambition: presentAmbition(looked, looked.now),
    ...presentUnread(household),
    ...presentDeaths(looked.deaths, MOST_DEATHS_IN_BRIEF),
    gifts: presentGifts(looked.gifts, 1),
    recommended_checkin: shortenCheckin(presentCheckin(household, looked.now)),
    warnings: presentFatalRhythm(looked, 'full'),
    server_time: iso(looked.now),
    next_steps: [...presentStepsBriefly(steps, household), ...stepsAfterAbsence(looked)],
  };
}

/** The neediest creature, and a line for each, neediest first, as many as fit. */
export function presentRound(looked: LookInResult, origin: string): WrittenReply<StatusReply> {
  const household = neediestFirst([looked, ...looked.others]);
  // The look has hatched at least the creature `looked`.
  const neediest = household.find(isTended) ?? looked;
  const others = household.filter((found) => found !== neediest);
  const visit = sharedVisit(household.filter(isTended).map(({ observed }) => observed.checkin));
  const isShown = neediest.creature.id === looked.creature.id;
  const grown = isShown ? looked.grown : [];
  const milestone = presentMilestone(looked);
  const reached = presentMilestones(looked);
  const steps = stepsAfterLookIn({ ...neediest, others, grown, deaths: looked.deaths }, 1);
  const round: StatusReply = {
    // Hidden stats are null; the list of their names is left out for brevity.
    creature: { ...presentGlance(neediest, looked.now), hidden_stats: undefined },
    creatures: household.slice(0, MOST_LINES).map((found) => presentLine(found, visit)),
    ...presentMore(household.length, MOST_LINES),
    ...presentNews(looked.news, origin, looked.now),
    milestone: isShown ? milestone : milestone && { ...milestone, creature_id: looked.creature.id },
    milestones: isShown ? reached : reached?.map((each) => ({ ...each, creature_id: looked.creature.id })),
    wish: presentWishBriefly({ ...neediest, now: looked.now }, steps),
    ambition: presentAmbition(neediest, looked.now),
    ...presentUnread(household),
    ...presentDeaths(looked.deaths, MOST_DEATHS_IN_BRIEF),
    gifts: presentGifts(looked.gifts, 1),
    recommended_checkin: shortenCheckin(presentCheckin(household, looked.now)),
    warnings: presentFatalRhythm(neediest, 'brief'),
    server_time: iso(looked.now),
    next_steps: [...presentStepsBriefly(steps, household), ...stepsAfterAbsence(looked)],
  };
  return { ...shortenToFit(round, BRIEF_MAX_CHARACTERS, LEAVE_OUT_OF_ROUND), ...headersOf(round) };
}

/** Parts that are left out, in this order, until the reply fits. The first step, names and urgency stay. */
const LEAVE_OUT_OF_ROUND: readonly ((reply: StatusReply) => StatusReply)[] = [
  withoutInstead,
  withoutMoment,
  shortenAmbition,
  withoutWish,
  withLines(({ mood: _, ...line }) => line),
  keepLines(LINES_KEPT),
  keepDeaths(2),
  withLines(({ dies_at: _, ...line }) => line),
  keepDeaths(1),
  withLines(({ hunger: _, health: __, ...line }) => line),
  withoutMilestoneMessages,
  withoutGifts,
  withLines(({ checkin_at: _, ...line }) => line),
  withLines(({ feeding_status: _, ...line }) => line),
  withoutLesserStats,
  withoutWarnings,
  withoutShownLine,
  withoutTimesOfDeath,
  shortenDeathClock,
  withoutStageMessage,
  withoutUnread,
  keepLines(3),
  keepLines(2),
  keepLines(1),
  withoutMilestones,
  keepDeaths(0),
  keepSteps(1),
];

function withoutStageMessage({ milestone, ...reply }: StatusReply): StatusReply {
  return { ...reply, milestone: milestone && { ...milestone, message: undefined } };
}

/** Unread letters and keepsakes are counted again by later replies, milestones are not. */
function withoutUnread({ new_letters: _, new_keepsakes: __, ...reply }: StatusReply): StatusReply {
  return reply;
}

function withoutTimesOfDeath({ deaths, ...reply }: StatusReply): StatusReply {
  return { ...reply, deaths: deaths?.map(({ died_at: _, ...death }) => death) };
}

function shortenDeathClock({ creature, ...reply }: StatusReply): StatusReply {
  const { death_clock: clock, ...rest } = creature as CompactReply;
  if (!clock) return { ...reply, creature };
  const { dies_at, urgency } = clock;
  return { ...reply, creature: { ...rest, death_clock: { dies_at, urgency } } };
}

/** Leaves out the line of the creature that is shown: by now it says nothing else. */
function withoutShownLine({ creatures: lines = [], ...reply }: StatusReply): StatusReply {
  return { ...reply, creatures: lines.filter(({ id }) => id !== reply.creature.id) };
}

function withoutLesserStats({ creature, ...reply }: StatusReply): StatusReply {
  const { happiness: _, trust: __, discipline: ___, ...rest } = creature as CompactReply;
  return { ...reply, creature: rest };
}

function withoutWarnings({ warnings: _, ...reply }: StatusReply): StatusReply {
  return reply;
}

function keepLines(most: number) {
  return ({ creatures: lines = [], more_creatures: more = 0, ...reply }: StatusReply): StatusReply => ({
    ...reply,
    creatures: lines.slice(0, most),
    ...presentMore(lines.length + more, Math.min(lines.length, most)),
  });
}

function withLines(shorten: (line: LineReply) => LineReply) {
  return (reply: StatusReply): StatusReply => ({ ...reply, creatures: reply.creatures?.map(shorten) });
}

/** Sorts creatures: those with a need first, by urgency, then by the moment of their check-in; eggs before the others. */
function neediestFirst(household: readonly FoundCreature[]): readonly FoundCreature[] {
  const inNeed = new Set<FoundCreature>(needsInHouse(household.filter(isTended)).map(({ tended }) => tended));
  const others = household.filter((found) => !inNeed.has(found));
  return [...inNeed, ...others.toSorted((one, other) => checkinAt(one) - checkinAt(other))];
}

function checkinAt({ observed }: FoundCreature): Instant {
  return observed?.checkin.returnAt ?? 0;
}

function presentLine(found: FoundCreature, visit: Instant): LineReply {
  const { creature, species, observed } = found;
  const { id, name } = creature;
  const { hunger, health } = presentStats(observed?.shown ?? visibleStats(species, STATS_AT_BIRTH));
  if (!observed) return { id, name, stage: 'egg', urgency: null };
  const { urgency, diesAt } = observed.deathClock;
  const visitAt = visitedAt(observed.checkin, visit);
  return {
    id,
    name,
    hunger,
    health,
    feeding_status: observed.feeding.status,
    urgency,
    ...(urgency !== 'safe' && { mood: shownMood(observed), dies_at: iso(diesAt) }),
    ...(visitAt !== visit && { checkin_at: iso(visitAt) }),
  };
}

type GrowthFacts = Pick<LookInResult, 'creature' | 'species' | 'observed' | 'grown'>;

function presentMilestone(looked: GrowthFacts, portraitNote?: string) {
  const stage = looked.grown.at(-1);
  return stage && { stage, message: stageWords(stage, looked), portrait_note: portraitNote };
}

function presentReached(looked: LookInResult): StatusReply['milestones'] {
  const told = [...presentEarlierStages(looked), ...(presentMilestones(looked) ?? [])];
  return told.length === 0 ? undefined : told;
}

function presentEarlierStages(looked: GrowthFacts): NonNullable<StatusReply['milestones']> {
  const { grown } = looked;
  return grown.slice(0, -1).map((stage) => ({
    type: 'stage_transition',
    threshold: stage,
    message: stageWords(stage, looked),
  }));
}

function presentPortraits({ portraits }: Pick<LookInResult, 'portraits'>): StatusReply['portraits'] {
  if (portraits.length === 0) return undefined;
  return portraits.map(({ stage, imageUrl, generatedAt }) => ({
    stage,
    image_url: imageUrl,
    generated_at: iso(generatedAt),
  }));
}

function stageWords(stage: Stage, { creature, species, observed }: GrowthFacts): string {
  const { name, seed, path } = creature;
  const { family, slug } = species;
  const harmed = isHarmedRepeatedly(creature);
  return stageMessage(stage, { name, family, slug, seed, path, trust: observed.shown.trust, harmed });
}
